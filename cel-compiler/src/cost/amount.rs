//! Sizes and costs as ranges, with cel-go's arithmetic (cel-go: `checker/cost.go`).

use cel_types::cost;
use std::rc::Rc;

/// A number, or a computation over bounds that are Rust expressions. Only rustc knows their values when it compiles the user's crate.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A known number.
    Number(u64),
    /// The result of an operation, plus a number.
    Symbolic(Rc<Operation>, u64),
}

/// How an amount is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    /// The value of a bound, by its number in [`Bound::Symbol`](crate::schema::Bound::Symbol).
    Bound(u32),
    /// A call of the function with that name in `cel_types::cost`.
    Call(&'static str, Vec<Amount>),
    /// `cel_types::cost::scale`
    Scale(Amount, f64),
}

impl Amount {
    /// Zero.
    pub const ZERO: Amount = Amount::Number(0);
    /// The largest amount.
    pub const MAX: Amount = Amount::Number(u64::MAX);

    /// The value of a bound that is a Rust expression.
    #[must_use]
    pub fn bound(symbol: u32) -> Amount {
        Amount::of(Operation::Bound(symbol))
    }

    /// The number, if it is known.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        match self {
            Amount::Number(number) => Some(*number),
            Amount::Symbolic(..) => None,
        }
    }

    /// The saturating sum. It does not depend on the order, so known numbers are added at once.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it saturates")]
    pub fn add(self, other: Amount) -> Amount {
        match (self, other) {
            (Amount::Number(a), Amount::Number(b)) => Amount::Number(cost::add(a, b)),
            (Amount::Symbolic(step, plus), Amount::Number(more))
            | (Amount::Number(more), Amount::Symbolic(step, plus)) => {
                Amount::Symbolic(step, cost::add(plus, more))
            }
            (Amount::Symbolic(a, plus), Amount::Symbolic(b, more)) => {
                let parts = vec![Amount::Symbolic(a, 0), Amount::Symbolic(b, 0)];
                Amount::Symbolic(Rc::new(Operation::Call("add", parts)), cost::add(plus, more))
            }
        }
    }

    /// The saturating product.
    #[must_use]
    pub fn multiply(self, other: Amount) -> Amount {
        match (&self, &other) {
            (Amount::Number(0), _) | (_, Amount::Number(0)) => Amount::ZERO,
            (Amount::Number(1), _) => other,
            (_, Amount::Number(1)) => self,
            _ => self.with(other, "multiply", cost::multiply),
        }
    }

    /// The product with a factor, rounded up.
    #[must_use]
    pub(super) fn scale(self, factor: f64) -> Amount {
        match self {
            Amount::Number(number) => Amount::Number(cost::scale(number, factor)),
            amount @ Amount::Symbolic(..) => Amount::of(Operation::Scale(amount, factor)),
        }
    }

    /// The smaller one.
    #[must_use]
    pub fn least(self, other: Amount) -> Amount {
        match (&self, &other) {
            (Amount::Number(0), _) | (_, Amount::Number(0)) => Amount::ZERO,
            _ => self.with(other, "least", cost::least),
        }
    }

    pub(super) fn most(self, other: Amount) -> Amount {
        match (&self, &other) {
            (Amount::Number(0), _) => other,
            (_, Amount::Number(0)) => self,
            _ if self == other => self,
            _ => self.with(other, "most", cost::most),
        }
    }

    pub(super) fn less(self, other: u64) -> Amount {
        self.with(Amount::Number(other), "less", cost::less)
    }

    pub(super) fn wrapping_less(self, other: Amount) -> Amount {
        self.with(other, "wrapping_less", cost::wrapping_less)
    }

    pub(super) fn wrapping_add(self, other: u64) -> Amount {
        self.with(Amount::Number(other), "wrapping_add", cost::wrapping_add)
    }

    pub(super) fn wrapping_multiply(self, other: u64) -> Amount {
        self.with(Amount::Number(other), "wrapping_multiply", cost::wrapping_multiply)
    }

    pub(super) fn divide(self, other: u64) -> Amount {
        self.with(Amount::Number(other), "divide", cost::divide)
    }

    fn with(self, other: Amount, name: &'static str, call: fn(u64, u64) -> u64) -> Amount {
        match (self, other) {
            (Amount::Number(a), Amount::Number(b)) => Amount::Number(call(a, b)),
            (a, b) => Amount::of(Operation::Call(name, vec![a, b])),
        }
    }

    fn of(operation: Operation) -> Amount {
        Amount::Symbolic(Rc::new(operation), 0)
    }
}

/// The length of a text after all occurrences of one part are replaced by another.
fn replaced(parts: [Amount; 3], name: &'static str, call: fn(u64, u64, u64) -> u64) -> Amount {
    match parts {
        [Amount::Number(text), Amount::Number(old), Amount::Number(new)] => {
            Amount::Number(call(text, old, new))
        }
        parts => Amount::of(Operation::Call(name, parts.into())),
    }
}

/// A range from the smallest to the largest possible amount.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Estimate {
    pub min: Amount,
    pub max: Amount,
}

/// How large a value can be: characters, bytes, elements.
pub type SizeEstimate = Estimate;

/// Cost of an expression.
pub type CostEstimate = Estimate;

impl Estimate {
    /// Nothing is known.
    pub const UNKNOWN: Estimate = Estimate::between(0, u64::MAX);
    /// No cost.
    pub const ZERO: Estimate = Estimate::fixed(0);
    /// One step, or a value without parts.
    pub const ONE: Estimate = Estimate::fixed(1);

    /// Exactly this amount.
    #[must_use]
    pub const fn fixed(amount: u64) -> Self {
        Estimate::between(amount, amount)
    }

    /// From one number to the other.
    #[must_use]
    pub const fn between(min: u64, max: u64) -> Self {
        Estimate { min: Amount::Number(min), max: Amount::Number(max) }
    }

    /// At most this amount.
    #[must_use]
    pub const fn up_to(max: Amount) -> Self {
        Estimate { min: Amount::ZERO, max }
    }

    /// The saturating sum.
    #[must_use]
    #[expect(clippy::should_implement_trait, reason = "it saturates")]
    pub fn add(self, other: Self) -> Self {
        Estimate { min: self.min.add(other.min), max: self.max.add(other.max) }
    }

    /// The saturating product.
    #[must_use]
    pub fn multiply(self, other: Self) -> Self {
        Estimate { min: self.min.multiply(other.min), max: self.max.multiply(other.max) }
    }

    /// The product with a factor, rounded up.
    #[must_use]
    pub fn scale(self, factor: f64) -> Self {
        Estimate { min: self.min.scale(factor), max: self.max.scale(factor) }
    }

    /// One less, but not below zero.
    #[must_use]
    pub(super) fn less_one(self) -> Self {
        Estimate { min: self.min.less(1), max: self.max.less(1) }
    }

    /// A text with quotes, where each character may need a backslash. The largest size wraps, as on the server.
    #[must_use]
    pub(super) fn quoted(self) -> Self {
        Estimate { min: self.min.wrapping_add(2), max: self.max.wrapping_multiply(2).wrapping_add(2) }
    }

    /// The size of a text after all occurrences of one part are replaced by another.
    #[must_use]
    pub(super) fn replaced(self, old: Self, new: Self) -> Self {
        Estimate {
            min: replaced([self.min, old.max, new.min], "replaced_least", cost::replaced_least),
            max: replaced([self.max, old.min, new.max], "replaced_most", cost::replaced_most),
        }
    }

    /// The range that covers both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Estimate { min: self.min.least(other.min), max: self.max.most(other.max) }
    }
}
