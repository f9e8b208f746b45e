//! Scalars that a schema accepts, and some that it just refuses.

use super::{
    Hints, Work, texts,
    work::{below, of_value},
};
use crate::defaults::values::Validity;
use cel_compiler::{
    crd::{
        document::{Node, Position, Value},
        props::SchemaProps,
    },
    library::KubernetesVersion,
};
use std::{cell::RefCell, rc::Rc, sync::Arc};

/// The scalars of a search. Many properties of a resource are alike, such as all names; each kind is worked out once.
pub(super) struct Scalars<'h> {
    hints: &'h Hints,
    work: &'h Work,
    validity: Validity,
    /// The candidates for schemas without others below them.
    known: RefCell<Vec<(Vec<SchemaProps>, Candidates)>>,
}

#[derive(Clone)]
struct Candidates {
    nodes: Rc<[Node]>,
    /// The work of checking them.
    units: usize,
}

impl<'h> Scalars<'h> {
    pub(super) fn new(hints: &'h Hints, work: &'h Work) -> Self {
        Scalars { hints, work, validity: Validity::new(Rc::clone(work.matches())), known: RefCell::default() }
    }

    /// Candidates. Those that all schemas accept come first, then those that the first schema accepts: the objects
    /// must be valid for it. `sources` are the schemas and those in their junctors.
    pub(super) fn of(&self, schemas: &[&SchemaProps], sources: &[&SchemaProps]) -> Rc<[Node]> {
        let kinds: Option<Vec<SchemaProps>> = schemas.iter().map(|schema| kind(schema)).collect();
        let mut known = self.known.borrow_mut();
        let found = kinds.as_ref().and_then(|kinds| known.iter().find(|(known, _)| known == kinds));
        let candidates = match found {
            Some((_, candidates)) => candidates.clone(),
            None => {
                let candidates = candidates(schemas, sources, self);
                known.extend(kinds.map(|kinds| (kinds, candidates.clone())));
                candidates
            }
        };
        self.work.add(candidates.units);
        candidates.nodes
    }
}

/// What matters of a schema for scalars. `None` for one with others below it: these are rarely alike.
fn kind(schema: &SchemaProps) -> Option<SchemaProps> {
    if below(schema).next().is_some() {
        return None;
    }
    let bare = |node: &Node| Node { value: node.value.clone(), at: Position::default() };
    Some(SchemaProps {
        at: Position::default(),
        title: String::new(),
        description: String::new(),
        default: schema.default.as_ref().map(bare),
        example: None,
        external_docs: None,
        enum_values: schema.enum_values.iter().map(bare).collect(),
        rules: Arc::default(),
        ..schema.clone()
    })
}

fn candidates(schemas: &[&SchemaProps], sources: &[&SchemaProps], scalars: &Scalars<'_>) -> Candidates {
    let Scalars { hints, work, validity, .. } = scalars;
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
        let mut all = texts::candidates(sources, hints, work.patterns());
        if is_both {
            all.splice(0..0, ["50%", "0%", "101%"].map(str::to_owned));
        }
        values.extend(all.into_iter().map(|text| Value::String(text.into())));
    }
    let is_anything = |schema: &&SchemaProps| {
        schema.preserve_unknown_fields == Some(true) && schema.ty.is_empty() && !schema.int_or_string
    };
    if sources.iter().any(is_anything) {
        let list = Value::list(Vec::new());
        values.extend([Value::Int(1), Value::String("a".into()), Value::Bool(true), list]);
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
        return Candidates { nodes: nodes.into(), units: 0 };
    }
    let refusing = |node: &Node| {
        let is_wrong = |schema: &&SchemaProps| !validity.accepts(node, schema, KubernetesVersion::default());
        let wrong: Vec<bool> = schemas.iter().map(is_wrong).collect();
        (wrong.iter().filter(|wrong| **wrong).count(), wrong.first().copied())
    };
    nodes.sort_by_cached_key(refusing);
    Candidates { nodes: nodes.into(), units }
}

fn integers(sources: &[&SchemaProps], hints: &Hints) -> Vec<i64> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a bound beyond 64 bits is as good as the last number"
    )]
    let bounds: Vec<i64> = bounds(sources).map(|bound| bound as i64).collect();
    let around = |n: &i64| [*n, n.saturating_add(1), n.saturating_sub(1)];
    let mut all: Vec<i64> = [1, 0].into_iter().collect();
    all.extend(bounds.iter().flat_map(around));
    all.extend(hints.ints.iter().take(MOST_GIVEN).flat_map(around));
    all.extend(bounds.iter().filter_map(|n| n.checked_mul(2)));
    all.extend([2, -1, 3, 7, 100, 100_000]);
    all
}

/// The bounds that keywords set, and those of the formats that the server checks.
fn bounds(sources: &[&SchemaProps]) -> impl Iterator<Item = f64> {
    sources.iter().flat_map(|schema| {
        let of_format = match &*schema.format {
            "int32" => [i32::MIN, i32::MAX].map(|bound| Some(f64::from(bound))),
            // The numbers next to the largest float of 32 bits are rounded to it. Its double is not.
            "float" => [f32::MIN, f32::MAX].map(|bound| Some(f64::from(bound) * 2.0)),
            _ => [None, None],
        };
        let of_keywords = [schema.minimum, schema.maximum, schema.multiple_of];
        of_keywords.into_iter().chain(of_format).flatten()
    })
}

#[expect(clippy::cast_precision_loss, reason = "nearby numbers do as well")]
fn numbers(sources: &[&SchemaProps], hints: &Hints) -> Vec<Value> {
    let hinted = hints.floats.iter().copied().chain(hints.ints.iter().map(|n| *n as f64));
    let all = [1.0, 0.0]
        .into_iter()
        .chain(bounds(sources))
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
