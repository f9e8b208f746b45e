//! Pairs the parts of a new object with those of the old one, and compares them (k8s: `cel/common/equality.go`).

use cel_compiler::crd::{
    document::{Node, Value},
    props::SchemaProps,
};
use std::{cell::RefCell, collections::HashMap, ptr::from_ref, rc::Rc};

/// A part of a new object and the old part at the same place.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'v> {
    new: &'v Node,
    old: &'v Node,
    schema: &'v SchemaProps,
    known: &'v Known,
}

/// Earlier results, by the addresses of the parts.
#[derive(Default)]
pub(crate) struct Known {
    equal: RefCell<HashMap<(usize, usize), bool>>,
    items: RefCell<HashMap<usize, Items>>,
}

/// The index of each item by its keys. If several have the same keys, the first one counts.
type Items = Rc<HashMap<String, usize>>;

impl<'v> Pair<'v> {
    pub(crate) fn new(new: &'v Node, old: &'v Node, schema: &'v SchemaProps, known: &'v Known) -> Self {
        Pair { new, old, schema, known }
    }

    /// A property, if both objects have it and the schema knows it.
    pub(crate) fn key(self, key: &str) -> Option<Self> {
        let schema = self.schema.property(key).or_else(|| self.schema.value_schema())?;
        Some(Pair { new: self.new.field(key)?, old: self.old.field(key)?, schema, known: self.known })
    }

    /// An item with the old one. Only lists with keys can find it.
    pub(crate) fn index(self, i: usize) -> Option<Self> {
        let (Value::List(new), Value::List(old)) = (&self.new.value, &self.old.value) else { return None };
        if self.schema.list_type.as_deref() != Some("map") {
            return None;
        }
        let new = new.get(i)?;
        let at = *self.items(old).get(&key(self.schema, new)?)?;
        Some(Pair { new, old: old.get(at)?, schema: self.schema.item_schema()?, known: self.known })
    }

    fn items(self, old: &[Node]) -> Items {
        let mut known = self.known.items.borrow_mut();
        let items = known.entry(from_ref(self.old).addr()).or_insert_with(|| {
            let mut items = HashMap::new();
            for (i, item) in old.iter().enumerate() {
                if let Some(key) = key(self.schema, item) {
                    items.entry(key).or_insert(i);
                }
            }
            Rc::new(items)
        });
        Rc::clone(items)
    }

    /// True if nothing has changed. An object with a property that is not in the schema is never equal.
    pub(crate) fn is_equal(self) -> bool {
        let place = (from_ref(self.new).addr(), from_ref(self.old).addr());
        if let Some(known) = self.known.equal.borrow().get(&place) {
            return *known;
        }
        let equal = self.compare();
        self.known.equal.borrow_mut().insert(place, equal);
        equal
    }

    fn compare(self) -> bool {
        match (&self.new.value, &self.old.value) {
            (Value::List(new), Value::List(old)) => {
                if new.len() != old.len() {
                    return false;
                }
                if self.schema.list_type.as_deref() != Some("map") || self.schema.item_schema().is_none() {
                    return same(self.new, self.old);
                }
                (0..new.len()).all(|i| self.index(i).is_some_and(Pair::is_equal))
            }
            (Value::Object(new), Value::Object(old)) => {
                new.len() == old.len()
                    && new.iter().all(|entry| self.key(&entry.key).is_some_and(Pair::is_equal))
            }
            _ => same(self.new, self.old),
        }
    }
}

/// Equality of Go's `reflect.DeepEqual`. Positions in files do not count.
pub(crate) fn same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|entry| b.find(&entry.key).is_some_and(|other| same(&entry.value, &other.value)))
        }
        (a, b) => a == b,
    }
}

/// The keys of a list's item as text. Only scalars can be keys.
fn key(schema: &SchemaProps, item: &Node) -> Option<String> {
    let mut text = String::new();
    for key in &schema.list_map_keys {
        text.push('\0');
        match &item.field(key)?.value {
            Value::Bool(value) => text += &value.to_string(),
            Value::Int(value) => text += &value.to_string(),
            Value::Float(value) => text += &format!("f{value}"),
            Value::String(value) => text += &format!("{value:?}"),
            Value::Null | Value::List(_) | Value::Object(_) => return None,
        }
    }
    Some(text)
}
