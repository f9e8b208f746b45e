//! Quantities: numbers with a suffix, as in `resources.limits` (k8s: `cel/library/quantity.go`). Since Kubernetes 1.28.
//!
//! The server stores a quantity as a 64-bit integer and a power of ten if that is enough, otherwise as a decimal of any size. `isInteger`
//! has different results for the two forms. A comparison converts its receiver to the second form if one side has it.
//!
//! There is one difference from the server. If two powers of ten are more than 2^31 apart (`1e2147483647` and `1n`), the server's
//! comparison divides by zero and ends the evaluation. Here it is exact.

mod alone;
mod decimal;
mod notation;
mod parse;
#[cfg(test)]
mod tests;

pub use self::alone::{Alone, alone, compare_alone, is_greater_alone, is_less_alone};

use super::constant::{self, FromConstant};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{equality::Equal, ops::Outcome},
};
use decimal::Decimal;
use notation::Notation;
use std::{cell::Cell, cmp::Ordering, fmt, ptr::from_ref};

/// A quantity: CEL's `kubernetes.Quantity`. Copies share one value, as on the server.
#[derive(Clone, Copy)]
pub struct Quantity<'a> {
    shared: &'a Shared<'a>,
    /// True for a result of `add` or `sub`. As the right operand of `==` it makes the comparison fail.
    derived: bool,
}

struct Shared<'a> {
    amount: Cell<Amount<'a>>,
    notation: Notation,
    /// The text that was read, if the quantity is written in the same way.
    text: Option<&'a str>,
}

#[derive(Clone, Copy, Debug)]
enum Amount<'a> {
    Fast(Fast),
    Big(Decimal<'a>),
}

/// `value * 10^scale`
#[derive(Clone, Copy, Debug)]
struct Fast {
    value: i64,
    scale: i32,
}

/// `quantity(string) -> kubernetes.Quantity`: reads `1.5`, `200m`, `3Gi`, `1e3`. Since 1.28.
///
/// # Errors
/// `quantities must match the regular expression '..'`, `unable to parse quantity's suffix`, and
/// `unable to parse numeric part of quantity` for a suffix alone that needs more than 64 bits (`Ei`).
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{as_integer, quantity}};
/// let arena = Arena::new();
/// assert_eq!(as_integer(quantity(&arena, "50k").unwrap()).unwrap(), 50_000);
/// assert_eq!(quantity(&arena, "200K").unwrap_err().to_string(), "unable to parse quantity's suffix");
/// ```
pub fn quantity<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Quantity<'a>> {
    let parts = parse::parts(text).map_err(EvalError::Text)?;
    let written = (parts.may_differ() && parts.keeps_text()).then(|| &*arena.alloc_str(text));
    let shared = Shared { amount: Cell::new(parts.amount(arena)), notation: parts.notation(), text: written };
    Ok(Quantity { shared: arena.alloc(shared), derived: false })
}

/// A constant `quantity('10Gi')`.
pub type Constant = constant::Constant<Fixed>;

/// What a rule keeps of a constant that fits 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    fast: Fast,
    notation: Notation,
    text: Option<&'static str>,
}

impl FromConstant for Fixed {
    type Value<'a> = Quantity<'a>;

    fn read(text: &'static str) -> Option<Self> {
        let parts = parse::parts(text).ok()?;
        let written = (parts.may_differ() && parts.keeps_text()).then_some(text);
        Some(Fixed { fast: parts.fast()?, notation: parts.notation(), text: written })
    }

    #[inline]
    fn value<'a>(self, arena: &'a Arena) -> Quantity<'a> {
        let Fixed { fast, notation, text } = self;
        let shared = Shared { amount: Cell::new(Amount::Fast(fast)), notation, text };
        Quantity { shared: arena.alloc(shared), derived: false }
    }

    fn convert<'a>(arena: &'a Arena, text: &'static str) -> Outcome<'a, Quantity<'a>> {
        quantity(arena, text)
    }
}

/// `isQuantity(string) -> bool`: true if [`quantity`] can read the text. Since 1.28.
///
/// ```
/// # use cel_runtime::__private::library::quantity::is_quantity;
/// assert!(is_quantity("20Mi"));
/// assert!(!is_quantity("20 Mi"));
/// ```
pub fn is_quantity(text: &str) -> bool {
    parse::parts(text).is_ok()
}

