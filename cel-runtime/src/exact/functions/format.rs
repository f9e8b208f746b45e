//! Named formats.

use super::{Function, functions};
use crate::{
    arena::Arena,
    ops::{Outcome, format},
    value::Value,
};

functions! { arena;
    format_validate => (NamedFormat format, String text) format::validate(arena, format, text);
    format_named => (String name) format::named(name);
    format_dns1123Label => () format::dns1123_label();
    format_dns1123Subdomain => () format::dns1123_subdomain();
    format_dns1035Label => () format::dns1035_label();
    format_qualifiedName => () format::qualified_name();
    format_dns1123LabelPrefix => () format::dns1123_label_prefix();
    format_dns1123SubdomainPrefix => () format::dns1123_subdomain_prefix();
    format_dns1035LabelPrefix => () format::dns1035_label_prefix();
    format_labelValue => () format::label_value();
    format_uri => () format::uri();
    format_uuid => () format::uuid();
    format_byte => () format::byte();
    format_date => () format::date();
    format_datetime => () format::datetime();
}
