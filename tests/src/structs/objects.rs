//! Random objects of a tree of types, and changes to them.

use super::{
    foreign,
    model::{Field, Item, ItemKind, Presence, Tree, Ty, Variant},
    scalars,
    schema::{UNITS, variant_name},
};
use crate::mutation::Random;
use serde_json::{Map, Value, json};

/// Makes objects of one tree.
pub struct Writer<'t> {
    tree: &'t Tree,
    random: Random,
}

impl<'t> Writer<'t> {
    /// A writer; different seeds give different objects.
    pub fn new(tree: &'t Tree, seed: u64) -> Self {
        Writer { tree, random: Random::new(seed) }
    }

    /// A value of the root type. For a custom resource it is the whole resource.
    pub fn root(&mut self) -> Value {
        let spec = self.item(&self.tree.items[0]);
        match self.tree.is_resource {
            false => spec,
            true => json!({
                "apiVersion": "example.dev/v1", "kind": "Resource", "spec": spec,
                "metadata": {"name": self.random.pick(&["a", "web", "x-1"])},
            }),
        }
    }

    /// A copy with some changes.
    pub fn successor(&mut self, root: &Value) -> Value {
        if !self.tree.is_resource {
            return self.changed_item(&self.tree.items[0], root);
        }
        let mut root = root.clone();
        root["spec"] = self.changed_item(&self.tree.items[0], &root["spec"]);
        root
    }

    fn item(&mut self, item: &Item) -> Value {
        match &item.kind {
            ItemKind::Struct(fields) => self.object(fields, item.is_camel),
            ItemKind::Newtype(field) => self.ty(&field.ty),
            ItemKind::Units(count) => UNITS[self.random.below(*count)].into(),
            ItemKind::Choice { is_untagged, variants } => {
                let number = self.random.below(variants.len());
                let value = match &variants[number] {
                    Variant::Fields(fields) => self.object(fields, false),
                    Variant::Newtype(field) => self.ty(&field.ty),
                };
                if *is_untagged { value } else { json!({variant_name(number, item.is_camel): value}) }
            }
        }
    }

    fn object(&mut self, fields: &[Field], is_camel: bool) -> Value {
        let mut object = Map::new();
        for field in fields {
            self.set(&mut object, field, is_camel);
        }
        object.into()
    }

    fn set(&mut self, object: &mut Map<String, Value>, field: &Field, is_camel: bool) {
        let may_miss = matches!(field.ty, Ty::Option(_)) || !matches!(field.presence, Presence::Plain);
        if may_miss && self.one_in(4) {
            object.remove(&field.json_name(is_camel));
            return;
        }
        let value = self.ty(&field.ty);
        if !field.is_flattened {
            object.insert(field.json_name(is_camel), value);
        } else if let Value::Object(fields) = value {
            object.extend(fields);
        }
    }

    /// A value of a type.
    pub fn ty(&mut self, ty: &Ty) -> Value {
        match ty {
            Ty::Scalar(scalar) => self.scalar(*scalar),
            Ty::Nested(item) => self.item(&self.tree.items[*item]),
            Ty::Instance(item, argument) => self.item(&self.tree.items[*item].with_argument(argument)),
            Ty::Parameter => Value::Null,
            Ty::Option(_) if self.one_in(4) => Value::Null,
            Ty::Option(inner) | Ty::Box(inner) => self.ty(inner),
            Ty::Array(inner, size) => (0..*size).map(|_| self.ty(inner)).collect(),
            Ty::List(_, inner) => (0..self.size()).map(|_| self.ty(inner)).collect(),
            Ty::Map(_, inner) => (0..self.size())
                .map(|_| (self.random.pick(KEYS).to_owned(), self.ty(inner)))
                .collect::<Map<_, _>>()
                .into(),
            Ty::Keyed(item, inner) => {
                let count = self.units(*item);
                let names = UNITS[..count].iter().filter(|_| self.random.below(2) == 0).collect::<Vec<_>>();
                names
                    .into_iter()
                    .map(|name| ((*name).to_owned(), self.ty(inner)))
                    .collect::<Map<_, _>>()
                    .into()
            }
            Ty::FreeMap(_) => {
                (0..self.size()).map(|_| (self.random.pick(KEYS).to_owned(), self.json())).collect()
            }
        }
    }

    /// Number of variants of an enum.
    fn units(&self, item: usize) -> usize {
        match self.tree.items[item].kind {
            ItemKind::Units(count) => count,
            _ => 1,
        }
    }

    /// Any JSON.
    fn json(&mut self) -> Value {
        serde_json::from_str(self.random.pick(scalars::JSON)).unwrap_or_default()
    }

    /// A size, usually small.
    fn size(&mut self) -> usize {
        match self.random.below(60) {
            0 if self.one_in(10) => 400,
            0 => 40,
            n if n < 12 => 0,
            n if n < 30 => 1,
            n if n < 50 => 2,
            _ => 3,
        }
    }

