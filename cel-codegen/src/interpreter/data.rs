//! Reads JSON as values of a schema's nodes. A part is converted when a rule reads it (docs/spec/semantics.md §1.2).

use cel_compiler::{
    env::ObjectView,
    schema::{
        self, DeclField, DeclKind, DeclType, Schema,
        escaping::{escape, unescape},
        reference::resolve,
    },
};
use cel_runtime::__private::{
    Arena, EvalError,
    ops::{
        Outcome,
        json::{self, AnyJson, Json},
        map::{Entries, Map},
        object::AsObject,
    },
    value::{self, ItemKey, ListType, MapValue, Value},
};
use std::{borrow::Cow, cell::RefCell, collections::HashMap, ptr::from_ref};

/// Reads JSON as values of a schema's nodes.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    arena: &'a Arena,
    schema: Option<&'a Schema>,
    views: Option<&'a Views<'a>>,
}

/// The lists, maps and objects that were read, by the addresses of their nodes and their JSON. A loop that
/// reads `self.items` in each round takes memory for it only once.
#[derive(Default)]
pub struct Views<'a>(RefCell<HashMap<[usize; 2], Value<'a>>>);

impl<'a> Reader<'a> {
    /// A reader for nodes that refer to the definitions of `schema`.
    #[must_use]
    pub fn new(arena: &'a Arena, schema: Option<&'a Schema>) -> Self {
        Reader { arena, schema, views: None }
    }

    /// The same reader, but it reads each list, map and object only once. Do not use it for an expression where
    /// they are keys of a map: there each read must give another key.
    #[must_use]
    pub fn keeping(self, views: &'a Views<'a>) -> Self {
        Reader { views: Some(views), ..self }
    }

    /// The value of a node. If a part does not match its schema, reading that part is an error.
    ///
    /// # Errors
    /// The value as a whole does not match its schema.
    pub fn read(self, node: &'a DeclType, json: AnyJson<'a>) -> Outcome<'a, Value<'a>> {
        let Some(node) = resolve(self.schema, node) else {
            return json::int_or_string(self.arena, json);
        };
        let is_viewed =
            matches!(node.kind, DeclKind::List { .. } | DeclKind::Map { .. } | DeclKind::Object { .. });
        let Some(Views(views)) = self.views.filter(|_| is_viewed) else { return self.view(node, json) };
        let place = [from_ref(node).addr(), json.address()];
        if let Some(known) = views.borrow().get(&place) {
            return Ok(*known);
        }
        let view = self.view(node, json)?;
        views.borrow_mut().insert(place, view);
        Ok(view)
    }

    fn view(self, node: &'a DeclType, json: AnyJson<'a>) -> Outcome<'a, Value<'a>> {
        let arena = self.arena;
        Ok(match &node.kind {
            DeclKind::Bool => Value::Bool(json::bool(arena, json)?),
            DeclKind::Int => Value::Int(json::int(arena, json)?),
            DeclKind::Double => Value::Double(json::double(arena, json)?),
            DeclKind::String => Value::String(json::text(arena, json)?),
            DeclKind::Bytes => Value::Bytes(json::bytes(arena, json)?),
            DeclKind::Duration => Value::Duration(json::duration(arena, json)?),
            DeclKind::Date => Value::Timestamp(json::date(arena, json)?),
            DeclKind::DateTime => Value::Timestamp(json::date_time(arena, json)?),
            DeclKind::List { items, list_type } => {
                let list = json::list(arena, json)?;
                let list_type = self.list_type(list_type)?;
                value::list(arena, list, list_type, move |json| self.element(items, json))
            }
            DeclKind::Map { values } => {
                let map = json::map(arena, json)?;
                value::map(arena, map, true, text, Value::String, move |json| self.element(values, json))
            }
            DeclKind::Object { .. } => self.object(node, json::object(arena, json)?),
            DeclKind::Opaque | DeclKind::Unknown => json::preserved(arena, json)?,
            DeclKind::IntOrString | DeclKind::Ref(_) | DeclKind::Error => json::int_or_string(arena, json)?,
        })
    }

