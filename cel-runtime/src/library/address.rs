//! Reads IP addresses like Go's `net/netip`. The standard library accepts the same texts but those with zones, and its errors name no reason.

use cel_types::quote::quote_bytes;
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// An address read from text.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub(super) ip: IpAddr,
    /// True for an IPv6 address with `%` and a zone.
    pub(super) has_zone: bool,
}

/// The reason why a text is no address. The text is bytes, because the escapes of a URL may stand for any bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AddressError<'t> {
    text: &'t [u8],
    problem: Problem<'t>,
}

/// The mistake, and the text from its place on. The text is empty if Go names no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Problem<'t> {
    what: &'static str,
    at: &'t [u8],
}

impl fmt::Display for AddressError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseAddr({}): {}", quote_bytes(self.text), self.problem.what)?;
        match self.problem.at {
            [] => Ok(()),
            at => write!(f, " (at {})", quote_bytes(at)),
        }
    }
}

/// Reads an IPv4 address: four numbers up to 255 without leading zeros. `None` for any other text.
#[inline]
pub(super) fn known_v4(text: &str) -> Option<Ipv4Addr> {
    let (first, rest) = octet(text.as_bytes())?;
    let (second, rest) = octet(rest.strip_prefix(b".")?)?;
    let (third, rest) = octet(rest.strip_prefix(b".")?)?;
    let (fourth, rest) = octet(rest.strip_prefix(b".")?)?;
    rest.is_empty().then(|| Ipv4Addr::new(first, second, third, fourth))
}

/// The number that a text begins with, and the text behind its digits. It has at most three of them.
#[inline]
fn octet(text: &[u8]) -> Option<(u8, &[u8])> {
    let digit = |byte: u8| u16::from(byte.wrapping_sub(b'0'));
    let (number, rest) = match text {
        [a @ b'1'..=b'9', b @ b'0'..=b'9', c @ b'0'..=b'9', rest @ ..] => {
            let tens = digit(*a).wrapping_mul(10).wrapping_add(digit(*b));
            (tens.wrapping_mul(10).wrapping_add(digit(*c)), rest)
        }
        [a @ b'1'..=b'9', b @ b'0'..=b'9', rest @ ..] => {
            (digit(*a).wrapping_mul(10).wrapping_add(digit(*b)), rest)
        }
        [a @ b'0'..=b'9', rest @ ..] => (digit(*a), rest),
        _ => return None,
    };
    Some((u8::try_from(number).ok()?, rest))
}

/// Go's `netip.ParseAddr`. The standard library reads most addresses, and is faster.
#[inline]
pub(super) fn parse(text: &str) -> Result<Address, AddressError<'_>> {
    if let Some(ip) = known_v4(text) {
        return Ok(Address { ip: ip.into(), has_zone: false });
    }
    match text.parse() {
        Ok(ip) => Ok(Address { ip, has_zone: false }),
        Err(_) => parse_bytes(text.as_bytes()),
    }
}

/// The same for text that need not be UTF-8. It finds the reason why a text is no address.
#[cold]
#[inline]
pub(super) fn parse_bytes(text: &[u8]) -> Result<Address, AddressError<'_>> {
    let address = match text.iter().find(|byte| matches!(byte, b'.' | b':' | b'%')) {
        Some(b'.') => {
            parse_v4(text).map(|octets| Address { ip: Ipv4Addr::from(octets).into(), has_zone: false })
        }
        Some(b':') => parse_v6(text),
        Some(_) => problem("missing IPv6 address", &[]),
        None => problem("unable to parse IP", &[]),
    };
    address.map_err(|problem| AddressError { text, problem })
}

#[inline]
fn problem<'t, T>(what: &'static str, at: &'t [u8]) -> Result<T, Problem<'t>> {
    Err(Problem { what, at })
}

#[inline]
fn parse_v4(text: &[u8]) -> Result<[u8; 4], Problem<'_>> {
    let mut octets = [0_u8; 4];
    let mut open = octets.iter_mut();
    let (mut octet, mut rest) = (None, text);
    while let [byte, after @ ..] = rest {
        match (byte, octet) {
            (b'0'..=b'9', Some(0)) => return problem("IPv4 field has octet with leading zero", &[]),
            (b'0'..=b'9', _) => {
                let digit = byte.saturating_sub(b'0');
                octet = octet.unwrap_or(0_u8).checked_mul(10).and_then(|octet| octet.checked_add(digit));
                if octet.is_none() {
                    return problem("IPv4 field has value >255", &[]);
                }
            }
            (b'.', None) => return problem("IPv4 field must have at least one digit", rest),
            (b'.', _) if after.is_empty() => return problem("IPv4 field must have at least one digit", rest),
            (b'.', Some(value)) => match open.next() {
                Some(place) if open.len() > 0 => {
                    *place = value;
                    octet = None;
                }
                _ => return problem("IPv4 address too long", &[]),
            },
            _ => return problem("unexpected character", rest),
        }
        rest = after;
    }
    match (open.next(), open.next(), octet) {
        (Some(place), None, Some(value)) => *place = value,
        _ => return problem("IPv4 address too short", &[]),
    }
    Ok(octets)
}

