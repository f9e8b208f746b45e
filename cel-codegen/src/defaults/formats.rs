//! Formats of strings as the API server checks them in objects (k8s: `kube-openapi/pkg/validation/strfmt`).
//! Their names may have dashes anywhere.

use super::{
    email::is_email,
    ip::{ip, number},
};
use cel_compiler::library::KubernetesVersion;
use cel_runtime::__private::library::url;
use cel_types::{
    formatted::{self, is_base64},
    regex::{Program, Search},
};
use std::net::{IpAddr, Ipv6Addr};

/// True if the server knows the format.
pub(super) fn is_known(format: &str) -> bool {
    check_of(format).is_some()
}

/// True if a server of a version checks the format in objects, for a schema of a type.
pub(crate) fn is_supported(ty: &str, format: &str, version: KubernetesVersion) -> bool {
    match ty {
        "" | "string" => {
            let is_new = || matches!(&*format.replace('-', ""), "k8slongname" | "k8sshortname");
            is_known(format) && (version >= KubernetesVersion::FORMATS_OF_NAMES || !is_new())
        }
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        _ => false,
    }
}

/// The names of the formats of strings, as people write them.
pub(crate) fn formats_of_texts() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|(name, _)| match *name {
        "datetime" => "date-time",
        "k8slongname" => "k8s-long-name",
        "k8sshortname" => "k8s-short-name",
        name => name,
    })
}

/// True if the server accepts the text. It accepts any text for an unknown format.
pub(crate) fn is_valid(format: &str, text: &str) -> bool {
    check_of(format).is_none_or(|check| check(text))
}

fn check_of(format: &str) -> Option<Check> {
    let name = format.replace('-', "");
    FORMATS.iter().find(|(known, _)| *known == name).map(|(_, check)| *check)
}

/// Returns true if the text has the format.
type Check = fn(&str) -> bool;

const FORMATS: [(&str, Check); 26] = [
    ("bsonobjectid", |text| text.len() == 24 && text.bytes().all(|b| b.is_ascii_hexdigit())),
    ("byte", is_bytes),
    ("cidr", is_cidr),
    ("creditcard", is_credit_card),
    ("date", |text| formatted::date(text).is_ok()),
    ("datetime", is_date_time),
    ("duration", |text| formatted::duration(text).is_ok()),
    ("email", is_email),
    ("hexcolor", is_hex_color),
    ("hostname", is_hostname),
    ("ipv4", |text| text.contains('.') && ip(text).is_some()),
    ("ipv6", |text| text.contains(':') && text.parse::<Ipv6Addr>().is_ok()),
    ("isbn", |text| is_isbn10(text) || is_isbn13(text)),
    ("isbn10", is_isbn10),
    ("isbn13", is_isbn13),
    ("k8slongname", |text| text.len() <= 253 && text.split('.').all(is_short_name)),
    ("k8sshortname", |text| text.len() <= 63 && is_short_name(text)),
    ("mac", is_mac),
    ("password", |_| true),
    ("rgbcolor", is_rgb_color),
    ("ssn", |text| matches(r"^\d{3}[- ]?\d{2}[- ]?\d{4}$", text)),
    ("uri", url::is_url),
    ("uuid", |text| is_uuid(text, None, false)),
    ("uuid3", |text| is_uuid(text, Some('3'), false)),
    ("uuid4", |text| is_uuid(text, Some('4'), true)),
    ("uuid5", |text| is_uuid(text, Some('5'), true)),
];

/// Matches a pattern with Go's syntax.
fn matches(pattern: &str, text: &str) -> bool {
    let found = Program::new(pattern).map(|program| program.is_match(text, &mut Search::new(u64::MAX)));
    found == Ok(Ok(true))
}

/// Base64 that is not empty.
fn is_bytes(text: &str) -> bool {
    !text.is_empty() && is_base64(text)
}

fn is_cidr(text: &str) -> bool {
    let Some((address, bits)) = text.split_once('/') else { return false };
    let max = match ip(address) {
        Some(IpAddr::V4(_)) => 32,
        Some(IpAddr::V6(_)) => 128,
        None => return false,
    };
    number(bits).is_some_and(|bits| bits <= max)
}

/// Any character may stand before the fraction. `t` and `z` may be lower case.
fn is_date_time(text: &str) -> bool {
    let lower = text.to_lowercase();
    let mut parts = lower.split('t');
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else { return false };
    formatted::date(date).is_ok()
        && matches(r"^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(.[0-9]+)?(z|[+-][0-9]{2}:[0-9]{2})$", time)
}

