//! Prints several values one after the other.

use std::fmt::{self, Display, Formatter};

/// The values without a separator.
pub(super) fn all<T: Display>(parts: &[T]) -> Separated<'_, T> {
    separated(parts, "")
}

/// The values with commas between them.
pub(super) fn list<T: Display>(parts: &[T]) -> Separated<'_, T> {
    separated(parts, ", ")
}

/// The values with a separator between them.
pub(super) fn separated<'p, T: Display>(parts: &'p [T], separator: &'static str) -> Separated<'p, T> {
    Separated { parts, separator }
}

pub(super) struct Separated<'p, T> {
    parts: &'p [T],
    separator: &'static str,
}

impl<T: Display> Display for Separated<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.parts.split_first() else { return Ok(()) };
        first.fmt(f)?;
        for other in others {
            f.write_str(self.separator)?;
            other.fmt(f)?;
        }
        Ok(())
    }
}
