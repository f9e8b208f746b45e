//! An item whose nested types have answered: its schema, its code, and the proof that they belong together.

use super::{
    budget::{Budget, Root},
    chain::literal,
    coverage::owned_by,
    instances::{instance, own_rules},
    name::Name,
    nested::{NestedSchema, bounds_of, nullable, properties_of, spaced, unit_enums},
    unresolved::Unresolved,
};
use crate::{
    decl_type::Typed,
    expand::{self, object, resolved::OwnRules, written},
    input::{Container, Content, Data, Variants},
    model::Model,
    tokens::{At, Tokens, located},
};
use cel_compiler::schema::{DeclKind, DeclType, Definition, Encoding, Schema, ValidationRule};
use proc_macro2::Literal;
use quote::{ToTokens, quote};
use std::{borrow::Cow, collections::BTreeMap};

impl Unresolved<'_> {
    /// The type's schema, and the code that needs it.
    pub(super) fn resolve(&self, texts: &[String]) -> (String, Tokens) {
        let mut texts = texts.iter();
        let Some(nested) = self.nested(|| texts.next()).filter(|nested| self.has_keys(nested)) else {
            return (erroneous(self.name, self.container), expand::late_value(self.container));
        };
        let (mut schema, symbols) = self.schema(&nested);
        self.mark_late(&mut schema);
        self.check_conflicts(&schema, &nested);
        self.check_variants(&nested);
        self.check_flattened(&nested);
        let (code, costs) = self.code(&schema, &nested);
        // The schema includes the costs of its rules.
        costs.write(&mut schema, &self.name.id);
        let text = literal(&self.published(&schema, &nested).to_text());
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
                Tokens::concat([costs, Tokens::some(described)]),
                self.guessed(&schema, &nested),
                has_own_rules,
            ],
        );
        let code = code.expand(consts);
        let object = object::impls(self.container, &schema);
        let same = self.same_schemas(&nested, false);
        let (root, assertions) = (Tokens::some(self.root(&schema, &nested)), Tokens::new(&assertions));
        let deferred = self.deferred();
        let value = expand::late_value(self.container);
        (text, Tokens::concat([value, code, object, used, same, assertions, root, deferred]))
    }

    /// The schemas of the nested types, each with its use. `next` gives the text of each.
    pub(super) fn nested<'t>(
        &self,
        mut next: impl FnMut() -> Option<&'t String>,
    ) -> Option<Vec<NestedSchema<'_>>> {
        let mut out = Vec::new();
        for (typed, nested) in expand::nested(self.container) {
            let read = self.read(&nested.key, &typed.ty, Some(typed), next()?)?;
            out.push(instance(self, read, nested, &out)?);
        }
        if let Some(status) = self.container.kube.as_ref().and_then(|kube| kube.nested_status()) {
            out.push(self.read("", status, None, next()?)?);
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
                hides: Vec::new(),
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

    pub(super) fn schema(&self, nested: &[NestedSchema<'_>]) -> (Schema, Vec<Tokens>) {
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
            Data::UnitEnum(Variants { names, is_documented, .. }) => {
                let mut node = DeclType::new(DeclKind::String);
                node.enum_values = names.iter().map(|(_, name)| name.clone()).collect();
                node.encoding = if *is_documented { Encoding::DocumentedEnum } else { Encoding::Native };
                node
            }
            Data::Scalar(node) => (**node).clone(),
            Data::Error => DeclType::new(DeclKind::Error),
        };
        // In this type they may have other costs, and may or may not be late rules.
        let moved = |rule: &ValidationRule| ValidationRule { max_cost: None, late: false, ..rule.clone() };
        let flattened = self.flattened_rules(nested).into_iter().map(|(_, rule)| moved(rule));
        let own = expand::own_rules(container).into_iter().map(|rule| rule.rule.clone());
        node.rules = flattened.chain(own).collect();
        owned_by(&container.ident.to_string(), &mut node);
        let symbols = model.symbols;
        let mut schema = single(&self.name.id, container, node);
        for nested in nested.iter().filter(|nested| nested.typed.is_some()) {
            schema.definitions.extend(nested.schema.definitions.clone());
        }
        schema.settle(&self.name.id);
        if let Some(definition) = schema.definitions.get_mut(&self.name.id) {
            definition.forwards = self.forwards(nested);
            definition.symbols = u32::try_from(symbols.len()).unwrap_or(u32::MAX);
        }
        self.add_parameters(&mut schema, nested);
        (schema, symbols)
    }

    /// The rules on flattened types. In the CRD they are on the type around, before its own rules.
    pub(super) fn flattened_rules<'s>(
        &self,
        nested: &'s [NestedSchema<'_>],
    ) -> Vec<(&'s NestedSchema<'s>, &'s ValidationRule)> {
        let schemas = expand::flattened(self.container)
            .filter_map(|(_, found)| nested.iter().find(|nested| nested.key == found.key));
        schemas.flat_map(|nested| nested.rules().into_iter().map(move |rule| (nested, rule))).collect()
    }

    /// Proves that the type of each field is the one whose macro answered. `bound` selects types that depend on
    /// the item's parameters. They are known where the parameters are.
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

    /// The schema for other types. If a flattened type has a mistake, the properties of this type are not known.
    fn published<'s>(&self, schema: &'s Schema, nested: &[NestedSchema<'_>]) -> Cow<'s, Schema> {
        let mut schema = Cow::Borrowed(schema);
        if self.lacks_properties(nested)
            && let Some(own) = schema.to_mut().definitions.get_mut(&self.name.id)
        {
            own.node.kind = DeclKind::Error;
        }
        schema
    }

    /// True if a flattened type has a mistake.
    pub(super) fn lacks_properties(&self, nested: &[NestedSchema<'_>]) -> bool {
        let properties = self.container.properties();
        let mut flattened = properties.iter().filter_map(|property| match &property.content {
            Content::Flatten(typed) => Some(&typed.nested()?.1.key),
            Content::Value(_) | Content::Object(_) => None,
        });
        flattened.any(|key| {
            let of_type = nested.iter().find(|nested| nested.key == *key);
            of_type.is_none_or(NestedSchema::is_error)
        })
    }

    /// Bounds that are expressions, in the order of [`Schema::symbols`]: the item's own, then those of nested
    /// types. Also a use of them, so that rustc does not report the names in them as unused.
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

/// The schema text of a type with mistakes.
pub(super) fn erroneous(name: &Name, container: &Container<'_>) -> String {
    literal(&single(&name.id, container, DeclType::new(DeclKind::Error)).to_text())
}

/// A schema with one definition.
pub(super) fn single(id: &str, container: &Container<'_>, node: DeclType) -> Schema {
    let definition = Definition {
        name: expand::plain(container.ident),
        node,
        symbols: 0,
        forwards: Vec::new(),
        hides: false,
    };
    Schema { root: id.to_owned(), definitions: BTreeMap::from([(id.to_owned(), definition)]) }
}
