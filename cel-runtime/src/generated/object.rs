//! Objects: references to structs of the user.

use crate::json::Json;

/// The keys of an object that its schema does not know, with their values.
pub type Unknown<'o> = Vec<(&'o str, &'o Json)>;

/// What a struct tells of itself beside its fields; implemented by the derive.
pub trait Object {
    /// How many keys its JSON has, nulls included: its size.
    fn keys(&self) -> u64;

    /// The keys that its schema does not know.
    fn unknown(&self) -> Unknown<'_> {
        Unknown::new()
    }
}

/// An object all of whose properties can be compared; implemented by the derive. Not [`Equal`](super::equality::Equal) itself:
/// its parameter would make private fields of public types count as interface.
pub trait Compare: Object {
    /// Each property is equal, or absent on both sides.
    fn compare(&self, right: &Self) -> bool;
}

impl<T: Compare> super::equality::Equal for &T {
    #[inline]
    fn equal(self, right: Self) -> bool {
        self.keys() == right.keys() && self.compare(right)
    }
}
