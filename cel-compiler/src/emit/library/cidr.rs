//! Address prefixes.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("string_to_cidr", "cidr::cidr").builds().fallible(),
    Row::new("is_cidr", "cidr::is_cidr"),
    Row::new("cidr_to_string", "ops::to_string").builds(),
    Row::new("cidr_contains_ip_string", "cidr::contains_ip_string").fallible(),
    Row::new("cidr_contains_ip_ip", "cidr::contains_ip"),
    Row::new("cidr_contains_cidr_string", "cidr::contains_cidr_string").builds().fallible(),
    Row::new("cidr_contains_cidr", "cidr::contains_cidr"),
    Row::new("cidr_ip", "cidr::ip"),
    Row::new("cidr_masked", "cidr::masked"),
    Row::new("cidr_prefix_length", "cidr::prefix_length"),
];
