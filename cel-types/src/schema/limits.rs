//! Bounds of values that only lints ask for.

/// Bounds of a value that do not count for the costs of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// `minimum` of a number.
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`
    pub exclusive_minimum: bool,
    /// `maximum` of a number.
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`
    pub exclusive_maximum: bool,
    /// `minLength`, `minItems` or `minProperties`, whichever fits the kind.
    pub min: Option<u64>,
}
