//! The parts of a tree of types.

use super::scalars;
use serde_json::Value;
use std::collections::BTreeSet;

/// A type with all types in it.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Unique in its program.
    pub number: usize,
    /// The types. Each contains only later ones, and the first is the root.
    pub items: Vec<Item>,
    /// True if the root is the spec of a custom resource.
    pub is_resource: bool,
    /// Rules in the attribute of kube, which are rules of the resource.
    pub root_rules: Vec<Value>,
}

/// A type.
#[derive(Clone, Debug)]
pub struct Item {
    /// True for a type in the inner module.
    pub is_inner: bool,
    /// `rename_all = "camelCase"`
    pub is_camel: bool,
    /// `derive(KubeSchema)`, with kube's attribute for lists.
    pub is_kube: bool,
    /// The rules are in kube's attribute, too.
    pub has_kube_rules: bool,
    /// True for a type with a type parameter.
    pub is_generic: bool,
    /// The rules in the CRD, each with its number as `id`.
    pub rules: Vec<Value>,
    /// Its kind.
    pub kind: ItemKind,
}

/// Kinds of types.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// With named fields.
    Struct(Vec<Field>),
    /// With one unnamed field.
    Newtype(Box<Field>),
    /// An enum of names.
    Units(usize),
    /// An enum of variants with fields.
    Choice {
        /// `serde(untagged)`
        is_untagged: bool,
        /// The variants.
        variants: Vec<Variant>,
    },
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub enum Variant {
    /// With named fields.
    Fields(Vec<Field>),
    /// With one unnamed field.
    Newtype(Box<Field>),
}

/// A field of a type or a variant.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its Rust name.
    pub ident: String,
    /// `serde(rename = "..")`
    pub rename: Option<String>,
    /// Its type.
    pub ty: Ty,
    /// How serde writes and reads an absent value.
    pub presence: Presence,
    /// `serde(flatten)`
    pub is_flattened: bool,
    /// `x-kubernetes-embedded-resource` of a type of the tree.
    pub is_embedded: bool,
    /// `x_validation(opaque)`
    pub is_opaque: bool,
    /// The type of a list.
    pub list: ListKind,
    /// Upper bound for a text, a list or a map.
    pub max: Option<u64>,
    /// Upper bound for each text in a list.
    pub max_of_items: Option<u64>,
    /// Rules of the field.
    pub rules: Vec<Value>,
    /// Rules of the items or values, then those of the items or values of these, and so on.
    pub element_rules: Vec<Vec<Value>>,
}

