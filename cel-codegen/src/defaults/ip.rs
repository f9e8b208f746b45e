//! Reads IP addresses as the server's format checks do.

use std::net::{IpAddr, Ipv4Addr};

/// Reads an address. Leading zeros are allowed.
pub(super) fn ip(text: &str) -> Option<IpAddr> {
    if text.contains(':') {
        return text.parse().ok().map(IpAddr::V6);
    }
    let parts: Vec<u8> = text.split('.').map(sloppy_byte).collect::<Option<_>>()?;
    <[u8; 4]>::try_from(parts).ok().map(|bytes| IpAddr::V4(Ipv4Addr::from(bytes)))
}

fn sloppy_byte(text: &str) -> Option<u8> {
    number(text).and_then(|number| number.try_into().ok())
}

/// Reads a number of digits only. Leading zeros are allowed.
pub(super) fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
