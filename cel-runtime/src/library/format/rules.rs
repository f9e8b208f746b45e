//! The checks of each format and the server's texts for mistakes (k8s: `apimachinery/pkg/util/validation`, kube-openapi's
//! `strfmt`).

use super::NamedFormat;
use crate::library::url;
use cel_types::formatted::is_base64;
use std::borrow::Cow;

type Problems = Vec<Cow<'static, str>>;

/// The mistakes in a text.
#[inline]
pub(super) fn problems(format: NamedFormat, text: &str) -> Problems {
    match format {
        NamedFormat::Dns1123Label => label(text),
        NamedFormat::Dns1123Subdomain => subdomain(text, "characters"),
        NamedFormat::Dns1035Label => letter_label(text),
        NamedFormat::Dns1123LabelPrefix => label(&completed(text)),
        NamedFormat::Dns1123SubdomainPrefix => subdomain(&completed(text), "characters"),
        NamedFormat::Dns1035LabelPrefix => letter_label(&completed(text)),
        NamedFormat::QualifiedName => qualified_name(text),
        NamedFormat::LabelValue => label_value(text),
        NamedFormat::Uri => {
            url::check(text).err().map(|error| error.to_string().into()).into_iter().collect()
        }
        NamedFormat::Uuid => unless(is_uuid(text.as_bytes()), "does not match the UUID format"),
        NamedFormat::Byte => unless(!text.is_empty() && is_base64(text), "invalid base64"),
        NamedFormat::Date => unless(is_date(text), "invalid date"),
        NamedFormat::Datetime => unless(is_datetime(text), "invalid datetime"),
    }
}

#[inline]
fn unless(valid: bool, problem: &'static str) -> Problems {
    if valid { Vec::new() } else { vec![problem.into()] }
}

/// The server's text for a text that is too long.
#[inline]
fn length(text: &str, most: usize, unit: &str) -> Problems {
    if text.len() <= most { Vec::new() } else { vec![format!("must be no more than {most} {unit}").into()] }
}

#[inline]
fn label(text: &str) -> Problems {
    let mut problems = length(text, 63, "characters");
    if !is_label(text) {
        problems.push(if is_subdomain(text) { "must not contain dots" } else { LABEL }.into());
    }
    problems
}

#[inline]
fn subdomain(text: &str, unit: &str) -> Problems {
    let mut problems = length(text, 253, unit);
    problems.extend(unless(is_subdomain(text), SUBDOMAIN));
    problems
}

#[inline]
fn letter_label(text: &str) -> Problems {
    let mut problems = length(text, 63, "characters");
    let starts_with_letter = text.starts_with(|first: char| first.is_ascii_lowercase());
    problems.extend(unless(starts_with_letter && is_label(text), LETTER_LABEL));
    problems
}

/// Completes a prefix to a name: an `a` replaces the dash at its end. On the server it also replaces the byte before the dash.
#[inline]
fn completed(prefix: &str) -> Cow<'_, str> {
    if prefix.len() <= 1 || !prefix.ends_with('-') {
        return prefix.into();
    }
    let end = prefix.len().saturating_sub(2);
    // Half a character is as invalid as a question mark.
    let kept = prefix.get(..end).map_or_else(|| "?".repeat(end), str::to_owned);
    format!("{kept}a").into()
}

#[inline]
fn qualified_name(text: &str) -> Problems {
    let parts: Vec<&str> = text.split('/').collect();
    let (mut problems, name) = match parts.as_slice() {
        [name] => (Vec::new(), *name),
        ["", name] => (vec!["prefix part must be non-empty".into()], *name),
        [prefix, name] => (after("prefix part ", subdomain(prefix, "bytes")), *name),
        _ => {
            let example = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return vec![format!("a valid label key {NAME} {example}").into()];
        }
    };
    let mut of_name =
        if name.is_empty() { vec!["must be non-empty".into()] } else { length(name, 63, "bytes") };
    of_name.extend(unless(is_name(name), NAME));
    problems.extend(after("name part ", of_name));
    problems
}

