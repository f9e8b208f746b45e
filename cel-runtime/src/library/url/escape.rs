//! Percent-encoding. Each part of a URL allows other bytes.

use super::error::Why;
use std::borrow::Cow;

/// A part of a URL.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part {
    UserInfo,
    Host,
    /// The zone of an IPv6 address.
    Zone,
    Path,
    /// The name or the value of a parameter.
    Parameter,
    Fragment,
}

impl Part {
    /// Characters that the part may hold without escapes, beside letters, digits and `-_.~`.
    #[inline]
    fn plain(self) -> &'static [u8] {
        match self {
            Part::UserInfo => b"$&+,;=",
            Part::Host | Part::Zone => b"!$&'()*+,;=:[]<>\"",
            Part::Path => b"$&+,/:;=@",
            Part::Parameter => b"",
            Part::Fragment => b"!()*$&+,/:;=?@",
        }
    }

    #[inline]
    fn is_plain(self, byte: u8) -> bool {
        is_unreserved(byte) || self.plain().contains(&byte)
    }

    /// True if the byte may be escaped. In a host only `%` and bytes that are not ASCII may be. In a zone `%`, a space,
    /// and the bytes that need no escape may be.
    #[inline]
    fn may_escape(self, byte: u8) -> bool {
        match self {
            Part::Host => !byte.is_ascii() || byte == b'%',
            Part::Zone => matches!(byte, b'%' | b' ') || self.is_plain(byte),
            Part::UserInfo | Part::Path | Part::Parameter | Part::Fragment => true,
        }
    }
}

/// Finds the first invalid escape, and in hosts the first invalid character.
#[inline]
pub(super) fn check(text: &str, part: Part) -> Result<(), Why<'_>> {
    let is_host = matches!(part, Part::Host | Part::Zone);
    if !is_host && !text.as_bytes().contains(&b'%') {
        return Ok(());
    }
    let mut rest = text.as_bytes();
    loop {
        rest = match rest {
            [] => return Ok(()),
            [b'%', after @ ..] => match escaped(after) {
                Some((byte, after)) if part.may_escape(byte) => after,
                _ => return Err(Why::Escape(rest.get(..3).unwrap_or(rest))),
            },
            [byte, ..] if is_host && byte.is_ascii() && !part.is_plain(*byte) => {
                return Err(Why::HostCharacter(char::from(*byte)));
            }
            [_, after @ ..] => after,
        };
    }
}

/// Text with its escapes replaced.
#[inline]
pub(super) fn decode(text: &str, part: Part) -> Cow<'_, [u8]> {
    let is_special = |byte: u8| byte == b'%' || byte == b'+' && part == Part::Parameter;
    if !text.bytes().any(is_special) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, after) = match first {
            b'%' => escaped(after).unwrap_or((b'%', after)),
            b'+' if part == Part::Parameter => (b' ', after),
            byte => (*byte, after),
        };
        decoded.push(byte);
        rest = after;
    }
    Cow::Owned(decoded)
}

/// Encodes bytes for a part.
#[inline]
pub(super) fn encode(bytes: &[u8], part: Part) -> String {
    let mut encoded = String::with_capacity(bytes.len());
    for byte in bytes {
        if part.is_plain(*byte) {
            encoded.push(char::from(*byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// The text of a path or fragment as it is written in a URL. It stays if all its characters are allowed. Otherwise it is decoded and
/// encoded again.
#[inline]
pub(super) fn normalize(text: &str, part: Part) -> Cow<'_, str> {
    if text.bytes().all(|byte| part.is_plain(byte) || b"!'()*[]%".contains(&byte)) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(encode(&decode(text, part), part))
    }
}

/// The byte of the two digits at the start of a text, and the text after them.
#[inline]
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let ([high, low], after) = text.split_first_chunk()?;
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some((digit(high)? << 4 | digit(low)?, after))
}

#[inline]
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)
}