#[inline]
fn parse_v6(text: &[u8]) -> Result<Address, Problem<'_>> {
    let mut parts = text.splitn(2, |byte| *byte == b'%');
    let (groups, zone) = (parts.next().unwrap_or_default(), parts.next());
    if zone.is_some_and(<[u8]>::is_empty) {
        return problem("zone must be a non-empty string", &[]);
    }
    let mut groups = Groups { rest: groups, values: [0; 8], count: 0, ellipsis: None };
    groups.read()?;
    Ok(Address { ip: Ipv6Addr::from(groups.finish()?).into(), has_zone: zone.is_some() })
}

/// The groups of an IPv6 address so far.
struct Groups<'t> {
    rest: &'t [u8],
    values: [u16; 8],
    /// The number of values that were read.
    count: usize,
    /// The number of values before `::`.
    ellipsis: Option<usize>,
}

impl<'t> Groups<'t> {
    #[inline]
    fn read(&mut self) -> Result<(), Problem<'t>> {
        if let [b':', b':', after @ ..] = self.rest {
            (self.ellipsis, self.rest) = (Some(0), after);
        }
        while self.count < self.values.len() && !self.rest.is_empty() {
            let digits = self.rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            if digits > 4 {
                return problem("each group must have 4 or less digits", self.rest);
            }
            let Some((group, after)) = self.rest.split_at_checked(digits).filter(|_| digits > 0) else {
                return problem("each colon-separated field must have at least one digit", self.rest);
            };
            if after.first() == Some(&b'.') {
                return self.read_v4();
            }
            self.push(group.iter().fold(0, |value, digit| value << 4 | hex_value(*digit)));
            self.rest = after;
            self.read_colon()?;
        }
        Ok(())
    }

    /// Reads the colons between two groups.
    #[inline]
    fn read_colon(&mut self) -> Result<(), Problem<'t>> {
        let after = match self.rest {
            [] => return Ok(()),
            [b':'] => return problem("colon must be followed by more characters", self.rest),
            [b':', after @ ..] => after,
            _ => return problem("unexpected character, want colon", self.rest),
        };
        self.rest = match after {
            [b':', ..] if self.ellipsis.is_some() => return problem("multiple :: in address", after),
            [b':', behind @ ..] => {
                self.ellipsis = Some(self.count);
                behind
            }
            _ => after,
        };
        Ok(())
    }

    /// Reads an IPv4 address in place of the last two groups.
    #[inline]
    fn read_v4(&mut self) -> Result<(), Problem<'t>> {
        if self.ellipsis.is_none() && self.count != 6 {
            return problem(
                "embedded IPv4 address must replace the final 2 fields of the address",
                self.rest,
            );
        }
        if self.count > 6 {
            return problem(
                "too many hex fields to fit an embedded IPv4 at the end of the address",
                self.rest,
            );
        }
        let [a, b, c, d] = parse_v4(self.rest)?;
        self.push(u16::from_be_bytes([a, b]));
        self.push(u16::from_be_bytes([c, d]));
        self.rest = &[];
        Ok(())
    }

    #[inline]
    fn push(&mut self, group: u16) {
        if let Some(place) = self.values.get_mut(self.count) {
            *place = group;
            self.count = self.count.saturating_add(1);
        }
    }

    /// Moves the groups after `::` to the end.
    #[inline]
    fn finish(mut self) -> Result<[u16; 8], Problem<'t>> {
        if !self.rest.is_empty() {
            return problem("trailing garbage after address", self.rest);
        }
        match (self.values.len().saturating_sub(self.count), self.ellipsis) {
            (0, None) => {}
            (0, Some(_)) => return problem("the :: must expand to at least one field of zeros", &[]),
            (_, None) => return problem("address string too short", &[]),
            (zeros, Some(before)) => {
                self.values.get_mut(before..).unwrap_or_default().rotate_right(zeros);
            }
        }
        Ok(self.values)
    }
}

/// The value of a hexadecimal digit.
#[inline]
fn hex_value(digit: u8) -> u16 {
    char::from(digit).to_digit(16).and_then(|value| value.try_into().ok()).unwrap_or_default()
}
