//! Errors of an evaluation, with the server's texts.

use cel_types::TypeName;
use std::fmt;

/// Why an expression has no value. Small and `Copy`, since `&&`, `||`, `all` and `exists` may still absorb it. Its text is
/// made only when it is reported.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the text each prints says what it means")]
pub enum EvalError<'a> {
    NoSuchKey(&'a str),
    NoSuchIntKey(i64),
    NoSuchUintKey(u64),
    NoSuchDoubleKey(f64),
    NoSuchBoolKey(bool),
    IndexOutOfBounds(i64),
    /// A variable without a value.
    NoSuchAttribute(&'a str),
    IndexOutOfRange(i64),
    InvalidSubstringRange(i64, i64),
    IntegerOverflow,
    UnsignedIntegerOverflow,
    DivisionByZero,
    ModulusByZero,
    TimestampOverflow,
    NanNotOrdered,
    /// `type conversion error from 'from' to 'to'`
    TypeConversion(TypeName, TypeName),
    InvalidUtf8,
    NoneDereferenced,
    /// A text that is built in the arena or fixed.
    Text(&'a str),
    NoSuchOverload,
    /// `no such overload: name`, or `name(T1, T2)`
    NoSuchOverloadOf(&'a str),
    /// The evaluation was cancelled. No operator absorbs this error.
    CostLimit,
    /// The same for a reason that the server does not have.
    Interrupted(Interruption),
}

/// Why an evaluation stopped that the server would continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The evaluation would take more than so many bytes for values.
    Memory(usize),
    /// The walk took too many steps that the server does not charge.
    Work,
    /// Somebody cancelled the validation.
    Cancelled,
    /// The deadline of the validation has passed.
    Deadline,
}

impl fmt::Display for Interruption {
    #[cold]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interruption::Memory(limit) => {
                write!(f, "operation cancelled: memory limit of {limit} bytes exceeded")
            }
            Interruption::Work => {
                write!(
                    f,
                    "operation cancelled: limit of {} steps without charge exceeded",
                    crate::work::STEPS
                )
            }
            Interruption::Cancelled => f.write_str("operation cancelled by the caller"),
            Interruption::Deadline => f.write_str("operation cancelled: deadline exceeded"),
        }
    }
}

impl EvalError<'_> {
    /// The text of the server's panic if an operand that must be a list failed.
    pub const NO_LIST: Self = EvalError::Text(
        "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add",
    );
    /// The text if `format` prints an object that has a key without a schema.
    pub const NIL: Self =
        EvalError::Text("internal error: runtime error: invalid memory address or nil pointer dereference");
    /// The text if an operand that must be an int failed.
    pub const NO_INT: Self =
        EvalError::Text("internal error: interface conversion: ref.Val is *types.Err, not types.Int");
}

impl fmt::Display for EvalError<'_> {
    #[cold]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::NoSuchKey(key) => write!(f, "no such key: {key}"),
            EvalError::NoSuchIntKey(key) => write!(f, "no such key: {key}"),
            EvalError::NoSuchUintKey(key) => write!(f, "no such key: {key}"),
            EvalError::NoSuchDoubleKey(key) => {
                write!(f, "no such key: {}", cel_types::number::format_double(*key))
            }
            EvalError::NoSuchBoolKey(key) => write!(f, "no such key: {key}"),
            EvalError::IndexOutOfBounds(index) => write!(f, "index out of bounds: {index}"),
            EvalError::IndexOutOfRange(index) => write!(f, "index out of range: {index}"),
            EvalError::InvalidSubstringRange(start, end) => {
                write!(f, "invalid substring range. start: {start}, end: {end}")
            }
            EvalError::NoSuchAttribute(name) => write!(f, "no such attribute(s): {name}"),
            EvalError::IntegerOverflow => f.write_str("integer overflow"),
            EvalError::UnsignedIntegerOverflow => f.write_str("unsigned integer overflow"),
            EvalError::DivisionByZero => f.write_str("division by zero"),
            EvalError::ModulusByZero => f.write_str("modulus by zero"),
            EvalError::TimestampOverflow => f.write_str("timestamp overflow"),
            EvalError::NanNotOrdered => f.write_str("NaN values cannot be ordered"),
            EvalError::TypeConversion(from, to) => write!(f, "type conversion error from '{from}' to '{to}'"),
            EvalError::InvalidUtf8 => f.write_str("invalid UTF-8 in bytes, cannot convert to string"),
            EvalError::NoneDereferenced => f.write_str("optional.none() dereference"),
            EvalError::Text(text) => f.write_str(text),
            EvalError::NoSuchOverload => f.write_str("no such overload"),
            EvalError::NoSuchOverloadOf(what) => write!(f, "no such overload: {what}"),
            EvalError::CostLimit => f.write_str("operation cancelled: actual cost limit exceeded"),
            EvalError::Interrupted(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for EvalError<'_> {}
