//! Random trees of types.

mod types;

use super::{
    foreign,
    model::{Field, Item, ItemKind, ListKind, Presence, Tree, Ty, Variant},
    objects::Writer,
    scalars,
    schema::UNITS,
};
use crate::mutation::Random;
use std::collections::BTreeSet;
use types::{FREE_MAPS, MAPS, is_free_form};

/// Makes trees.
pub struct Generator {
    random: Random,
}

impl Generator {
    /// A generator; different seeds give different trees.
    pub fn new(seed: u64) -> Self {
        Generator { random: Random::new(seed) }
    }

    /// A tree without rules.
    pub fn tree(&mut self, number: usize) -> Tree {
        let count = 1 + self.random.below(8);
        let is_resource = count > 2 && self.one_in(4);
        let mut tree =
            Tree { number, items: vec![placeholder(); count], is_resource: false, root_rules: Vec::new() };
        for item in (0..count).rev() {
            let is_for_resources = is_resource && item + 2 >= count;
            let mut kind = match is_for_resources {
                true => embedded(item + 1 == count, count - 1),
                false => self.kind(&tree, item),
            };
            let is_generic = item > 0 && !is_for_resources && self.one_in(4) && self.parametrize(&mut kind);
            if !is_for_resources {
                self.hide(&mut kind);
            }
            let is_inner = item > 0 && self.one_in(4);
            let is_camel = self.one_in(2) || is_for_resources;
            let is_kube = matches!(kind, ItemKind::Struct(_)) && !is_generic && self.one_in(5);
            let has_kube_rules = is_kube && self.one_in(2);
            tree.items[item] =
                Item { is_inner, is_camel, is_kube, has_kube_rules, is_generic, rules: Vec::new(), kind };
        }
        tree.is_resource = matches!(tree.items[0].kind, ItemKind::Struct(_)) && self.one_in(6);
        self.add_defaults(&mut tree);
        tree.without_unused_items()
    }

    fn kind(&mut self, tree: &Tree, item: usize) -> ItemKind {
        match self.random.below(20) {
            0..3 => ItemKind::Newtype(Box::new(self.unnamed_field(tree, item))),
            3..5 if item > 0 => ItemKind::Units(1 + self.random.below(UNITS.len())),
            5..8 => {
                let mut names = BTreeSet::new();
                let is_untagged = self.one_in(3);
                let variants = (0..1 + self.random.below(3)).map(|_| match self.one_in(2) || is_untagged {
                    true => {
                        let count = 1 + self.random.below(3);
                        if !is_untagged {
                            names.clear();
                        }
                        Variant::Fields(self.fields(tree, item, count, &mut names))
                    }
                    false => Variant::Newtype(Box::new(self.unnamed_field(tree, item))),
                });
                let mut variants: Vec<Variant> = variants.collect();
                if is_untagged {
                    self.share(&mut variants);
                }
                ItemKind::Choice { is_untagged, variants }
            }
            _ => {
                let count = 1 + self.random.below(6);
                let mut fields = self.fields(tree, item, count, &mut BTreeSet::new());
                if self.one_in(5) {
                    self.flatten(tree, item, &mut fields);
                }
                ItemKind::Struct(fields)
            }
        }
    }

    /// Makes a type generic: in some fields the parameter replaces the innermost type.
    fn parametrize(&mut self, kind: &mut ItemKind) -> bool {
        if let ItemKind::Choice { is_untagged: true, .. } = kind {
            return false;
        }
        let mut is_generic = false;
        for field in kind.fields_mut() {
            if field.is_flattened || field.is_embedded || !self.one_in(2) || !put_parameter(&mut field.ty) {
                continue;
            }
            is_generic = true;
            field.list = ListKind::Atomic;
            field.max_of_items = None;
            if field.ty.max_keyword().is_none() {
                field.max = None;
            }
        }
        is_generic
    }

    /// Makes some fields of a struct opaque.
    fn hide(&mut self, kind: &mut ItemKind) {
        let ItemKind::Struct(fields) = kind else { return };
        let can_be_hidden =
            |field: &&mut Field| !field.is_flattened && !field.is_embedded && !field.ty.has_parameter();
        for field in fields.iter_mut().filter(can_be_hidden) {
            field.is_opaque = !is_free_form(&field.ty) && self.one_in(8);
        }
    }

    /// Gives some variants of an untagged enum a field of the first variant.
    fn share(&mut self, variants: &mut [Variant]) {
        let Some((Variant::Fields(first), others)) = variants.split_first_mut() else { return };
        for other in others {
            let shared = first.get(self.random.below(first.len().max(1)));
            if let (true, Variant::Fields(fields)) = (self.one_in(2), other) {
                fields.extend(shared.cloned());
            }
        }
    }

