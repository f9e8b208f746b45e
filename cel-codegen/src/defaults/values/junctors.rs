//! Checks a value against other schemas: `anyOf`, `oneOf`, `allOf`, `not`.
//!
//! Mistakes of an alternative are first only counted, and made where the alternative is the one that is reported.

use super::{Findings, Target, validate_node};
use cel_compiler::crd::props::SchemaProps;
use cel_types::quote::quote;

pub(super) fn junctors(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    found.matches += 1;
    let target = Target { old: None, ..target };
    any_of(target, schema, found);
    one_of(target, schema, found);
    all_of(target, schema, found);
    if schema.not.as_ref().is_some_and(|not| Alternative::new(target, not).is_valid()) {
        found.push(|| target.general(format!("{} must not validate the schema (not)", quoted(target))));
    }
}

/// How a value fits one of several schemas.
struct Alternative<'s> {
    schema: &'s SchemaProps,
    matches: usize,
    mistakes: usize,
}

impl<'s> Alternative<'s> {
    fn new(target: Target<'_>, schema: &'s SchemaProps) -> Self {
        let mut counted = Findings::default();
        validate_node(target, schema, &mut counted);
        Alternative { schema, matches: counted.matches, mistakes: counted.mistakes }
    }

    fn is_valid(&self) -> bool {
        self.mistakes == 0
    }

    /// Adds what was found to the rest.
    fn report(&self, target: Target<'_>, found: &mut Findings) {
        if self.is_valid() || found.room.is_none() {
            found.matches += self.matches;
            found.mistakes += self.mistakes;
        } else {
            validate_node(target, self.schema, found);
        }
    }
}

fn any_of(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let alternatives = schema.any_of.iter().map(|schema| Alternative::new(target, schema));
    let Some(best) = first_valid_or_best(alternatives) else { return };
    if !best.is_valid() {
        found
            .push(|| target.general(format!("{} must validate at least one schema (anyOf)", quoted(target))));
    }
    best.report(target, found);
}

fn one_of(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let alternatives: Vec<Alternative<'_>> =
        schema.one_of.iter().map(|schema| Alternative::new(target, schema)).collect();
    let valid = alternatives.iter().filter(|alternative| alternative.is_valid()).count();
    let Some(best) = first_valid_or_best(alternatives.into_iter()) else { return };
    if valid != 1 {
        let how_many = match valid {
            0 => "Found none valid".to_owned(),
            valid => format!("Found {valid} valid alternatives"),
        };
        found.push(|| {
            let quoted = quoted(target);
            target.general(format!("{quoted} must validate one and only one schema (oneOf). {how_many}"))
        });
    }
    if valid <= 1 {
        best.report(target, found);
    }
}

/// The first alternative without errors, or else the one with most that is right.
fn first_valid_or_best<'s>(alternatives: impl Iterator<Item = Alternative<'s>>) -> Option<Alternative<'s>> {
    let mut best: Option<Alternative<'_>> = None;
    for alternative in alternatives {
        if alternative.is_valid() {
            return Some(alternative);
        }
        if best.as_ref().is_none_or(|best| alternative.matches > best.matches) {
            best = Some(alternative);
        }
    }
    best
}

fn all_of(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let mut valid = 0;
    for schema in &schema.all_of {
        let mark = found.mark();
        validate_node(target, schema, found);
        valid += usize::from(found.is_valid_since(&mark));
    }
    if valid != schema.all_of.len() {
        let none = if valid == 0 { ". None validated" } else { "" };
        found.push(|| {
            target.general(format!("{} must validate all the schemas (allOf){none}", quoted(target)))
        });
    }
}

fn quoted(target: Target<'_>) -> String {
    quote(&target.path.to_string())
}
