//! Parses URLs like Go's `net/url`, with its errors.

use super::{
    error::{UrlError, Why},
    escape::{self, Part},
};
use crate::library::address;
use std::net::IpAddr;

/// The parts of a URL as they stand in the text. A text without scheme, opaque part and authority is a path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts<'t> {
    pub(super) scheme: &'t str,
    /// The text after the scheme if it does not start with a slash: `mailto:x`.
    pub(super) opaque: &'t str,
    pub(super) authority: Option<Authority<'t>>,
    pub(super) path: &'t str,
    /// The text after `?`, if there is one.
    pub(super) query: Option<&'t str>,
    /// The text after `#`.
    pub(super) fragment: &'t str,
}

/// The text between `//` and the path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Authority<'t> {
    pub(super) user_info: Option<&'t str>,
    /// The host with its port.
    pub(super) host: &'t str,
}

/// Go's `url.Parse`, for texts that `url.ParseRequestURI` accepts. The server calls both, because only the first one handles fragments.
#[inline]
pub(super) fn parse(text: &str) -> Result<Parts<'_>, UrlError<'_>> {
    let request = parts(text, true).map_err(|why| UrlError { text, why })?;
    let (before, fragment) = match text.split_once('#') {
        // Without a fragment only a text such as `//host/path` has other parts for `url.Parse`.
        None if !request.scheme.is_empty() || !request.path.starts_with("//") => return Ok(request),
        None => (text, ""),
        Some(parts) => parts,
    };
    let parts = parts(before, false).map_err(|why| UrlError { text: before, why })?;
    escape::check(fragment, Part::Fragment).map_err(|why| UrlError { text, why })?;
    Ok(Parts { fragment, ..parts })
}

/// Go's `url.ParseRequestURI`. `#` is an ordinary character, and without a scheme there is no authority.
#[inline]
pub(super) fn parse_request(text: &str) -> Result<(), UrlError<'_>> {
    parts(text, true).map(drop).map_err(|why| UrlError { text, why })
}

#[inline]
fn parts(text: &str, is_request: bool) -> Result<Parts<'_>, Why<'_>> {
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return Err(Why::ControlCharacter);
    }
    match text {
        "" => return Err(Why::Empty),
        "*" => return Ok(Parts { path: "*", ..Parts::default() }),
        _ => {}
    }
    let (scheme, rest) = split_scheme(text)?;
    let (rest, query) = split_at(rest, rest.find('?'));
    let parts = Parts { scheme, query: query.strip_prefix('?'), ..Parts::default() };
    if !rest.starts_with('/') {
        let opaque = Parts { opaque: rest, ..parts };
        return if scheme.is_empty() { Err(Why::NotAbsolute) } else { Ok(opaque) };
    }
    let may_have_authority = !scheme.is_empty() || !is_request && !rest.starts_with("///");
    let (authority, path) = match rest.strip_prefix("//").filter(|_| may_have_authority) {
        Some(rest) => {
            let (authority, path) = split_at(rest, rest.find('/'));
            (Some(parse_authority(scheme, authority)?), path)
        }
        None => (None, rest),
    };
    escape::check(path, Part::Path)?;
    Ok(Parts { authority, path, ..parts })
}

/// The scheme, if there is one, and the text after its colon.
#[inline]
fn split_scheme(text: &str) -> Result<(&str, &str), Why<'_>> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    match text.split_once(':') {
        Some(("", _)) => Err(Why::NoScheme),
        Some((scheme, rest))
            if scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(is_inner) =>
        {
            Ok((scheme, rest))
        }
        _ => Ok(("", text)),
    }
}

#[inline]
fn parse_authority<'t>(scheme: &str, text: &'t str) -> Result<Authority<'t>, Why<'t>> {
    let (user_info, host) = match text.rsplit_once('@') {
        Some((user_info, host)) => (Some(user_info), host),
        None => (None, text),
    };
    check_host(scheme, host)?;
    if let Some(user_info) = user_info {
        if !user_info.bytes().all(is_user_info) {
            return Err(Why::UserInfo);
        }
        // User and password are checked separately, because no escape includes the colon.
        user_info.splitn(2, ':').try_for_each(|part| escape::check(part, Part::UserInfo))?;
    }
    Ok(Authority { user_info, host })
}

#[inline]
fn is_user_info(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte)
}

#[inline]
fn check_host<'t>(scheme: &str, host: &'t str) -> Result<(), Why<'t>> {
    match (host.rfind('['), host.find(':')) {
        (Some(0), _) => return check_bracketed(host),
        (Some(_), _) => return Err(Why::IpLiteral),
        (None, Some(first)) => {
            // Only web addresses may not have more than one colon.
            let is_web = scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https");
            let colon = if is_web { Some(first) } else { host.rfind(':') };
            check_port(split_at(host, colon).1)?;
        }
        (None, None) => {}
    }
    escape::check(host, Part::Host)
}

/// `[address]` or `[address%25zone]`, with a port or without.
#[inline]
fn check_bracketed(host: &str) -> Result<(), Why<'_>> {
    let Some((inside, port)) = host.strip_prefix('[').and_then(|host| host.rsplit_once(']')) else {
        return Err(Why::NoBracket);
    };
    check_port(port)?;
    let (address, zone) = split_at(inside, inside.find("%25"));
    escape::check(address, Part::Host)?;
    escape::check(zone, Part::Zone)?;
    match address::parse_bytes(&escape::decode(inside, Part::Host)) {
        Err(error) => Err(Why::Address(error.to_string())),
        Ok(address) if matches!(address.ip, IpAddr::V4(_)) => Err(Why::IpLiteral),
        Ok(_) => Ok(()),
    }
}

#[inline]
fn check_port(port: &str) -> Result<(), Why<'_>> {
    if is_port(port) { Ok(()) } else { Err(Why::Port(port)) }
}

/// True for an empty text, and for a colon with or without digits.
#[inline]
pub(super) fn is_port(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix(':').is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Splits the text at a place. Without a place the second part is empty.
#[inline]
fn split_at(text: &str, place: Option<usize>) -> (&str, &str) {
    place.and_then(|place| text.split_at_checked(place)).unwrap_or((text, ""))
}
