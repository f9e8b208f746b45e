//! Meaning of a scalar of YAML 1.1 (Go: `go.yaml.in/yaml/v2`, `resolve.go`).

use super::Value;
use cel_types::formatted;
use granit_parser::Tag;
use std::fmt::Write as _;

/// The value of a scalar. A plain scalar can be any value, and a scalar in quotes is text. A tag can change both.
///
/// # Errors
/// If the text does not fit its tag.
pub(super) fn value(text: &str, plain: bool, tag: Option<&Tag>) -> Result<Value, String> {
    let Some(tag) = tag else {
        return Ok(if plain { resolve(text) } else { Value::String(text.into()) });
    };
    let (name, resolved) = (tag.suffix_in_namespace(YAML), resolve(text));
    let name = name.as_deref();
    let fits = match (name, &resolved) {
        (Some("bool"), Value::Bool(_))
        | (Some("int"), Value::Int(_))
        | (Some("float"), Value::Int(_) | Value::Float(_))
        | (Some("null"), Value::Null) => return Ok(resolved),
        (Some("bool" | "int" | "float" | "null"), _) => false,
        (Some("timestamp"), _) => is_timestamp(text),
        (Some("binary"), _) => return binary(text),
        // Any other tag turns the scalar into a text, like `!!str`.
        _ => true,
    };
    let name = name.unwrap_or_default();
    if fits { Ok(Value::String(text.into())) } else { Err(format!("the text is not what `!!{name}` says")) }
}

/// The prefix that `!!` stands for.
const YAML: &str = "tag:yaml.org,2002:";

/// True for the merge key `<<`.
pub(super) fn is_merge(text: &str, plain: bool, tag: Option<&Tag>) -> bool {
    text == "<<" && tag.map_or(plain, |tag| tag.suffix_in_namespace(YAML).as_deref() == Some("merge"))
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
    number(text).unwrap_or_else(|| Value::String(text.into()))
}

fn number(text: &str) -> Option<Value> {
    if text.starts_with('.') {
        // Here an underscore must stand between digits.
        let is_apart = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_digit()) && part.ends_with(|c: char| c.is_ascii_digit())
        };
        let are_apart = text.get(1..)?.split('_').all(is_apart);
        return if text.contains('_') {
            are_apart.then(|| float(&text.replace('_', "")))?
        } else {
            float(text)
        };
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) {
        return None;
    }
    let plain = text.replace('_', "");
    integer(&plain).or_else(|| float(&plain)).or_else(|| {
        // Go reads a sign behind `0b` too.
        let (digits, is_unsigned) = (plain.strip_prefix("0b")?, plain.starts_with("0b"));
        i64::from_str_radix(digits, 2).ok().filter(|_| is_unsigned).map(Value::Int)
    })
}

/// A sign, a base and digits, as Go's `ParseInt` reads them. Numbers beyond 64 bits become floats, as in Go's JSON.
fn integer(text: &str) -> Option<Value> {
    let (negative, digits) = match text.strip_prefix(['+', '-']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let has_sign = digits.len() < text.len();
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
    match i64::try_from(if negative { -magnitude } else { magnitude }) {
        Ok(value) => Some(Value::Int(value)),
        #[expect(clippy::cast_precision_loss, reason = "JSON numbers beyond 64 bits are floats")]
        Err(_) => (!has_sign).then_some(Value::Float(magnitude as f64)),
    }
}

/// True for a value that is an unsigned integer in Go.
pub(super) fn is_unsigned(value: &Value, text: &str) -> bool {
    matches!(value, Value::Float(_)) && integer(&text.replace('_', "")).is_some()
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`. A number that is too large is a text.
fn float(text: &str) -> Option<Value> {
    let rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))),
        None => (rest, None),
    };
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_number = is_digits(whole)
        && is_digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| !exponent.is_empty() && is_digits(exponent));
    let value = is_number.then(|| text.parse::<f64>().ok()).flatten()?;
    value.is_finite().then_some(Value::Float(value))
}

/// A float as the key of an object (Go: `strconv.FormatFloat(key, 'g', -1, 32)`).
#[expect(clippy::cast_possible_truncation, reason = "as Go does")]
pub(super) fn float_key(value: f64) -> String {
    let value = value as f32;
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    let text = format!("{value:e}");
    let Some((mantissa, exponent)) = text.split_once('e') else { return text };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        return value.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    let mut key = mantissa.to_owned();
    let written = write!(key, "e{sign}{:02}", exponent.unsigned_abs());
    debug_assert!(written.is_ok(), "a String takes whatever is written");
    key
}

/// The decoded text of a base64 text, since JSON has no bytes.
fn binary(text: &str) -> Result<Value, String> {
    let in_lines = text.replace(['\n', '\r'], "");
    // YAML uses the standard alphabet.
    let is_standard = !in_lines.contains(['-', '_']);
    let bytes = formatted::bytes(&in_lines.replace('+', "-").replace('/', "_")).ok();
    let bytes = bytes.filter(|_| is_standard).ok_or("the text is no base64")?;
    Ok(Value::String(String::from_utf8_lossy(&bytes).into()))
}

/// A date, and perhaps a time: `2001-12-14`, `2001-12-14T21:59:43Z`.
fn is_timestamp(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let is_number = |text: &str, digits: &[usize]| {
        digits.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
    };
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let day = rest.split(['T', 't', ' ']).next().unwrap_or_default();
    is_number(year, &[4]) && is_number(month, &[1, 2]) && is_number(day, &[1, 2])
}
