//! The walk through an object that is JSON. The keys and items of the value decide which nodes there are, as on the server
//! (k8s: `apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go`).

use super::{Entries, Json, JsonNode, Trees};
use crate::{
    field_path::Path,
    old_items::{KeyPart, KeyedItems, OldItems, key_part},
    ops::list::CelList,
    validate::Validation,
};

/// A value of a node, and the value that it replaces. Neither is null.
pub struct Place<'v, T: Trees> {
    /// The value.
    pub value: T::Json<'v>,
    /// The value before the update, if there was one.
    pub old: Option<T::Json<'v>>,
}

/// The generated function of a node: runs its rules, then the functions of the nodes below it.
pub type NodeFn<T> = for<'v> fn(&mut Validation<'_>, &Path<'_>, Place<'v, T>);

impl<T: Trees> Clone for Place<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Trees> Copy for Place<'_, T> {}

/// Walks the properties of an object that have rules on or below them.
#[inline]
pub fn properties<T: Trees>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'_, T>,
    nodes: &[(&'static str, NodeFn<T>)],
) {
    let Some(object) = place.value.as_object() else { return };
    for (name, node) in nodes {
        visit(cx, &path.field(name), object.get(name), place.old_entry(name), *node);
    }
}

/// Walks properties that have the same rules. Each line of `names` is a name.
#[inline]
pub fn alike<T: Trees>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'_, T>,
    names: &'static str,
    node: NodeFn<T>,
) {
    let Some(object) = place.value.as_object() else { return };
    for name in names.split('\n') {
        visit(cx, &path.field(name), object.get(name), place.old_entry(name), node);
    }
}

/// Walks the values of a map.
#[inline]
pub fn values<T: Trees>(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_, T>, node: NodeFn<T>) {
    for (key, value) in place.value.as_object().into_iter().flat_map(Entries::entries) {
        visit(cx, &path.key(key), Some(value), place.old_entry(key), node);
    }
}

/// Walks the items of a list. They have no old values.
#[inline]
pub fn items<T: Trees>(cx: &mut Validation<'_>, path: &Path<'_>, place: Place<'_, T>, node: NodeFn<T>) {
    walk_items(cx, path, place, |_| None, node);
}

/// Walks the items of a `list-type: map`. The old value of an item is the first old item with the same keys.
#[inline]
pub fn keyed_items<T: Trees>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'_, T>,
    keys: &'static [&'static str],
    node: NodeFn<T>,
) {
    match *keys {
        [key] => keyed_by(cx, path, place, |item| [key_part(item, key)], node),
        [one, two] => keyed_by(cx, path, place, |item| [one, two].map(|key| key_part(item, key)), node),
        _ => {
            let old = KeyedItems::new(place.old_items(), keys);
            walk_items(cx, path, place, |item| old.find(item), node);
        }
    }
}

/// The same with a function that reads the parts of an item's key.
fn keyed_by<'v, T: Trees, const N: usize>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'v, T>,
    key: impl Fn(T::Json<'v>) -> [Option<KeyPart<'v>>; N],
    node: NodeFn<T>,
) {
    let old = OldItems::of(place.old_items(), key);
    walk_items(cx, path, place, |item| old.find(item), node);
}

fn walk_items<'v, T: Trees>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    place: Place<'v, T>,
    old: impl Fn(T::Json<'v>) -> Option<T::Json<'v>>,
    node: NodeFn<T>,
) {
    for (index, value) in place.value.as_array().into_iter().flat_map(CelList::elements).enumerate() {
        visit(cx, &path.index(index), Some(value), old(value), node);
    }
}

#[inline]
pub(super) fn visit<'v, T: Trees>(
    cx: &mut Validation<'_>,
    path: &Path<'_>,
    value: Option<T::Json<'v>>,
    old: Option<T::Json<'v>>,
    node: NodeFn<T>,
) {
    if let Some(value) = value.filter(|value| !value.is_null())
        && !cx.stopped()
    {
        node(cx, path, Place { value, old: old.filter(|old| !old.is_null()) });
    }
}

/// The list of a value.
type ListOf<'v, T> = <<T as Trees>::Json<'v> as Json<'v>>::List;

impl<'v, T: Trees> Place<'v, T> {
    /// The value for rules. `schema_type` is the node's `type`.
    #[inline]
    pub const fn node(self, schema_type: &'static str) -> JsonNode<'v, T> {
        JsonNode::new(self.value, self.old, schema_type)
    }

    /// The same if no rule uses the old value. Messages do not see it then (k8s: `validation.go`, `validateExpressions`).
    #[inline]
    pub const fn node_without_old(self, schema_type: &'static str) -> JsonNode<'v, T> {
        JsonNode::new(self.value, None, schema_type)
    }

    #[inline]
    fn old_items(&self) -> ListOf<'v, T> {
        self.old.and_then(Json::as_array).unwrap_or_default()
    }

    #[inline]
    fn old_entry(&self, key: &str) -> Option<T::Json<'v>> {
        self.old?.as_object()?.get(key)
    }
}
