//! Errors of URLs, in the words of Go's `net/url`.

use cel_types::quote::{quote, quote_bytes};
use std::fmt;

/// The reason why a text is no URL, in the server's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlError<'t> {
    pub(super) text: &'t str,
    pub(super) why: Why<'t>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why<'t> {
    ControlCharacter,
    Empty,
    NotAbsolute,
    NoScheme,
    /// `%` and the bytes after it. They are bytes, because Go cuts characters here.
    Escape(&'t [u8]),
    HostCharacter(char),
    Port(&'t str),
    NoBracket,
    IpLiteral,
    /// The text in brackets is no address. This is the error of `ParseAddr`.
    Address(String),
    UserInfo,
}

impl fmt::Display for UrlError<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "parse {}: ", quote(self.text))?;
        match &self.why {
            Why::ControlCharacter => f.write_str("net/url: invalid control character in URL"),
            Why::Empty => f.write_str("empty url"),
            Why::NotAbsolute => f.write_str("invalid URI for request"),
            Why::NoScheme => f.write_str("missing protocol scheme"),
            Why::Escape(escape) => write!(f, "invalid URL escape {}", quote_bytes(escape)),
            Why::HostCharacter(character) => {
                write!(f, "invalid character {} in host name", quote(&character.to_string()))
            }
            Why::Port(port) => write!(f, "invalid port {} after host", quote(port)),
            Why::NoBracket => f.write_str("missing ']' in host"),
            Why::IpLiteral => f.write_str("invalid IP-literal"),
            Why::Address(error) => write!(f, "invalid host: {error}"),
            Why::UserInfo => f.write_str("net/url: invalid userinfo"),
        }
    }
}

impl std::error::Error for UrlError<'_> {}
