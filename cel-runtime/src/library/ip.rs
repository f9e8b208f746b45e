//! IP addresses: `ip(string)` and the functions on them (k8s: `cel/library/ip.go`). Since Kubernetes 1.30.

use super::{
    address::{self, Address, AddressError},
    constant::FromConstant,
};
use crate::{
    cost::Arena,
    eval_error::EvalError,
    ops::{
        equality::Equal,
        ops::{self, Outcome},
    },
};
use cel_types::quote::quote;
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// An IP address, in CEL `net.IP`. It has no zone and is never IPv4 mapped to IPv6. It prints as RFC 5952 recommends.
///
/// ```
/// use cel_runtime::__private::library::ip::Ip;
///
/// assert_eq!(Ip::parse("2001:DB8:0:0::1").unwrap().to_string(), "2001:db8::1");
/// assert_eq!(
///     Ip::parse("1.2.3.04").unwrap_err().to_string(),
///     r#"IP Address "1.2.3.04" parse error during conversion from string: ParseAddr("1.2.3.04"): IPv4 field has octet with leading zero"#
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ip(pub(super) IpAddr);

impl Ip {
    /// Reads an address.
    ///
    /// # Errors
    /// If the text is no address, has a zone, or is an IPv4 address mapped to IPv6.
    #[inline]
    pub fn parse(text: &str) -> Result<Self, IpError<'_>> {
        match address::parse(text) {
            Err(error) => Err(IpError(Why::Syntax(text, error))),
            Ok(Address { has_zone: true, .. }) => Err(IpError(Why::Zone(text))),
            Ok(Address { ip, .. }) if is_mapped(ip) => Err(IpError(Why::Mapped(text))),
            Ok(Address { ip, .. }) => Ok(Ip(ip)),
        }
    }

    /// The address as a type of the standard library.
    #[inline]
    pub fn address(self) -> IpAddr {
        self.0
    }

    /// The size in the cost model: the number of bytes of the address.
    #[inline]
    pub fn size(self) -> u64 {
        if self.0.is_ipv4() { 4 } else { 16 }
    }
}

impl fmt::Display for Ip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Equal for Ip {
    fn equal(self, right: Self) -> bool {
        self == right
    }
}

/// The reason why a text is no IP address, in the server's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpError<'t>(Why<'t>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why<'t> {
    Syntax(&'t str, AddressError<'t>),
    Zone(&'t str),
    Mapped(&'t str),
}

impl fmt::Display for IpError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Why::Syntax(text, error) => {
                write!(f, "IP Address {} parse error during conversion from string: {error}", quote(text))
            }
            Why::Zone(text) => write!(f, "IP address {} with zone value is not allowed", quote(text)),
            Why::Mapped(text) => write!(f, "IPv4-mapped IPv6 address {} is not allowed", quote(text)),
        }
    }
}

impl std::error::Error for IpError<'_> {}

/// `ip(string) -> net.IP`: reads an address. Since 1.30.
///
/// # Errors
/// The errors of [`Ip::parse`].
///
/// ```
/// use cel_runtime::{__private::Arena, library::ip};
///
/// let arena = Arena::new();
/// assert_eq!(ip::ip(&arena, "127.0.0.1").map(ip::is_loopback), Ok(true));
/// assert_eq!(
///     ip::ip(&arena, "fe80::1%eth0").unwrap_err().to_string(),
///     r#"IP address "fe80::1%eth0" with zone value is not allowed"#
/// );
/// ```
#[inline]
pub fn ip<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, Ip> {
    Ip::parse(text).map_err(|error| EvalError::Text(ops::to_string(arena, error)))
}

/// A constant `ip('10.0.0.1')`.
pub type Constant = super::constant::Constant<Ip>;

impl FromConstant for Ip {
    type Value<'a> = Ip;

    #[inline]
    fn read(text: &'static str) -> Option<Self> {
        Ip::parse(text).ok()
    }

    #[inline]
    fn value(self, _: &Arena) -> Ip {
        self
    }

    #[inline]
    fn convert<'a>(arena: &'a Arena, text: &'static str) -> Outcome<'a, Ip> {
        ip(arena, text)
    }
}

