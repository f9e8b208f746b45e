//! Decimals of any size, for quantities that do not fit 64 bits.
//!
//! A decimal is a sum of limbs. A limb is an integer between -10^18 and 10^18 times a power of 10^18. Limbs that are zero are left
//! out, so `1e999999999 - 1n` has two limbs. Time and memory of every operation are proportional to the length of the text, whatever its
//! exponent. The first limb has the sign of the decimal, because the other limbs together are less than its unit.

use crate::cost::Arena;
use std::cmp::Ordering;

/// A decimal, and the number of digits that the server keeps after the point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal<'a> {
    /// The limbs, the highest first.
    limbs: &'a [Limb],
    /// The server stores an integer times `10^-scale`.
    scale: i64,
}

/// `digits * 10^(18 * position)`
#[derive(Clone, Copy, Debug)]
struct Limb {
    position: i64,
    digits: i64,
}

/// Digits in a limb.
const WIDTH: i64 = 18;
const BASE: i128 = 1_000_000_000_000_000_000;

impl<'a> Decimal<'a> {
    /// `value * 10^exponent`
    pub(super) fn new(arena: &'a Arena, value: i64, exponent: i32) -> Self {
        let exponent = i64::from(exponent);
        let mut sum = Sum::default();
        sum.push(exponent.div_euclid(WIDTH), i128::from(value).saturating_mul(shift(exponent)));
        sum.finish(arena, exponent.saturating_neg())
    }

    /// Decimal digits, the highest first, times a factor of at most 2^60. The last digit counts `10^exponent`. A number smaller than
    /// `10^-9` is rounded away from zero to `10^-9`.
    pub(super) fn from_digits(
        arena: &'a Arena,
        digits: impl DoubleEndedIterator<Item = u8>,
        exponent: i64,
        factor: i64,
        negative: bool,
    ) -> Self {
        let mut exact = Sum::default();
        let (mut limb, mut place) = (0, exponent);
        for digit in digits.rev() {
            let value = i128::from(digit.wrapping_sub(b'0')).saturating_mul(shift(place));
            limb = value.saturating_add(limb);
            place = place.saturating_add(1);
            if place.rem_euclid(WIDTH) == 0 {
                exact.push(place.div_euclid(WIDTH).saturating_sub(1), times(limb, factor));
                limb = 0;
            }
        }
        exact.push(place.div_euclid(WIDTH), times(limb, factor));
        let rounded = exact.rounded_up();
        // For a zero the server keeps the scale of the text.
        let scale = if rounded.limbs.is_empty() { exponent.saturating_neg() } else { NANO_DIGITS };
        rounded.signed(negative).finish(arena, scale)
    }

    /// The sign: -1, 0 or 1.
    pub(super) fn sign(self) -> i64 {
        self.limbs.first().map_or(0, |limb| limb.digits.signum())
    }

    /// `self + right`
    pub(super) fn add(self, arena: &'a Arena, right: Self) -> Self {
        Sum::of(self, right, 1).finish(arena, self.scale.max(right.scale))
    }

    /// `self - right`
    pub(super) fn subtract(self, arena: &'a Arena, right: Self) -> Self {
        Sum::of(self, right, -1).finish(arena, self.scale.max(right.scale))
    }

    /// `-self`
    pub(super) fn negated(self, arena: &'a Arena) -> Self {
        Decimal { limbs: &[], ..self }.subtract(arena, self)
    }

    /// The order of two values.
    pub(super) fn order(self, right: Self) -> Ordering {
        Sum::of(self, right, -1).limbs.last().map_or(Ordering::Equal, |limb| limb.digits.cmp(&0))
    }

    /// The server's integer as a double, and the power of ten to multiply it by.
    pub(super) fn to_double(self) -> (f64, i64) {
        (self.unscaled().copysign(if self.sign() < 0 { -1.0 } else { 1.0 }), self.scale.saturating_neg())
    }

    /// The absolute value of the server's integer. It is parsed from all its digits, which rounds correctly.
    fn unscaled(self) -> f64 {
        let Some((_, position, _)) = self.leading() else {
            return 0.0;
        };
        if position.saturating_mul(WIDTH).saturating_add(self.scale) > LARGEST_EXPONENT {
            return f64::INFINITY;
        }
        let (digits, exponent) = self.digits();
        format!("{digits}e{}", exponent.saturating_add(self.scale)).parse().unwrap_or(f64::INFINITY)
    }

    /// The digits of the absolute value, and the power of ten of the last digit.
    pub(super) fn digits(self) -> (String, i64) {
        let Some((top, position, rest)) = self.leading() else {
            return (String::new(), 0);
        };
        let lowest = self.limbs.last().map_or(position, |limb| limb.position);
        let (sign, mut below) = (self.sign(), rest.iter().rev().peekable());
        let (mut borrow, mut groups) = (0, Vec::new());
        for position in lowest..position {
            let limb = below.next_if(|limb| limb.position == position).map_or(0, |limb| limb.digits);
            let digits = i128::from(limb.saturating_mul(sign)).saturating_sub(borrow);
            borrow = i128::from(digits < 0);
            groups.push(digits.rem_euclid(BASE));
        }
        let top = top.saturating_mul(i128::from(sign)).saturating_sub(borrow);
        let mut text = top.to_string();
        text.extend(groups.iter().rev().map(|group| format!("{group:018}")));
        (text, lowest.saturating_mul(WIDTH))
    }