    fn scalar(&mut self, scalar: usize) -> Value {
        let scalar = &scalars::ALL[scalar];
        if let Some(entry) = foreign::entry(scalar.schema) {
            return foreign::value(&mut self.random, entry, 0);
        }
        let value = serde_json::from_str(self.random.pick(scalar.values)).unwrap_or_default();
        match value {
            Value::String(text)
                if scalar.rust == "String" && scalar.attribute.is_empty() && self.one_in(100) =>
            {
                text.repeat(400).into()
            }
            value => value,
        }
    }

    fn changed_item(&mut self, item: &Item, value: &Value) -> Value {
        if self.one_in(8) {
            return self.item(item);
        }
        match &item.kind {
            ItemKind::Struct(fields) => self.changed_object(fields, item.is_camel, value),
            ItemKind::Newtype(field) => self.changed(&field.ty, value),
            ItemKind::Units(_) | ItemKind::Choice { is_untagged: true, .. } => value.clone(),
            ItemKind::Choice { variants, .. } => {
                let is_camel = item.is_camel;
                let mut value = value.clone();
                for (number, variant) in variants.iter().enumerate() {
                    if let Some(content) = value.get_mut(variant_name(number, is_camel)) {
                        *content = match variant {
                            Variant::Fields(fields) => self.changed_object(fields, false, content),
                            Variant::Newtype(field) => self.changed(&field.ty, content),
                        };
                    }
                }
                value
            }
        }
    }

    /// Changes some fields of an object.
    fn changed_object(&mut self, fields: &[Field], is_camel: bool, value: &Value) -> Value {
        let Some(mut object) = value.as_object().cloned() else { return value.clone() };
        for field in fields {
            match self.random.below(6) {
                0 => self.set(&mut object, field, is_camel),
                1..3 if !field.is_flattened => {
                    if let Some(value) = object.get_mut(&field.json_name(is_camel)) {
                        *value = self.changed(&field.ty, value);
                    }
                }
                _ => {}
            }
        }
        object.into()
    }

    fn changed(&mut self, ty: &Ty, value: &Value) -> Value {
        match (ty, value) {
            (Ty::Option(inner) | Ty::Box(inner), value) if !value.is_null() => self.changed(inner, value),
            (Ty::Nested(item), value) => self.changed_item(&self.tree.items[*item], value),
            (Ty::Instance(item, argument), value) => {
                self.changed_item(&self.tree.items[*item].with_argument(argument), value)
            }
            (Ty::Scalar(scalar), value) => match foreign::entry(scalars::ALL[*scalar].schema) {
                Some(entry) => foreign::changed(&mut self.random, entry, value),
                None => self.ty(ty),
            },
            (Ty::List(_, inner), Value::Array(items)) => self.changed_items(inner, items),
            (Ty::Array(inner, _), Value::Array(items)) => {
                items.iter().map(|item| self.changed(inner, item)).collect()
            }
            (Ty::Keyed(item, inner), Value::Object(entries)) => {
                let (mut entries, count) = (entries.clone(), self.units(*item));
                let name = UNITS[self.random.below(count)];
                match entries.get(name) {
                    Some(_) if self.one_in(3) => entries.remove(name),
                    Some(value) => {
                        let value = self.changed(inner, &value.clone());
                        entries.insert(name.to_owned(), value)
                    }
                    None => entries.insert(name.to_owned(), self.ty(inner)),
                };
                entries.into()
            }
            (Ty::Map(_, inner), Value::Object(entries)) => {
                let mut entries = entries.clone();
                for value in entries.values_mut() {
                    if self.one_in(3) {
                        *value = self.changed(inner, value);
                    }
                }
                if self.one_in(3) {
                    entries.remove(self.random.pick(KEYS));
                }
                if self.one_in(3) {
                    entries.insert(self.random.pick(KEYS).to_owned(), self.ty(inner));
                }
                entries.into()
            }
            _ => self.ty(ty),
        }
    }

    fn changed_items(&mut self, ty: &Ty, items: &[Value]) -> Value {
        let mut items = items.to_vec();
        for item in &mut items {
            if self.one_in(3) {
                *item = self.changed(ty, item);
            }
        }
        let at = self.random.below(items.len());
        match self.random.below(6) {
            0 if !items.is_empty() => drop(items.remove(at)),
            1 if !items.is_empty() => items.insert(at, items[self.random.below(items.len())].clone()),
            2 if !items.is_empty() => items.rotate_left(at),
            3 => items.insert(at, self.ty(ty)),
            _ => {}
        }
        items.into()
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }
}

const KEYS: &[&str] = &["a", "b", "x", "name", "a-b", "", "é", "app.kubernetes.io/name", "true"];