/// `sign(kubernetes.Quantity) -> int`: -1, 0 or 1. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{quantity, sign}};
/// let arena = Arena::new();
/// assert_eq!(sign(quantity(&arena, "-50k").unwrap()), -1);
/// ```
pub fn sign(value: Quantity) -> i64 {
    value.amount().sign()
}

/// `kubernetes.Quantity.isInteger() -> bool`: true if [`as_integer`] returns an integer. False for `1.0`, and for every decimal of any
/// size, such as `3Pi`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{is_integer, quantity}};
/// let arena = Arena::new();
/// assert!(is_integer(quantity(&arena, "3Ti").unwrap()));
/// assert!(!is_integer(quantity(&arena, "3Pi").unwrap()));
/// ```
pub fn is_integer(value: Quantity) -> bool {
    value.integer().is_some()
}

/// `kubernetes.Quantity.asInteger() -> int`. Since 1.28.
///
/// # Errors
/// `cannot convert value to integer`
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{as_integer, quantity}};
/// let arena = Arena::new();
/// let error = as_integer(quantity(&arena, "1500m").unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "cannot convert value to integer");
/// ```
pub fn as_integer<'a>(value: Quantity<'a>) -> Outcome<'a, i64> {
    value.integer().ok_or(EvalError::Text("cannot convert value to integer"))
}

/// `kubernetes.Quantity.asApproximateFloat() -> double`, rounded as on the server. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{as_approximate_float, quantity}};
/// let arena = Arena::new();
/// assert_eq!(as_approximate_float(quantity(&arena, "0.3").unwrap()), 0.300_000_000_000_000_04);
/// ```
#[expect(clippy::cast_precision_loss, reason = "so does the server")]
pub fn as_approximate_float(value: Quantity) -> f64 {
    let (number, exponent) = match value.amount() {
        Amount::Fast(fast) => (fast.value as f64, i64::from(fast.scale)),
        Amount::Big(big) => big.to_double(),
    };
    if exponent == 0 { number } else { number * power_of_ten(exponent) }
}

/// `kubernetes.Quantity.add(kubernetes.Quantity) -> kubernetes.Quantity`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{add, as_integer, quantity}};
/// let arena = Arena::new();
/// let sum = add(&arena, quantity(&arena, "50k").unwrap(), quantity(&arena, "20").unwrap());
/// assert_eq!(as_integer(sum).unwrap(), 50_020);
/// ```
pub fn add<'a>(arena: &'a Arena, left: Quantity<'a>, right: Quantity<'a>) -> Quantity<'a> {
    left.plus(arena, right.amount(), right.shared.notation)
}

/// `kubernetes.Quantity.add(int) -> kubernetes.Quantity`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{add_int, as_integer, quantity}};
/// let arena = Arena::new();
/// assert_eq!(as_integer(add_int(&arena, quantity(&arena, "50k").unwrap(), 20)).unwrap(), 50_020);
/// ```
pub fn add_int<'a>(arena: &'a Arena, left: Quantity<'a>, right: i64) -> Quantity<'a> {
    left.plus(arena, Amount::Fast(Fast { value: right, scale: 0 }), Notation::Decimal)
}

/// `kubernetes.Quantity.sub(kubernetes.Quantity) -> kubernetes.Quantity`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{as_integer, quantity, sub}};
/// let arena = Arena::new();
/// let difference = sub(&arena, quantity(&arena, "50k").unwrap(), quantity(&arena, "20").unwrap());
/// assert_eq!(as_integer(difference).unwrap(), 49_980);
/// ```
pub fn sub<'a>(arena: &'a Arena, left: Quantity<'a>, right: Quantity<'a>) -> Quantity<'a> {
    left.minus(arena, right.amount(), right.shared.notation)
}

/// `kubernetes.Quantity.sub(int) -> kubernetes.Quantity`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{as_integer, quantity, sub_int}};
/// let arena = Arena::new();
/// assert_eq!(as_integer(sub_int(&arena, quantity(&arena, "50k").unwrap(), 20)).unwrap(), 49_980);
/// ```
pub fn sub_int<'a>(arena: &'a Arena, left: Quantity<'a>, right: i64) -> Quantity<'a> {
    left.minus(arena, Amount::Fast(Fast { value: right, scale: 0 }), Notation::Decimal)
}