    /// Random fields. `names` are the names that the type already has.
    fn fields(&mut self, tree: &Tree, item: usize, count: usize, names: &mut BTreeSet<String>) -> Vec<Field> {
        let mut fields = Vec::new();
        for _ in 0..count {
            let ident = self.random.pick(IDENTS).to_owned();
            let rename = self.one_in(4).then(|| self.random.pick(RENAMES).to_owned());
            let ty = self.field_type(tree, item);
            let is_embedded = is_resource(tree, &ty) && !self.one_in(4);
            let field = self.with_bounds(tree, Field { rename, ty, is_embedded, ..unnamed(ident) });
            let own = [field.ident.clone(), field.json_name(false), field.json_name(true)];
            if own.iter().all(|name| !names.contains(name)) {
                names.extend(own);
                fields.push(field);
            }
        }
        fields
    }

    fn unnamed_field(&mut self, tree: &Tree, item: usize) -> Field {
        let ty = match self.random.below(3) {
            0 => Ty::Scalar(self.random.below(scalars::ALL.len())),
            _ => self.element(tree, item, 2),
        };
        self.with_bounds(tree, Field { ty, ..unnamed(String::new()) })
    }

    /// Adds a flattened field: another type whose properties become those of this type, or a map for all other properties.
    fn flatten(&mut self, tree: &Tree, item: usize, fields: &mut Vec<Field>) {
        let known: Vec<String> =
            fields.iter().flat_map(|field| [field.json_name(false), field.json_name(true)]).collect();
        let is_free = |other: &usize| {
            let is_object = matches!(&tree.items[*other].kind, ItemKind::Struct(_) | ItemKind::Choice { .. });
            let schema = tree.item_schema(*other);
            let names = schema["properties"].as_object();
            is_object && names.is_some_and(|names| known.iter().all(|name| !names.contains_key(name)))
        };
        let free: Vec<usize> = (item + 1..tree.items.len()).filter(is_free).collect();
        let ty = match free.as_slice() {
            _ if self.one_in(4) => Ty::FreeMap(self.random.pick(FREE_MAPS)),
            [] => return,
            free => {
                let named = free[self.random.below(free.len())];
                self.named(tree, item, named)
            }
        };
        let ty = if matches!(ty, Ty::Nested(_) | Ty::Instance(..)) && self.one_in(3) {
            Ty::Option(Box::new(ty))
        } else {
            ty
        };
        fields.push(Field { is_flattened: true, ty, ..unnamed("flat".into()) });
    }

    fn with_bounds(&mut self, tree: &Tree, mut field: Field) -> Field {
        if field.ty.max_keyword().is_some() && !matches!(field.ty.value(), Ty::Array(..)) && !self.one_in(4) {
            field.max = Some([3, 5, 20][self.random.below(3)]);
        }
        let Ty::List(_, inner) = field.ty.value() else { return field };
        field.max_of_items = (inner.max_keyword() == Some("maxLength") && self.one_in(3)).then_some(10);
        field.list = match &**inner {
            Ty::Scalar(scalar) if foreign::entry(scalars::ALL[*scalar].schema).is_none() => {
                if self.one_in(3) { ListKind::Set } else { ListKind::Atomic }
            }
            Ty::Scalar(_) | Ty::Nested(_) => {
                let keys = keys(tree, inner);
                match self.random.below(3) {
                    0 => ListKind::Atomic,
                    _ if keys.is_empty() => ListKind::Atomic,
                    1 => ListKind::Map(vec![keys[0].clone()]),
                    _ => ListKind::Map(keys.into_iter().take(2).collect()),
                }
            }
            _ => ListKind::Atomic,
        };
        field
    }

    /// Adds defaults. This comes last, because a default is a value of a type.
    fn add_defaults(&mut self, tree: &mut Tree) {
        let known = tree.clone();
        let keys = tree.keys();
        let mut writer = Writer::new(&known, self.random.below(usize::MAX) as u64);
        for item in &mut tree.items {
            let is_camel = item.is_camel;
            let ItemKind::Struct(fields) = &mut item.kind else { continue };
            for field in fields {
                if field.is_flattened || keys.contains(&field.json_name(is_camel)) {
                    continue;
                }
                // serde would need a default for the argument.
                if field.ty.has_parameter() {
                    if matches!(field.ty, Ty::Option(_)) && self.one_in(3) {
                        field.presence = Presence::Skipped("Option::is_none");
                    }
                    continue;
                }
                field.presence = match self.random.below(12) {
                    0 => Presence::Default(Some(writer.ty(&field.ty)).filter(|value| !value.is_null())),
                    1 if has_default(&field.ty) => Presence::Default(None),
                    2 | 3 => skipping_function(&field.ty).map_or(Presence::Plain, Presence::Skipped),
                    _ => Presence::Plain,
                };
            }
        }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }
}

