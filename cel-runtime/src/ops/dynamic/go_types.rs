//! Names of Go's types.

use super::is_built;
use crate::{
    ops::{CelList, CelMap},
    value::{ListType, MapValue, Value},
};
use cel_types::TypeName;

/// The Go type of a value, as errors of cel-go print it.
#[inline]
pub fn go_type(value: Value<'_>) -> &'static str {
    match value.type_name() {
        TypeName::Bool => "types.Bool",
        TypeName::Int => "types.Int",
        TypeName::Uint => "types.Uint",
        TypeName::Double => "types.Double",
        TypeName::String => "types.String",
        TypeName::Bytes => "types.Bytes",
        TypeName::Null => "types.Null",
        TypeName::List => go_list(value),
        TypeName::Map => go_map(value),
        TypeName::Timestamp => "types.Timestamp",
        TypeName::Duration => "types.Duration",
        TypeName::Type => "*types.Type",
        TypeName::Optional => "*types.Optional",
        TypeName::Quantity => go_quantity(value),
        TypeName::Url => "cel.URL",
        TypeName::Semver => "cel.Semver",
        TypeName::NamedFormat => "cel.Format",
        TypeName::Ip => "cel.IP",
        TypeName::Cidr => "cel.CIDR",
        TypeName::Empty | TypeName::FieldsEntry => "*types.protoObj",
        TypeName::Unknown => "*common.unknownPreserved",
    }
}

#[inline]
fn go_quantity(value: Value<'_>) -> &'static str {
    match value {
        Value::Quantity(quantity) if quantity.is_derived() => "*cel.Quantity",
        _ => "cel.Quantity",
    }
}

#[inline]
fn go_map(value: Value<'_>) -> &'static str {
    match value {
        Value::Map(MapValue { is_native: true, .. }) => "*common.unstructuredMap",
        Value::Map(map) if map.entries.is_mutable() => "*types.mutableMap",
        _ => "*types.baseMap",
    }
}

#[inline]
fn go_list(value: Value<'_>) -> &'static str {
    let Value::List(list) = value else { return "*types.baseList" };
    match (list.list_type, is_built(list)) {
        (ListType::Literal, _) if list.elements.is_joined() => "*types.concatList",
        (ListType::Literal, _) if list.elements.is_mutable() => "*types.mutableList",
        (ListType::Literal, _) => "*types.baseList",
        (ListType::Atomic, _) => "*common.unstructuredList",
        (ListType::Set, false) => "*common.unstructuredSetList",
        (ListType::Set, true) => "*common.refValSetList",
        (ListType::Map(_), _) => "*common.unstructuredMapList",
        (ListType::Merged(_), _) => "*common.refValMapList",
    }
}
