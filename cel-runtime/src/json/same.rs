//! `==` of JSON values that match a schema without formats. Such values are compared directly, without a view of each part
//! (`ops/dynamic/equal.rs`).

use super::{Entries, Json, Lists, Map, object::Object};
use crate::{
    ops::{equality::Equal, list::CelList},
    short,
    work::{self, Steps},
};

/// The schema of a value that can be compared directly.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// `type: boolean`
    Bool,
    /// `type: integer`
    Int,
    /// `type: number`
    Double,
    /// `type: string` without a format.
    Text,
    /// A list, by the form of its items.
    List(&'static Form),
    /// A map, by the form of its values.
    Map(&'static Form),
    /// An object with these properties, sorted by their names.
    Object(&'static [(&'static str, Form)]),
}

/// `left == right` for lists of one form. `None` if something does not match its schema, is null, or has a key that the schema does not
/// describe: then the general comparison decides.
#[inline]
pub fn same_lists<'a, L>(left: L, right: L, form: &'static Form) -> Option<bool>
where
    L: CelList<'a, Item: Lists<'a>>,
{
    if left.length() != right.length() || !work::admits_parts(left.length(), Steps::Element) {
        return Some(false);
    }
    for (left, right) in left.elements().zip(right.elements()) {
        if !same(left, right, form)? {
            return Some(false);
        }
    }
    Some(true)
}

/// The same for maps, by the form of their values.
#[inline]
pub fn same_maps<'a, E: Entries<'a, Value: Lists<'a>>>(
    left: Map<'a, E>,
    right: Map<'a, E>,
    form: &'static Form,
) -> Option<bool> {
    same_entries(left.0, right.0, |_| Some(form))
}

/// The same for objects, by the forms of their properties, sorted by name.
#[inline]
pub fn same_objects<'a, E: Entries<'a, Value: Lists<'a>>>(
    left: Object<'a, E>,
    right: Object<'a, E>,
    properties: &'static [(&'static str, Form)],
) -> Option<bool> {
    let mut rest = properties.iter();
    same_entries(left.0, right.0, |name| {
        let is_it = |(known, _): &&(&str, Form)| short::are_same(known.as_bytes(), name.as_bytes());
        let (_, form) = rest.find(is_it).or_else(|| {
            rest = properties.iter(); // the keys are not sorted
            rest.find(is_it)
        })?;
        Some(form)
    })
}

/// The keys in the order of the left map decide, as in the general comparison. Maps that are equal mostly have the same keys in the same
/// order.
fn same_entries<'a, E: Entries<'a, Value: Lists<'a>>>(
    left: E,
    right: E,
    mut form: impl FnMut(&str) -> Option<&'static Form>,
) -> Option<bool> {
    if left.length() != right.length() || !work::admits_parts(left.length(), Steps::Entry) {
        return Some(false);
    }
    for ((name, left), (other, right_here)) in left.entries().zip(right.entries()) {
        let form = form(name)?;
        let right = if name.equal(other) {
            Some(right_here)
        } else if work::admits_parts(1, Steps::Lookup) && work::admits_key(name.as_bytes()) {
            right.get(name)
        } else {
            return Some(false);
        };
        let is_same = match right {
            Some(right) => same(left, right, form)?,
            // A property that is null is like one that is absent.
            None if left.is_null() => return None,
            None => false,
        };
        if !is_same {
            return Some(false);
        }
    }
    Some(true)
}

#[inline]
fn same<'a, J: Lists<'a>>(left: J, right: J, form: &'static Form) -> Option<bool> {
    Some(match form {
        Form::Text => left.as_str()?.equal(right.as_str()?),
        Form::Int => left.as_i64()? == right.as_i64()?,
        Form::Bool => left.as_bool()? == right.as_bool()?,
        Form::Double => left.as_f64()?.equal(right.as_f64()?),
        Form::List(items) => same_lists(left.as_array()?, right.as_array()?, items)?,
        Form::Map(values) => same_entries(left.as_object()?, right.as_object()?, |_| Some(values))?,
        Form::Object(properties) => {
            same_objects(Object::new(left.as_object()?), Object::new(right.as_object()?), properties)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Memory;
    use serde_json::{Value, json};

    const ITEM: Form = Form::Object(&[("name", Form::Text), ("port", Form::Int), ("share", Form::Double)]);

    #[track_caller]
    #[inline]
    fn check(left: Value, right: Value, form: &'static Form, expected: Option<bool>) {
        let (texts, memory) = ([left.to_string(), right.to_string()], Memory::new());
        let [read, other] = texts.each_ref().map(|text| memory.read(text.as_bytes()).unwrap());
        assert_eq!(same(&left, &right, form), expected, "{left} == {right}");
        assert_eq!(same(read, other, form), expected, "{left} == {right}");
    }

    #[test]
    fn values_that_match_their_schema_are_compared() {
        check(json!({"name": "a", "port": 1}), json!({"port": 1, "name": "a"}), &ITEM, Some(true));
        check(json!({"name": "a", "port": 1}), json!({"name": "a", "port": 2}), &ITEM, Some(false));
        check(json!({"name": "a"}), json!({"port": 1}), &ITEM, Some(false));
        check(json!({"name": "a"}), json!({"name": "a", "port": 1}), &ITEM, Some(false));
        check(json!({"share": 1}), json!({"share": 1.0}), &ITEM, Some(true));
        check(json!([1, 2]), json!([1, 2]), &Form::List(&Form::Int), Some(true));
        check(json!([1, 2]), json!([2, 1]), &Form::List(&Form::Int), Some(false));
        check(json!([1, "a"]), json!([2, "a"]), &Form::List(&Form::Int), Some(false));
        check(json!({"a": [true]}), json!({"a": [true]}), &Form::Map(&Form::List(&Form::Bool)), Some(true));
        check(json!({"a": [true]}), json!({"b": [true]}), &Form::Map(&Form::List(&Form::Bool)), Some(false));
    }

    #[test]
    fn others_are_left_to_the_general_comparison() {
        check(json!({"name": null, "port": 1}), json!({"port": 1, "share": 1}), &ITEM, None);
        check(json!({"port": 1, "name": "a"}), json!({"port": 1, "name": null}), &ITEM, None);
        check(json!({"unknown": 1}), json!({"unknown": 1}), &ITEM, None);
        check(json!([1, "a"]), json!([1, "a"]), &Form::List(&Form::Int), None);
        check(json!([1.5]), json!([1.5]), &Form::List(&Form::Int), None);
        check(json!([18_446_744_073_709_551_615_u64]), json!([1]), &Form::List(&Form::Int), None);
        check(json!({"a": null}), json!({"a": null}), &Form::Map(&Form::Text), None);
    }
}
