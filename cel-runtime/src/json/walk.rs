//! The walk through an object that is JSON. The keys and items of the value decide which nodes there are, as on the server
//! (k8s: `apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go`).

use super::{Entries, Json, JsonNode, Trees};
use crate::{
    field_path::Path,
    old_items::{KeyPart, KeyedItems, OldItems, key_part},
    ops::list::CelList,
    short,
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

/// The properties of an object, which is not compiled for each number of names.
fn look_up<'v, E: Entries<'v>>(object: E, names: &[&str], found: &mut [Option<E::Value>]) {
    let mut wanted = names.iter().zip(found);
    let found = |value: E::Value| (!value.is_null()).then_some(value);
    // In an object with few other entries, one way through all of them is shorter than a search for each.
    if !object.is_sorted() || object.length() > names.len().saturating_mul(4) {
        wanted.for_each(|(name, place)| *place = object.get(name).and_then(found));
        return;
    }
    let Some((mut name, mut place)) = wanted.next() else { return };
    for (key, value) in object.entries() {
        loop {
            let is_found = short::are_same(key.as_bytes(), name.as_bytes());
            if is_found {
                *place = found(value);
            } else if key < *name {
                break;
            }
            match wanted.next() {
                Some(next) => (name, place) = next,
                None => return,
            }
            if is_found {
                break;
            }
        }
    }
}

/// The list of a value.
type ListOf<'v, T> = <<T as Trees>::Json<'v> as Json<'v>>::List;

impl<'v, T: Trees> Place<'v, T> {
    /// The value for rules. `schema_type` is the node's `type`, and empty for int-or-string. The properties are those that rules find at
    /// their places.
    #[inline]
    pub fn node<'n>(self, schema_type: &'static str, properties: &'n [Option<T::Json<'n>>]) -> JsonNode<'n, T>
    where
        'v: 'n,
    {
        JsonNode { value: T::shorten(self.value), old: self.old.map(T::shorten), schema_type, properties }
    }

    /// The same if no rule uses the old value. Messages do not see it then (k8s: `validation.go`, `validateExpressions`).
    #[inline]
    pub fn node_without_old<'n>(
        self,
        schema_type: &'static str,
        properties: &'n [Option<T::Json<'n>>],
    ) -> JsonNode<'n, T>
    where
        'v: 'n,
    {
        JsonNode { old: None, ..self.node(schema_type, properties) }
    }

    /// Looks up properties. The names are sorted. A null property is absent.
    #[inline]
    pub fn properties<'n, const N: usize>(self, names: [&'static str; N]) -> [Option<T::Json<'n>>; N]
    where
        'v: 'n,
    {
        let mut found = [None; N];
        if let Some(object) = T::shorten(self.value).as_object() {
            look_up(object, &names, &mut found);
        }
        found
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::trees::SerdeTrees;
    use serde_json::json;

    /// In a small object the names and the entries are compared in turn, in a large one each name is searched.
    #[test]
    fn properties_are_found_in_objects_of_all_sizes() {
        let names = ["a", "ab", "c", "d-long-name", "e", "z"];
        for others in [0, 3, 10, 100] {
            for there in 0..64_u32 {
                let mut object = serde_json::Map::new();
                for (i, name) in names.iter().enumerate().filter(|(i, _)| there & (1 << i) != 0) {
                    let value = if *name == "e" { json!(null) } else { json!(i) };
                    object.insert((*name).to_owned(), value);
                }
                for i in 0..others {
                    object.insert(format!("{}{i}", ["b", "a", "d", "zz"][i % 4]), json!(true));
                }
                let value = json!(object);
                let place = Place::<SerdeTrees> { value: &value, old: None };
                let expected = names.map(|name| value.get(name).filter(|value| !value.is_null()));
                assert_eq!(place.properties(names), expected, "{value}");
            }
        }
        let place = Place::<SerdeTrees> { value: &json!([1]), old: None };
        assert_eq!(place.properties(names), [None; 6]);
    }
}
