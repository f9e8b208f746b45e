//! Address prefixes: `cidr(string)` and the functions on them (k8s: `cel/library/cidr.go`). Since Kubernetes 1.30.

use super::{
    address::{self, AddressError},
    constant::FromConstant,
    ip::{Ip, is_mapped},
};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        equality::Equal,
        ops::{self, Outcome},
    },
};
use cel_types::{number::parse_uint, quote::quote};
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// An address and the number of its significant bits, CEL's `net.CIDR`. The other bits are kept and compared.
///
/// ```
/// use cel_runtime::__private::library::cidr::Cidr;
///
/// let prefix = Cidr::parse("10.0.0.1/8").unwrap();
/// assert_eq!(prefix.to_string(), "10.0.0.1/8");
/// assert_ne!(prefix, Cidr::parse("10.0.0.0/8").unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cidr {
    address: IpAddr,
    bits: u8,
}

impl Cidr {
    /// Reads a prefix: an address, a slash, and a length without sign or leading zeros.
    ///
    /// # Errors
    /// If the text is no prefix, has a zone, or has an IPv4 address mapped to IPv6.
    #[inline]
    pub fn parse(text: &str) -> Result<Self, CidrError<'_>> {
        let fail = |why| Err(CidrError { text, why });
        let Some((address, length)) = text.rsplit_once('/') else {
            return fail(Why::NoSlash);
        };
        let address = match address::parse(address) {
            Err(error) => return fail(Why::Address(error)),
            Ok(address) if address.has_zone => return fail(Why::Zone),
            Ok(address) => address.ip,
        };
        let has_leading_zero = length.len() > 1 && length.starts_with('0');
        let bits = match parse_uint(length) {
            // The server reads an int.
            Some(bits) if !has_leading_zero && i64::try_from(bits).is_ok() => bits,
            _ => return fail(Why::BadBits(length)),
        };
        match u8::try_from(bits) {
            Ok(bits) if bits <= width(address) && is_mapped(address) => fail(Why::Mapped),
            Ok(bits) if bits <= width(address) => Ok(Cidr { address, bits }),
            _ => fail(Why::OutOfRange),
        }
    }

    /// The size in the cost model: the number of bytes with significant bits.
    #[inline]
    pub fn size(self) -> u64 {
        u64::from(self.bits).div_ceil(8)
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

impl Equal for Cidr {
    fn equal(self, right: Self) -> bool {
        self == right
    }
}

/// The reason why a text is no prefix, in the server's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CidrError<'t> {
    text: &'t str,
    why: Why<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why<'t> {
    NoSlash,
    Address(AddressError<'t>),
    Zone,
    BadBits(&'t str),
    OutOfRange,
    Mapped,
}

impl fmt::Display for CidrError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = quote(self.text);
        f.write_str(PREFIX)?;
        if self.why == Why::Mapped {
            return write!(f, "IPv4-mapped IPv6 address {text} is not allowed");
        }
        write!(f, "{PREFIX}netip.ParsePrefix({text}): ")?; // the server also writes this twice
        match self.why {
            Why::NoSlash => f.write_str("no '/'"),
            Why::Address(error) => error.fmt(f),
            Why::Zone => f.write_str("IPv6 zones cannot be present in a prefix"),
            Why::BadBits(bits) => write!(f, "bad bits after slash: {}", quote(bits)),
            Why::OutOfRange | Why::Mapped => f.write_str("prefix length out of range"),
        }
    }
}

impl std::error::Error for CidrError<'_> {}

const PREFIX: &str = "network address parse error during conversion from string: ";

/// `cidr(string) -> net.CIDR`: reads a prefix. Since 1.30.
///
/// # Errors
/// The errors of [`Cidr::parse`].
///
/// ```
/// use cel_runtime::{__private::Arena, library::cidr};
///
/// let arena = Arena::new();
/// assert_eq!(cidr::cidr(&arena, "10.0.0.0/8").map(cidr::prefix_length), Ok(8));
/// assert!(cidr::cidr(&arena, "10.0.0.0").unwrap_err().to_string().ends_with("no '/'"));
/// ```
#[inline]
pub fn cidr<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Cidr> {
    Cidr::parse(text).map_err(|error| EvalError::Text(ops::to_string(arena, error)))
}

/// A constant `cidr('10.0.0.0/8')`.
pub type Constant = super::constant::Constant<Cidr>;

impl FromConstant for Cidr {
    type Value<'a> = Cidr;

    #[inline]
    fn read(text: &'static str) -> Option<Self> {
        Cidr::parse(text).ok()
    }

    #[inline]
    fn value(self, _: &Arena) -> Cidr {
        self
    }

    #[inline]
    fn convert<'a>(arena: &'a Arena, text: &'static str) -> Outcome<'a, Cidr> {
        cidr(arena, text)
    }
}

/// `isCIDR(string) -> bool`: true if `cidr(string)` can read the text. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::cidr::is_cidr;
///
/// assert!(is_cidr("::/0"));
/// assert!(!is_cidr("10.0.0.0/33"));
/// ```
#[inline]
pub fn is_cidr(text: &str) -> bool {
    Cidr::parse(text).is_ok()
}

