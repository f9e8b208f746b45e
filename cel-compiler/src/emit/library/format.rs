//! Named formats.

use super::Row;

pub(super) const ROWS: &[Row] = &[
    Row::new("format-validate", "format::validate").builds(),
    Row::new("format-named", "format::named"),
    Row::new("format-dns1123Label", "format::dns1123_label"),
    Row::new("format-dns1123Subdomain", "format::dns1123_subdomain"),
    Row::new("format-dns1035Label", "format::dns1035_label"),
    Row::new("format-qualifiedName", "format::qualified_name"),
    Row::new("format-dns1123LabelPrefix", "format::dns1123_label_prefix"),
    Row::new("format-dns1123SubdomainPrefix", "format::dns1123_subdomain_prefix"),
    Row::new("format-dns1035LabelPrefix", "format::dns1035_label_prefix"),
    Row::new("format-labelValue", "format::label_value"),
    Row::new("format-uri", "format::uri"),
    Row::new("format-uuid", "format::uuid"),
    Row::new("format-byte", "format::byte"),
    Row::new("format-date", "format::date"),
    Row::new("format-datetime", "format::datetime"),
];
