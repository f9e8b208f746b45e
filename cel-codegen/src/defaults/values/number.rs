//! Checks that a number is in its range and within its bounds.

use super::{super::enums::go_int, Findings, Target};
use cel_compiler::crd::{check::ErrorType, document::Value, props::SchemaProps};
use cel_types::number::format_double;

pub(super) fn number(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    found.matches += 1;
    let format = match (&*schema.ty, target.format(schema)) {
        ("integer", format @ ("int32" | "int64")) | ("number", format @ ("float" | "double")) => format,
        _ => "",
    };
    let value = Number::of(&target.value.value);
    let is_in_range = |number: Number, what: &str, found: &mut Findings| {
        let is_in_range = number.is_in_range(&schema.ty, format);
        if !is_in_range {
            found.push(|| target.general(out_of_range(target, &schema.ty, format, what)));
        }
        is_in_range
    };
    is_in_range(value, "Checked", found);
    let limits = [
        (schema.multiple_of, "MultipleOf", Limit::MultipleOf),
        (schema.minimum, "Minimum boundary", Limit::Minimum(schema.exclusive_minimum)),
        (schema.maximum, "Maximum boundary", Limit::Maximum(schema.exclusive_maximum)),
    ];
    for (bound, what, limit) in limits {
        let Some(bound) = bound else { continue };
        // A limit of another kind is compared as a float.
        let is_fit = is_in_range(Number::Float(bound), what, found);
        let value = if is_fit { value } else { Number::Float(value.as_float()) };
        if let Some(Problem { shown, before, behind }) = limit.problem(value, bound) {
            let path = target.path;
            found.push(|| target.mistake(ErrorType::Invalid, shown, format!("{before}{path}{behind}")));
        }
    }
}

fn out_of_range(target: Target<'_>, ty: &str, format: &str, what: &str) -> String {
    let format =
        if format.is_empty() { "(default format)".to_owned() } else { format!("with format {format}") };
    format!("{what} value must be of type {ty} {format} in {}", target.path)
}

#[derive(Clone, Copy)]
enum Number {
    Int(i64),
    Float(f64),
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "as Go does")]
impl Number {
    fn of(value: &Value) -> Self {
        match value {
            Value::Int(value) => Number::Int(*value),
            Value::Float(value) => Number::Float(*value),
            _ => Number::Int(0),
        }
    }

    fn as_float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    fn shown(self) -> String {
        match self {
            Number::Int(value) => value.to_string(),
            Number::Float(value) => format_double(value),
        }
    }

    fn is_in_range(self, ty: &str, format: &str) -> bool {
        let value = self.as_float();
        match (ty, format) {
            ("integer", "int32") => {
                value.fract() == 0.0 && (-2_147_483_648.0..=2_147_483_647.0).contains(&value)
            }
            ("integer", _) => match self {
                Number::Int(_) => true,
                // Go writes the lowest integer as -9223372036854776000 if it is a float, and cannot read that.
                Number::Float(value) => value.fract() == 0.0 && value.abs() < 9.223_372_036_854_776e18,
            },
            ("number", "float") => (value as f32).is_finite(),
            _ => true,
        }
    }
}

#[derive(Clone, Copy)]
enum Limit {
    MultipleOf,
    /// True if the bound itself is refused.
    Minimum(bool),
    Maximum(bool),
}

/// The server's text for a number beyond a limit: the part before the path, and the part behind it.
struct Problem {
    shown: String,
    before: &'static str,
    behind: String,
}

impl Limit {
    fn problem(self, number: Number, bound: f64) -> Option<Problem> {
        let int_bound = go_int(bound);
        // An integer is compared with the bound cut to one.
        let (shown, below, above, equal) = match number {
            Number::Int(value) => {
                (int_bound.to_string(), value < int_bound, value > int_bound, value == int_bound)
            }
            Number::Float(value) => (format_double(bound), value < bound, value > bound, value == bound),
        };
        let (fails, words) = match self {
            Limit::MultipleOf => return multiple_of(number, bound),
            Limit::Minimum(false) => (below, "should be greater than or equal to"),
            Limit::Minimum(true) => (below || equal, "should be greater than"),
            Limit::Maximum(false) => (above, "should be less than or equal to"),
            Limit::Maximum(true) => (above || equal, "should be less than"),
        };
        let behind = format!(" in body {words} {shown}");
        fails.then(|| Problem { shown: number.shown(), before: "", behind })
    }
}

fn multiple_of(number: Number, factor: f64) -> Option<Problem> {
    let (shown, is_positive, is_multiple) = match number {
        Number::Int(value) => {
            let factor = go_int(factor);
            (factor.to_string(), factor > 0, value.checked_rem(factor).is_some_and(|rest| rest == 0))
        }
        Number::Float(value) => {
            let times = if factor < 1.0 { 1.0 / factor * value } else { value / factor };
            (format_double(factor), factor > 0.0, is_integer(times))
        }
    };
    if !is_positive {
        let behind = format!(" must be positive: {shown}");
        return Some(Problem { shown, before: "factor MultipleOf declared for ", behind });
    }
    let behind = format!(" in body should be a multiple of {shown}");
    (!is_multiple).then(|| Problem { shown: number.shown(), before: "", behind })
}

/// Nearly an integer is one (go-openapi: `swag.IsFloat64AJSONInteger`).
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "as Go does"
)]
pub(super) fn is_integer(value: f64) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    if value.is_nan() || value.abs() > LARGEST {
        return false;
    }
    if value == value.trunc() {
        return true;
    }
    let whole = value as u64 as f64;
    value > 0.0 && whole != 0.0 && (value - whole).abs() / (value.abs() + whole) < 1e-9
}
