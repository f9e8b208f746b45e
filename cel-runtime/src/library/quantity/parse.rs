//! Reading quantities (k8s: `apimachinery/pkg/api/resource`, `ParseQuantity`).

use super::{Amount, Fast, decimal::Decimal, notation::Notation};
use crate::cost::Arena;
use std::cmp::Ordering;

/// The parts of a quantity's text. The texts of errors are the server's.
pub(super) struct Parts<'t> {
    negative: bool,
    /// The digits before the point without leading zeros; at least one digit.
    whole: &'t [u8],
    /// The digits after the point.
    fraction: &'t [u8],
    suffix: Suffix,
    /// True if there is no `+`, no superfluous zero and no point.
    plain: bool,
}

/// The factor of a suffix.
#[derive(Clone, Copy)]
enum Suffix {
    /// A power of ten: `k`.
    Decimal(i32),
    /// A power of ten as a number: `e3`.
    Exponent(i32),
    /// A power of two.
    Binary(u32),
}

/// The value of a few digits with a suffix: `500m`, `20Gi`. `None` for any other text, which [`parts`] reads.
#[inline]
pub(super) fn few_digits(text: &str) -> Option<Fast> {
    let text = text.as_bytes();
    let (mut value, mut rest) = (0_i64, text);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest {
        value = value.wrapping_mul(10).wrapping_add(i64::from(digit.wrapping_sub(b'0')));
        rest = behind;
    }
    let digits = text.len().saturating_sub(rest.len());
    if !(1..=FEW_DIGITS).contains(&digits) {
        return None;
    }
    match Suffix::known(rest)? {
        Suffix::Decimal(scale) => Some(Fast { value, scale }),
        Suffix::Binary(exponent @ ..=30) => Some(Fast { value: value.wrapping_shl(exponent), scale: 0 }),
        Suffix::Binary(_) | Suffix::Exponent(_) => None,
    }
}

/// So many digits have room for any suffix up to `Gi` in 18 digits.
const FEW_DIGITS: usize = 5;

/// Splits a text into its parts. They are never a value in memory: copying them takes as long as reading the text.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn parts(text: &str) -> Result<Parts<'_>, &'static str> {
    let text = text.as_bytes();
    let (sign, rest) = match text {
        [] => return Err(WRONG_FORMAT),
        [sign @ (b'-' | b'+'), rest @ ..] => (Some(*sign), rest),
        _ => (None, text),
    };
    let (zeros, rest) = split(rest, |byte| *byte == b'0');
    let (whole, rest) = split(rest, u8::is_ascii_digit);
    let (point, (fraction, suffix)) = match rest {
        [b'.', rest @ ..] => (true, split(rest, u8::is_ascii_digit)),
        _ => (false, (&b""[..], rest)),
    };
    let suffix = match Suffix::known(suffix) {
        Some(suffix) => suffix,
        None => Suffix::exponent(suffix)?,
    };
    let parts = Parts {
        negative: sign == Some(b'-'),
        whole: if whole.is_empty() { b"0" } else { whole },
        fraction,
        suffix,
        plain: sign != Some(b'+') && zeros.is_empty() && !point,
    };
    let nothing = zeros.is_empty() && whole.is_empty() && fraction.is_empty();
    if nothing && parts.fast().is_none() {
        Err("unable to parse numeric part of quantity")
    } else {
        Ok(parts)
    }
}

/// Splits the text after the first bytes that fit.
#[inline]
fn split(text: &[u8], fits: impl Fn(&u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|byte| !fits(byte)).unwrap_or(text.len()))
}

/// The suffix must be letters, a sign and digits.
fn check_suffix(suffix: &[u8]) -> Result<(), &'static str> {
    let (_, rest) = split(suffix, |byte| b"eEinumkKMGTP".contains(byte));
    let rest = rest.strip_prefix(b"+").or_else(|| rest.strip_prefix(b"-")).unwrap_or(rest);
    if rest.iter().all(u8::is_ascii_digit) { Ok(()) } else { Err(WRONG_FORMAT) }
}

impl Suffix {
    #[inline]
    fn known(suffix: &[u8]) -> Option<Suffix> {
        Some(match suffix {
            b"" => Suffix::Decimal(0),
            b"n" => Suffix::Decimal(-9),
            b"u" => Suffix::Decimal(-6),
            b"m" => Suffix::Decimal(-3),
            b"k" => Suffix::Decimal(3),
            b"M" => Suffix::Decimal(6),
            b"G" => Suffix::Decimal(9),
            b"T" => Suffix::Decimal(12),
            b"P" => Suffix::Decimal(15),
            b"E" => Suffix::Decimal(18),
            b"Ki" => Suffix::Binary(10),
            b"Mi" => Suffix::Binary(20),
            b"Gi" => Suffix::Binary(30),
            b"Ti" => Suffix::Binary(40),
            b"Pi" => Suffix::Binary(50),
            b"Ei" => Suffix::Binary(60),
            _ => return None,
        })
    }

