//! Operators and functions over values of known types. Operations that cannot fail are plain Rust in the generated code; the others are
//! here.
//!
//! Operands that can fail are `Result`s. Both are evaluated before the operator (CEL is strict), and the left error wins.

pub use crate::outcome::Outcome;
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::size::text::{code_points, length, uncharged_code_points},
    outcome::Verdict,
    work,
};
use cel_types::{
    Duration, Timestamp, TypeName, number,
    timestamp::{SubtractError, TimestampError},
};

/// Both operands, or the first error.
#[inline]
pub fn both<'a, L, R>(left: Outcome<'a, L>, right: Outcome<'a, R>) -> Outcome<'a, (L, R)> {
    Ok((left?, right?))
}

/// Runs a part of a rule as a function of its own, because LLVM limits the size of one function.
#[inline(never)]
pub fn run<T>(part: impl FnOnce() -> T) -> T {
    part()
}

/// The result of `==` if the left value cannot be compared with the type of the right one.
#[cold]
#[inline]
pub fn no_such_overload<'a>() -> Verdict<'a> {
    Err(EvalError::NoSuchOverload)
}

/// Continues from a value that cannot exist, such as an element of `[]`.
pub fn absurd<T>(never: std::convert::Infallible) -> T {
    match never {}
}

/// An element of a list as an index. An element that does not match its schema is no index.
#[inline]
pub fn qualifier<T>(element: Outcome<'_, T>) -> Outcome<'_, T> {
    element.map_err(|_| EvalError::Text(FAILED_QUALIFIER))
}

/// The server's text for such an index.
pub const FAILED_QUALIFIER: &str = "invalid qualifier type: *types.Err";

/// A property that may be absent.
#[inline]
pub fn present<'a, T>(property: Option<T>, name: &'static str) -> Outcome<'a, T> {
    property.ok_or(EvalError::NoSuchKey(name))
}

/// `left && right` once the right operand had to be evaluated: false wins, then the first error.
#[inline]
pub fn and<'a>(left: Verdict<'a>, right: Verdict<'a>) -> Verdict<'a> {
    if matches!(right, Ok(false)) { right } else { left.and(right) }
}

/// `left || right` once the right operand had to be evaluated: true wins, then the first error.
#[inline]
pub fn or<'a>(left: Verdict<'a>, right: Verdict<'a>) -> Verdict<'a> {
    if matches!(right, Ok(true)) { right } else { left.and(right) }
}

/// A step of `all`: the first error stays until a predicate is false. True if the step decides the result.
#[inline]
pub fn all_step<'a>(result: &mut Verdict<'a>, predicate: Verdict<'a>) -> bool {
    step(result, predicate, false)
}

/// A step of `exists`: the first error stays until a predicate is true. True if the step decides the result.
#[inline]
pub fn exists_step<'a>(result: &mut Verdict<'a>, predicate: Verdict<'a>) -> bool {
    step(result, predicate, true)
}

/// Most predicates decide nothing. Then nothing is written.
#[inline]
fn step<'a>(result: &mut Verdict<'a>, predicate: Verdict<'a>, decisive: bool) -> bool {
    match predicate {
        Ok(holds) if holds == decisive => {
            *result = predicate;
            true
        }
        Ok(_) => false,
        Err(_) => {
            *result = result.and(predicate);
            false
        }
    }
}

/// The charge after a loop has been decided: its condition is evaluated once more if an element remains.
#[inline]
pub fn stopped(rest: &impl ExactSizeIterator, units: u64) -> u64 {
    if rest.len() > 0 { units } else { 0 }
}

macro_rules! checked {
    ($($name:ident: $number:ty, $operation:ident, $overflow:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[inline]
        pub fn $name<'a>(left: $number, right: $number) -> Outcome<'a, $number> {
            left.$operation(right).ok_or(EvalError::$overflow)
        }
    )*};
}
checked! {
    add_int: i64, checked_add, IntegerOverflow, "`int + int`";
    subtract_int: i64, checked_sub, IntegerOverflow, "`int - int`";
    multiply_int: i64, checked_mul, IntegerOverflow, "`int * int`";
    add_uint: u64, checked_add, UnsignedIntegerOverflow, "`uint + uint`";
    subtract_uint: u64, checked_sub, UnsignedIntegerOverflow, "`uint - uint`";
    multiply_uint: u64, checked_mul, UnsignedIntegerOverflow, "`uint * uint`";
}

/// `int / int`, truncated to zero.
#[inline]
pub fn divide_int<'a>(left: i64, right: i64) -> Outcome<'a, i64> {
    if right == 0 {
        return Err(EvalError::DivisionByZero);
    }
    left.checked_div(right).ok_or(EvalError::IntegerOverflow)
}

/// `uint / uint`
#[inline]
pub fn divide_uint<'a>(left: u64, right: u64) -> Outcome<'a, u64> {
    left.checked_div(right).ok_or(EvalError::DivisionByZero)
}

