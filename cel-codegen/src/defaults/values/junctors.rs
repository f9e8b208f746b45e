//! Whether a value is one of other schemas: `anyOf`, `oneOf`, `allOf`, `not`.

use super::{Findings, Target, validate_node};
use cel_compiler::crd::props::SchemaProps;
use cel_types::quote::quote;

pub(super) fn junctors(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::with_one_match();
    let target = Target { old: None, ..target };
    let check = |schema: &SchemaProps| validate_node(target, schema);
    let quoted = quote(target.path);
    if !schema.any_of.is_empty() {
        let results = schema.any_of.iter().map(check);
        match first_valid_or_best(results) {
            Ok(valid) => found.merge(valid),
            Err(best) => {
                found.push(target.general(format!("{quoted} must validate at least one schema (anyOf)")));
                found.merge(best);
            }
        }
    }
    if !schema.one_of.is_empty() {
        let results: Vec<Findings> = schema.one_of.iter().map(check).collect();
        let valid = results.iter().filter(|result| result.is_valid()).count();
        let how_many = match valid {
            0 => "Found none valid".to_owned(),
            valid => format!("Found {valid} valid alternatives"),
        };
        if valid != 1 {
            let text = format!("{quoted} must validate one and only one schema (oneOf). {how_many}");
            found.push(target.general(text));
        }
        match first_valid_or_best(results.into_iter()) {
            Ok(only) if valid == 1 => found.merge(only),
            Ok(_) => {}
            Err(best) => found.merge(best),
        }
    }
    found.merge(all_of(target, schema));
    if schema.not.as_deref().is_some_and(|not| check(not).is_valid()) {
        found.push(target.general(format!("{quoted} must not validate the schema (not)")));
    }
    found
}

/// The first result without errors, or else the one with most that is right.
fn first_valid_or_best(results: impl Iterator<Item = Findings>) -> Result<Findings, Findings> {
    let mut best: Option<Findings> = None;
    for result in results {
        if result.is_valid() {
            return Ok(result);
        }
        if best.as_ref().is_none_or(|best| result.matches > best.matches) {
            best = Some(result);
        }
    }
    Err(best.unwrap_or_default())
}

fn all_of(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::default();
    let mut valid = 0;
    for schema in &schema.all_of {
        let result = validate_node(target, schema);
        valid += usize::from(result.is_valid());
        found.merge(result);
    }
    if valid != schema.all_of.len() {
        let none = if valid == 0 { ". None validated" } else { "" };
        let quoted = quote(target.path);
        found.push(target.general(format!("{quoted} must validate all the schemas (allOf){none}")));
    }
    found
}
