//! Address prefixes.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, cidr, ops},
    value::Value,
};

functions! { arena;
    string_to_cidr => (String text) cidr::cidr(arena, text);
    is_cidr => (String text) cidr::is_cidr(text);
    cidr_to_string => (Cidr cidr) ops::to_string(arena, cidr);
    cidr_contains_ip_string => (Cidr cidr, String text) cidr::contains_ip_string(cidr, text);
    cidr_contains_ip_ip => (Cidr cidr, Ip ip) cidr::contains_ip(cidr, ip);
    cidr_contains_cidr_string => (Cidr cidr, String text) cidr::contains_cidr_string(arena, cidr, text);
    cidr_contains_cidr => (Cidr cidr, Cidr other) cidr::contains_cidr(cidr, other);
    cidr_ip => (Cidr cidr) cidr::ip(cidr);
    cidr_masked => (Cidr cidr) cidr::masked(cidr);
    cidr_prefix_length => (Cidr cidr) cidr::prefix_length(cidr);
}
