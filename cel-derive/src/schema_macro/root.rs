//! The type that kube makes around this one: its schema, and the rules on it.

use super::{
    budget::{Budget, Root},
    rules::is_erroneous,
    step::{NestedSchema, Step, bounds_of},
};
use crate::{
    attr::kube::Kube,
    expand::{self, isolated, walk::Rules},
};
use cel_codegen::schema::{
    Access, AccessStep, Bound, DeclField, DeclKind, DeclType, Definition, DefinitionId, Schema,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

impl Step<'_> {
    pub(super) fn root(&self, spec: &Schema, nested: &[NestedSchema<'_>]) -> Option<TokenStream> {
        let kube = self.container.kube.as_ref()?;
        let status = nested.iter().find(|nested| nested.typed.is_none());
        let schema = self.root_schema(kube, spec, status);
        let text = schema.to_text();
        let bounds = self.root_bounds(&schema, spec, status);
        let root = &kube.root;
        let seen = with_type_and_object_meta(&schema);
        let rules = self.root_rules(kube, &schema, &seen);
        let functions = isolated::functions(&rules, self.container.attrs.krate.as_ref());
        let method = rules.as_ref().and_then(Rules::method);
        let object = rules.map(|_| expand::root::object(self.container, kube, &seen));
        let budget = self.budget(&Root { schema: &seen, bounds: bounds_of(root), of_kube: true });
        let Budget { consts, assertions } = budget;
        Some(quote! {
            const _: () = {
                #functions
                impl __cel::Compiled for #root {
                    const ID: &'static __cel::str = "";
                    const SCHEMA: &'static __cel::str = #text;
                    const BOUNDS: &'static [__cel::u64] = &[#(#bounds),*];
                    #consts
                    #method
                }
                #object
                #assertions
            };
        })
    }

    /// What the CRD says.
    fn root_schema(&self, kube: &Kube, spec: &Schema, status: Option<&NestedSchema<'_>>) -> Schema {
        let mut definitions = spec.definitions.clone();
        let mut fields = vec![DeclField { required: true, ..field("spec", reference(&spec.root), false) }];
        if let Some(NestedSchema { schema: status, .. }) = status {
            definitions.extend(status.definitions.clone());
            let node = DeclType { nullable: true, ..reference(&status.root) };
            fields.push(field("status", node, true));
        }
        let mut node = object(fields);
        node.rules = kube.validations.rules.iter().map(|rule| rule.rule.clone()).collect();
        let id = format!("{} {}", self.name.id, kube.root);
        let definition = Definition { name: kube.root.to_string(), node, symbols: 0 };
        definitions.insert(id.clone(), definition);
        Schema { root: id, definitions }
    }

    /// Bounds that are expressions, in the order of [`Schema::symbols`].
    fn root_bounds(
        &self,
        schema: &Schema,
        spec: &Schema,
        status: Option<&NestedSchema<'_>>,
    ) -> Vec<TokenStream> {
        let ident = self.container.ident;
        let bound = |symbol| {
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

    /// `schema` is what the rules see, `in_crd` what the CRD says.
    fn root_rules(&self, kube: &Kube, in_crd: &Schema, schema: &Schema) -> Option<Rules> {
        if kube.validations.rules.is_empty() {
            return None;
        }
        let root = &kube.root;
        let mut names = (0..).map(|n| format_ident!("rule_{}", n as u32));
        let (seen, declared) = (schema.definitions.get(&schema.root)?, in_crd.definitions.get(&in_crd.root)?);
        let compile = |(rule, in_schema)| {
            // Paths name what the CRD declares.
            let path = self.field_path(in_crd, &declared.node, rule);
            let compiled = self.compile_rule(schema, &seen.node, rule, path)?;
            compiled.publish_max_cost(in_schema);
            Some((names.next()?, compiled.with_bounds(bounds_of(root))))
        };
        let compiled = if is_erroneous(in_crd) {
            Vec::new()
        } else {
            kube.validations.rules.iter().zip(&seen.node.rules).filter_map(compile).collect()
        };
        Some(Rules { compiled, this: kube.root.to_token_stream(), ..Rules::default() })
    }
}

/// With the fields that rules see in every resource (k8s: `schema/cel/model/schemas.go`, `WithTypeAndObjectMeta`).
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
        fields.push(field("apiVersion", text(None), false));
        fields.push(field("kind", text(None), false));
        fields.push(field("metadata", reference(&id), false));
    }
    let metadata = Definition { name: "ObjectMeta".to_owned(), node: object(names), symbols: 0 };
    schema.definitions.insert(id, metadata);
    schema
}

fn object(fields: Vec<DeclField>) -> DeclType {
    DeclType::new(DeclKind::Object { fields, preserve_unknown_fields: false })
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
    let access = Access { steps: vec![AccessStep { method: snake, optional }] };
    DeclField { name: name.to_owned(), rust_name: None, node, required: false, access }
}
