//! URLs: `url(string)` and the functions on them (k8s: `cel/library/urls.go`). In all versions of Kubernetes.
//!
//! A URL is defined by Go's `net/url`. This differs from RFC 3986 and from browsers.

mod error;
mod escape;
mod parse;

use self::{
    escape::Part,
    parse::{Parts, is_port},
};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{address::placed, equality::Equal, list::List, map::Map, ops::Outcome},
    work,
};
use std::{borrow::Cow, fmt, ptr::from_ref};

pub use error::UrlError;

/// A URL, in CEL `kubernetes.URL`. It prints in the form that `==` compares: with the scheme in lower case, and with escapes
/// where they are needed.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// let parsed = url::url(&arena, "HTTPS://example.com/a b?q#f").unwrap();
/// assert_eq!(parsed.to_string(), "https://example.com/a%20b?q#f");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Url<'a>(&'a Parts<'a>);

impl Url<'_> {
    /// The address of the value. Copies share it.
    #[inline]
    pub(crate) fn address(self) -> usize {
        from_ref(self.0).addr()
    }
}

impl fmt::Display for Url<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { scheme, opaque, authority, path, query, fragment } = self.0;
        if !scheme.is_empty() {
            write!(f, "{}:", scheme.to_ascii_lowercase())?;
        }
        f.write_str(opaque)?;
        if let Some(authority) = authority {
            if !authority.host.is_empty() || !path.is_empty() || authority.user_info.is_some() {
                f.write_str("//")?;
            }
            if let Some(user_info) = authority.user_info {
                write!(f, "{}@", user_info_text(user_info))?;
            }
            f.write_str(&reencoded(authority.host, Part::Host))?;
        }
        f.write_str(&escape::normalize(path, Part::Path))?;
        if let Some(query) = query {
            write!(f, "?{query}")?;
        }
        if !fragment.is_empty() {
            write!(f, "#{}", escape::normalize(fragment, Part::Fragment))?;
        }
        Ok(())
    }
}

/// `user` or `user:password`
#[inline]
fn user_info_text(user_info: &str) -> String {
    let encoded = |text| reencoded(text, Part::UserInfo);
    match user_info.split_once(':') {
        Some((user, password)) => format!("{}:{}", encoded(user), encoded(password)),
        None => encoded(user_info),
    }
}

#[inline]
fn reencoded(text: &str, part: Part) -> String {
    escape::encode(&escape::decode(text, part), part)
}

impl PartialEq for Url<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Equal for Url<'_> {
    #[inline]
    fn equal(self, right: Self) -> bool {
        self == right
    }
}

/// `url(string) -> kubernetes.URL`: reads a URL. It must have a scheme or start with a slash.
///
/// # Errors
/// If the text is no URL.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// assert!(url::url(&arena, "https://example.com:443/?a=b").is_ok());
/// assert_eq!(
///     url::url(&arena, "example.com").unwrap_err().to_string(),
///     r#"URL parse error during conversion from string: parse "example.com": invalid URI for request"#
/// );
/// ```
#[inline]
pub fn url<'a>(arena: &'a Arena, text: &'a str) -> Outcome<'a, Url<'a>> {
    match parse::parse(text) {
        Ok(parts) => Ok(Url(arena.alloc(parts))),
        Err(error) => {
            let text = bumpalo::format!(in arena, "URL parse error during conversion from string: {}", error);
            Err(EvalError::Text(text.into_bump_str()))
        }
    }
}

/// `isURL(string) -> bool`: true if the text is a URL. It differs from `url(string)` in one point: `#` has no meaning here, so the text
/// after it is read as a part of the path or the query.
///
/// ```
/// use cel_runtime::__private::library::url::is_url;
///
/// assert!(is_url("/path"));
/// assert!(is_url("/path?query#%zz"));
/// assert!(!is_url("path"));
/// ```
#[inline]
pub fn is_url(text: &str) -> bool {
    work::admits_parsed(text) && check(text).is_ok()
}

/// Finds the mistake in a text for which [`is_url`] is false.
///
/// # Errors
/// The mistake.
///
/// ```
/// let error = cel_runtime::__private::library::url::check(":a").unwrap_err();
/// assert_eq!(error.to_string(), r#"parse ":a": missing protocol scheme"#);
/// ```
#[inline]
pub fn check(text: &str) -> Result<(), UrlError<'_>> {
    parse::parse_request(text)
}

/// `kubernetes.URL.getScheme() -> string`: the scheme in lower case, or an empty string.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// assert_eq!(url::url(&arena, "HTTP://h").map(|url| url::get_scheme(&arena, url)), Ok("http"));
/// ```
#[inline]
pub fn get_scheme<'a>(arena: &'a Arena, url: Url<'a>) -> &'a str {
    let scheme = url.0.scheme;
    if scheme.bytes().any(|byte| byte.is_ascii_uppercase()) {
        arena.alloc_str(&scheme.to_ascii_lowercase())
    } else {
        scheme
    }
}

