//! The flag that stops a validation from outside.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Stops validations from another thread. All clones share one flag.
///
/// ```
/// use cel_runtime::{CancelFlag, Options, XValidation};
/// use serde::Serialize;
///
/// #[derive(XValidation, Serialize)]
/// #[x_validation(rule = "self.min <= self.max", manual_crd)]
/// struct Limits {
///     min: i32,
///     max: i32,
/// }
///
/// # fn main() {
/// let cancel = CancelFlag::new();
/// let options = Options { cancel: Some(cancel.clone()), ..Options::default() };
/// let limits = Limits { min: 1, max: 2 };
/// assert!(limits.x_evaluate(None, &options).errors.is_empty());
/// cancel.cancel();
/// assert!(!limits.x_evaluate(None, &options).errors.is_empty());
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag that is not set.
    pub fn new() -> Self {
        CancelFlag::default()
    }

    /// Stops all validations with this flag in their options. The flag stays set.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if it is set.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Two flags are equal if one is a clone of the other.
impl PartialEq for CancelFlag {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CancelFlag {}