    /// Joins the first limbs until their number is at least two units, and returns it with its position and the other limbs. For example,
    /// `1` before `-(10^18 - 1)` is a small number.
    fn leading(self) -> Option<(i128, i64, &'a [Limb])> {
        let (first, mut rest) = self.limbs.split_first()?;
        let (mut top, mut position) = (i128::from(first.digits), first.position);
        while let Some((next, below)) = rest.split_first()
            && top.abs() < 2
            && next.position == position.saturating_sub(1)
        {
            top = top.saturating_mul(BASE).saturating_add(i128::from(next.digits));
            position = next.position;
            rest = below;
        }
        Some((top, position, rest))
    }
}

/// A double with a larger exponent is infinite. There is one spare limb.
const LARGEST_EXPONENT: i64 = 330;
/// The smallest quantity is `10^-9`.
const NANO_DIGITS: i64 = 9;
const NANO: i64 = 1_000_000_000;

/// `10^(exponent modulo 18)`
fn shift(exponent: i64) -> i128 {
    let digits = u32::try_from(exponent.rem_euclid(WIDTH)).unwrap_or(0);
    10_i128.saturating_pow(digits)
}

fn times(limb: i128, factor: i64) -> i128 {
    limb.saturating_mul(i128::from(factor))
}

/// A decimal being built, lowest limb first.
#[derive(Default)]
struct Sum {
    limbs: Vec<Limb>,
    /// The carry to the position `next`.
    carry: i128,
    next: i64,
}

impl Sum {
    /// `left + sign * right`
    fn of(left: Decimal, right: Decimal, sign: i64) -> Sum {
        let mut sum = Sum::default();
        let (mut left, mut right) = (left.limbs.iter().rev().peekable(), right.limbs.iter().rev().peekable());
        loop {
            let position = match (left.peek(), right.peek()) {
                (Some(l), Some(r)) => l.position.min(r.position),
                (Some(one), None) | (None, Some(one)) => one.position,
                (None, None) => return sum.settled(),
            };
            let mut digits = 0_i64;
            if let Some(limb) = left.next_if(|limb| limb.position == position) {
                digits = limb.digits;
            }
            if let Some(limb) = right.next_if(|limb| limb.position == position) {
                digits = digits.saturating_add(limb.digits.saturating_mul(sign));
            }
            sum.push(position, i128::from(digits));
        }
    }

    /// Adds `digits` at a position above all earlier ones.
    fn push(&mut self, position: i64, digits: i128) {
        self.settle(position);
        let digits = digits.saturating_add(std::mem::take(&mut self.carry));
        self.carry = digits.wrapping_div(BASE);
        self.limb(position, digits.wrapping_rem(BASE));
    }

    /// Writes the carry to the positions below `position`.
    fn settle(&mut self, position: i64) {
        while self.carry != 0 && self.next < position {
            let digits = self.carry.wrapping_rem(BASE);
            self.carry = self.carry.wrapping_div(BASE);
            self.limb(self.next, digits);
        }
    }

    fn settled(mut self) -> Sum {
        self.settle(i64::MAX);
        self
    }

    fn limb(&mut self, position: i64, digits: i128) {
        self.next = position.saturating_add(1);
        let digits = i64::try_from(digits).unwrap_or(0);
        if digits != 0 {
            self.limbs.push(Limb { position, digits });
        }
    }

    /// Rounds up to a multiple of `10^-9`.
    fn rounded_up(self) -> Sum {
        let mut rounded = Sum::default();
        let mut inexact = false;
        let mut last = 0;
        let mut above = Vec::new();
        for limb in self.settled().limbs {
            match limb.position.cmp(&-1) {
                Ordering::Less => inexact = true,
                Ordering::Equal => {
                    let cut = limb.digits.wrapping_rem(NANO);
                    inexact |= cut != 0;
                    last = limb.digits.saturating_sub(cut);
                }
                Ordering::Greater => above.push(limb),
            }
        }
        rounded.push(-1, i128::from(last).saturating_add(if inexact { i128::from(NANO) } else { 0 }));
        above.iter().for_each(|limb| rounded.push(limb.position, i128::from(limb.digits)));
        rounded.settled()
    }

    fn signed(mut self, negative: bool) -> Sum {
        if negative {
            self.limbs.iter_mut().for_each(|limb| limb.digits = limb.digits.saturating_neg());
        }
        self
    }

    fn finish<'a>(self, arena: &'a Arena, scale: i64) -> Decimal<'a> {
        Decimal { limbs: arena.alloc_slice_fill_iter(self.settled().limbs.into_iter().rev()), scale }
    }
}
