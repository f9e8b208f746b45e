//! Random types of fields.

use super::Generator;
use crate::structs::{
    model::{Field, Item, ItemKind, Tree, Ty},
    scalars,
};

impl Generator {
    pub(super) fn field_type(&mut self, tree: &Tree, item: usize) -> Ty {
        let ty = match self.random.below(8) {
            0..3 => Ty::Scalar(self.random.below(scalars::ALL.len())),
            3 if self.one_in(3) => Ty::FreeMap(self.random.pick(FREE_MAPS)),
            _ => self.element(tree, item, 3),
        };
        if self.one_in(3) { Ty::Option(Box::new(ty)) } else { ty }
    }

    /// A type for the items of a list or the values of a map.
    pub(super) fn element(&mut self, tree: &Tree, item: usize, depth: usize) -> Ty {
        let element = self.unboxed(tree, item, depth);
        if self.one_in(10) { Ty::Box(Box::new(element)) } else { element }
    }

    fn unboxed(&mut self, tree: &Tree, item: usize, depth: usize) -> Ty {
        match self.random.below(if depth == 0 { 8 } else { 14 }) {
            0..4 => self.plain_scalar(),
            4..8 if item + 1 < tree.items.len() => {
                let named = item + 1 + self.random.below(tree.items.len() - item - 1);
                self.named(tree, item, named)
            }
            4..8 => self.plain_scalar(),
            8..11 => {
                let name = ["Vec", "Vec", "Vec", "VecDeque"][self.random.below(4)];
                Ty::List(name, Box::new(self.maybe(tree, item, depth - 1)))
            }
            11 if self.one_in(2) => {
                let keys: Vec<usize> =
                    (0..scalars::ALL.len()).filter(|scalar| scalars::ALL[*scalar].is_key).collect();
                Ty::List("BTreeSet", Box::new(Ty::Scalar(keys[self.random.below(keys.len())])))
            }
            11 => Ty::Array(Box::new(self.element(tree, item, depth - 1)), 1 + self.random.below(3)),
            12 if self.one_in(2) => {
                let is_unit = |other: &usize| matches!(tree.items[*other].kind, ItemKind::Units(_));
                let units: Vec<usize> = (item + 1..tree.items.len()).filter(is_unit).collect();
                let inner = Box::new(self.maybe(tree, item, depth - 1));
                match units.as_slice() {
                    [] => Ty::Map(MAPS[0], inner),
                    _ if is_free_form(&inner) => Ty::Map(MAPS[0], inner),
                    units => Ty::Keyed(units[self.random.below(units.len())], inner),
                }
            }
            // The order of a `HashMap` might be one that the server never uses for a map.
            _ => Ty::Map(self.random.pick(MAPS), Box::new(self.maybe(tree, item, depth - 1))),
        }
    }

    fn maybe(&mut self, tree: &Tree, item: usize, depth: usize) -> Ty {
        let element = self.element(tree, item, depth);
        // Without a type in the schema, kube makes only properties nullable.
        let has_type = !tree.ty_schema(&element)["type"].is_null();
        if has_type && self.one_in(6) { Ty::Option(Box::new(element)) } else { element }
    }

    /// A scalar that needs no attribute of schemars.
    fn plain_scalar(&mut self) -> Ty {
        loop {
            let scalar = self.random.below(scalars::ALL.len());
            if scalars::ALL[scalar].attribute.is_empty() {
                return Ty::Scalar(scalar);
            }
        }
    }

    /// A type of the tree. A generic type gets an argument.
    pub(super) fn named(&mut self, tree: &Tree, item: usize, named: usize) -> Ty {
        if !tree.items[named].is_generic {
            return Ty::Nested(named);
        }
        let plain: Vec<usize> =
            (item + 1..tree.items.len()).filter(|other| !tree.items[*other].is_generic).collect();
        if self.one_in(4) && reads_foreign(&tree.items[named]) {
            let argument = self.foreign();
            let argument = if self.one_in(4) { Ty::List("Vec", Box::new(argument)) } else { argument };
            return Ty::Instance(named, Box::new(argument));
        }
        let argument = match self.random.below(3) {
            1.. if !plain.is_empty() => Ty::Nested(plain[self.random.below(plain.len())]),
            _ => self.own_scalar(),
        };
        let argument = match self.random.below(10) {
            0 => Ty::List("Vec", Box::new(argument)),
            1 => Ty::Map(MAPS[0], Box::new(argument)),
            2 => Ty::Box(Box::new(argument)),
            _ => argument,
        };
        Ty::Instance(named, Box::new(argument))
    }

    /// A type of k8s-openapi that rules can use as an argument.
    fn foreign(&mut self) -> Ty {
        loop {
            let scalar = self.random.below(scalars::ALL.len());
            let rust = scalars::ALL[scalar].rust;
            let is_choice = rust.ends_with("IntOrString");
            if rust.starts_with("k8s_openapi") && scalars::ALL[scalar].attribute.is_empty() && !is_choice {
                return Ty::Scalar(scalar);
            }
        }
    }

    /// A scalar that all generic types can take.
    fn own_scalar(&mut self) -> Ty {
        loop {
            match self.plain_scalar() {
                Ty::Scalar(scalar) if !scalars::ALL[scalar].own.is_empty() => {}
                Ty::Scalar(scalar) if scalars::ALL[scalar].rust.starts_with("k8s_openapi") => {}
                scalar => return scalar,
            }
        }
    }
}

/// True if rules can use an argument from k8s-openapi wherever the type has its parameter.
fn reads_foreign(item: &Item) -> bool {
    let mut kind = item.kind.clone();
    let reads = |field: &&mut Field| !field.ty.has_parameter() || is_plain(field.ty.value());
    !matches!(kind, ItemKind::Newtype(_)) && kind.fields_mut().iter().all(reads)
}

fn is_plain(ty: &Ty) -> bool {
    match ty {
        Ty::Parameter => true,
        Ty::List("Vec" | "VecDeque", inner) | Ty::Array(inner, _) => is_plain(inner),
        Ty::Map(name, inner) => *name == MAPS[0] && is_plain(inner),
        _ => false,
    }
}

/// True if a part of the type is untyped JSON.
pub(super) fn is_free_form(ty: &Ty) -> bool {
    match ty.element().unwrap_or(ty.value()) {
        Ty::FreeMap(_) => true,
        Ty::Scalar(scalar) => scalars::ALL[*scalar].rust == "serde_json::Value",
        _ => false,
    }
}

/// Types of maps, with their keys.
pub(super) const MAPS: &[&str] = &[
    "BTreeMap<String",
    "BTreeMap<String",
    "BTreeMap<String",
    "BTreeMap<Box<str>",
    "BTreeMap<std::borrow::Cow<'static, str>",
];

pub(super) const FREE_MAPS: &[&str] = &["BTreeMap", "HashMap", "serde_json::Map"];