/// `net.CIDR.containsIP(net.IP) -> bool`: true if the address begins with the bits of the prefix. An address of the other family never
/// does. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::{cidr::{Cidr, contains_ip}, ip::Ip};
///
/// let prefix = Cidr::parse("192.168.0.0/16").unwrap();
/// assert!(contains_ip(prefix, Ip::parse("192.168.1.2").unwrap()));
/// assert!(!contains_ip(prefix, Ip::parse("::1").unwrap()));
/// ```
#[inline]
pub fn contains_ip(cidr: Cidr, ip: Ip) -> bool {
    let dropped = u32::from(width(cidr.address).saturating_sub(cidr.bits));
    match (cidr.address, ip.0) {
        (IpAddr::V4(own), IpAddr::V4(ip)) => {
            (own.to_bits() ^ ip.to_bits()).checked_shr(dropped).is_none_or(|bits| bits == 0)
        }
        (IpAddr::V6(own), IpAddr::V6(ip)) => {
            (own.to_bits() ^ ip.to_bits()).checked_shr(dropped).is_none_or(|bits| bits == 0)
        }
        _ => false,
    }
}

/// `net.CIDR.containsIP(string) -> bool`: the same for `ip(string)`. Since 1.30.
///
/// # Errors
/// `no such overload` if the text is no address. The server loses the reason.
///
/// ```
/// use cel_runtime::__private::library::cidr::{Cidr, contains_ip_string};
///
/// let prefix = Cidr::parse("192.168.0.0/16").unwrap();
/// assert_eq!(contains_ip_string(prefix, "192.168.1.2"), Ok(true));
/// assert_eq!(contains_ip_string(prefix, "junk").unwrap_err().to_string(), "no such overload");
/// ```
#[inline]
pub fn contains_ip_string<'a>(cidr: Cidr, text: &str) -> Outcome<'a, bool> {
    match address::known_v4(text) {
        Some(ip) => Ok(contains_ip(cidr, Ip(ip.into()))),
        None => contains_other(cidr, text),
    }
}

#[inline]
fn contains_other<'a>(cidr: Cidr, text: &str) -> Outcome<'a, bool> {
    Ip::parse(text).map(|ip| contains_ip(cidr, ip)).map_err(|_| EvalError::NoSuchOverload)
}

/// `net.CIDR.containsCIDR(net.CIDR) -> bool`: true if this prefix contains all addresses of the other one. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::cidr::{Cidr, contains_cidr};
///
/// let prefix = Cidr::parse("192.168.0.0/16").unwrap();
/// assert!(contains_cidr(prefix, Cidr::parse("192.168.3.0/24").unwrap()));
/// assert!(!contains_cidr(prefix, Cidr::parse("192.0.0.0/8").unwrap()));
/// ```
#[inline]
pub fn contains_cidr(cidr: Cidr, other: Cidr) -> bool {
    cidr.bits <= other.bits && contains_ip(cidr, Ip(other.address))
}

/// `net.CIDR.containsCIDR(string) -> bool`: the same for `cidr(string)`. Since 1.30.
///
/// # Errors
/// The errors of [`Cidr::parse`].
///
/// ```
/// use cel_runtime::{__private::Arena, library::cidr::{Cidr, contains_cidr_string}};
///
/// let prefix = Cidr::parse("192.168.0.0/16").unwrap();
/// assert_eq!(contains_cidr_string(&Arena::new(), prefix, "192.168.3.0/24"), Ok(true));
/// ```
#[inline]
pub fn contains_cidr_string<'a>(arena: &'a Arena, prefix: Cidr, text: &str) -> Outcome<'a, bool> {
    cidr(arena, text).map(|other| contains_cidr(prefix, other))
}

/// `net.CIDR.ip() -> net.IP`: the address before the slash. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::cidr::{Cidr, ip};
///
/// assert_eq!(ip(Cidr::parse("10.0.0.1/8").unwrap()).to_string(), "10.0.0.1");
/// ```
#[inline]
pub fn ip(cidr: Cidr) -> Ip {
    Ip(cidr.address)
}

/// `net.CIDR.masked() -> net.CIDR`: the prefix with all other bits set to zero. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::cidr::{Cidr, masked};
///
/// assert_eq!(masked(Cidr::parse("10.0.0.1/8").unwrap()).to_string(), "10.0.0.0/8");
/// ```
#[inline]
pub fn masked(cidr: Cidr) -> Cidr {
    Cidr { address: masked_address(cidr.address, cidr.bits), bits: cidr.bits }
}

/// `net.CIDR.prefixLength() -> int`: the number after the slash. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::cidr::{Cidr, prefix_length};
///
/// assert_eq!(Cidr::parse("::1/64").map(prefix_length), Ok(64));
/// ```
#[inline]
pub fn prefix_length(cidr: Cidr) -> i64 {
    cidr.bits.into()
}

/// The address with all bits after the first `bits` set to zero.
#[inline]
fn masked_address(address: IpAddr, bits: u8) -> IpAddr {
    let dropped = u32::from(width(address).saturating_sub(bits));
    match address {
        IpAddr::V4(v4) => {
            let mask = u32::MAX.checked_shl(dropped).unwrap_or_default();
            Ipv4Addr::from_bits(v4.to_bits() & mask).into()
        }
        IpAddr::V6(v6) => {
            let mask = u128::MAX.checked_shl(dropped).unwrap_or_default();
            Ipv6Addr::from_bits(v6.to_bits() & mask).into()
        }
    }
}

/// The number of bits of an address.
#[inline]
fn width(address: IpAddr) -> u8 {
    if address.is_ipv4() { 32 } else { 128 }
}

#[cfg(test)]
mod tests;
