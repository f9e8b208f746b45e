//! What a scalar of YAML 1.1 is (Go: `go.yaml.in/yaml/v2`, `resolve.go`).

use super::Value;
use granit_parser::Tag;

/// The value of a scalar; only plain ones can be anything but text.
pub(super) fn value(text: &str, plain: bool, tag: Option<&Tag>) -> Value {
    match tag.and_then(Tag::core_suffix) {
        Some("str") => Value::String(text.to_owned()),
        Some(_) => resolve(text),
        None if plain => resolve(text),
        None => Value::String(text.to_owned()),
    }
}

fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Value::Bool(true);
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Value::Bool(false);
        }
        ".nan" | ".NaN" | ".NAN" => return Value::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Value::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => return Value::Float(f64::NEG_INFINITY),
        _ => {}
    }
    number(text).unwrap_or_else(|| Value::String(text.to_owned()))
}

fn number(text: &str) -> Option<Value> {
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
        return None;
    }
    let plain = text.replace('_', "");
    if let Some(integer) = integer(&plain) {
        return Some(integer);
    }
    is_float(&plain).then(|| plain.parse().ok().map(Value::Float)).flatten()
}

/// A sign, a base and digits, as Go's `ParseInt` reads them; numbers beyond 64 bits become floats, as in its JSON.
fn integer(text: &str) -> Option<Value> {
    let (negative, digits) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (digits, base) = match (lower.get(..2), lower.strip_prefix('0')) {
        (Some("0x"), _) => (lower.get(2..)?, 16),
        (Some("0o"), _) => (lower.get(2..)?, 8),
        (Some("0b"), _) => (lower.get(2..)?, 2),
        (_, Some(rest)) if !rest.is_empty() => (rest, 8),
        _ => (&*lower, 10),
    };
    if !digits.bytes().next()?.is_ascii_alphanumeric() {
        return None;
    }
    let magnitude = i128::from(u64::from_str_radix(digits, base).ok()?);
    let value = if negative { -magnitude } else { magnitude };
    Some(match i64::try_from(value) {
        Ok(value) => Value::Int(value),
        #[expect(clippy::cast_precision_loss, reason = "JSON numbers beyond 64 bits are floats")]
        Err(_) => Value::Float(value as f64),
    })
}

/// `[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?`, and a point may end the number.
fn is_float(text: &str) -> bool {
    let rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (rest, None),
    };
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mantissa_is_number =
        is_digits(whole) && is_digits(fraction) && !(whole.is_empty() && fraction.is_empty());
    mantissa_is_number && exponent.is_none_or(|exponent| !exponent.is_empty() && is_digits(exponent))
}
