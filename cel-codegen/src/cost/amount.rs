//! Sizes and costs as ranges, with cel-go's arithmetic (cel-go: `checker/cost.go`).

/// From the smallest to the largest that is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct Estimate {
    pub min: u64,
    pub max: u64,
}

/// How large a value can be: characters, bytes, elements.
pub type SizeEstimate = Estimate;

/// What an expression can cost.
pub type CostEstimate = Estimate;

impl Estimate {
    /// Nothing is known.
    pub const UNKNOWN: Estimate = Estimate { min: 0, max: u64::MAX };
    /// No cost.
    pub const ZERO: Estimate = Estimate::fixed(0);
    /// One step, or a value without parts.
    pub const ONE: Estimate = Estimate::fixed(1);

    /// Exactly so much.
    #[must_use]
    pub const fn fixed(amount: u64) -> Self {
        Estimate { min: amount, max: amount }
    }

    /// At most so much.
    #[must_use]
    pub const fn up_to(max: u64) -> Self {
        Estimate { min: 0, max }
    }

    /// One after the other.
    #[must_use]
    pub const fn add(self, other: Self) -> Self {
        Estimate { min: self.min.saturating_add(other.min), max: self.max.saturating_add(other.max) }
    }

    /// One for each of the other.
    #[must_use]
    pub const fn multiply(self, other: Self) -> Self {
        Estimate { min: self.min.saturating_mul(other.min), max: self.max.saturating_mul(other.max) }
    }

    /// A part or a multiple, rounded up.
    #[must_use]
    pub const fn scale(self, factor: f64) -> Self {
        Estimate { min: scale(self.min, factor), max: scale(self.max, factor) }
    }

    /// One less, if there is one.
    #[must_use]
    pub(super) const fn less_one(self) -> Self {
        Estimate { min: self.min.saturating_sub(1), max: self.max.saturating_sub(1) }
    }

    /// A text with quotes, where each character may need a backslash. The largest size wraps, as on the server.
    #[must_use]
    pub(super) const fn quoted(self) -> Self {
        Estimate { min: self.min.wrapping_add(2), max: self.max.wrapping_mul(2).wrapping_add(2) }
    }

    /// A text in which all of one part are replaced by another.
    #[must_use]
    pub(super) const fn replaced(self, old: Self, new: Self) -> Self {
        Estimate {
            min: replaced(self.min, old.max, new.min, old.max <= new.min),
            max: replaced(self.max, old.min, new.max, new.max <= old.min),
        }
    }

    /// One or the other.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Estimate {
            min: if self.min < other.min { self.min } else { other.min },
            max: if self.max > other.max { self.max } else { other.max },
        }
    }
}

/// A text where `old` is replaced as often as it fits, or never. An empty one stands around each character.
const fn replaced(text: u64, old: u64, new: u64, never: bool) -> u64 {
    let (count, kept) = match old {
        0 => (text.saturating_add(1), text),
        _ if never => (0, text),
        _ => (text.div_ceil(old), 0),
    };
    new.saturating_mul(count).saturating_add(kept)
}

/// `amount * factor` as the server computes it, in floats; what does not fit is the largest number.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server's arithmetic"
)]
const fn scale(amount: u64, factor: f64) -> u64 {
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;
    let amount = amount as f64;
    if amount > 0.0 && amount > LIMIT / factor {
        return u64::MAX;
    }
    let product = amount * factor;
    if product >= LIMIT {
        return u64::MAX;
    }
    // A product with a fraction is below 2^53, where adding 1 is exact.
    let floor = product as u64;
    if (floor as f64) < product { floor + 1 } else { floor }
}
