//! Objects: references to structs of the user.

/// What a struct tells of itself beside its fields; implemented by the derive.
pub trait Object {
    /// How many keys its JSON has, nulls included: its size.
    fn keys(&self) -> u64;
}