    /// An element of a list or a value of a map. It may be null if the schema is nullable.
    fn element(self, node: &'a DeclType, json: AnyJson<'a>) -> Value<'a> {
        let is_nullable = node.nullable || resolve(self.schema, node).is_some_and(|node| node.nullable);
        let value = match is_nullable {
            true => json::nullable(json, |json| self.read(node, json)),
            false => self.read(node, json),
        };
        value.unwrap_or_else(Value::Error)
    }

    /// The list type. A list of an unknown type is an error (k8s: `UnstructuredToVal`).
    fn list_type(self, list_type: &'a schema::ListType) -> Outcome<'a, ListType<'a>> {
        Ok(match list_type {
            schema::ListType::Atomic => ListType::Atomic,
            schema::ListType::Set => ListType::Set,
            schema::ListType::Map(keys) => {
                let keys = keys.iter().map(|name| {
                    let escaped = escape(name).unwrap_or(name.as_str().into());
                    ItemKey { name, escaped: self.arena.alloc_str(&escaped) }
                });
                ListType::Map(self.arena.alloc_slice_fill_iter(keys))
            }
            schema::ListType::Unknown(name) => {
                let known = "invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic'";
                return Err(EvalError::Text(self.arena.alloc_str(&format!("{known} but got {name}"))));
            }
        })
    }

    fn object(self, node: &'a DeclType, object: json::Object<'a>) -> Value<'a> {
        let Some(view) = ObjectView::of(self.schema, node) else { return Value::Null };
        let entries = Map::Shared(self.arena.alloc(Properties { reader: self, object, view }));
        Value::Map(MapValue { entries, is_native: true })
    }
}

/// The key, if it is a string. Other values are never keys of a schema's map.
fn text(key: Value<'_>) -> Option<&str> {
    match key {
        Value::String(key) => Some(key),
        _ => None,
    }
}

/// An object. Each property is read when a rule asks for it.
struct Properties<'a> {
    reader: Reader<'a>,
    object: json::Object<'a>,
    view: ObjectView<'a>,
}

impl<'a> Properties<'a> {
    /// The properties that rules can name, with their escaped names.
    fn all(&self) -> impl Iterator<Item = (&'a DeclField, &'a str)> {
        let arena = self.reader.arena;
        self.view.dynamic_names(true).map(move |(field, escaped)| match escaped {
            Cow::Borrowed(escaped) => (field, escaped),
            Cow::Owned(escaped) => (field, &*arena.alloc_str(&escaped)),
        })
    }

    fn read(&self, field: &'a DeclField) -> Option<Value<'a>> {
        let json = self.object.get(&field.name)?;
        Some(self.reader.read(&field.node, json).unwrap_or_else(Value::Error))
    }
}

impl<'a> Entries<Value<'a>, Value<'a>> for Properties<'a> {
    fn length(&self) -> usize {
        usize::try_from(self.object.keys()).unwrap_or(usize::MAX)
    }
    fn value(&self, key: Value<'a>) -> Option<Value<'a>> {
        let name = unescape(text(key)?)?;
        self.read(self.view.fields.find(&name)?)
    }
    /// A null property has a key, but a look-up does not find it. A key that rules cannot name is listed as an
    /// unknown key.
    fn to_vec(&self) -> Vec<(Value<'a>, Value<'a>)> {
        let present = self.all().filter_map(|(field, escaped)| {
            self.object.raw(&field.name)?;
            let value = self.read(field).unwrap_or(value::no_such_key(escaped));
            Some((Value::String(escaped), value))
        });
        let mut entries: Vec<(Value<'a>, Value<'a>)> = present.collect();
        entries.resize(self.length().max(entries.len()), value::unknown_key());
        entries
    }
    fn properties(&self) -> Option<Vec<(Value<'a>, Option<Value<'a>>)>> {
        let names = self.view.fields.iter().map(|field| Value::String(&field.name));
        Some(names.map(|name| (name, self.value(name))).collect())
    }
    fn json(&self) -> Option<json::Object<'_>> {
        self.object.json()
    }
    fn is_zero(&self) -> bool {
        false
    }
    fn address(&self) -> Option<usize> {
        Some(from_ref(self).addr())
    }
}
