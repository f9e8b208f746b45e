//! The arithmetic of cost estimates. It runs in the compiler or, if a bound is a Rust expression, in a constant of the user's crate
//! (cel-go: `checker/cost.go`, k8s: `apiextensions/validation`).

/// The cost of two parts.
#[must_use]
#[inline]
pub const fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b)
}

/// The cost of `a` repetitions of `b`.
#[must_use]
#[inline]
pub const fn multiply(a: u64, b: u64) -> u64 {
    a.saturating_mul(b)
}

/// The smaller one.
#[must_use]
#[inline]
pub const fn least(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// The larger one.
#[must_use]
#[inline]
pub const fn most(a: u64, b: u64) -> u64 {
    if a > b { a } else { b }
}

/// The difference, or 0 if it would be negative.
#[must_use]
#[inline]
pub const fn less(a: u64, b: u64) -> u64 {
    a.saturating_sub(b)
}

/// The difference, wrapping as on the server.
#[must_use]
#[inline]
pub const fn wrapping_less(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b)
}

/// The sum, wrapping as on the server.
#[must_use]
#[inline]
pub const fn wrapping_add(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// The product, wrapping as on the server.
#[must_use]
#[inline]
pub const fn wrapping_multiply(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}

/// The quotient, rounded down.
#[must_use]
#[inline]
pub const fn divide(a: u64, b: u64) -> u64 {
    match a.checked_div(b) {
        Some(part) => part,
        None => u64::MAX,
    }
}

/// The least length of a text in which `old`, at its longest, is replaced by `new`, at its shortest.
#[must_use]
#[inline]
pub const fn replaced_least(text: u64, old: u64, new: u64) -> u64 {
    replaced(text, old, new, old <= new)
}

/// The greatest length of a text in which `old`, at its shortest, is replaced by `new`, at its longest.
#[must_use]
#[inline]
pub const fn replaced_most(text: u64, old: u64, new: u64) -> u64 {
    replaced(text, old, new, new <= old)
}

/// The length if `old` is replaced as often as it fits, or not at all if `never`. An empty `old` occurs around each character.
#[inline]
const fn replaced(text: u64, old: u64, new: u64, never: bool) -> u64 {
    let (count, kept) = match old {
        0 => (text.saturating_add(1), text),
        _ if never => (0, text),
        _ => (text.div_ceil(old), 0),
    };
    new.saturating_mul(count).saturating_add(kept)
}

/// `amount * factor` in floats, rounded up. A result that does not fit becomes the largest number.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the server's arithmetic"
)]
#[inline]
pub const fn scale(amount: u64, factor: f64) -> u64 {
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
    if (floor as f64) < product { floor.saturating_add(1) } else { floor }
}

/// The factor by which a cost exceeds a limit, in the server's words: `1.014750x`, `6.3x`, `more than 100x`.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    text: [u8; 14],
    from: usize,
}

impl Factor {
    /// The factor of a cost and a limit that it exceeds. The limit is not 0.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the server's arithmetic")]
    #[inline]
    pub const fn new(cost: u64, limit: u64) -> Factor {
        let factor = cost as f64 / limit as f64;
        if factor > 100.0 {
            return Factor { text: *b"more than 100x", from: 0 };
        }
        let digits = if factor < 1.5 { 6 } else { 1 };
        Factor::with_digits(factor, digits)
    }

    /// A factor of at most 100 with so many digits after the point, as `%.6f` prints it.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "at most 100 and six digits"
    )]
    #[inline]
    const fn with_digits(factor: f64, digits: u32) -> Factor {
        let mut rest = scaled(factor, 10_u128.pow(digits));
        let mut text = *b"             x";
        let (mut at, mut printed) = (text.len() - 1, 0);
        while rest > 0 || printed <= digits {
            at -= 1;
            if printed == digits {
                text[at] = b'.';
                at -= 1;
            }
            text[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            printed += 1;
        }
        Factor { text, from: at }
    }

    /// The text.
    #[must_use]
    #[inline]
    pub const fn as_str(&self) -> &str {
        let (_, text) = self.text.split_at(self.from);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

/// `factor * by`, rounded to the nearest whole number, halves to the even one. The float's own rounding does not count.
#[expect(clippy::arithmetic_side_effects, reason = "at most 100, by at most a million")]
#[inline]
const fn scaled(factor: f64, by: u128) -> u128 {
    let bits = factor.to_bits();
    let mantissa = (bits & ((1 << 52) - 1)) | 1 << 52;
    let shift = 1075_u64.saturating_sub(bits >> 52);
    let product = mantissa as u128 * by;
    let (whole, rest, half) = (product >> shift, product & ((1 << shift) - 1), (1 << shift) / 2);
    if rest > half || rest == half && whole % 2 == 1 { whole + 1 } else { whole }
}

#[cfg(test)]
mod tests {
    use super::{Factor, replaced_least, replaced_most, scale};

    #[test]
    fn amounts_are_rounded_up() {
        assert_eq!(scale(11, 0.1), 2);
        assert_eq!(scale(20, 0.1), 2);
        assert_eq!(scale(u64::MAX, 0.1), 1_844_674_407_370_955_264);
        assert_eq!(scale(u64::MAX, 2.0), u64::MAX);
    }

    #[test]
    fn texts_grow_where_parts_are_replaced() {
        assert_eq!(replaced_most(10, 0, 2), 32);
        assert_eq!(replaced_most(10, 3, 5), 20);
        assert_eq!(replaced_most(10, 5, 3), 10);
        assert_eq!(replaced_least(10, 5, 3), 6);
        assert_eq!(replaced_least(10, 0, 0), 10);
    }

    /// The standard library prints the same, but not in constants.
    #[test]
    fn factors_are_printed_as_floats_are() {
        let check = |cost: u64, limit: u64| {
            #[expect(clippy::cast_precision_loss, reason = "the server's arithmetic")]
            let factor = cost as f64 / limit as f64;
            let expected = match factor {
                100.0.. if factor > 100.0 => "more than 100x".to_owned(),
                1.5.. => format!("{factor:.1}x"),
                _ => format!("{factor:.6}x"),
            };
            assert_eq!(Factor::new(cost, limit).as_str(), expected);
        };
        let limit = 10_000_000;
        for step in 0..10_000 {
            check(limit + 1 + step, limit);
            check(limit + step * 505, limit);
            check(limit + step * 123_456, limit);
        }
        check(25_500_000, limit);
        check(100 * limit, limit);
        check(100 * limit + 1, limit);
        check(u64::MAX, limit);
        check(99_999_999, limit);
    }
}