/// `int % int`, with the sign of the dividend.
#[inline]
pub fn modulo_int<'a>(left: i64, right: i64) -> Outcome<'a, i64> {
    if right == 0 {
        return Err(EvalError::ModulusByZero);
    }
    left.checked_rem(right).ok_or(EvalError::IntegerOverflow)
}

/// `uint % uint`
#[inline]
pub fn modulo_uint<'a>(left: u64, right: u64) -> Outcome<'a, u64> {
    left.checked_rem(right).ok_or(EvalError::ModulusByZero)
}

/// `-int`
#[inline]
pub fn negate_int<'a>(value: i64) -> Outcome<'a, i64> {
    value.checked_neg().ok_or(EvalError::IntegerOverflow)
}

/// `duration + duration`
#[inline]
pub fn add_durations<'a>(left: Duration, right: Duration) -> Outcome<'a, Duration> {
    left.checked_add(right).ok_or(EvalError::IntegerOverflow)
}

/// `duration - duration`
#[inline]
pub fn subtract_durations<'a>(left: Duration, right: Duration) -> Outcome<'a, Duration> {
    left.checked_sub(right).ok_or(EvalError::IntegerOverflow)
}

/// `timestamp + duration`
#[inline]
pub fn add_to_timestamp<'a>(left: Timestamp, right: Duration) -> Outcome<'a, Timestamp> {
    left.checked_add(right).ok_or(EvalError::TimestampOverflow)
}

/// `timestamp - duration`
#[inline]
pub fn subtract_from_timestamp<'a>(left: Timestamp, right: Duration) -> Outcome<'a, Timestamp> {
    left.checked_sub(right).map_err(|error| match error {
        SubtractError::IntegerOverflow => EvalError::IntegerOverflow,
        SubtractError::TimestampOverflow => EvalError::TimestampOverflow,
    })
}

/// `timestamp - timestamp`
#[inline]
pub fn between_timestamps<'a>(left: Timestamp, right: Timestamp) -> Outcome<'a, Duration> {
    left.duration_since(right).ok_or(EvalError::IntegerOverflow)
}

/// The zero value for `optional.ofNonZeroValue`: Go's zero time, in any zone.
#[inline]
pub fn is_zero_timestamp(value: Timestamp) -> bool {
    value.seconds() == -62_135_596_800 && value.nanos() == 0
}

/// `string + string`
#[inline]
pub fn concat_strings<'a>(arena: &'a Arena, left: &str, right: &str) -> &'a str {
    let mut text =
        bumpalo::collections::String::with_capacity_in(left.len().saturating_add(right.len()), arena);
    text.push_str(left);
    text.push_str(right);
    text.into_bump_str()
}

/// `bytes + bytes`
#[inline]
pub fn concat_bytes<'a>(arena: &'a Arena, left: &[u8], right: &[u8]) -> &'a [u8] {
    let mut bytes =
        bumpalo::collections::Vec::with_capacity_in(left.len().saturating_add(right.len()), arena);
    bytes.extend_from_slice(left);
    bytes.extend_from_slice(right);
    bytes.into_bump_slice()
}

/// Comparison of doubles, which fails for NaN.
#[inline]
pub fn order_doubles<'a>(left: f64, right: f64) -> Outcome<'a, std::cmp::Ordering> {
    left.partial_cmp(&right).ok_or(EvalError::NanNotOrdered)
}

/// Exact comparison of an int and a uint.
#[inline]
pub fn order_int_uint(left: i64, right: u64) -> std::cmp::Ordering {
    u64::try_from(left).map_or(std::cmp::Ordering::Less, |left| left.cmp(&right))
}

/// Comparison of an int and a double. The int is rounded to a double, as in cel-go.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "cel-go compares so")]
pub fn order_int_double<'a>(left: i64, right: f64) -> Outcome<'a, std::cmp::Ordering> {
    order_doubles(left as f64, right)
}

/// Comparison of a uint and a double, in the same way.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "cel-go compares so")]
pub fn order_uint_double<'a>(left: u64, right: f64) -> Outcome<'a, std::cmp::Ordering> {
    order_doubles(left as f64, right)
}

/// `size(string)`
#[inline]
pub fn size_of_string(text: &str) -> i64 {
    int(uncharged_code_points(text))
}

/// How `size(string)` compares with a number, as in `self.name.size() <= 63`. A text has at most as many code points as bytes, and a code
/// point at most four bytes, so code points are counted only where that does not decide.
#[inline]
pub fn order_size(text: &str, number: i64) -> std::cmp::Ordering {
    let bytes = length(text.len());
    match u64::try_from(number) {
        Ok(number) if bytes < number => std::cmp::Ordering::Less,
        Ok(number) if bytes <= number.saturating_mul(4) => uncharged_code_points(text).cmp(&number),
        _ => std::cmp::Ordering::Greater,
    }
}

/// The same for a function whose charge grows with the text.
#[inline]
pub(crate) fn code_points_of(text: &str) -> i64 {
    int(code_points(text))
}