/// `isIP(string) -> bool`: true if `ip(string)` can read the text. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::is_ip;
///
/// assert!(is_ip("::1"));
/// assert!(!is_ip("::ffff:127.0.0.1"));
/// ```
#[inline]
pub fn is_ip(text: &str) -> bool {
    Ip::parse(text).is_ok()
}

/// `ip.isCanonical(string) -> bool`: true if `string(ip(..))` gives the same text. Since 1.30.
///
/// # Errors
/// The errors of [`Ip::parse`].
///
/// ```
/// use cel_runtime::{__private::Arena, library::ip::is_canonical};
///
/// let arena = Arena::new();
/// assert_eq!(is_canonical(&arena, "2001:db8::abcd"), Ok(true));
/// assert_eq!(is_canonical(&arena, "2001:DB8::ABCD"), Ok(false));
/// ```
#[inline]
pub fn is_canonical<'a>(arena: &'a Arena, text: &str) -> Outcome<'a, bool> {
    ip(arena, text).map(|address| ops::to_string(arena, address) == text)
}

/// `net.IP.family() -> int`: 4 or 6. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::{Ip, family};
///
/// assert_eq!(Ip::parse("10.0.0.1").map(family), Ok(4));
/// ```
#[inline]
pub fn family(ip: Ip) -> i64 {
    if ip.0.is_ipv4() { 4 } else { 6 }
}

/// `net.IP.isUnspecified() -> bool`: `0.0.0.0` or `::`. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::{Ip, is_unspecified};
///
/// assert_eq!(Ip::parse("::").map(is_unspecified), Ok(true));
/// ```
#[inline]
pub fn is_unspecified(ip: Ip) -> bool {
    ip.0.is_unspecified()
}

/// `net.IP.isLoopback() -> bool`: an address in `127.0.0.0/8`, or `::1`. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::{Ip, is_loopback};
///
/// assert_eq!(Ip::parse("127.1.2.3").map(is_loopback), Ok(true));
/// ```
#[inline]
pub fn is_loopback(ip: Ip) -> bool {
    ip.0.is_loopback()
}

/// `net.IP.isLinkLocalMulticast() -> bool`: an address in `224.0.0.0/24`, or in `ff02::/16` with any flags. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::{Ip, is_link_local_multicast};
///
/// assert_eq!(Ip::parse("ff32::1").map(is_link_local_multicast), Ok(true));
/// assert_eq!(Ip::parse("224.0.1.1").map(is_link_local_multicast), Ok(false));
/// ```
#[inline]
pub fn is_link_local_multicast(ip: Ip) -> bool {
    match ip.0 {
        IpAddr::V4(v4) => matches!(v4.octets(), [224, 0, 0, _]),
        IpAddr::V6(v6) => matches!(v6.octets(), [0xff, flags_and_scope, ..] if flags_and_scope & 0x0f == 2),
    }
}

/// `net.IP.isLinkLocalUnicast() -> bool`: an address in `169.254.0.0/16` or `fe80::/10`. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::{Ip, is_link_local_unicast};
///
/// assert_eq!(Ip::parse("fe80::1").map(is_link_local_unicast), Ok(true));
/// ```
#[inline]
pub fn is_link_local_unicast(ip: Ip) -> bool {
    match ip.0 {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    }
}

/// `net.IP.isGlobalUnicast() -> bool`: an address that is not unspecified, loopback, multicast, link-local or `255.255.255.255`. Private
/// addresses are included. Since 1.30.
///
/// ```
/// use cel_runtime::__private::library::ip::{Ip, is_global_unicast};
///
/// assert_eq!(Ip::parse("10.1.2.3").map(is_global_unicast), Ok(true));
/// assert_eq!(Ip::parse("224.0.0.1").map(is_global_unicast), Ok(false));
/// ```
#[inline]
pub fn is_global_unicast(ip: Ip) -> bool {
    !(is_unspecified(ip)
        || is_loopback(ip)
        || ip.0.is_multicast()
        || is_link_local_unicast(ip)
        || ip.0 == IpAddr::V4(Ipv4Addr::BROADCAST))
}

/// An IPv4 address in `::ffff:0:0/96`. The server refuses it, because one address would have two texts.
#[inline]
pub(super) fn is_mapped(ip: IpAddr) -> bool {
    matches!(ip, IpAddr::V6(v6) if Ipv6Addr::to_ipv4_mapped(&v6).is_some())
}

#[cfg(test)]
mod tests;