#[inline]
fn after(start: &str, problems: Problems) -> Problems {
    problems.into_iter().map(|problem| format!("{start}{problem}").into()).collect()
}

#[inline]
fn label_value(text: &str) -> Problems {
    let mut problems = length(text, 63, "bytes");
    problems.extend(unless(text.is_empty() || is_name(text), LABEL_VALUE));
    problems
}

/// `[a-z0-9]([-a-z0-9]*[a-z0-9])?`
#[inline]
fn is_label(text: &str) -> bool {
    let is_end = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    is_between(text, is_end, |byte| is_end(byte) || byte == b'-')
}

#[inline]
fn is_subdomain(text: &str) -> bool {
    text.split('.').all(is_label)
}

/// `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`
#[inline]
fn is_name(text: &str) -> bool {
    let is_end = |byte: u8| byte.is_ascii_alphanumeric();
    is_between(text, is_end, |byte| is_end(byte) || matches!(byte, b'-' | b'_' | b'.'))
}

/// One byte or more. The first and the last byte must be ends.
fn is_between(text: &str, is_end: impl Fn(u8) -> bool, is_inner: impl Fn(u8) -> bool) -> bool {
    let text = text.as_bytes();
    text.first().is_some_and(|byte| is_end(*byte))
        && text.last().is_some_and(|byte| is_end(*byte))
        && text.iter().all(|byte| is_inner(*byte))
}

/// 8, 4, 4, 4 and 12 digits, with or without dashes between them.
#[inline]
fn is_uuid(mut text: &[u8]) -> bool {
    for (group, digits) in [8, 4, 4, 4, 12].into_iter().enumerate() {
        if group > 0 {
            text = text.strip_prefix(b"-").unwrap_or(text);
        }
        let Some((here, rest)) = text.split_at_checked(digits) else {
            return false;
        };
        if !here.iter().all(u8::is_ascii_hexdigit) {
            return false;
        }
        text = rest;
    }
    text.is_empty()
}

#[inline]
fn is_date(text: &str) -> bool {
    cel_types::formatted::date(text).is_ok()
}

/// The server splits the text at every `t` and checks only the first two parts.
#[inline]
fn is_datetime(text: &str) -> bool {
    let mut parts = text.split(['t', 'T']);
    match (parts.next(), parts.next()) {
        (Some(date), Some(time)) => is_date(date) && is_time(time),
        _ => false,
    }
}

/// `hh:mm:ss`, optionally digits after any one character, and a zone. Nothing may follow the zone.
#[inline]
fn is_time(text: &str) -> bool {
    let [hour_tens, hour, b':', minute_tens, minute, b':', second_tens, second, ..] = text.as_bytes() else {
        return false;
    };
    let pairs = [(hour_tens, hour, b"23"), (minute_tens, minute, b"59"), (second_tens, second, b"59")];
    let in_range = pairs.iter().all(|(tens, ones, most)| {
        tens.is_ascii_digit() && ones.is_ascii_digit() && [**tens, **ones] <= **most
    });
    in_range && text.get(8..).is_some_and(|rest| is_zone(rest) || is_fraction_and_zone(rest))
}

#[inline]
fn is_fraction_and_zone(text: &str) -> bool {
    let mut characters = text.chars();
    let point = characters.next();
    let digits = characters.as_str();
    let zone = digits.trim_start_matches(|digit: char| digit.is_ascii_digit());
    point.is_some_and(|point| point != '\n') && zone.len() < digits.len() && is_zone(zone)
}

#[inline]
fn is_zone(text: &str) -> bool {
    match text.as_bytes() {
        [b'z' | b'Z'] => true,
        [b'+' | b'-', a, b, b':', c, d] => [a, b, c, d].into_iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start \
    and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is \
    '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and \
    must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is \
    '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const LETTER_LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an \
    alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation \
    is '[a-z]([-a-z0-9]*[a-z0-9])?')";

const NAME: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric \
    character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is \
    '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and \
    must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for \
    validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
