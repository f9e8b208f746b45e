//! IP addresses.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, ip, ops},
    value::Value,
};

functions! { arena;
    string_to_ip => (String text) ip::ip(arena, text);
    is_ip => (String text) ip::is_ip(text);
    ip_is_canonical => (String text) ip::is_canonical(arena, text);
    ip_to_string => (Ip ip) ops::to_string(arena, ip);
    ip_family => (Ip ip) ip::family(ip);
    ip_is_unspecified => (Ip ip) ip::is_unspecified(ip);
    ip_is_loopback => (Ip ip) ip::is_loopback(ip);
    ip_is_link_local_multicast => (Ip ip) ip::is_link_local_multicast(ip);
    ip_is_link_local_unicast => (Ip ip) ip::is_link_local_unicast(ip);
    ip_is_global_unicast => (Ip ip) ip::is_global_unicast(ip);
}
