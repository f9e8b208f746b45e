//! Rules of a CRD that would never run, although they compile: a server drops a key that it does not know, and knows no rules where a
//! schema has no type.

mod keys;

use super::{
    decl_type::has_type,
    definition::CustomResourceDefinition,
    document::Position,
    field_path,
    props::{Items, RuleProps, SchemaProps},
};
use crate::{checker::nearest, rule::REASONS};
use std::borrow::Cow;

/// A mistake that loses a rule, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Where it stands.
    pub at: Position,
    /// The mistake.
    pub message: String,
    /// Advice.
    pub help: Option<String>,
    /// True if rules know other types because of it: an unknown property may then follow from it.
    pub changes_types: bool,
}

/// Everything in the schemas of a CRD that loses rules.
///
/// ```
/// use cel_compiler::crd::{definition::CrdFile, lost};
///
/// let file = CrdFile::read(
///     "apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// spec:
///   versions:
///   - name: v1
///     schema: {openAPIV3Schema: {type: object, x-kubernetes-validation: [{rule: self.a > 1}]}}
/// ",
/// )
/// .unwrap();
/// let lost = lost::of_crd(&file.crds[0]);
/// assert_eq!(lost[0].message, "API servers know no field `x-kubernetes-validation`, and drop it");
/// assert_eq!(lost[0].help.as_deref(), Some("did you mean `x-kubernetes-validations`?"));
/// ```
#[must_use]
pub fn of_crd(crd: &CustomResourceDefinition) -> Vec<Lost> {
    let mut found = keys::of_crd(&crd.node);
    for version in &crd.versions {
        of_schema(&version.schema, false, &mut found);
    }
    found
}

/// `is_lost` is true where a schema around it has no type for the rules.
fn of_schema(schema: &SchemaProps, mut is_lost: bool, found: &mut Vec<Lost>) {
    found.extend(unknown_type(schema));
    found.extend(schema.rules.iter().flat_map(|rule| in_rule(schema, rule)));
    if !is_lost && !has_type(schema) && ruled(schema).is_some() {
        is_lost = true;
        found.extend(without_type(schema));
    }
    for (keyword, schemas) in junctors(schema) {
        let ruled = schemas.iter().filter_map(ruled);
        found.extend(ruled.map(|at| Lost {
            at,
            message: format!("API servers refuse rules below `{keyword}`"),
            help: Some(format!("write the rule beside `{keyword}`")),
            changes_types: false,
        }));
    }
    below(schema).for_each(|schema| of_schema(schema, is_lost, found));
}

/// `type: int`
fn unknown_type(schema: &SchemaProps) -> Option<Lost> {
    if schema.ty.is_empty() || TYPES.contains(&&*schema.ty) {
        return None;
    }
    let meant = nearest(&schema.ty, TYPES.iter().map(|ty| Cow::from(*ty)));
    let meant = meant.or_else(|| other_type(&schema.ty).map(Cow::from));
    let help = match meant {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("the types are `{}`", TYPES.join("`, `")),
    };
    Some(Lost {
        at: schema.keys.value_at("type").unwrap_or(schema.at),
        message: format!("schemas have no type `{}`", schema.ty.escape_debug()),
        help: Some(help),
        changes_types: true,
    })
}

/// The innermost schema that keeps this one from having a type.
fn without_type(schema: &SchemaProps) -> Option<Lost> {
    let inner = schema.item_schema().or_else(|| schema.value_schema());
    if let Some(inner) = inner.filter(|inner| !has_type(inner)) {
        return without_type(inner);
    }
    let (message, help) = match &*schema.ty {
        "" if schema.properties.is_empty() => ("no rule runs here: the schema has no `type`", "add a `type`"),
        "" => ("no rule runs here: the schema has no `type`", "add `type: object`"),
        "array" => {
            ("no rule runs here: the list has no `items`", "say what they are: `items: {type: string}`")
        }
        _ => return None, // a type that is unknown
    };
    Some(Lost {
        at: schema.at,
        message: message.to_owned(),
        help: Some(help.to_owned()),
        changes_types: true,
    })
}

/// `fieldPath: .spec.port`, where there is no such property, and `reason: Wrong`.
fn in_rule(schema: &SchemaProps, rule: &RuleProps) -> Vec<Lost> {
    let lost = |key: &str, message: String, help: Option<String>| {
        let at = rule.keys.value_at(key).unwrap_or(rule.at);
        Lost { at, message, help, changes_types: false }
    };
    let path = &rule.field_path;
    let has_path = path.is_empty() || field_path::resolve(schema, path).is_ok();
    let of_path = (!has_path).then(|| {
        let message = format!("`fieldPath` leads to no property: {path:?}");
        lost("fieldPath", message, field_path::advice(schema, path))
    });
    let reason = rule.reason.as_deref().filter(|reason| !REASONS.contains(reason));
    let of_reason = reason.map(|reason| {
        let message = format!("API servers know no reason {reason:?}");
        lost("reason", message, Some(format!("the reasons are `{}`", REASONS.join("`, `"))))
    });
    of_path.into_iter().chain(of_reason).collect()
}

/// The first rule in a schema or below it.
fn ruled(schema: &SchemaProps) -> Option<Position> {
    let own = schema.rules.first().map(|rule| rule.rule_at);
    let others = || junctors(schema).flat_map(|(_, schemas)| schemas).find_map(ruled);
    own.or_else(|| below(schema).find_map(ruled)).or_else(others)
}

/// The schemas of properties, items and values.
fn below(schema: &SchemaProps) -> impl Iterator<Item = &SchemaProps> {
    let items = match &schema.items {
        Some(Items::Several(schemas)) => schemas.as_slice(),
        _ => &[],
    };
    let properties = schema.properties.iter().map(|property| &property.schema);
    properties.chain(schema.item_schema()).chain(items).chain(schema.value_schema())
}

fn junctors(schema: &SchemaProps) -> impl Iterator<Item = (&'static str, &[SchemaProps])> {
    let not = schema.not.as_deref().map(std::slice::from_ref).unwrap_or_default();
    let (all_of, any_of, one_of) = (&*schema.all_of, &*schema.any_of, &*schema.one_of);
    [("not", not), ("allOf", all_of), ("anyOf", any_of), ("oneOf", one_of)].into_iter()
}

/// Types that other languages have.
fn other_type(ty: &str) -> Option<&'static str> {
    Some(match ty.to_lowercase().as_str() {
        "int" | "int32" | "int64" | "long" => "integer",
        "float" | "double" => "number",
        "str" | "text" => "string",
        "bool" => "boolean",
        "list" => "array",
        "map" | "struct" => "object",
        _ => return None,
    })
}

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

#[cfg(test)]
mod tests;
