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
use crate::{rule::REASONS, schema::types};
use std::collections::HashSet;

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

/// The places of the rules that know other types because of such mistakes: these are within the node of the rule. So a mistake in the rule may
/// follow from them.
#[must_use]
pub fn doubtful_rules(crd: &CustomResourceDefinition, lost: &[Lost]) -> HashSet<Position> {
    let mut places: Vec<Position> =
        lost.iter().filter(|lost| lost.changes_types).map(|lost| lost.at).collect();
    places.sort_unstable();
    let mut doubtful = HashSet::new();
    mark_all(crd.versions.iter().map(|version| &version.schema), END, &places, &mut doubtful);
    let mut places: Vec<Position> = lost.iter().map(|lost| lost.at).collect();
    places.sort_unstable();
    crd.versions.iter().for_each(|version| mark_blank(&version.schema, &places, &mut doubtful));
    doubtful
}

/// Marks rules that are blank because a key in them is misspelt: `rules: self.a > 1`.
fn mark_blank(schema: &SchemaProps, places: &[Position], doubtful: &mut HashSet<Position>) {
    let has_none = |rule: &RuleProps| rule.rule.is_empty() && rule.keys.value_at("rule").is_none();
    for (i, rule) in schema.rules.iter().enumerate().filter(|(_, rule)| has_none(rule)) {
        let end = schema.rules.get(i.saturating_add(1)).map_or(END, |next| next.at);
        let first = places.partition_point(|place| *place < rule.at);
        if places.get(first).is_some_and(|place| *place < end) {
            doubtful.insert(rule.rule_at);
        }
    }
    below(schema).for_each(|schema| mark_blank(schema, places, doubtful));
}

/// Marks the rules of schemas that stand before `end`.
fn mark_all<'s>(
    schemas: impl Iterator<Item = &'s SchemaProps>,
    end: Position,
    places: &[Position],
    doubtful: &mut HashSet<Position>,
) {
    let mut schemas: Vec<&SchemaProps> = schemas.collect();
    schemas.sort_by_key(|schema| schema.at);
    for (i, schema) in schemas.iter().enumerate() {
        let end = schemas.get(i.saturating_add(1)).map_or(end, |next| next.at);
        let first = places.partition_point(|place| *place < schema.at);
        if places.get(first).is_some_and(|place| *place < end) {
            doubtful.extend(schema.rules.iter().map(|rule| rule.rule_at));
            mark_all(below(schema), end, places, doubtful);
        }
    }
}

/// The end of any file.
const END: Position = Position { line: u32::MAX, column: u32::MAX };

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
    let [message, help] = Some(&schema.ty).filter(|ty| !ty.is_empty()).and_then(|ty| types::unknown(ty))?;
    Some(Lost {
        at: schema.keys.value_at("type").unwrap_or(schema.at),
        message,
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

#[cfg(test)]
mod tests;
