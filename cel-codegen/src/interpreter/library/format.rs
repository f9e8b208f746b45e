//! Named formats.

use super::{Row, rows};
use cel_runtime::__private::{generated::format, value::Value};

pub(super) const ROWS: &[Row] = rows! { arena;
    "format-validate" => (NamedFormat format, String text) format::validate(arena, format, text);
    "format-named" => (String name) format::named(name);
    "format-dns1123Label" => () format::dns1123_label();
    "format-dns1123Subdomain" => () format::dns1123_subdomain();
    "format-dns1035Label" => () format::dns1035_label();
    "format-qualifiedName" => () format::qualified_name();
    "format-dns1123LabelPrefix" => () format::dns1123_label_prefix();
    "format-dns1123SubdomainPrefix" => () format::dns1123_subdomain_prefix();
    "format-dns1035LabelPrefix" => () format::dns1035_label_prefix();
    "format-labelValue" => () format::label_value();
    "format-uri" => () format::uri();
    "format-uuid" => () format::uuid();
    "format-byte" => () format::byte();
    "format-date" => () format::date();
    "format-datetime" => () format::datetime();
};