fn is_hex_color(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or(text);
    matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

fn is_rgb_color(text: &str) -> bool {
    let byte = r"\s*(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])\s*";
    matches(&format!(r"^rgb\({byte},{byte},{byte}\)$"), text)
}

/// Labels of letters of any script, symbols, digits and inner dashes. If there are several labels, the last one
/// has only letters.
fn is_hostname(text: &str) -> bool {
    const CHARACTER: &str = r"[a-zA-Z0-9\p{S}\p{L}]";
    let single = format!(r"{CHARACTER}(?:-?{CHARACTER}{{0,62}})?");
    let inner = format!(r"{CHARACTER}(?:[-a-zA-Z0-9\p{{S}}\p{{L}}]{{0,61}}{CHARACTER})?\.");
    let several = format!(r"(?:{inner})+[a-zA-Z\p{{L}}]{{2,63}}");
    text.len() <= 255
        && text.split('.').all(|label| label.len() <= 63)
        && (matches(&format!("^{single}$"), text) || matches(&format!("^{several}$"), text))
}

fn is_short_name(text: &str) -> bool {
    let is_inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !text.is_empty() && text.chars().all(is_inner) && !text.starts_with('-') && !text.ends_with('-')
}

/// Six or eight bytes, or 20, separated by `:`, `-` or in pairs by `.`, or not separated (Go: `net.ParseMAC`).
fn is_mac(text: &str) -> bool {
    let hex = |text: &str, length: usize| text.len() == length && text.bytes().all(|b| b.is_ascii_hexdigit());
    let groups = |separator: char, length: usize, bytes: usize| {
        let mut groups = text.split(separator);
        let all = groups.clone().all(|group| hex(group, length));
        all && [6, 8, 20].contains(&(groups.by_ref().count() * bytes))
    };
    let is_plain = [12, 16, 40].iter().any(|length| hex(text, *length));
    groups(':', 2, 1) || groups('-', 2, 1) || groups('.', 4, 2) || is_plain
}

/// Dashes may be missing. Some formats require a version and a variant.
fn is_uuid(text: &str, version: Option<char>, variant: bool) -> bool {
    let version = version.map_or_else(|| "[0-9a-f]".to_owned(), String::from);
    let variant = if variant { "[89ab]" } else { "[0-9a-f]" };
    let hex = "[0-9a-f]";
    let pattern =
        format!("(?i)^{hex}{{8}}-?{hex}{{4}}-?{version}{hex}{{3}}-?{variant}{hex}{{3}}-?{hex}{{12}}$");
    matches(&pattern, text)
}

/// The digits of a number without the separators.
fn digits(text: &str, is_separator: impl Fn(char) -> bool) -> Option<Vec<u32>> {
    text.chars().filter(|c| !is_separator(*c)).map(|c| c.to_digit(10)).collect()
}

fn is_isbn10(text: &str) -> bool {
    let text: String = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let (body, check) = match text.char_indices().last() {
        Some((at, check)) => (text.get(..at).unwrap_or_default(), check),
        None => return false,
    };
    let check = if check == 'X' { Some(10) } else { check.to_digit(10) };
    match (digits(body, |_| false), check) {
        (Some(body), Some(check)) if body.len() == 9 => {
            let sum: u32 = body.iter().zip(1..).map(|(digit, weight)| digit * weight).sum();
            (sum + 10 * check).is_multiple_of(11)
        }
        _ => false,
    }
}

fn is_isbn13(text: &str) -> bool {
    match digits(text, |c| c.is_whitespace() || c == '-').as_deref() {
        Some([body @ .., check]) if body.len() == 12 => {
            let sum: u32 =
                body.iter().zip([1, 3].into_iter().cycle()).map(|(digit, weight)| digit * weight).sum();
            *check == (10 - sum % 10) % 10
        }
        _ => false,
    }
}

/// The first digits and the length identify the issuer. The last digit is a checksum.
fn is_credit_card(text: &str) -> bool {
    let text: String = text.chars().filter(char::is_ascii_digit).collect();
    let issuers = r"^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|6(?:011|5\d\d)\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$";
    let Some(digits) = digits(&text, |_| false).filter(|_| matches(issuers, &text)) else { return false };
    let doubled = |(i, digit): (usize, u32)| match (i % 2, digit * 2) {
        (0, _) => digit,
        (_, double) if double >= 10 => double - 9,
        (_, double) => double,
    };
    digits.into_iter().rev().enumerate().map(doubled).sum::<u32>() % 10 == 0
}
