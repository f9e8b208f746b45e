//! IP addresses.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("string_to_ip", "ip::ip").builds().fallible(),
    Row::new("is_ip", "ip::is_ip"),
    Row::new("ip_is_canonical", "ip::is_canonical").builds().fallible(),
    Row::new("ip_to_string", "ops::to_string").builds(),
    Row::new("ip_family", "ip::family"),
    Row::new("ip_is_unspecified", "ip::is_unspecified"),
    Row::new("ip_is_loopback", "ip::is_loopback"),
    Row::new("ip_is_link_local_multicast", "ip::is_link_local_multicast"),
    Row::new("ip_is_link_local_unicast", "ip::is_link_local_unicast"),
    Row::new("ip_is_global_unicast", "ip::is_global_unicast"),
];
