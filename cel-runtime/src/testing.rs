//! `assert_accepts!` and `assert_rejects!` test rules in one line. They show the whole verdict when they fail.

use crate::{
    error::{ErrorList, FieldError},
    field_path::FieldPath,
    options::Options,
    validate::{Report, Warnings, XValidation},
};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;

/// Asserts that the rules accept an object. If they do not, the test fails and shows each error with its rule, and the object.
///
/// ```
/// use cel_runtime::{XValidation, assert_accepts};
/// use serde::Serialize;
///
/// #[derive(XValidation, Serialize)]
/// #[x_validation(manual_crd)]
/// struct Disk {
///     #[x_validation(rule = "self > 0")]
///     #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
///     size: i64,
/// }
///
/// # fn main() {
/// let (small, large) = (Disk { size: 1 }, Disk { size: 2 });
/// assert_accepts!(small);
/// assert_accepts!(small => large); // an update
/// # }
/// ```
///
/// For a CRD of `include_crd!` name the module of its version first: `assert_accepts!(widgets::v1, object)`, or
/// `assert_accepts!(widgets::v1, old => new)`. The object may be anything that serializes, such as `serde_json::Value`.
///
/// The macro returns the [`Warnings`] of the update: the failures at values that it did not change.
#[macro_export]
macro_rules! assert_accepts {
    ($($crd:ident)::+, $($object:expr)=>+ $(,)?) => { $crate::__judged!([$($crd)::+] [$($object)=>+] accepted()) };
    ($($object:expr)=>+ $(,)?) => { $crate::__judged!([] [$($object)=>+] accepted()) };
    ($($other:tt)*) => {
        ::core::compile_error!("write `assert_accepts!(new)` or `assert_accepts!(old => new)`")
    };
}

