//! The type that kube generates around this one: its schema, and the rules on it.

use super::{
    budget::{Budget, Root},
    coverage::owned_by,
    functions::Functions,
    lints::Lints,
    nested::is_erroneous,
    nested::{NestedSchema, bounds_of, properties_of},
    unresolved::Unresolved,
};
use crate::{
    attr::{Rule, kube::Kube},
    decl_type::{Kubernetes, Nested, Shape, Typed},
    expand::{self, isolated, rules::Rules, written},
    input::{Content, Property, Reader},
    model::Model,
    tokens::Tokens,
};
use cel_compiler::{
    env::Env,
    rule::{CompiledRule, compile},
    schema::{
        Access, AccessStep, Bound, DeclField, DeclKind, DeclType, Definition, DefinitionId, Schema,
        ValidationRule, field_path,
    },
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::{BTreeMap, BTreeSet};
use syn::{Path, parse_quote};

impl Unresolved<'_> {
    pub(super) fn root(&self, spec: &Schema, nested: &[NestedSchema<'_>]) -> Option<TokenStream> {
        let kube = self.container.kube.as_ref()?;
        let status = nested.iter().find(|nested| nested.typed.is_none());
        let properties = if kube.no_spec { self.properties_without_spec(kube) } else { Vec::new() };
        let (schema, symbols) = self.root_schema(kube, &properties, spec, status);
        let text = schema.to_text();
        let bounds = self.root_bounds(&schema, symbols, spec, status);
        let root = &kube.root;
        let mut seen = with_type_and_object_meta(&schema);
        let mut names = Functions::default();
        let rules = self.root_rules(kube, &schema, &seen, &mut names);
        let id = seen.root.clone();
        names.into_costs().write(&mut seen, &id);
        let functions = isolated::functions(&rules, self.container.attrs.krate.as_ref());
        let method = rules.as_ref().and_then(Rules::method);
        let object = rules.map(|_| expand::root::object(self.container, kube, &properties, &seen));
        let root_of_budget = Root { schema: &seen, bounds: bounds_of(root), of_kube: true };
        let budget = self.deferring(&seen, || self.budget(&root_of_budget));
        let Budget { consts, assertions } = budget;
        let described = schema.holds_opaque().then(|| match kube.no_spec {
            true => written::described(&self.container.this),
            false => Some(written::described_root(self.container.ident, kube.status.as_ref())),
        });
        Some(quote! {
            const _: () = {
                #functions
                impl __cel::Compiled for #root {
                    const ID: &'static __cel::str = "";
                    const SCHEMA: &'static __cel::str = #text;
                    const BOUNDS: &'static [__cel::u64] = &[#(#bounds),*];
                    #consts
                    #described
                    #method
                }
                #object
                #assertions
            };
        })
    }

    /// Reports mistakes in the rules on the root of an item that gets no code.
    pub(super) fn check_root_alone(&self, spec: &Schema, nested: &[NestedSchema<'_>]) {
        let Some(kube) = &self.container.kube else { return };
        let status = nested.iter().find(|nested| nested.typed.is_none());
        let properties = if kube.no_spec { self.properties_without_spec(kube) } else { Vec::new() };
        let (schema, _) = self.root_schema(kube, &properties, spec, status);
        let seen = with_type_and_object_meta(&schema);
        let _unused = self.root_rules(kube, &schema, &seen, &mut Functions::partial());
    }

    /// The flattened spec, and the status, as properties of a root without `spec`.
    fn properties_without_spec(&self, kube: &Kube) -> Vec<Property> {
        let nested = |path: &Path, key: &str| Typed {
            ty: parse_quote!(#path),
            shape: Shape::Nested(Nested::plain(path.clone(), key.to_owned())),
        };
        let reader = |expr, optional| Reader { expr: Tokens::new(&expr), optional };
        let spec = Property::plain(
            "spec",
            reader(quote!(&__cel_self.spec), false),
            Content::Flatten(nested(&self.container.ident.clone().into(), SPEC)),
        );
        let status = kube.status.iter().map(|path| {
            let expr = quote!(__cel::Option::as_ref(&__cel_self.status));
            let typed = match kube.opaque_status {
                true => Typed { ty: parse_quote!(#path), shape: Shape::Opaque },
                false => nested(path, "status"),
            };
            Property::plain("status", reader(expr, true), Content::Value(typed))
        });
        let foreign_status = kube.foreign_status.iter().map(|typed| {
            let expr = quote!(__cel::Option::as_ref(&__cel_self.status));
            Property::plain("status", reader(expr, true), Content::Value(typed.clone()))
        });
        std::iter::once(spec).chain(status).chain(foreign_status).collect()
    }

    /// The schema of the CRD, and the bounds in it that are expressions.
    fn root_schema(
        &self,
        kube: &Kube,
        properties: &[Property],
        spec: &Schema,
        status: Option<&NestedSchema<'_>>,
    ) -> (Schema, Vec<Tokens>) {
        let mut definitions = spec.definitions.clone();
        let (mut node, symbols) = match properties.first() {
            Some(property) => self.without_spec(property, spec),
            None => {
                let spec = DeclField { required: true, ..field("spec", reference(&spec.root), false) };
                (object(vec![spec]), Vec::new())
            }
        };
        if let Some(NestedSchema { schema: status, .. }) = status {
            definitions.extend(status.definitions.clone());
            let status = DeclType { nullable: true, ..reference(&status.root) };
            if let DeclKind::Object { fields, .. } = &mut node.kind {
                fields.as_mut_vec().push(field("status", status, true));
            }
        }
        if let (Some(typed), DeclKind::Object { fields, .. }) = (&kube.foreign_status, &mut node.kind)
            && let Some((_, Kubernetes::Object(meant))) = typed.kubernetes()
        {
            let status = DeclType { nullable: true, ..meant.node() };
            fields.as_mut_vec().push(field("status", status, true));
        }
        if let (Some(_), DeclKind::Object { fields, .. }) = (kube.hidden_status(), &mut node.kind) {
            fields.as_mut_vec().push(field("status", DeclType::new(DeclKind::Opaque), true));
        }
        node.rules.extend(kube.validations.iter().map(|rule| rule.rule.clone()));
        owned_by(&kube.root.to_string(), &mut node);
        let id = format!("{} {}", self.name.id, kube.root);
        let count = u32::try_from(symbols.len()).unwrap_or(u32::MAX);
        let definition = Definition {
            name: kube.root.to_string(),
            node,
            symbols: count,
            forwards: Vec::new(),
            hides: false,
        };
        definitions.insert(id.clone(), definition);
        (Schema { root: id, definitions }, symbols)
    }

    /// The root's node, with the properties and the rules of the spec.
    fn without_spec(&self, property: &Property, spec: &Schema) -> (DeclType, Vec<Tokens>) {
        let types = BTreeMap::from([(SPEC.to_owned(), Tokens::of(self.container.ident.clone()))]);
        let mut model = Model {
            ids: &BTreeMap::new(),
            types: &types,
            flattened: &|_| properties_of(spec, &spec.root),
            nullable: &BTreeSet::new(),
            enums: &BTreeMap::new(),
            symbols: Vec::new(),
            id: &self.name.id,
        };
        let mut node = model.object(std::slice::from_ref(property), false);
        // At the root they may cost something else.
        let moved = |rule: &ValidationRule| ValidationRule { max_cost: None, ..rule.clone() };
        let definition = spec.definitions.get(&spec.root);
        node.rules = definition.into_iter().flat_map(|spec| spec.node.rules.iter().map(moved)).collect();
        (node, model.symbols)
    }

    /// Bounds that are expressions, in the order of [`Schema::symbols`].
    fn root_bounds(
        &self,
        schema: &Schema,
        own: Vec<Tokens>,
        spec: &Schema,
        status: Option<&NestedSchema<'_>>,
    ) -> Vec<TokenStream> {
        let ident = self.container.ident;
        let bound = |symbol: (&DefinitionId, u32)| {
            if *symbol.0 == schema.root {
                return own.get(symbol.1 as usize).map(ToTokens::to_token_stream);
            }
            let index = |schema: &Schema| schema.symbols().position(|other| other == symbol);
            if let Some(index) = index(spec) {
                return Some(quote!(<#ident as __cel::Compiled>::BOUNDS[#index]));
            }
            let NestedSchema { ty, schema, .. } = status?;
            let index = index(schema)?;
            Some(quote!(<#ty as __cel::Compiled>::BOUNDS[#index]))
        };
        schema.symbols().filter_map(bound).collect()
    }

    /// The rules on the root. They see `schema`; `in_crd` is the CRD's schema.
    fn root_rules(
        &self,
        kube: &Kube,
        in_crd: &Schema,
        schema: &Schema,
        names: &mut Functions,
    ) -> Option<Rules> {
        let (seen, declared) = (schema.definitions.get(&schema.root)?, in_crd.definitions.get(&in_crd.root)?);
        if seen.node.rules.is_empty() {
            return None;
        }
        let of_spec = seen.node.rules.len().saturating_sub(kube.validations.len());
        let (of_spec, of_root) = seen.node.rules.split_at(of_spec);
        let mut compiled = Vec::new();
        // A mistake in a rule of the spec is reported at the spec.
        let env = self.env(schema, &seen.node);
        if names.are_partial() || is_erroneous(in_crd) || !self.cx.is_clean() {
            kube.validations.iter().for_each(|rule| self.check_alone(schema, &seen.node, rule, true));
        } else {
            let of_spec = of_spec.iter().filter(|rule| !rule.server_only);
            let moved = of_spec.map(|rule| (self.moved_rule(in_crd, schema, rule), rule));
            let own = kube.validations.iter().zip(of_root).map(|(rule, in_schema)| {
                if !rule.is_compiled() {
                    self.check_alone(schema, &seen.node, rule, false);
                    return (None, in_schema);
                }
                // A path names fields of the CRD's schema.
                let path = self.field_path(in_crd, &declared.node, rule);
                let compiled = self.compile_rule(&env, schema, &seen.node, rule, path.clone().ok().flatten());
                (compiled.filter(|_| path.is_ok()), in_schema)
            });
            for (rule, in_schema) in moved.chain(own) {
                let (Some(rule), Some(name)) = (rule, names.next()) else { continue };
                names.keep_cost(in_schema, &rule);
                let rule =
                    rule.with_bounds(bounds_of(&kube.root).to_string()).written_at(&in_schema.location);
                compiled.push((name, rule));
            }
            self.lint_root(&env, &seen.node, kube, &compiled);
        }
        Some(Rules { compiled, this: kube.root.to_token_stream(), ..Rules::default() })
    }

    /// Lints the rules on the resource, which are the last ones. Those of the spec are linted at the spec.
    fn lint_root<'s>(
        &self,
        env: &Env<'s>,
        node: &'s DeclType,
        kube: &Kube,
        compiled: &[(String, CompiledRule)],
    ) {
        let own: Vec<&Rule> = kube.validations.iter().filter(|rule| rule.is_compiled()).collect();
        let of_own = compiled.iter().skip(compiled.len().saturating_sub(own.len()));
        let pairs: Vec<_> = own.into_iter().zip(of_own.map(|(_, compiled)| compiled)).collect();
        self.lint(env, node, &pairs, Lints::of(&self.levels()));
    }

    /// Compiles a rule of the spec as a rule of the root without `spec`.
    fn moved_rule(&self, in_crd: &Schema, schema: &Schema, rule: &ValidationRule) -> Option<CompiledRule> {
        let (seen, declared) = (schema.definitions.get(&schema.root)?, in_crd.definitions.get(&in_crd.root)?);
        let path = rule.field_path.as_ref().filter(|path| !path.is_empty());
        let path = path.map(|path| field_path::resolve(in_crd, &declared.node, path)).transpose();
        let compiled = compile(self.env(schema, &seen.node), &seen.node, rule);
        let error = match (compiled, path) {
            (Ok(compiled), Ok(path)) => return Some(compiled.at(path)),
            (Err(error), _) => {
                error.diagnostics.first().map_or_else(String::new, |first| first.message.clone())
            }
            (_, Err(error)) => error.to_string(),
        };
        let help = "with `no_spec` rules on the type are rules of the whole resource, and see it";
        let message = format!("the rule `{}` at the root: {error}", rule.rule);
        self.cx.error_with_help(self.container.ident.span(), message, help);
        None
    }
}

/// The key of the spec among the flattened types of a root.
const SPEC: &str = "spec";

/// Adds the fields that rules see in every resource (k8s: `schema/cel/model/schemas.go`, `WithTypeAndObjectMeta`).
fn with_type_and_object_meta(in_crd: &Schema) -> Schema {
    let mut schema = in_crd.clone();
    let id: DefinitionId = format!("{} metadata", schema.root);
    let text = |max| DeclType { max, ..DeclType::new(DeclKind::String) };
    let names = vec![
        field("name", text(Some(Bound::Value(253))), true),
        field("generateName", text(Some(Bound::Value(252))), true),
    ];
    if let Some(Definition { node: DeclType { kind: DeclKind::Object { fields, .. }, .. }, .. }) =
        schema.definitions.get_mut(&schema.root)
    {
        fields.as_mut_vec().extend([
            field("apiVersion", text(None), false),
            field("kind", text(None), false),
            field("metadata", reference(&id), false),
        ]);
    }
    let metadata = Definition {
        name: "ObjectMeta".to_owned(),
        node: object(names),
        symbols: 0,
        forwards: Vec::new(),
        hides: false,
    };
    schema.definitions.insert(id, metadata);
    schema
}

fn object(fields: Vec<DeclField>) -> DeclType {
    DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false })
}

fn reference(id: &str) -> DeclType {
    DeclType::new(DeclKind::Ref(id.to_owned()))
}

/// A property that the method `f_<name>` reads.
fn field(name: &str, node: DeclType, optional: bool) -> DeclField {
    let snake = name.chars().fold("f_".to_owned(), |mut method, c| {
        if c.is_ascii_uppercase() {
            method.push('_');
        }
        method.push(c.to_ascii_lowercase());
        method
    });
    let access = Access::of(vec![AccessStep::new(&snake, optional)]);
    DeclField { name: name.to_owned(), rust_name: None, node, required: false, access }
}