/// `kubernetes.Quantity.isGreaterThan(kubernetes.Quantity) -> bool`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{is_greater_than, quantity}};
/// let arena = Arena::new();
/// assert!(is_greater_than(&arena, quantity(&arena, "1Ki").unwrap(), quantity(&arena, "1k").unwrap()));
/// ```
#[inline]
pub fn is_greater_than<'a>(arena: &'a Arena, left: Quantity<'a>, right: Quantity<'a>) -> bool {
    left.compare(arena, right).is_gt()
}

/// `kubernetes.Quantity.isLessThan(kubernetes.Quantity) -> bool`. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{is_less_than, quantity}};
/// let arena = Arena::new();
/// assert!(is_less_than(&arena, quantity(&arena, "100m").unwrap(), quantity(&arena, "1").unwrap()));
/// ```
#[inline]
pub fn is_less_than<'a>(arena: &'a Arena, left: Quantity<'a>, right: Quantity<'a>) -> bool {
    left.compare(arena, right).is_lt()
}

/// `kubernetes.Quantity.compareTo(kubernetes.Quantity) -> int`: -1, 0 or 1. Since 1.28.
///
/// ```
/// # use cel_runtime::{__private::Arena, library::quantity::{compare_to, quantity}};
/// let arena = Arena::new();
/// assert_eq!(compare_to(&arena, quantity(&arena, "1000m").unwrap(), quantity(&arena, "1").unwrap()), 0);
/// ```
#[inline]
pub fn compare_to<'a>(arena: &'a Arena, left: Quantity<'a>, right: Quantity<'a>) -> i64 {
    match left.compare(arena, right) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

impl<'a> Quantity<'a> {
    /// A sum or difference. If the left operand is zero, it has the notation of the right one.
    fn derive(self, arena: &'a Arena, amount: Amount<'a>, right: Notation) -> Self {
        let notation = if self.amount().sign() == 0 { right } else { self.shared.notation };
        let shared = Shared { amount: Cell::new(amount), notation, text: None };
        Quantity { shared: arena.alloc(shared), derived: true }
    }

    /// The address of the shared value.
    pub(crate) fn address(self) -> usize {
        from_ref(self.shared).addr()
    }

    /// True for a result of `add` or `sub`. Such values have a Go type of their own.
    pub(crate) fn is_derived(self) -> bool {
        self.derived
    }

    fn amount(self) -> Amount<'a> {
        self.shared.amount.get()
    }

    fn integer(self) -> Option<i64> {
        match self.amount() {
            Amount::Fast(fast) if fast.scale >= 0 => scaled(fast.value, fast.scale),
            _ => None,
        }
    }

    fn plus(self, arena: &'a Arena, right: Amount<'a>, notation: Notation) -> Self {
        let sum = match (self.amount(), right) {
            (Amount::Fast(left), Amount::Fast(right)) => left.add(right).map(Amount::Fast),
            _ => None,
        };
        let big = || Amount::Big(self.amount().to_decimal(arena).add(arena, right.to_decimal(arena)));
        self.derive(arena, sum.unwrap_or_else(big), notation)
    }

    fn minus(self, arena: &'a Arena, right: Amount<'a>, notation: Notation) -> Self {
        let difference = match (self.amount(), right) {
            (Amount::Fast(left), Amount::Fast(right)) => {
                // The server negates in the same way, so the smallest integer stays negative.
                left.add(Fast { value: right.value.wrapping_neg(), ..right }).map(Amount::Fast)
            }
            _ => None,
        };
        let big = || Amount::Big(self.amount().to_decimal(arena).subtract(arena, right.to_decimal(arena)));
        self.derive(arena, difference.unwrap_or_else(big), notation)
    }

    /// Compares two quantities. If one of them is a decimal of any size, the receiver becomes one.
    #[inline]
    fn compare(self, arena: &'a Arena, right: Self) -> Ordering {
        match (self.amount(), right.amount()) {
            (Amount::Fast(left), Amount::Fast(right)) => left.order(right),
            (_, right) => self.compare_big(arena, right),
        }
    }

    #[cold]
    fn compare_big(self, arena: &'a Arena, right: Amount<'a>) -> Ordering {
        if let (Amount::Fast(_), Amount::Big(_)) = (self.amount(), right) {
            self.shared.amount.set(Amount::Big(self.amount().to_decimal(arena)));
        }
        self.amount().order(right)
    }
}