/// Asserts that the rules reject an object with a text. The text is part of an error as the server prints it:
/// `size: Invalid value: 0: failed rule: self > 0`. If no error has the text, the test fails and shows the other errors.
///
/// ```
/// use cel_runtime::{XValidation, assert_rejects};
/// use serde::Serialize;
///
/// #[derive(XValidation, Serialize)]
/// #[x_validation(manual_crd)]
/// struct Disk {
///     #[x_validation(rule = "self > 0")]
///     #[x_validation(rule = "self >= oldSelf", message = "disks only grow")]
///     size: i64,
/// }
///
/// # fn main() {
/// let (none, small, large) = (Disk { size: 0 }, Disk { size: 1 }, Disk { size: 2 });
/// assert_rejects!(none, "failed rule: self > 0");
/// assert_rejects!(large => small, "disks only grow"); // an update
/// assert_rejects!(large => small, "disks only grow", at "size"); // and the field
/// # }
/// ```
///
/// For a CRD of `include_crd!` name the module of its version first:
///
/// ```
/// # #[cfg(feature = "crd")]
/// mod widgets {
///     cel_runtime::include_crd!("tests/widget.yaml");
/// }
///
/// # fn main() {
/// # #[cfg(feature = "crd")] {
/// let widget = serde_json::json!({"spec": {"min": 3, "max": 2}});
/// cel_runtime::assert_rejects!(widgets::v1, widget, "min must not exceed max", at "spec");
/// # }
/// # }
/// ```
///
/// The macro returns the [`ErrorList`] for further tests.
#[macro_export]
macro_rules! assert_rejects {
    ($($crd:ident)::+, $($object:expr)=>+, $text:expr $(, at $field:expr)? $(,)?) => {
        $crate::__judged!([$($crd)::+] [$($object)=>+] rejected($text, $crate::__field!($($field)?)))
    };
    ($($object:expr)=>+, $text:expr $(, at $field:expr)? $(,)?) => {
        $crate::__judged!([] [$($object)=>+] rejected($text, $crate::__field!($($field)?)))
    };
    ($($object:expr)=>+ $(,)?) => {
        ::core::compile_error!("say why: `assert_rejects!(object, \"a part of the message\")`")
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "write `assert_rejects!(new, \"text\")`, `assert_rejects!(old => new, \"text\")` or `assert_rejects!(new, \"text\", at \"spec.size\")`"
        )
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __judged {
    ([$($crd:tt)*] [$new:expr] $($verdict:tt)+) => {
        match &$new {
            __cel_new => $crate::__judged!(@ [$($crd)*] __cel_new, ::core::option::Option::None, $($verdict)+),
        }
    };
    ([$($crd:tt)*] [$old:expr => $new:expr] $($verdict:tt)+) => {
        match (&$old, &$new) {
            (__cel_old, __cel_new) => {
                $crate::__judged!(@ [$($crd)*] __cel_new, ::core::option::Option::Some(__cel_old), $($verdict)+)
            }
        }
    };
    (@ [] $new:ident, ::core::option::Option::$old:ident $(($value:ident))?, $($verdict:tt)+) => {{
        #[allow(unused_imports)]
        use $crate::__private::testing::Object as _;
        $crate::__private::testing::Judged::typed($new.x_object(), ::core::option::Option::$old $(($value.x_object()))?).$($verdict)+
    }};
    (@ [$($crd:tt)+] $new:ident, ::core::option::Option::$old:ident $(($value:ident))?, $($verdict:tt)+) => {
        $crate::__private::testing::Judged::of_crd(
            $crate::__private::testing::json($new),
            ::core::option::Option::$old $(($crate::__private::testing::json($value)))?,
            $($crd)+::evaluate,
        ).$($verdict)+
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __field {
    () => {
        ::core::option::Option::None
    };
    ($field:expr) => {
        ::core::option::Option::Some(&*$field)
    };
}

/// Makes the argument of a macro a reference, whether it is a value or a reference.
pub trait Object: XValidation {
    /// The object.
    fn x_object(&self) -> &Self {
        self
    }
}

impl<T: XValidation> Object for T {}

/// The report about an object, and the objects to show.
pub struct Judged<'o> {
    report: Report,
    /// Each object with its name.
    objects: Vec<(&'static str, Box<dyn Shown + 'o>)>,
}

/// `evaluate` in a module of `include_crd!`.
pub type EvaluateFn = fn(&Value, Option<&Value>, &Options) -> Report;

/// Serializes an object to JSON.
///
/// # Panics
/// If the object cannot be serialized.
#[expect(clippy::panic, reason = "in an assertion")]
#[track_caller]
pub fn json(object: &impl Serialize) -> Value {
    serde_json::to_value(object)
        .unwrap_or_else(|error| panic!("the object cannot be written as JSON: {error}"))
}

impl<'o> Judged<'o> {
    /// Judges an object of a type that derives `XValidation`. `old` is the object that it replaces.
    pub fn typed<T: XValidation + Serialize>(new: &'o T, old: Option<&'o T>) -> Self {
        Judged::new(new.x_evaluate(old, &Options::default()), new, old)
    }

    /// Judges an object as JSON with a function from `include_crd!`.
    #[inline]
    pub fn of_crd(new: Value, old: Option<Value>, evaluate: EvaluateFn) -> Self {
        Judged::new(evaluate(&new, old.as_ref(), &Options::default()), new, old)
    }

    fn new<T: Serialize + 'o>(report: Report, new: T, old: Option<T>) -> Self {
        let objects: Vec<(_, Box<dyn Shown + 'o>)> = match old {
            None => vec![("the object", Box::new(new))],
            Some(old) => vec![("the old object", Box::new(old)), ("the new object", Box::new(new))],
        };
        Judged { report, objects }
    }

    /// The warnings, if there are no errors.
    ///
    /// # Panics
    /// If there are errors.
    #[expect(clippy::panic, reason = "an assertion")]
    #[track_caller]
    #[inline]
    pub fn accepted(self) -> Warnings {
        if !self.report.errors.is_empty() {
            panic!("the rules reject {}{}{}", self.subject(), list(&self.report.errors), self.objects());
        }
        self.report.warnings
    }

    /// The errors, if one of them has this text and, if a field is given, this field.
    ///
    /// # Panics
    /// If there is no such error.
    #[expect(clippy::panic, reason = "an assertion")]
    #[track_caller]
    pub fn rejected(self, text: impl AsRef<str>, field: Option<&str>) -> ErrorList {
        let (text, field) = (text.as_ref(), field.map(FieldPath::from));
        let is_expected = |error: &FieldError| {
            error.error().contains(text) && field.as_ref().is_none_or(|field| error.field() == field)
        };
        if self.report.errors.iter().any(is_expected) {
            return self.report.errors;
        }
        let place = field.map(|field| format!(" at `{field}`")).unwrap_or_default();
        let (subject, objects) = (self.subject(), self.objects());
        if self.report.errors.is_empty() {
            panic!(
                "the rules accept {subject}, expected an error with `{text}`{place}{}{objects}",
                self.forgiven()
            );
        }
        panic!("no error has `{text}`{place}{}{objects}", list(&self.report.errors));
    }

    #[inline]
    fn subject(&self) -> &'static str {
        if self.objects.len() > 1 { "the update" } else { "the object" }
    }

    /// The failures that are only warnings.
    #[inline]
    fn forgiven(&self) -> String {
        match self.report.warnings.is_empty() {
            true => String::new(),
            false => format!(
                "\nonly warnings, as the update left these values alone{}",
                list(&self.report.warnings)
            ),
        }
    }

    #[inline]
    fn objects(&self) -> String {
        self.objects.iter().map(|(name, object)| format!("\n{name}:\n{}", object.shown())).collect()
    }
}

/// Prints a value for a failed assertion.
trait Shown {
    fn shown(&self) -> String;
}

impl<T: Serialize> Shown for T {
    fn shown(&self) -> String {
        match serde_json::to_string_pretty(self) {
            Ok(text) => shortened(text.lines(), LINES, "lines"),
            Err(error) => format!("(it cannot be written as JSON: {error})"),
        }
    }
}

/// Each error with its rule.
#[inline]
fn list(errors: &ErrorList) -> String {
    let lines = errors.iter().map(|error| {
        let mut out = indented("  ", error.error());
        if let Some(rule) = error.rule() {
            _ = write!(out, "\n{}", indented("    rule: ", rule));
        }
        out
    });
    format!(":\n{}", shortened(lines, ERRORS, "errors"))
}

/// A text with its further lines indented as far as the first one.
#[inline]
fn indented(start: &str, text: &str) -> String {
    let next = format!("\n{}", " ".repeat(start.len()));
    format!("{start}{}", text.trim_end().replace('\n', &next))
}

/// The first `limit` texts, and the number of the others.
fn shortened(texts: impl Iterator<Item = impl AsRef<str>>, limit: usize, what: &str) -> String {
    let (mut out, mut more) = (String::new(), 0_usize);
    for (n, text) in texts.enumerate() {
        if n >= limit {
            more = more.saturating_add(1);
            continue;
        }
        if n > 0 {
            out.push('\n');
        }
        out.push_str(text.as_ref());
    }
    if more > 0 {
        _ = write!(out, "\n.. and {more} more {what}");
    }
    out
}

/// Most lines of an object that are shown.
const LINES: usize = 200;

/// Most errors that are shown.
const ERRORS: usize = 50;