/// `kubernetes.URL.getHost() -> string`: the host with its port, if it has one.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// assert_eq!(url::url(&arena, "http://me@[::1]:80/").map(|url| url::get_host(&arena, url)), Ok("[::1]:80"));
/// ```
#[inline]
pub fn get_host<'a>(arena: &'a Arena, url: Url<'a>) -> &'a str {
    let host = url.0.authority.map_or("", |authority| authority.host);
    text(arena, escape::decode(host, Part::Host))
}

/// `kubernetes.URL.getHostname() -> string`: the host without port and brackets.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// assert_eq!(url::url(&arena, "http://[::1]:80/").map(|url| url::get_hostname(&arena, url)), Ok("::1"));
/// ```
#[inline]
pub fn get_hostname<'a>(arena: &'a Arena, url: Url<'a>) -> &'a str {
    let (host, _) = split_port(get_host(arena, url));
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// `kubernetes.URL.getPort() -> string`: the digits of the port, or an empty string.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// assert_eq!(url::url(&arena, "http://h:0080/").map(|url| url::get_port(&arena, url)), Ok("0080"));
/// ```
#[inline]
pub fn get_port<'a>(arena: &'a Arena, url: Url<'a>) -> &'a str {
    split_port(get_host(arena, url)).1
}

/// `kubernetes.URL.getEscapedPath() -> string`: the path as it is written, if it needs no further escapes.
///
/// ```
/// use cel_runtime::{__private::Arena, library::url};
///
/// let arena = Arena::new();
/// let path = |text| url::url(&arena, text).map(|url| url::get_escaped_path(&arena, url));
/// assert_eq!(path("/a%2fb"), Ok("/a%2fb"));
/// assert_eq!(path("/a b%2fc"), Ok("/a%20b/c"));
/// ```
#[inline]
pub fn get_escaped_path<'a>(arena: &'a Arena, url: Url<'a>) -> &'a str {
    match escape::normalize(url.0.path, Part::Path) {
        Cow::Borrowed(path) => path,
        Cow::Owned(path) => arena.alloc_str(&path),
    }
}

/// `kubernetes.URL.getQuery() -> map(string, list(string))`: the values of each parameter in their order. Parameters with
/// `;` or bad escapes are left out. If there are more than 10000 parameters, the map is empty.
///
/// ```
/// use cel_runtime::{__private::{Arena, ops::{CelList, CelMap}}, library::url};
///
/// let arena = Arena::new();
/// let query = url::get_query(&arena, url::url(&arena, "/?a=1&a=2+3&b").unwrap());
/// assert_eq!(query.value("a").and_then(|values| values.at(1)), Some("2 3"));
/// assert_eq!(query.length(), 2);
/// ```
#[inline]
pub fn get_query<'a>(arena: &'a Arena, url: Url<'a>) -> Map<'a, &'a str, List<'a, &'a str>> {
    let query = url.0.query.unwrap_or_default();
    let parameters = if query.split('&').nth(MAX_PARAMETERS).is_some() { "" } else { query }.split('&');
    let mut parameters: Vec<Parameter<'a>> =
        parameters.filter_map(|parameter| Parameter::parse(arena, parameter)).collect();
    // Names that are not UTF-8 may print the same text and still differ.
    parameters.sort_by(|left, right| (left.shown, &left.name).cmp(&(right.shown, &right.name)));
    let entries: Vec<_> = parameters
        .chunk_by(|left, right| left.name == right.name)
        .filter_map(|same| {
            let values = arena.alloc_slice_fill_iter(same.iter().map(|parameter| parameter.value));
            Some((same.first()?.shown, List::Slice(values)))
        })
        .collect();
    Map::Entries(placed(arena, &entries))
}

const MAX_PARAMETERS: usize = 10_000;

struct Parameter<'a> {
    name: Cow<'a, [u8]>,
    shown: &'a str,
    value: &'a str,
}

impl<'a> Parameter<'a> {
    #[inline]
    fn parse(arena: &'a Arena, parameter: &'a str) -> Option<Self> {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let is_valid = |text| escape::check(text, Part::Parameter).is_ok();
        if parameter.is_empty() || parameter.contains(';') || !is_valid(name) || !is_valid(value) {
            return None;
        }
        let name = escape::decode(name, Part::Parameter);
        let shown = text(arena, name.clone());
        Some(Parameter { name, shown, value: text(arena, escape::decode(value, Part::Parameter)) })
    }
}

/// The host and the port of `host:port`.
#[inline]
fn split_port(host: &str) -> (&str, &str) {
    let port =
        host.rfind(':').and_then(|colon| host.split_at_checked(colon)).filter(|(_, port)| is_port(port));
    port.map_or((host, ""), |(host, port)| (host, port.strip_prefix(':').unwrap_or(port)))
}

/// The unescaped text. A Go string may hold any bytes. Here each byte that is not UTF-8 becomes U+FFFD, as the server prints it and counts
/// it.
#[inline]
fn text<'a>(arena: &'a Arena, bytes: Cow<'a, [u8]>) -> &'a str {
    let bytes = match bytes {
        Cow::Borrowed(bytes) => bytes,
        Cow::Owned(bytes) => arena.alloc_slice_copy(&bytes),
    };
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text;
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    arena.alloc_str(&text)
}

#[cfg(test)]
mod tests;
