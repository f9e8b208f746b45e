//! Checks that a value has its schema's type.

use super::{Findings, Target, number::is_integer};
use cel_compiler::crd::{document::Value, props::SchemaProps};

/// The schemas that the server makes of those with `x-kubernetes-int-or-string`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Types {
    /// Without a type.
    OfDefaults,
    /// With two.
    OfObjects,
}

impl Types {
    pub(super) fn of(self, schema: &SchemaProps) -> &str {
        if self == Types::OfObjects && schema.int_or_string { "integer,string" } else { &schema.ty }
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
    let has_format = !schema.format.is_empty();
    if has_format && !may_have_format && !fits && format != schema.format {
        found.push(|| target.wrong_type(&schema.format, format));
    } else if !(fits || has_format && may_have_format && !is_numeric) {
        found.push(|| target.wrong_type(types, ty));
    } else {
        found.matches += 1;
    }
}