impl<'a> Amount<'a> {
    fn sign(self) -> i64 {
        match self {
            Amount::Fast(fast) => fast.value.signum(),
            Amount::Big(big) => big.sign(),
        }
    }

    fn to_decimal(self, arena: &'a Arena) -> Decimal<'a> {
        match self {
            Amount::Fast(fast) => Decimal::new(arena, fast.value, fast.scale),
            Amount::Big(big) => big,
        }
    }

    fn order(self, right: Amount) -> Ordering {
        match (self, right) {
            (Amount::Fast(left), Amount::Fast(right)) => left.order(right),
            (left, right) => {
                let scratch = Arena::new();
                let (left, right) = (left.to_decimal(&scratch), right.to_decimal(&scratch));
                left.order(right)
            }
        }
    }
}

impl Fast {
    /// The sum, if it fits this form on the server.
    fn add(self, right: Fast) -> Option<Fast> {
        if right.value == 0 {
            return Some(self);
        }
        if self.value == 0 {
            return Some(right);
        }
        let scale = self.scale.min(right.scale);
        let left = scaled(self.value, self.scale.wrapping_sub(scale))?;
        let right = scaled(right.value, right.scale.wrapping_sub(scale))?;
        let value = if (left, right) == (i64::MIN, i64::MIN) { Some(0) } else { left.checked_add(right) };
        value.map(|value| Fast { value, scale })
    }

    #[inline]
    fn order(self, right: Fast) -> Ordering {
        match self.scale.cmp(&right.scale) {
            Ordering::Equal => self.value.cmp(&right.value),
            Ordering::Greater => order_scaled(self, right),
            Ordering::Less => order_scaled(right, self).reverse(),
        }
    }
}

/// The order of two numbers. The left one has the larger scale.
fn order_scaled(left: Fast, right: Fast) -> Ordering {
    let factor = u32::try_from(i64::from(left.scale).saturating_sub(i64::from(right.scale)))
        .ok()
        .and_then(|digits| 10_i128.checked_pow(digits));
    // Saturated or not, a value that does not fit is larger than any 64 bits, and 0 stays 0.
    let left = i128::from(left.value).saturating_mul(factor.unwrap_or(i128::MAX));
    left.cmp(&i128::from(right.value))
}

/// `value * 10^digits`
fn scaled(value: i64, digits: i32) -> Option<i64> {
    if value == 0 || digits <= 0 {
        return Some(value);
    }
    value.checked_mul(10_i64.checked_pow(u32::try_from(digits).ok()?)?)
}

impl Equal for Quantity<'_> {
    fn equal(self, right: Self) -> bool {
        self.try_equal(right) == Some(true)
    }

    /// On the server a sum as right operand has another type.
    fn try_equal(self, right: Self) -> Option<bool> {
        (!right.derived).then(|| self.amount().order(right.amount()).is_eq())
    }
}

/// The text that the server writes.
impl fmt::Display for Quantity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.shared.text {
            return f.write_str(text);
        }
        let (digits, exponent) = match self.amount() {
            Amount::Fast(fast) => (fast.value.unsigned_abs().to_string(), i64::from(fast.scale)),
            Amount::Big(big) => big.digits(),
        };
        let is_negative = self.amount().sign() < 0;
        f.write_str(&notation::written(self.shared.notation, is_negative, &digits, exponent))
    }
}

impl fmt::Debug for Quantity<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.amount())
    }
}

/// Go's `math.Pow10`: a product of two table entries. It is not always the double nearest to the power.
fn power_of_ten(exponent: i64) -> f64 {
    let Ok(digits) = usize::try_from(exponent.unsigned_abs()) else {
        return if exponent < 0 { 0.0 } else { f64::INFINITY };
    };
    let (high, low) = (digits / 32, digits % 32);
    let low = UNITS.get(low).copied().unwrap_or(1.0);
    match exponent {
        0..=308 => HIGH.get(high).copied().unwrap_or(f64::INFINITY) * low,
        -323..0 => HIGH_NEGATIVE.get(high).copied().unwrap_or(0.0) / low,
        ..-323 => 0.0,
        _ => f64::INFINITY,
    }
}

const UNITS: [f64; 32] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31,
];
const HIGH: [f64; 10] = [1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288];
const HIGH_NEGATIVE: [f64; 11] =
    [1e-0, 1e-32, 1e-64, 1e-96, 1e-128, 1e-160, 1e-192, 1e-224, 1e-256, 1e-288, 1e-320];
