//! How to validate, and the reasons that end a validation early.

use crate::{eval_error::Interruption, field_path::FieldPath, watch::CancelFlag};
use std::time::Instant;

/// How to validate; the default is what the API server does. Write `..Options::default()` after the fields that you set: later versions
/// may have more.
///
/// Three fields are no limits of the server: [`memory_limit`](Options::memory_limit), [`cancel`](Options::cancel) and
/// [`deadline`](Options::deadline). If one of them ends a validation, no further rule runs. The last error says so at the node
/// of the rule: `spec: Invalid value: "object": 'operation cancelled: deadline exceeded': no further validation rules will be run
/// after rule: ..`.
///
/// ```
/// use cel_runtime::{CancelFlag, Options};
/// use std::time::{Duration, Instant};
///
/// let cancel = CancelFlag::new(); // a clone of it can stop the validation from another thread
/// let options = Options {
///     memory_limit: 64 << 20,
///     cancel: Some(cancel.clone()),
///     deadline: Instant::now().checked_add(Duration::from_secs(5)),
///     ..Options::default()
/// };
/// # assert_eq!(options.cancel, Some(cancel));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Limit for the cost of all rules of an object.
    pub budget: i64,
    /// Limit for the cost of a single evaluation.
    pub per_call_limit: u64,
    /// On updates, failures of rules on unchanged values are warnings.
    pub ratcheting: bool,
    /// The path of the object. The paths of errors begin with it.
    pub path: FieldPath,
    /// How many bytes one evaluation may take for the values that it builds; the default is 256 MiB. The limit is tested every 1,024 units,
    /// and before a result that could be larger than its parts. Memory that is taken between two tests is not limited. The server has no
    /// such limit: there a rule such as `self.text.replace('', self.text)` takes all memory of the machine.
    pub memory_limit: usize,
    /// Stops the validation when it is set. It is read before each rule, and every 1,024 units of an evaluation.
    pub cancel: Option<CancelFlag>,
    /// The time when the validation must end. The clock is read as often as [`cancel`](Options::cancel), and every 64 rules.
    pub deadline: Option<Instant>,
    /// How many bytes the errors may take, how many the warnings, and how many the costs of rules. Further parts are only counted: see
    /// [`ErrorList::omitted`](crate::ErrorList::omitted) and [`Report::omitted_rules`](crate::Report::omitted_rules). The first error
    /// always fits.
    ///
    /// The server has no such limit. The default, 512 KiB, is enough for about 4000 errors. In an object of 1 MiB a single rule on the
    /// items of a list can fail 100 times as often.
    pub report_limit: usize,
    /// Makes `..Options::default()` necessary.
    #[doc(hidden)]
    pub __more: (),
}

impl Default for Options {
    fn default() -> Self {
        Options::server()
    }
}

impl Options {
    /// The same options for an object at this path: with `spec`, the paths of errors begin with `spec`.
    ///
    /// ```
    /// let options = cel_runtime::Options::default().at("spec");
    /// assert_eq!(options.path, "spec");
    /// ```
    #[must_use]
    pub fn at(self, path: impl Into<FieldPath>) -> Self {
        Options { path: path.into(), ..self }
    }

    /// The settings of the API server.
    pub(crate) const fn server() -> Self {
        Options {
            budget: RUNTIME_CEL_COST_BUDGET,
            per_call_limit: PER_CALL_LIMIT,
            ratcheting: true,
            path: FieldPath::root(),
            memory_limit: MEMORY_LIMIT,
            cancel: None,
            deadline: None,
            report_limit: REPORT_LIMIT,
            __more: (),
        }
    }

    /// True if a flag or a deadline can stop the validation.
    pub(crate) fn is_watched(&self) -> bool {
        self.cancel.is_some() || self.deadline.is_some()
    }

    /// The reason to stop now, if there is one.
    pub(crate) fn interruption(&self) -> Option<Interruption> {
        self.cancellation().or_else(|| {
            let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            is_over.then_some(Interruption::Deadline)
        })
    }

    /// The same without reading the clock.
    pub(crate) fn cancellation(&self) -> Option<Interruption> {
        let is_cancelled = self.cancel.as_ref().is_some_and(CancelFlag::is_cancelled);
        is_cancelled.then_some(Interruption::Cancelled)
    }
}

/// The settings of the API server.
pub static SERVER: Options = Options::server();

/// k8s: `apiserver/pkg/apis/cel/config.go`
pub const PER_CALL_LIMIT: u64 = 1_000_000;
/// k8s: `apiserver/pkg/apis/cel/config.go`
pub const RUNTIME_CEL_COST_BUDGET: i64 = 10_000_000;
/// Limit for the values of one evaluation, in bytes.
pub const MEMORY_LIMIT: usize = 256 << 20;
/// Default of `report_limit`: a fraction of the largest object.
const REPORT_LIMIT: usize = 1 << 19;