    fn exponent(suffix: &[u8]) -> Result<Suffix, &'static str> {
        check_suffix(suffix)?;
        let exponent = match suffix {
            [b'e' | b'E', exponent @ ..] => {
                std::str::from_utf8(exponent).ok().and_then(|text| text.parse().ok())
            }
            _ => None,
        };
        let exponent: i64 = exponent.ok_or("unable to parse quantity's suffix")?;
        #[expect(clippy::cast_possible_truncation, reason = "as Go's conversion to int32")]
        Ok(Suffix::Exponent(exponent as i32))
    }
}

impl Parts<'_> {
    /// The value, in the same form as on the server.
    #[inline]
    pub(super) fn amount<'a>(&self, arena: &'a Arena) -> Amount<'a> {
        self.fast().map_or_else(|| Amount::Big(self.big(arena)), Amount::Fast)
    }

    /// The form for numbers with few digits.
    #[inline]
    pub(super) fn fast(&self) -> Option<Fast> {
        let (whole, fraction) = (length(self.whole), length(self.fraction));
        let (digits, scale, factor) = match self.suffix {
            Suffix::Decimal(exponent) | Suffix::Exponent(exponent) => {
                (whole.saturating_add(fraction), exponent.wrapping_sub(fraction), 1)
            }
            Suffix::Binary(exponent) if fraction == 0 => {
                let digits = i32::try_from(exponent).unwrap_or(0).saturating_mul(3).wrapping_div(10);
                (whole.saturating_add(digits).saturating_add(4), 0, 1_i64.wrapping_shl(exponent))
            }
            Suffix::Binary(_) => return None,
        };
        if digits > MAX_DIGITS || scale < -9 {
            return None;
        }
        // Numbers with so few digits do not overflow.
        let digits = self.digits().fold(0_i64, |value, digit| {
            value.wrapping_mul(10).wrapping_add(i64::from(digit.wrapping_sub(b'0')))
        });
        let value = digits.checked_mul(factor)?;
        Some(Fast { value: if self.negative { value.wrapping_neg() } else { value }, scale })
    }

    fn big<'a>(&self, arena: &'a Arena) -> Decimal<'a> {
        let fraction = length(self.fraction);
        match self.suffix {
            Suffix::Decimal(exponent) | Suffix::Exponent(exponent) => {
                let exponent = fraction.wrapping_sub(exponent).wrapping_neg();
                Decimal::from_digits(arena, self.digits(), i64::from(exponent), 1, self.negative)
            }
            Suffix::Binary(exponent) => {
                let (factor, exponent) = (1_i64.wrapping_shl(exponent), i64::from(fraction).saturating_neg());
                let value = Decimal::from_digits(arena, self.digits(), exponent, factor, false);
                let largest = Decimal::new(arena, i64::MAX, 0);
                let value = if value.order(largest) == Ordering::Greater { largest } else { value };
                if self.negative { value.negated(arena) } else { value }
            }
        }
    }

    /// The kind of suffix that the server writes.
    pub(super) fn notation(&self) -> Notation {
        match self.suffix {
            Suffix::Decimal(_) => Notation::Decimal,
            Suffix::Exponent(_) => Notation::Exponent,
            Suffix::Binary(_) => Notation::Binary,
        }
    }

    /// False if the server would write the text that was read.
    #[inline]
    pub(super) fn may_differ(&self) -> bool {
        !self.plain || matches!(self.suffix, Suffix::Exponent(_) | Suffix::Decimal(18) | Suffix::Binary(60))
    }

    /// True if the server writes the text that it read. The number then has few digits, and no suffix could replace more of them.
    pub(super) fn keeps_text(&self) -> bool {
        let ends_in_zeros = self.digits().rev().take(3).eq(*b"000");
        let fits = !ends_in_zeros && !self.whole.starts_with(b"0");
        match (self.suffix, self.fast()) {
            (Suffix::Decimal(_) | Suffix::Exponent(_), Some(fast)) => fits && fast.scale.wrapping_rem(3) == 0,
            (Suffix::Binary(exponent), Some(fast)) => {
                fits && fast.value.wrapping_shr(exponent).wrapping_rem(1024) != 0
            }
            (_, None) => false,
        }
    }

    fn digits(&self) -> impl DoubleEndedIterator<Item = u8> {
        self.whole.iter().chain(self.fraction).copied()
    }
}

fn length(digits: &[u8]) -> i32 {
    i32::try_from(digits.len()).unwrap_or(i32::MAX)
}

/// Numbers with so many digits always fit into 64 bits.
const MAX_DIGITS: i32 = 18;

const WRONG_FORMAT: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