/// The fields of a struct that may be keys in a list of it.
fn keys(tree: &Tree, ty: &Ty) -> Vec<String> {
    let item = match ty {
        Ty::Nested(item) => *item,
        Ty::Scalar(scalar) => {
            return foreign::entry(scalars::ALL[*scalar].schema).map(foreign::keys).unwrap_or_default();
        }
        _ => return Vec::new(),
    };
    let ItemKind::Struct(fields) = &tree.items[item].kind else { return Vec::new() };
    let is_key = |field: &&Field| {
        !field.is_opaque && matches!(field.ty, Ty::Scalar(scalar) if scalars::ALL[scalar].is_key)
    };
    fields.iter().filter(is_key).map(|field| field.json_name(tree.items[item].is_camel)).collect()
}

/// Replaces the innermost type by the parameter, unless it must be a key or may be null.
fn put_parameter(ty: &mut Ty) -> bool {
    match ty {
        Ty::List("BTreeSet", _) | Ty::FreeMap(_) | Ty::Keyed(..) | Ty::Parameter => false,
        Ty::Option(inner) | Ty::Box(inner) | Ty::List(_, inner) | Ty::Array(inner, _) | Ty::Map(_, inner) => {
            put_parameter(inner)
        }
        Ty::Scalar(scalar) if !scalars::ALL[*scalar].attribute.is_empty() => false,
        Ty::Instance(_, argument) => put_parameter(argument),
        Ty::Scalar(_) | Ty::Nested(_) => {
            *ty = Ty::Parameter;
            true
        }
    }
}

/// A type for embedded resources, or for their metadata. `metadata` is the number of the metadata's type.
fn embedded(is_metadata: bool, metadata: usize) -> ItemKind {
    let text = || {
        scalars::ALL
            .iter()
            .position(|scalar| scalar.rust == "String")
            .map_or(Ty::FreeMap(FREE_MAPS[0]), Ty::Scalar)
    };
    let field = |ident: &str, ty| Field { ty, ..unnamed(ident.to_owned()) };
    let optional = |ident| Field {
        presence: Presence::Skipped("Option::is_none"),
        ..field(ident, Ty::Option(Box::new(text())))
    };
    let fields = match is_metadata {
        true => vec![
            optional("name"),
            optional("generate_name"),
            field("labels", Ty::Map(MAPS[0], Box::new(text()))),
        ],
        false => vec![
            field("api_version", text()),
            field("kind", text()),
            field("metadata", Ty::Nested(metadata)),
            field("size", text()),
        ],
    };
    ItemKind::Struct(fields)
}

fn is_resource(tree: &Tree, ty: &Ty) -> bool {
    let is_named = |field: &Field| field.ident == "api_version";
    match ty.value() {
        Ty::Nested(item) => {
            matches!(&tree.items[*item].kind, ItemKind::Struct(fields) if fields.iter().any(is_named))
        }
        _ => false,
    }
}

fn has_default(ty: &Ty) -> bool {
    match ty {
        Ty::Option(_) | Ty::List(..) | Ty::Map(..) | Ty::Keyed(..) | Ty::FreeMap(_) => true,
        Ty::Scalar(scalar) => {
            let scalar = &scalars::ALL[*scalar];
            matches!(scalar.rust, "String" | "Box<str>" | "bool")
                || matches!(scalar.rust.as_bytes()[0], b'i' | b'u' | b'f') && !scalar.rust.contains(':')
        }
        Ty::Nested(_) | Ty::Instance(..) | Ty::Parameter | Ty::Box(_) | Ty::Array(..) => false,
    }
}

fn skipping_function(ty: &Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::Option(_) => "Option::is_none",
        Ty::List("Vec", _) => "Vec::is_empty",
        Ty::List("VecDeque", _) => "VecDeque::is_empty",
        Ty::Map(..) | Ty::Keyed(..) => "BTreeMap::is_empty",
        Ty::Scalar(scalar) if scalars::ALL[*scalar].rust == "String" => "String::is_empty",
        Ty::Scalar(scalar) if scalars::ALL[*scalar].rust == "bool" => "std::ops::Not::not",
        _ => return None,
    })
}

fn unnamed(ident: String) -> Field {
    Field {
        ident,
        rename: None,
        ty: Ty::FreeMap(FREE_MAPS[0]),
        presence: Presence::Plain,
        is_flattened: false,
        is_embedded: false,
        is_opaque: false,
        list: ListKind::Atomic,
        max: None,
        max_of_items: None,
        rules: Vec::new(),
        element_rules: Vec::new(),
    }
}

fn placeholder() -> Item {
    Item {
        is_inner: false,
        is_camel: false,
        is_kube: false,
        has_kube_rules: false,
        is_generic: false,
        rules: Vec::new(),
        kind: ItemKind::Units(1),
    }
}

const IDENTS: &[&str] = &[
    "a",
    "b",
    "c",
    "name",
    "key",
    "min_replicas",
    "r#type",
    "r#for",
    "namespace",
    "x1",
    "spec",
    "size",
    "a_b_c",
];

const RENAMES: &[&str] = &[
    "a-b",
    "x.y",
    "9x",
    "é",
    "__x",
    "q__dot__z",
    "in",
    "true",
    "k!",
    "null",
    "a/b",
    "int",
    "double",
    "A",
    "r",
];
