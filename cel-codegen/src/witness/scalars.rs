//! Scalars that a schema accepts, and some that it just refuses.

use super::{Hints, Work, texts, work::of_value};
use crate::defaults::values::Validity;
use cel_compiler::{
    crd::{
        document::{Node, Position, Value},
        props::SchemaProps,
    },
    library::KubernetesVersion,
};

/// Candidates. Those that all schemas accept come first, then those that the first schema accepts: the objects
/// must be valid for it.
pub(super) fn candidates(
    schemas: &[&SchemaProps],
    sources: &[&SchemaProps],
    hints: &Hints,
    validity: &Validity,
    work: &Work,
) -> Vec<Node> {
    let has = |ty: &str| sources.iter().any(|schema| schema.ty == ty);
    let is_both = sources.iter().any(|schema| schema.int_or_string);
    let mut values: Vec<Value> = Vec::new();
    let given = sources.iter().flat_map(|schema| schema.enum_values.iter().chain(&schema.default));
    let is_scalar = |node: &&Node| !matches!(node.value, Value::List(_) | Value::Object(_));
    values.extend(given.filter(is_scalar).take(MOST_GIVEN).map(|node| node.value.clone()));
    if has("boolean") {
        values.extend([Value::Bool(false), Value::Bool(true)]);
    }
    if has("integer") || is_both {
        values.extend(integers(sources, hints).into_iter().map(Value::Int));
    }
    if has("number") {
        values.extend(numbers(sources, hints));
    }
    if has("string") || is_both {
        let mut all = texts::candidates(sources, hints);
        if is_both {
            all.splice(0..0, ["50%", "0%", "101%"].map(str::to_owned));
        }
        values.extend(all.into_iter().map(|text| Value::String(text.into())));
    }
    if sources.iter().any(|schema| schema.nullable) {
        values.push(Value::Null);
    }
    let mut nodes: Vec<Node> = Vec::new();
    for value in values {
        let node = Node { value, at: Position::default() };
        if !nodes.contains(&node) {
            nodes.push(node);
        }
    }
    let units =
        nodes.iter().map(|node| schemas.iter().map(|schema| of_value(schema, node)).sum::<usize>()).sum();
    // Checking against a large schema takes too long.
    if units > MOST_WORK {
        return nodes;
    }
    work.add(units);
    let refusing = |node: &Node| {
        let is_wrong = |schema: &&SchemaProps| !validity.accepts(node, schema, KubernetesVersion::default());
        let wrong: Vec<bool> = schemas.iter().map(is_wrong).collect();
        (wrong.iter().filter(|wrong| **wrong).count(), wrong.first().copied())
    };
    nodes.sort_by_cached_key(refusing);
    nodes
}

fn integers(sources: &[&SchemaProps], hints: &Hints) -> Vec<i64> {
    let bounds = sources.iter().flat_map(|schema| [schema.minimum, schema.maximum, schema.multiple_of]);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a bound beyond 64 bits is as good as the last number"
    )]
    let bounds: Vec<i64> = bounds.flatten().map(|bound| bound as i64).collect();
    let around = |n: &i64| [*n, n.saturating_add(1), n.saturating_sub(1)];
    let mut all: Vec<i64> = [1, 0].into_iter().collect();
    all.extend(bounds.iter().flat_map(around));
    all.extend(hints.ints.iter().take(MOST_GIVEN).flat_map(around));
    all.extend(bounds.iter().filter_map(|n| n.checked_mul(2)));
    all.extend([2, -1, 3, 7, 100, 100_000]);
    all
}

#[expect(clippy::cast_precision_loss, reason = "nearby numbers do as well")]
fn numbers(sources: &[&SchemaProps], hints: &Hints) -> Vec<Value> {
    let bounds =
        sources.iter().flat_map(|schema| [schema.minimum, schema.maximum, schema.multiple_of]).flatten();
    let hinted = hints.floats.iter().copied().chain(hints.ints.iter().map(|n| *n as f64));
    let all = [1.0, 0.0]
        .into_iter()
        .chain(bounds)
        .chain(hinted.take(MOST_GIVEN))
        .flat_map(|x| [x, x + 0.5, x - 0.5, x + 1.0, x - 1.0]);
    let value = |x: f64| match format!("{x}").parse() {
        // Storage writes whole numbers as integers.
        Ok(whole) => Value::Int(whole),
        Err(_) => Value::Float(x),
    };
    all.filter(|x| x.is_finite()).map(value).collect()
}

const MOST_GIVEN: usize = 24;
const MOST_WORK: usize = 20_000;