/// How serde writes and reads an absent value.
#[derive(Clone, Debug)]
pub enum Presence {
    /// Always, except for an `Option`, which may be missing.
    Plain,
    /// `default`, with the value unless it is the default of the type.
    Default(Option<Value>),
    /// `default` and `skip_serializing_if`, with its function.
    Skipped(&'static str),
}

/// `x-kubernetes-list-type`
#[derive(Clone, Debug)]
pub enum ListKind {
    /// No list type.
    Atomic,
    /// `set`
    Set,
    /// `map`, with the keys.
    Map(Vec<String>),
}

/// A Rust type in a field.
#[derive(Clone, Debug)]
pub enum Ty {
    /// One of `scalars::ALL`.
    Scalar(usize),
    /// A type of the tree.
    Nested(usize),
    /// A generic type of the tree, with its argument.
    Instance(usize, Box<Ty>),
    /// The type parameter.
    Parameter,
    /// `Option`
    Option(Box<Ty>),
    /// `Box`
    Box(Box<Ty>),
    /// A list, with the name of its type in Rust.
    List(&'static str, Box<Ty>),
    /// `[T; n]`
    Array(Box<Ty>, usize),
    /// A map. The text is the Rust type up to the type of its keys: `BTreeMap<String`.
    Map(&'static str, Box<Ty>),
    /// A map with the variants of this enum as keys.
    Keyed(usize, Box<Ty>),
    /// A map of untyped JSON, with its Rust type.
    FreeMap(&'static str),
}

impl Ty {
    /// The type inside `Option` and `Box`.
    pub fn value(&self) -> &Ty {
        match self {
            Ty::Option(inner) | Ty::Box(inner) => inner.value(),
            ty => ty,
        }
    }

    /// The type of the items or values.
    pub fn element(&self) -> Option<&Ty> {
        match self.value() {
            Ty::List(_, inner) | Ty::Array(inner, _) | Ty::Map(_, inner) => Some(inner),
            _ => None,
        }
    }

    /// Number of lists and maps in each other.
    pub fn depth(&self) -> usize {
        self.element().map_or(0, |inner| 1 + inner.depth())
    }

    /// The type inside all lists and maps.
    pub fn innermost(&self) -> &Ty {
        self.element().map_or(self.value(), Ty::innermost)
    }

    /// Calls the function for all types in this type, itself first.
    fn each(&mut self, visit: &mut impl FnMut(&mut Ty)) {
        visit(self);
        match self {
            Ty::Option(inner)
            | Ty::Box(inner)
            | Ty::List(_, inner)
            | Ty::Array(inner, _)
            | Ty::Map(_, inner)
            | Ty::Keyed(_, inner)
            | Ty::Instance(_, inner) => inner.each(visit),
            Ty::Scalar(_) | Ty::Nested(_) | Ty::Parameter | Ty::FreeMap(_) => {}
        }
    }

    /// The types of the tree in this type.
    fn items(&mut self) -> Vec<usize> {
        let mut items = Vec::new();
        self.each(&mut |ty| match ty {
            Ty::Nested(item) | Ty::Instance(item, _) | Ty::Keyed(item, _) => items.push(*item),
            _ => {}
        });
        items
    }

    /// True if the type parameter is in this type.
    pub fn has_parameter(&self) -> bool {
        let mut found = false;
        self.clone().each(&mut |ty| found |= matches!(ty, Ty::Parameter));
        found
    }

    /// True for a type of k8s-openapi, also in lists and maps.
    pub fn is_foreign(&self) -> bool {
        matches!(self.innermost(), Ty::Scalar(scalar) if scalars::ALL[*scalar].rust.starts_with("k8s_openapi"))
    }

    /// A copy with an argument instead of the parameter.
    #[must_use]
    pub fn with_argument(&self, argument: &Ty) -> Ty {
        match self {
            Ty::Parameter => argument.clone(),
            Ty::Option(inner) => Ty::Option(Box::new(inner.with_argument(argument))),
            Ty::Box(inner) => Ty::Box(Box::new(inner.with_argument(argument))),
            Ty::List(name, inner) => Ty::List(name, Box::new(inner.with_argument(argument))),
            Ty::Array(inner, size) => Ty::Array(Box::new(inner.with_argument(argument)), *size),
            Ty::Map(name, inner) => Ty::Map(name, Box::new(inner.with_argument(argument))),
            Ty::Keyed(item, inner) => Ty::Keyed(*item, Box::new(inner.with_argument(argument))),
            Ty::Instance(item, inner) => Ty::Instance(*item, Box::new(inner.with_argument(argument))),
            Ty::Scalar(_) | Ty::Nested(_) | Ty::FreeMap(_) => self.clone(),
        }
    }
}

impl Item {
    /// A generic type with its argument.
    #[must_use]
    pub fn with_argument(&self, argument: &Ty) -> Item {
        let mut item = self.clone();
        for field in item.kind.fields_mut() {
            field.ty = field.ty.with_argument(argument);
        }
        item
    }
}

impl ItemKind {
    /// Removes the other fields, and variants that consist of a removed field.
    pub fn retain(&mut self, is_kept: impl Fn(&Field) -> bool) {
        match self {
            ItemKind::Struct(fields) => fields.retain(is_kept),
            ItemKind::Newtype(_) | ItemKind::Units(_) => {}
            ItemKind::Choice { variants, .. } => variants.retain_mut(|variant| match variant {
                Variant::Fields(fields) => {
                    fields.retain(&is_kept);
                    true
                }
                Variant::Newtype(field) => is_kept(field),
            }),
        }
    }

    /// All fields of all variants.
    pub fn fields_mut(&mut self) -> Vec<&mut Field> {
        match self {
            ItemKind::Struct(fields) => fields.iter_mut().collect(),
            ItemKind::Newtype(field) => vec![field],
            ItemKind::Units(_) => Vec::new(),
            ItemKind::Choice { variants, .. } => variants
                .iter_mut()
                .flat_map(|variant| match variant {
                    Variant::Fields(fields) => fields.iter_mut().collect(),
                    Variant::Newtype(field) => vec![&mut **field],
                })
                .collect(),
        }
    }
}

impl Tree {
    /// All lists of rules.
    pub fn rule_lists(&mut self) -> Vec<&mut Vec<Value>> {
        let mut lists = vec![&mut self.root_rules];
        for item in &mut self.items {
            lists.push(&mut item.rules);
            for field in item.kind.fields_mut() {
                lists.push(&mut field.rules);
                lists.extend(&mut field.element_rules);
            }
        }
        lists
    }

    /// The numbers of all rules.
    pub fn rules(&mut self) -> Vec<u64> {
        self.rule_lists()
            .into_iter()
            .flat_map(|rules| rules.iter().filter_map(|rule| rule["id"].as_u64()))
            .collect()
    }

    /// The names of all keys of lists.
    pub fn keys(&mut self) -> BTreeSet<String> {
        let fields = self.items.iter_mut().flat_map(|item| item.kind.fields_mut());
        let keys = fields.filter_map(|field| match &field.list {
            ListKind::Map(keys) => Some(keys.clone()),
            ListKind::Atomic | ListKind::Set => None,
        });
        keys.flatten().collect()
    }

    /// The tree without opaque fields, as rules see it.
    #[must_use]
    pub fn seen(&self) -> Self {
        let mut seen = self.clone();
        seen.items.iter_mut().for_each(|item| item.kind.retain(|field| !field.is_opaque));
        seen
    }

    /// The arguments of each generic type.
    pub fn arguments(&self) -> Vec<Vec<Ty>> {
        let mut arguments: Vec<Vec<Ty>> = vec![Vec::new(); self.items.len()];
        for (number, item) in self.items.iter().enumerate() {
            let uses = match item.is_generic {
                true => arguments[number].iter().map(|argument| item.with_argument(argument)).collect(),
                false => vec![item.clone()],
            };
            for mut item in uses {
                for field in item.kind.fields_mut() {
                    field.ty.each(&mut |ty| {
                        if let Ty::Instance(generic, argument) = ty {
                            arguments[*generic].push((**argument).clone());
                        }
                    });
                }
            }
        }
        arguments
    }

    /// True for each type that is only inside opaque fields: its rules would not run.
    pub fn hidden(&self) -> Vec<bool> {
        let mut tree = self.clone();
        let mut hidden = vec![false; self.items.len()];
        for number in 0..self.items.len() {
            let is_hidden = hidden[number];
            for field in tree.items[number].kind.fields_mut() {
                if is_hidden || field.is_opaque {
                    field.ty.items().into_iter().for_each(|item| hidden[item] = true);
                }
            }
        }
        hidden
    }

    /// Removes the types that the root does not contain.
    pub fn without_unused_items(mut self) -> Self {
        let mut used = vec![false; self.items.len()];
        used[0] = true;
        for i in 0..self.items.len() {
            if used[i] {
                for field in self.items[i].kind.fields_mut() {
                    field.ty.items().into_iter().for_each(|item| used[item] = true);
                }
            }
        }
        let numbers: Vec<usize> =
            (0..used.len()).map(|i| used[..i].iter().filter(|used| **used).count()).collect();
        let mut i = 0;
        self.items.retain(|_| {
            i += 1;
            used[i - 1]
        });
        for item in &mut self.items {
            for field in item.kind.fields_mut() {
                field.ty.each(&mut |ty| match ty {
                    Ty::Nested(item) | Ty::Instance(item, _) | Ty::Keyed(item, _) => *item = numbers[*item],
                    _ => {}
                });
            }
        }
        self
    }
}
