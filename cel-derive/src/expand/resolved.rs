//! An item whose nested types are known: what generated code asks of their schemas.

use super::{late::LateRules, rules::NodeRules};
use crate::{
    decl_type::{Shape, Typed},
    input::Container,
};
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, BTreeSet};

/// Code that needs the schemas of nested types: rules, accessors and the walk.
pub(crate) struct Resolved<'a> {
    pub(crate) container: &'a Container<'a>,
    pub(crate) own: NodeRules,
    /// In the order of [`Container::properties`].
    pub(crate) properties: Vec<NodeRules>,
    /// The keys of nested types without a rule on them or below: there is nothing to walk.
    pub(crate) without_rules: BTreeSet<String>,
    /// The keys of nested types with a rule on them or below that looks at the value before an update.
    pub(crate) seeing_old: BTreeSet<String>,
    /// The keys of nested types with a rule on their own node that compares with that value.
    pub(crate) using_old: BTreeSet<String>,
    /// The keys of nested types that are objects: rules see a reference to the type itself.
    pub(crate) objects: BTreeSet<String>,
    /// The keys of nested types that may be null: those have no rules then.
    pub(crate) nullable: BTreeSet<String>,
    /// The keys of enums whose variants have comments: what has them as keys is a map.
    pub(crate) documented: BTreeSet<String>,
    /// The nested types that are generic, by their keys.
    pub(crate) instances: BTreeMap<String, Instance>,
    /// The Rust types of the nodes whose late rules are handed on to nested types.
    pub(crate) forwarded: Vec<TokenStream>,
    /// By the keys of nested types, which are arguments: the names of keys of items, and what reads them.
    pub(crate) keys: BTreeMap<String, Vec<(String, TokenStream)>>,
    /// For each type parameter, whether it is the items of a list with keys.
    pub(crate) keyed: Vec<bool>,
}

impl Resolved<'_> {
    /// Rules see a reference to the type itself.
    pub(super) fn is_object(&self, typed: &Typed) -> bool {
        matches!(&typed.shape, Shape::Nested(nested) if self.objects.contains(&nested.key))
    }

    pub(super) fn has_rules(&self, typed: &Typed) -> bool {
        typed.has_parameter()
            || typed.nested().is_none_or(|(_, nested)| !self.without_rules.contains(&nested.key))
    }

    pub(super) fn nested_sees_old(&self, typed: &Typed) -> bool {
        typed.has_parameter()
            || typed.nested().is_some_and(|(_, nested)| self.seeing_old.contains(&nested.key))
    }

    pub(super) fn nested_uses_old(&self, typed: &Typed) -> bool {
        typed.nested().is_some_and(|(_, nested)| self.using_old.contains(&nested.key))
    }
}

/// A generic type as a use of it finds it.
pub(crate) struct Instance {
    /// Whether there are rules on its own node.
    pub(crate) own_rules: OwnRules,
    /// For each type parameter without an argument, whether its default has rules.
    pub(crate) defaults: Vec<bool>,
    /// The late rules, in the order of the type's walks.
    pub(crate) late: Vec<LateRules>,
}

/// Whether there are rules on a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnRules {
    Some,
    None,
    /// If there are some on the values of this type parameter of the item.
    OfParameter(usize),
}
