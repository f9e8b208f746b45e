//! The walk through an object that is JSON: from node to node by what the value is, as the server goes
//! (k8s: `apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go`).

use super::{Json, JsonNode};
use crate::{
    field_path::Path,
    validate::{Options, Report, Validation},
};

/// A value of a node, and the value that it replaces. Neither is null.
#[derive(Clone, Copy, Debug)]
pub struct Place<'v> {
    /// The value.
    pub value: &'v Json,
    /// The value before the update, if there was one.
    pub old: Option<&'v Json>,
}

/// The generated function of a node: its rules, then what is below it.
pub type NodeFn = for<'v> fn(&mut Validation<'_>, &Path<'_>, Place<'v>);

/// Validates an object.
pub fn evaluate(new: &Json, old: Option<&Json>, options: &Options, root: NodeFn) -> Report {
    Validation::report(options, |validation| {
        let path = Path::starting_at(&options.path);
        visit(validation, &path, Some(new), old, root);
    })
}

/// The properties of an object that have rules, or something below them has.
pub fn properties(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'_>,
    nodes: &'static [(&'static str, NodeFn)],
) {
    let Some(object) = place.value.as_object() else { return };
    for (name, node) in nodes {
        visit(cx, &path.field(name), object.get(*name), place.old_entry(name), *node);
    }
}

/// The values of a map.
pub fn values(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_>, node: NodeFn) {
    for (key, value) in place.value.as_object().into_iter().flatten() {
        visit(cx, &path.key(key), Some(value), place.old_entry(key), node);
    }
}

/// The items of a list; they replace none.
pub fn items(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_>, node: NodeFn) {
    for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
        visit(cx, &path.index(index), Some(value), None, node);
    }
}

/// The items of a `list-type: map`; each replaces the first one with the same keys.
pub fn keyed_items(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'_>,
    keys: &'static [&'static str],
    node: NodeFn,
) {
    let old = place.old.and_then(Json::as_array);
    for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
        let old = old.and_then(|old| old.iter().find(|old| have_same_keys(old, value, keys)));
        visit(cx, &path.index(index), Some(value), old, node);
    }
}

fn visit(cx: &mut Validation<'_>, path: &Path<'_>, value: Option<&Json>, old: Option<&Json>, node: NodeFn) {
    if let Some(value) = value.filter(|value| !value.is_null())
        && !cx.stopped()
    {
        node(cx, path, Place { value, old: old.filter(|old| !old.is_null()) });
    }
}

impl<'v> Place<'v> {
    /// The value for rules; `schema_type` is the node's `type`.
    pub const fn node(self, schema_type: &'static str) -> JsonNode<'v> {
        JsonNode::new(self.value, self.old, schema_type)
    }

    /// The same without the value before the update.
    #[must_use]
    pub const fn without_old(self) -> Self {
        Place { old: None, ..self }
    }

    fn old_entry(&self, key: &str) -> Option<&'v Json> {
        self.old?.as_object()?.get(key)
    }
}

/// Both have all keys, with values that Go's decoder gives one type and that are equal.
fn have_same_keys(old: &Json, new: &Json, keys: &[&str]) -> bool {
    keys.iter().all(|key| match (old.get(key), new.get(key)) {
        (Some(Json::Number(old)), Some(Json::Number(new))) => match (old.as_i64(), new.as_i64()) {
            (Some(old), Some(new)) => old == new,
            (None, None) => old.as_f64() == new.as_f64(),
            _ => false,
        },
        (Some(old @ (Json::String(_) | Json::Bool(_))), Some(new)) => old == new,
        _ => false,
    })
}
