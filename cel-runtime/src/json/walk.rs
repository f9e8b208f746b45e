//! The walk through an object that is JSON. The keys and items of the value decide which nodes there are, as on the server
//! (k8s: `apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go`).

use super::{Json, JsonNode};
use crate::{
    error::ErrorList,
    field_path::Path,
    old_items::{KeyPart, KeyedItems, OldItems, key_part},
    options::{Options, SERVER},
    ratcheting::{Ratcheting, Shape},
    validate::{Report, Validation, Warnings},
};

/// A value of a node, and the value that it replaces. Neither is null.
#[derive(Clone, Copy, Debug)]
pub struct Place<'v> {
    /// The value.
    pub value: &'v Json,
    /// The value before the update, if there was one.
    pub old: Option<&'v Json>,
}

/// The generated function of a node: runs its rules, then the functions of the nodes below it.
pub type NodeFn = for<'v> fn(&mut Validation<'_>, &Path<'_>, Place<'v>);

/// Validates an object. `shape` is the shape of its schema.
#[inline]
pub fn evaluate(
    new: &Json,
    old: Option<&Json>,
    options: &Options,
    root: NodeFn,
    shape: &'static Shape,
) -> Report {
    let ratcheting = old.filter(|_| options.ratcheting).map(|old| Ratcheting::new(new, old, shape));
    Validation::report(options, ratcheting, &|validation| {
        let path = Path::starting_at(&options.path);
        visit(validation, &path, Some(new), old, root);
    })
}

/// Lists the errors of an object, or its warnings if there are none. There is no report.
///
/// # Errors
/// All rules that failed.
#[inline]
pub fn validate(
    new: &Json,
    old: Option<&Json>,
    root: NodeFn,
    shape: &'static Shape,
) -> Result<Warnings, ErrorList> {
    let mut ratcheting = old.map(|old| Ratcheting::new(new, old, shape));
    Validation::verdict(ratcheting.as_mut(), |validation| {
        let path = Path::starting_at(&SERVER.path);
        visit(validation, &path, Some(new), old, root);
    })
}

/// Walks the properties of an object that have rules on or below them.
#[inline]
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

/// Walks properties that have the same rules. Each line of `names` is a name.
#[inline]
pub fn alike(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_>, names: &'static str, node: NodeFn) {
    let Some(object) = place.value.as_object() else { return };
    for name in names.split('\n') {
        visit(cx, &path.field(name), object.get(name), place.old_entry(name), node);
    }
}

/// Walks the values of a map.
#[inline]
pub fn values(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_>, node: NodeFn) {
    for (key, value) in place.value.as_object().into_iter().flatten() {
        visit(cx, &path.key(key), Some(value), place.old_entry(key), node);
    }
}

/// Walks the items of a list. They have no old values.
#[inline]
pub fn items(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_>, node: NodeFn) {
    walk_items(cx, path, place, |_| None, node);
}

/// Walks the items of a `list-type: map`. The old value of an item is the first old item with the same keys.
#[inline]
pub fn keyed_items(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'_>,
    keys: &'static [&'static str],
    node: NodeFn,
) {
    match *keys {
        [key] => keyed_by(cx, path, place, |item| [key_part(item, key)], node),
        [one, two] => keyed_by(cx, path, place, |item| [one, two].map(|key| key_part(item, key)), node),
        _ => {
            let old = place.old.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
            let old = KeyedItems::new(old, keys);
            walk_items(cx, path, place, |item| old.find(item), node);
        }
    }
}

/// The same with a function that reads the parts of an item's key.
fn keyed_by<'v, const N: usize>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'v>,
    key: impl Fn(&'v Json) -> [Option<KeyPart<'v>>; N],
    node: NodeFn,
) {
    let old = place.old.and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let old = OldItems::of(old, key);
    walk_items(cx, path, place, |item| old.find(item), node);
}

fn walk_items<'v>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'v>,
    old: impl Fn(&'v Json) -> Option<&'v Json>,
    node: NodeFn,
) {
    for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
        visit(cx, &path.index(index), Some(value), old(value), node);
    }
}

#[inline]
fn visit(cx: &mut Validation<'_>, path: &Path<'_>, value: Option<&Json>, old: Option<&Json>, node: NodeFn) {
    if let Some(value) = value.filter(|value| !value.is_null())
        && !cx.stopped()
    {
        node(cx, path, Place { value, old: old.filter(|old| !old.is_null()) });
    }
}

impl<'v> Place<'v> {
    /// The value for rules. `schema_type` is the node's `type`.
    #[inline]
    pub const fn node(self, schema_type: &'static str) -> JsonNode<'v> {
        JsonNode::new(self.value, self.old, schema_type)
    }

    /// The same if no rule uses the old value. Messages do not see it then (k8s: `validation.go`, `validateExpressions`).
    #[inline]
    pub const fn node_without_old(self, schema_type: &'static str) -> JsonNode<'v> {
        JsonNode::new(self.value, None, schema_type)
    }

    #[inline]
    fn old_entry(&self, key: &str) -> Option<&'v Json> {
        self.old?.as_object()?.get(key)
    }
}