/// `size(..)` of any value with a length.
#[inline]
pub fn size_of(elements: usize) -> i64 {
    int(length(elements))
}

#[inline]
fn int(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A `u64` of the user's struct as an int. Above `i64::MAX` the server reads a float, which is an error for `type: integer`.
#[inline]
pub fn narrow<'a>(value: u64) -> Outcome<'a, i64> {
    i64::try_from(value).map_err(|_| EvalError::Text("invalid data, expected int, got float64"))
}

/// `text.contains(part)`. Every text contains an empty part.
#[inline]
pub fn contains(text: &str, part: &str) -> bool {
    text.contains(part)
}

/// `text.startsWith(part)`
#[inline]
pub fn starts_with(text: &str, part: &str) -> bool {
    text.starts_with(part)
}

/// `text.endsWith(part)`
#[inline]
pub fn ends_with(text: &str, part: &str) -> bool {
    text.ends_with(part)
}

/// `int(uint)`
#[inline]
pub fn uint_to_int<'a>(value: u64) -> Outcome<'a, i64> {
    i64::try_from(value).map_err(|_| EvalError::IntegerOverflow)
}

/// `uint(int)`
#[inline]
pub fn int_to_uint<'a>(value: i64) -> Outcome<'a, u64> {
    u64::try_from(value).map_err(|_| EvalError::UnsignedIntegerOverflow)
}

/// `int(double)`
#[inline]
pub fn double_to_int<'a>(value: f64) -> Outcome<'a, i64> {
    number::double_to_int(value).ok_or(EvalError::IntegerOverflow)
}

/// `uint(double)`
#[inline]
pub fn double_to_uint<'a>(value: f64) -> Outcome<'a, u64> {
    number::double_to_uint(value).ok_or(EvalError::UnsignedIntegerOverflow)
}

/// `double(int)`
#[inline]
#[expect(clippy::cast_precision_loss, reason = "so does the server")]
pub fn int_to_double(value: i64) -> f64 {
    value as f64
}

/// `double(uint)`
#[inline]
#[expect(clippy::cast_precision_loss, reason = "so does the server")]
pub fn uint_to_double(value: u64) -> f64 {
    value as f64
}

/// What a text contains, unless the walk has no steps left to read it.
#[inline]
fn parsed<T>(text: &str, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    if work::admits_parsed(text) { parse(text) } else { None }
}

macro_rules! from_string {
    ($($name:ident -> $to:ty, $parse:expr, $target:ident, $doc:literal;)*) => {$(
        #[doc = $doc]
        #[inline]
        pub fn $name<'a>(text: &str) -> Outcome<'a, $to> {
            parsed(text, $parse).ok_or(EvalError::TypeConversion(TypeName::String, TypeName::$target))
        }
    )*};
}
from_string! {
    string_to_int -> i64, number::parse_int, Int, "`int(string)`";
    string_to_uint -> u64, number::parse_uint, Uint, "`uint(string)`";
    string_to_double -> f64, number::parse_double, Double, "`double(string)`";
    string_to_bool -> bool, number::parse_bool, Bool, "`bool(string)`";
}

/// `timestamp(string)`
#[inline]
pub fn string_to_timestamp<'a>(text: &str) -> Outcome<'a, Timestamp> {
    Timestamp::parse(text).map_err(|error| match error {
        TimestampError::Syntax => EvalError::TypeConversion(TypeName::String, TypeName::Timestamp),
        TimestampError::Overflow => EvalError::TimestampOverflow,
    })
}

/// `timestamp(int)`: seconds since 1970.
#[inline]
pub fn int_to_timestamp<'a>(seconds: i64) -> Outcome<'a, Timestamp> {
    Timestamp::from_seconds(seconds).ok_or(EvalError::TimestampOverflow)
}

/// `duration(string)`
#[inline]
pub fn string_to_duration<'a>(text: &str) -> Outcome<'a, Duration> {
    parsed(text, Duration::parse).ok_or(EvalError::TypeConversion(TypeName::String, TypeName::Duration))
}

/// `optional.value()`
#[inline]
pub fn value_of_optional<'a, T>(optional: Option<T>) -> Outcome<'a, T> {
    optional.ok_or(EvalError::NoneDereferenced)
}

/// `string(bytes)`
#[inline]
pub fn bytes_to_string(bytes: &[u8]) -> Outcome<'_, &str> {
    std::str::from_utf8(bytes).map_err(|_| EvalError::InvalidUtf8)
}

/// `string(x)` of a value that prints itself.
#[inline]
pub fn to_string(arena: &Arena, value: impl std::fmt::Display) -> &str {
    bumpalo::format!(in arena, "{}", value).into_bump_str()
}

/// `string(double)`
#[inline]
pub fn double_to_string(arena: &Arena, value: f64) -> &str {
    arena.alloc_str(&number::format_double(value))
}

/// A variable, if it has a value.
pub fn variable<'a, T>(value: Option<T>, name: &'static str) -> Outcome<'a, T> {
    value.ok_or(EvalError::NoSuchAttribute(name))
}
