//! The step that needs the schemas of the nested types: the type's own schema, its code, and the proof that they belong together.

use super::{
    budget::{Budget, Root},
    chain::literal,
    correlation::uses_old_self,
    coverage::owned_by,
    instances::{instance, own_rules},
    name::Name,
};
use crate::{
    ctxt::Ctxt,
    decl_type::{Model, Properties, Typed, UnitEnum},
    expand::{self, generic::OwnRules, object, written},
    input::{Container, Data, Variants},
    tokens::{At, Tokens, located},
};
use cel_compiler::{
    env::definition,
    schema::{
        DeclKind, DeclType, Definition, DefinitionId, HeldAs, Schema, ValidationRule, generics::parameter,
    },
};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

/// The last step of one type's derive.
pub(super) struct Step<'a> {
    pub(super) cx: &'a Ctxt,
    pub(super) container: &'a Container<'a>,
    pub(super) name: &'a Name,
}

impl Step<'_> {
    /// The type's schema, and what needs it.
    pub(super) fn expand(&self, texts: &[String]) -> (String, Tokens) {
        let Some(nested) = self.nested(texts).filter(|nested| self.has_keys(nested)) else {
            return (erroneous(self.name, self.container), Tokens::default());
        };
        let (mut schema, symbols) = self.schema(&nested);
        self.mark_late(&mut schema);
        let schema = schema;
        self.check_conflicts(&schema, &nested);
        self.check_variants(&nested);
        let code = self.code(&schema, &nested);
        // The costs of rules are known now, and go along.
        let text = literal(&schema.to_text());
        let (bounds, used) = self.bounds(&schema, symbols, &nested);
        let (id, ty) = (&self.name.id, &self.container.this.ty);
        let same_bound = self.same_schemas(&nested, true);
        let id = match same_bound.is_empty() {
            true => Tokens::parsed(literal(id)),
            false => At::derive().write("{ #0 #1 }", &[same_bound, Tokens::parsed(literal(id))]),
        };
        let budget = self
            .container
            .is_root()
            .then(|| Root { schema: &schema, bounds: bounds_of(ty), of_kube: false })
            .map(|root| self.deferring(&schema, || self.budget(&root)));
        let Budget { consts: costs, assertions } = budget.unwrap_or_default();
        let has_rules = match schema.has_rules() {
            true => At::derive().write("const HAS_RULES: __cel::bool = true;", &[]),
            false => Tokens::default(),
        };
        let is_generic = !self.container.this.types.is_empty();
        let has_own_rules = match is_generic && matches!(own_rules(&schema), OwnRules::Some) {
            true => At::derive().write("const HAS_OWN_RULES: __cel::bool = true;", &[]),
            false => Tokens::default(),
        };
        let described = schema.holds_opaque().then(|| written::described(&self.container.this)).flatten();
        let consts = At::derive().write(
            "const ID: &'static __cel::str = #0; const SCHEMA: &'static __cel::str = #1; #2 #3 #4 #5 #6",
            &[
                id,
                Tokens::parsed(text.clone()),
                bounds,
                has_rules,
                Tokens::concat([Tokens::new(&costs), Tokens::some(described)]),
                self.guessed(&schema, &nested),
                has_own_rules,
            ],
        );
        let code = code.expand(consts);
        let object = object::impls(self.container, &schema);
        let same = self.same_schemas(&nested, false);
        let (root, assertions) = (Tokens::some(self.root(&schema, &nested)), Tokens::new(&assertions));
        let deferred = self.deferred();
        (text, Tokens::concat([code, object, used, same, assertions, root, deferred]))
    }

    /// The schemas of the nested types, each with the type that uses it.
    fn nested(&self, texts: &[String]) -> Option<Vec<NestedSchema<'_>>> {
        let mut out = Vec::new();
        let mut texts = texts.iter();
        for (typed, nested) in expand::nested(self.container) {
            let read = self.read(&nested.key, &typed.ty, Some(typed), texts.next()?)?;
            out.push(instance(self, read, nested, &out)?);
        }
        if let Some(status) = self.container.kube.as_ref().and_then(|kube| kube.nested_status()) {
            out.push(self.read("", status, None, texts.next()?)?);
        }
        Some(out)
    }

    fn read<'t>(
        &self,
        key: &str,
        written: &impl ToTokens,
        typed: Option<&'t Typed>,
        text: &str,
    ) -> Option<NestedSchema<'t>> {
        match Schema::from_text(text) {
            Ok(schema) => Some(NestedSchema {
                key: key.to_owned(),
                ty: located(written),
                typed,
                head: schema.root.clone(),
                parameters: None,
                defaults: Vec::new(),
                symbols: schema.symbols().map(|(id, n)| (id.clone(), n)).collect(),
                schema,
            }),
            Err(error) => {
                let help = "build all crates with the same version of cel-runtime";
                let message = format!("the schema of `{}` is {error}", spaced(written));
                let span = Tokens::new(written).span();
                self.cx.error_with_help(span, message, help);
                None
            }
        }
    }

    fn schema(&self, nested: &[NestedSchema<'_>]) -> (Schema, Vec<Tokens>) {
        let ids: BTreeMap<_, _> =
            nested.iter().map(|nested| (nested.key.clone(), nested.schema.root.clone())).collect();
        let flattened = |key: &str| {
            let nested = nested.iter().find(|nested| nested.key == key)?;
            properties_of(&nested.schema, &nested.schema.root)
        };
        let types: BTreeMap<_, _> =
            nested.iter().map(|nested| (nested.key.clone(), nested.ty.clone())).collect();
        let nullable = nullable(nested);
        let mut model = Model {
            ids: &ids,
            types: &types,
            flattened: &flattened,
            nullable: &nullable,
            enums: &unit_enums(nested),
            symbols: Vec::new(),
            id: &self.name.id,
        };
        let container = self.container;
        let mut node = match &container.data {
            Data::Object(properties) => {
                let mut node = model.object(properties, container.preserve_unknown_fields);
                if container.is_untagged {
                    self.share(&mut node);
                }
                node
            }
            Data::Newtype(property) => model.newtype(property),
            Data::UnitEnum(Variants { names, is_documented }) => {
                let mut node = DeclType::new(DeclKind::String);
                node.enum_values = names.iter().map(|(_, name)| name.clone()).collect();
                node.held = if *is_documented { HeldAs::DocumentedEnum } else { HeldAs::Native };
                node
            }
            Data::Scalar(node) => (**node).clone(),
            Data::Error => DeclType::new(DeclKind::Error),
        };
        // What they cost here may be something else, and so may be whether they are late.
        let moved =
            |rule: &ValidationRule| ValidationRule { max_cost: OnceCell::new(), late: false, ..rule.clone() };
        let flattened = self.flattened_rules(nested).into_iter().map(|(_, rule)| moved(rule));
        let own = expand::own_rules(container).into_iter().map(|rule| rule.rule.clone());
        node.rules = flattened.chain(own).collect();
        owned_by(&container.ident.to_string(), &mut node);
        let symbols = model.symbols;
        let mut schema = single(&self.name.id, container, node);
        for nested in nested.iter().filter(|nested| nested.typed.is_some()) {
            schema.definitions.extend(nested.schema.definitions.clone());
        }
        if let Some(definition) = schema.definitions.get_mut(&self.name.id) {
            definition.forwards = self.forwards(nested);
            definition.symbols = u32::try_from(symbols.len()).unwrap_or(u32::MAX);
        }
        self.add_parameters(&mut schema, nested);
        (schema, symbols)
    }

    /// The rules on flattened types: in the CRD they stand on the type around, in front of its own.
    pub(super) fn flattened_rules<'s>(
        &self,
        nested: &'s [NestedSchema<'_>],
    ) -> Vec<(&'s NestedSchema<'s>, &'s ValidationRule)> {
        let schemas = expand::flattened(self.container)
            .filter_map(|(_, found)| nested.iter().find(|nested| nested.key == found.key));
        let rules = schemas.flat_map(|nested| {
            let root = nested.schema.definitions.get(&nested.schema.root);
            root.into_iter().flat_map(|root| &root.node.rules).map(move |rule| (nested, rule))
        });
        rules.collect()
    }

    /// The type of a field is the one whose macro answered.
    /// `bound`: only of types with parameters of the item, which are known where the item's are.
    fn same_schemas(&self, nested: &[NestedSchema<'_>], bound: bool) -> Tokens {
        let same = nested.iter().filter(|nested| self.container.this.is_bound_in(&nested.ty) == bound);
        let same = same.flat_map(|nested| {
            let root = Literal::string(&nested.head);
            let template = match bound {
                true => "__cel::same_schema(<__cel::Of<#0>>::ID, #1);",
                false => {
                    "let () = <#0 as __cel::SchemaInScope<{ __cel::is_same_schema(<__cel::Of<#0>>::ID, #1) }>>::HOLDS;"
                }
            };
            At(nested.ty.span()).write(template, &[nested.ty.clone(), Tokens::of(root)])
        });
        same.collect()
    }

    /// Bounds that are expressions, those of nested types behind the own, in the order of [`Schema::symbols`].
    /// Also a use of them, so that nothing they name counts as unused.
    fn bounds(&self, schema: &Schema, own: Vec<Tokens>, nested: &[NestedSchema<'_>]) -> (Tokens, Tokens) {
        let own = own.into_iter().map(|bound| quote!((#bound) as __cel::u64));
        let inherited = schema.symbols().filter(|(id, _)| **id != schema.root).filter_map(|(id, n)| {
            nested.iter().filter(|nested| nested.typed.is_some()).find_map(|nested| {
                let index = nested.symbols.iter().position(|symbol| (&symbol.0, symbol.1) == (id, n))?;
                let ty = &nested.ty;
                Some(quote!(<#ty as __cel::Compiled>::BOUNDS[#index]))
            })
        });
        let bounds: Vec<_> = own.chain(inherited).collect();
        if bounds.is_empty() {
            return Default::default();
        }
        let published = quote!(const BOUNDS: &'static [__cel::u64] = &[#(#bounds),*];);
        if self.container.this.is_generic() {
            return (Tokens::new(&published), Tokens::default());
        }
        let of_type = bounds_of(&self.container.this.ty);
        let used = quote!(const _: &[__cel::u64] = #of_type;);
        (Tokens::new(&published), Tokens::new(&used))
    }
}

/// Answer of a schema macro.
pub(super) struct NestedSchema<'t> {
    pub(super) key: String,
    /// The type as written in the field.
    pub(super) ty: Tokens,
    /// `None` for the status of a custom resource, which is not a field.
    pub(super) typed: Option<&'t Typed>,
    /// The id of the type, without arguments.
    pub(super) head: DefinitionId,
    /// How many type parameters it has, if it has some.
    pub(super) parameters: Option<usize>,
    /// For each of them without an argument, whether its default has rules.
    pub(super) defaults: Vec<bool>,
    /// The bounds that are expressions, in the order in which the type publishes them.
    pub(super) symbols: Vec<(DefinitionId, u32)>,
    pub(super) schema: Schema,
}

impl NestedSchema<'_> {
    /// How many type parameters its schema has, before it has arguments.
    pub(super) fn parameter_count(&self) -> usize {
        let is_there = |n: &usize| self.schema.definitions.contains_key(&parameter(&self.head, *n));
        (0..).take_while(is_there).count()
    }

    /// Whether rules see a reference to the type. A newtype of an embedded resource that is JSON shows its content instead.
    pub(super) fn is_object(&self) -> bool {
        let root = self.schema.definitions.get(&self.schema.root).map(|definition| &definition.node);
        root.is_some_and(|node| matches!(node.kind, DeclKind::Object { .. }) && node.held != HeldAs::Resource)
    }

    /// A rule of the type did not compile there: then its cost is not known, which it is if all bounds are numbers.
    pub(super) fn is_erroneous(&self, rule: &ValidationRule) -> bool {
        rule.max_cost.get().is_none() && self.parameters.is_none() && self.symbols.is_empty()
    }

    /// Whether a rule on its own node compares with the value before an update.
    pub(super) fn uses_old(&self) -> bool {
        let root = self.schema.definitions.get(&self.schema.root);
        self.schema.mentions_old_self() && root.is_some_and(|root| uses_old_self(&self.schema, &root.node))
    }

    /// The variants, if it is an enum of unit variants.
    pub(super) fn unit_enum(&self) -> Option<UnitEnum> {
        let node = &self.schema.definitions.get(&self.schema.root)?.node;
        let is_enum = matches!(node.kind, DeclKind::String) && !node.enum_values.is_empty();
        let is_unit = matches!(node.held, HeldAs::Native | HeldAs::DocumentedEnum);
        let names = node.enum_values.clone();
        let is_documented = node.held == HeldAs::DocumentedEnum;
        (is_enum && is_unit).then_some(UnitEnum { names, is_documented })
    }

    /// Whether it is a newtype of untyped JSON, which may be null.
    pub(super) fn is_nullable(&self) -> bool {
        let node = |id| self.schema.definitions.get(id).map(|definition| &definition.node);
        let mut next = node(&self.schema.root);
        while let Some(found) = next {
            if found.held == HeldAs::Json {
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

/// The text that a type with mistakes hands out.
pub(super) fn erroneous(name: &Name, container: &Container<'_>) -> String {
    literal(&single(&name.id, container, DeclType::new(DeclKind::Error)).to_text())
}

/// A schema of one definition.
fn single(id: &str, container: &Container<'_>, node: DeclType) -> Schema {
    let definition =
        Definition { name: expand::plain(container.ident), node, symbols: 0, forwards: Vec::new() };
    Schema { root: id.to_owned(), definitions: BTreeMap::from([(id.to_owned(), definition)]) }
}

/// The properties of an object, through newtypes.
pub(super) fn properties_of(schema: &Schema, id: &str) -> Option<Properties> {
    let node = definition(Some(schema), id)?;
    match &node.kind {
        DeclKind::Object { fields, preserve_unknown_fields } => {
            Some((fields.to_vec(), *preserve_unknown_fields || node.held == HeldAs::FreeMap))
        }
        DeclKind::Ref(id) => properties_of(schema, id),
        _ => None,
    }
}

/// Tokens as text without spaces.
pub(super) fn spaced(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string().replace(' ', "")
}
