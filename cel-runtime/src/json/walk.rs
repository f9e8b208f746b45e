//! The walk through an object that is JSON. The keys and items of the value decide which nodes there are, as on the server
//! (k8s: `apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go`).

use super::{Json, JsonNode};
use crate::{
    field_path::Path,
    old_items::{KeyPart, KeyedItems, OldItems, key_part},
    validate::Validation,
};

/// A value of a node, and the value that it replaces. Neither is null.
#[derive(Clone, Copy, Debug)]
pub struct Place<'v> {
    /// The value.
    pub value: Json<'v>,
    /// The value before the update, if there was one.
    pub old: Option<Json<'v>>,
}

/// The generated function of a node: runs its rules, then the functions of the nodes below it.
pub type NodeFn = for<'v> fn(&mut Validation<'_>, &Path<'_>, Place<'v>);

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
            let old = place.old.and_then(Json::as_array).unwrap_or_default();
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
    key: impl Fn(Json<'v>) -> [Option<KeyPart<'v>>; N],
    node: NodeFn,
) {
    let old = place.old.and_then(Json::as_array).unwrap_or_default();
    let old = OldItems::of(old, key);
    walk_items(cx, path, place, |item| old.find(item), node);
}

fn walk_items<'v>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'v>,
    old: impl Fn(Json<'v>) -> Option<Json<'v>>,
    node: NodeFn,
) {
    for (index, value) in place.value.as_array().into_iter().flatten().enumerate() {
        visit(cx, &path.index(index), Some(value), old(value), node);
    }
}

#[inline]
pub(super) fn visit(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    value: Option<Json<'_>>,
    old: Option<Json<'_>>,
    node: NodeFn,
) {
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
    fn old_entry(&self, key: &str) -> Option<Json<'v>> {
        self.old?.as_object()?.get(key)
    }
}
