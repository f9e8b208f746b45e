//! Checks that a value has its schema's type.

use super::{Findings, Target, formats, number::is_integer};
use cel_compiler::{
    crd::{document::Value, props::SchemaProps},
    library::KubernetesVersion,
};

/// The schemas that the server makes of those with `x-kubernetes-int-or-string` or with a format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Types {
    /// An integer or string has no type, and all formats are kept.
    OfDefaults,
    /// An integer or string has two types, and only the formats that the server supports are kept.
    OfObjects,
}

impl Types {
    pub(super) fn of(self, schema: &SchemaProps) -> &str {
        if self == Types::OfObjects && schema.int_or_string { "integer,string" } else { &schema.ty }
    }

    /// The format, or nothing if the server drops it (k8s: `StripUnsupportedFormatsPostProcessorForVersion`).
    pub(super) fn format(self, schema: &SchemaProps, version: KubernetesVersion) -> &str {
        let format = &*schema.format;
        let ty = if version < KubernetesVersion::FORMATS_BY_TYPE { "string" } else { &*schema.ty };
        let is_kept = self == Types::OfDefaults || formats::is_supported(ty, format, version);
        if is_kept { format } else { "" }
    }
}

pub(super) fn ty(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let (ty, format) = match &target.value.value {
        Value::Null => return,
        Value::Bool(_) => ("boolean", ""),
        Value::Int(_) => ("integer", "int64"),
        Value::Float(_) => ("number", "float64"),
        Value::String(_) => ("string", ""),
        Value::List(_) => ("array", ""),
        Value::Object(_) => ("object", ""),
    };
    let types = target.types.of(schema);
    let are_several = types.contains(',');
    let has = |ty: &str| types == ty || are_several && types.split(',').any(|one| one == ty);
    let fits = has(ty)
        || match target.value.value {
            Value::Float(value) => has("integer") && is_integer(value),
            Value::Int(_) => has("number"),
            _ => false,
        };
    let may_have_format = matches!(target.value.value, Value::String(_) | Value::List(_));
    let is_numeric = has("number") || has("integer");
    let expected = target.format(schema);
    let has_format = !expected.is_empty();
    if has_format && !may_have_format && !fits && format != expected {
        found.push(|| target.wrong_type(expected, format));
    } else if !(fits || has_format && may_have_format && !is_numeric) {
        found.push(|| target.wrong_type(types, ty));
    } else {
        found.matches += 1;
    }
}
