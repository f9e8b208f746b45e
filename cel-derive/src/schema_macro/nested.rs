//! The schemas of nested types, from the answers of their macros.

use super::old_self::uses_old_self;
use crate::{
    decl_type::Typed,
    model::{Properties, UnitEnum},
    tokens::Tokens,
};
use cel_compiler::{
    schema::reference::{definition, resolve},
    schema::{DeclKind, DeclType, DefinitionId, Encoding, Schema, ValidationRule, generics::parameter},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::{BTreeMap, BTreeSet};

/// The answer of a schema macro.
pub(super) struct NestedSchema<'t> {
    pub(super) key: String,
    /// The type as written in the field.
    pub(super) ty: Tokens,
    /// `None` for the status of a custom resource, which is not a field.
    pub(super) typed: Option<&'t Typed>,
    /// The id of the type, without arguments.
    pub(super) head: DefinitionId,
    /// The number of its type parameters, if it has any.
    pub(super) parameters: Option<usize>,
    /// For each parameter without an argument: true if its default has rules.
    pub(super) defaults: Vec<bool>,
    /// For each type parameter: true if an opaque field holds it.
    pub(super) hides: Vec<bool>,
    /// The bounds that are expressions, in the order of the type's `BOUNDS`.
    pub(super) symbols: Vec<(DefinitionId, u32)>,
    pub(super) schema: Schema,
}

impl NestedSchema<'_> {
    /// The number of type parameters in its schema. The schema must not have arguments yet.
    pub(super) fn parameter_count(&self) -> usize {
        let is_there = |n: &usize| self.schema.definitions.contains_key(&parameter(&self.head, *n));
        (0..).take_while(is_there).count()
    }

    /// The rules on values of the type, also those of the types inside a newtype.
    pub(super) fn rules(&self) -> Vec<&ValidationRule> {
        let Some(root) = self.schema.definitions.get(&self.schema.root) else { return Vec::new() };
        let mut rules = of_type(&self.schema, &root.node);
        rules.extend(&root.node.rules);
        rules
    }

    /// True if rules see a reference to the type. For a newtype of an embedded JSON resource they see the content.
    pub(super) fn is_object(&self) -> bool {
        let root = self.schema.definitions.get(&self.schema.root).map(|definition| &definition.node);
        root.is_some_and(|node| {
            matches!(node.kind, DeclKind::Object { .. }) && node.encoding != Encoding::Resource
        })
    }

    /// True if nothing is known about the type, since it has a mistake.
    pub(super) fn is_error(&self) -> bool {
        let schema = Some(&self.schema);
        let node = definition(schema, &self.schema.root).and_then(|node| resolve(schema, node));
        node.is_some_and(|node| matches!(node.kind, DeclKind::Error))
    }

    /// True if a rule of the type did not compile there. Its cost is missing then, although all bounds are numbers.
    pub(super) fn is_erroneous(&self, rule: &ValidationRule) -> bool {
        rule.max_cost.is_none() && self.parameters.is_none() && self.symbols.is_empty()
    }

    /// True if a rule on its own node uses the value before an update.
    pub(super) fn uses_old(&self) -> bool {
        let root = self.schema.definitions.get(&self.schema.root);
        self.schema.mentions_old_self() && root.is_some_and(|root| uses_old_self(&self.schema, &root.node))
    }

    /// The variants, if it is an enum of unit variants.
    pub(super) fn unit_enum(&self) -> Option<UnitEnum> {
        let node = &self.schema.definitions.get(&self.schema.root)?.node;
        let is_enum = matches!(node.kind, DeclKind::String) && !node.enum_values.is_empty();
        let is_unit = matches!(node.encoding, Encoding::Native | Encoding::DocumentedEnum);
        let names = node.enum_values.clone();
        let is_documented = node.encoding == Encoding::DocumentedEnum;
        (is_enum && is_unit).then_some(UnitEnum { names, is_documented })
    }

    /// True for a newtype of untyped JSON, which may be null.
    pub(super) fn is_nullable(&self) -> bool {
        let node = |id| self.schema.definitions.get(id).map(|definition| &definition.node);
        let mut next = node(&self.schema.root);
        while let Some(found) = next {
            if found.encoding == Encoding::Json {
                return true;
            }
            next = match &found.kind {
                DeclKind::Ref(id) => node(id),
                _ => None,
            };
        }
        false
    }
}

/// The values of a type's bounds.
pub(super) fn bounds_of(ty: &impl ToTokens) -> TokenStream {
    quote!(<#ty as __cel::Compiled>::BOUNDS)
}

/// The keys of the nested types that may be null.
pub(super) fn nullable(nested: &[NestedSchema<'_>]) -> BTreeSet<String> {
    nested.iter().filter(|nested| nested.is_nullable()).map(|nested| nested.key.clone()).collect()
}

/// The enums of unit variants, by their keys.
pub(super) fn unit_enums(nested: &[NestedSchema<'_>]) -> BTreeMap<String, UnitEnum> {
    nested.iter().filter_map(|nested| Some((nested.key.clone(), nested.unit_enum()?))).collect()
}

/// The properties of an object, also behind newtypes.
pub(super) fn properties_of(schema: &Schema, id: &str) -> Option<Properties> {
    let node = definition(Some(schema), id)?;
    match &node.kind {
        DeclKind::Object { fields, preserve_unknown_fields } => {
            Some((fields.to_vec(), *preserve_unknown_fields || node.encoding == Encoding::FreeMap))
        }
        DeclKind::Ref(id) => properties_of(schema, id),
        _ => None,
    }
}

/// The rules of the types that a node refers to, also behind newtypes. In the CRD those of the innermost type come first.
pub(super) fn of_type<'s>(schema: &'s Schema, node: &DeclType) -> Vec<&'s ValidationRule> {
    let mut found = Vec::new();
    let mut kind = &node.kind;
    while let DeclKind::Ref(id) = kind {
        let Some(definition) = schema.definitions.get(id) else { break };
        found.splice(..0, &definition.node.rules);
        kind = &definition.node.kind;
    }
    found
}

/// Tokens as text without spaces.
pub(super) fn spaced(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}

/// True if the derive of a type in the schema has reported an error. Then no further errors should appear.
pub(super) fn is_erroneous(schema: &Schema) -> bool {
    schema.definitions.values().any(|definition| has_error(&definition.node))
}

fn has_error(node: &DeclType) -> bool {
    match &node.kind {
        DeclKind::Error => true,
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => has_error(inner),
        DeclKind::Object { fields, .. } => fields.iter().any(|field| has_error(&field.node)),
        _ => false,
    }
}
