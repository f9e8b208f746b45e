//! An item and what is known about its nested types.

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
    /// The keys of nested types that have no rules in them, so there is nothing to walk.
    pub(crate) without_rules: BTreeSet<String>,
    /// The keys of nested types with a rule in them that uses the old value.
    pub(crate) seeing_old: BTreeSet<String>,
    /// The keys of nested types with a rule on their own node that uses the old value.
    pub(crate) using_old: BTreeSet<String>,
    /// The keys of nested types that are objects. Rules see a reference to the type itself.
    pub(crate) objects: BTreeSet<String>,
    /// The keys of nested types that may be null. Rules do not run on a null.
    pub(crate) nullable: BTreeSet<String>,
    /// The keys of enums whose variants have doc comments. A map with such keys is a map in the schema.
    pub(crate) documented: BTreeSet<String>,
    /// The nested types that are generic, by their keys.
    pub(crate) instances: BTreeMap<String, Instance>,
    /// The Rust types of nodes with late rules that are handed on to nested types.
    pub(crate) forwarded: Vec<TokenStream>,
    /// For nested types that are arguments: the names of item keys, and the code that reads them.
    pub(crate) keys: BTreeMap<String, Vec<(String, TokenStream)>>,
    /// For each type parameter: true if its values are the items of a list with keys.
    pub(crate) keyed: Vec<bool>,
}

impl Resolved<'_> {
    /// True if rules see a reference to the type itself.
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

/// A generic type at a place of use.
pub(crate) struct Instance {
    /// Whether its own node has rules.
    pub(crate) own_rules: OwnRules,
    /// For each type parameter without an argument: true if its default has rules.
    pub(crate) defaults: Vec<bool>,
    /// The late rules, in the order of the walks.
    pub(crate) late: Vec<LateRules>,
}

/// Whether a node has rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnRules {
    Some,
    None,
    /// It has rules if the values of this type parameter of the item have rules.
    OfParameter(usize),
}
