//! Texts that are constants of a rule: `quantity('10Gi')`, `cidr('10.0.0.0/8')`.

use super::{Arena, Outcome};
use std::{fmt, sync::OnceLock};

/// The value of a constant text. The first evaluation reads it, for all later ones.
///
/// ```
/// use cel_runtime::__private::{Arena, library::cidr::{self, prefix_length}};
///
/// static PRIVATE: cidr::Constant = cidr::Constant::new("10.0.0.0/8");
/// assert_eq!(PRIVATE.get(&Arena::new()).map(prefix_length), Ok(8));
/// ```
pub struct Constant<T> {
    text: &'static str,
    value: OnceLock<Option<T>>,
}

/// A value that a library reads from a text.
pub trait FromConstant: Copy + 'static {
    /// The value in an arena.
    type Value<'a>;

    /// Reads a text. `None` if it is no such value, or one that cannot be kept.
    fn read(text: &'static str) -> Option<Self>;

    /// A new value for an evaluation.
    fn value<'a>(self, arena: &'a Arena) -> Self::Value<'a>;

    /// The library's function, for texts that [`read`](Self::read) does not read.
    ///
    /// # Errors
    /// The function's.
    fn convert<'a>(arena: &'a Arena, text: &'static str) -> Outcome<'a, Self::Value<'a>>;
}

impl<T: FromConstant> Constant<T> {
    /// The constant of a text, which is not read yet.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        Constant { text, value: OnceLock::new() }
    }

    /// The value.
    ///
    /// # Errors
    /// The errors of the library's function: the text may be wrong.
    #[inline]
    pub fn get<'a>(&self, arena: &'a Arena) -> Outcome<'a, T::Value<'a>> {
        match self.known() {
            Ok(value) => Ok(value.value(arena)),
            Err(text) => T::convert(arena, text),
        }
    }

    /// What is kept of the value, or the text.
    #[inline]
    pub(super) fn known(&self) -> Result<T, &'static str> {
        (*self.value.get_or_init(|| T::read(self.text))).ok_or(self.text)
    }
}

impl<T> fmt::Debug for Constant<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Constant").field(&self.text).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Arena;
    use crate::library::{cidr, ip, quantity, semver};

    /// A constant has the value, or the error, of its function.
    #[test]
    fn as_the_function() {
        let arena = Arena::new();
        macro_rules! check {
            ($module:ident, $($text:literal)*) => {$(
                let constant = $module::Constant::new($text);
                for _ in 0..2 {
                    let expected = $module::$module(&arena, $text).map(|value| value.to_string());
                    assert_eq!(constant.get(&arena).map(|value| value.to_string()), expected, "{}", $text);
                }
            )*};
        }
        check!(quantity, "10Gi" "100m" "1e3" "+1.50" "100E" "9223372036854775807Ki" "1.1Gi" "10GB" "");
        check!(cidr, "10.0.0.0/8" "10.0.0.1/8" "::/0" "10.0.0.0" "10.0.0.0/33");
        check!(ip, "10.0.0.1" "2001:DB8::1" "fe80::1%eth0" "::ffff:1.2.3.4" "1.2.3");
        check!(semver, "1.2.3" "1.2.3-rc.1+linux" "1.2" "01.2.3");
    }
}
