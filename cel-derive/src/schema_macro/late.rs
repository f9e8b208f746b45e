//! Late rules (`cel_compiler::schema::late`): finds those of a generic type, and compiles them where the type is used.

use super::{
    functions::Functions,
    nested::is_erroneous,
    nested::{NestedSchema, bounds_of, spaced},
    unresolved::Unresolved,
};
use crate::{
    decl_type::{Hidden, Kubernetes, Shape, Typed},
    expand::{
        generic::is_seen,
        kubernetes::Foreign,
        late::{LateRules, late_type},
        resolved::Resolved,
        rules::{Late, Rules, View},
    },
    input::Data,
};
use cel_compiler::{
    rule::{CompiledRule, RuleError, compile, register},
    schema::{
        DeclKind, DeclType, Schema, ValidationRule, field_path,
        generics::parameter,
        kubernetes::{self, RustType},
        late::{nodes, takes_whole},
    },
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::{ptr, rc::Rc};

impl Unresolved<'_> {
    /// Marks the late rules of a generic type. If one rule on a node is late, all are, so that they run in order.
    pub(super) fn mark_late(&self, schema: &mut Schema) {
        if self.container.this.types.is_empty() || is_erroneous(schema) {
            return;
        }
        let (Some(seen), Some(dynamic)) =
            (self.seen_by_own_rules(schema), self.with_arguments(schema, DeclKind::Error))
        else {
            return;
        };
        let root = |schema: &'_ Schema| schema.definitions.get(&self.name.id).map(|own| own.node.clone());
        let (seen_node, dynamic_node) = (root(&seen), root(&dynamic));
        if let Some(definition) = schema.definitions.get_mut(&self.name.id) {
            let views = Views {
                seen: &seen,
                dynamic: &dynamic,
                seen_node: seen_node.as_ref(),
                dynamic_node: dynamic_node.as_ref(),
                is_hidden: self.is_hidden_newtype(),
            };
            self.mark_node(&mut definition.node, views, true);
        }
    }

    fn mark_node(&self, node: &mut DeclType, views: Views<'_>, is_type: bool) {
        let is_object = is_type && matches!(node.kind, DeclKind::Object { .. });
        let variants = self.container.variants();
        let is_right = |schema, node: Option<&DeclType>, rule: &ValidationRule, is_result_known: bool| {
            let Some(node) = node else { return false };
            let env = self.env(schema, node);
            // In the view, an opaque value has no schema.
            let env = if is_result_known { env.with_opaque_apart() } else { env };
            let found = register(env, node, rule);
            let mut errors = [found.error, found.message_error].into_iter().flatten();
            errors.all(|error| !is_result_known && is_of_result(&error))
        };
        // No function without the parameter can take the value, whatever its rules read of it.
        let is_hidden = views.is_hidden || is_hidden(views.seen_node, node);
        let is_late = |rule: &ValidationRule| {
            is_hidden
                || !is_right(views.seen, views.seen_node, rule, true)
                || is_object && takes_whole(rule, &variants)
        };
        if node.rules.iter().any(|rule| !rule.server_only && is_late(rule)) {
            for rule in &mut node.rules {
                // If a rule is wrong with every argument, the type itself reports it.
                rule.late = !rule.server_only && is_right(views.dynamic, views.dynamic_node, rule, false);
            }
        }
        match &mut node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => {
                self.mark_node(inner, views.below(element), false);
            }
            DeclKind::Object { fields, .. } => {
                // The rules of a flattened type belong to that type.
                let own = fields.as_mut_vec().iter_mut().filter(|field| field.access.steps.len() == 1);
                own.for_each(|field| {
                    let below = views.below(|node| field_of(node, &field.name));
                    self.mark_node(&mut field.node, below, false);
                });
            }
            _ => {}
        }
    }

    fn is_hidden_newtype(&self) -> bool {
        match &self.container.data {
            Data::Newtype(property) => !is_seen(&self.container.this, property),
            _ => false,
        }
    }

    /// The schema of a generic type with `dyn` for each `T`. A rule that is wrong in it is wrong with every argument.
    pub(super) fn with_dynamic_arguments(&self, schema: &Schema) -> Option<Schema> {
        self.with_arguments(schema, DeclKind::IntOrString)
    }

    fn with_arguments(&self, schema: &Schema, kind: DeclKind) -> Option<Schema> {
        let types = self.container.this.types.len();
        let mut schema = (types > 0).then(|| schema.clone())?;
        for n in 0..types {
            if let Some(definition) = schema.definitions.get_mut(&parameter(&self.name.id, n)) {
                definition.node = DeclType::new(kind.clone());
            }
        }
        Some(schema)
    }

    /// The number of a node among those with late rules.
    pub(super) fn late(
        &self,
        schema: &Schema,
        node: &DeclType,
        ty: TokenStream,
        pointers: usize,
    ) -> Option<Late> {
        // Few nodes are late, and this looks at all of them.
        let is_late = node.rules.iter().any(|rule| rule.late);
        let nodes = if is_late { nodes(schema, &self.name.id) } else { Vec::new() };
        let n = nodes.iter().position(|late| ptr::eq(late.node, node))?;
        Some(Late { n, index: self.container.this.types.len().saturating_add(n), ty, pointers })
    }

    /// The types whose late rules are compiled where this type is used.
    pub(super) fn forwards(&self, nested: &[NestedSchema<'_>]) -> Vec<String> {
        let forwarded = nested.iter().filter(|nested| self.is_forwarded(nested));
        forwarded.map(|nested| nested.schema.root.clone()).collect()
    }

    fn is_forwarded(&self, nested: &NestedSchema<'_>) -> bool {
        nested.parameters.is_some()
            && self.container.this.is_in(&nested.ty)
            && !nodes(&nested.schema, &nested.schema.root).is_empty()
    }

    /// The late rules of a nested type. They are compiled if all of its arguments are known here. `forwarded` is the next index in
    /// this type's walks.
    pub(super) fn late_rules(
        &self,
        schema: &Schema,
        nested: &NestedSchema<'_>,
        forwarded: &mut usize,
        names: &mut Functions,
    ) -> Vec<LateRules> {
        let nodes = nodes(schema, &nested.schema.root);
        if self.is_forwarded(nested) {
            if self.container.this.types.is_empty() {
                self.cx.error_with_help(
                    nested.ty.span(),
                    "the rules of this type look into its arguments, which depend on a constant",
                    "write the constant as a number, or the rules on the type that holds this one",
                );
                return Vec::new();
            }
            let above = nodes.iter().map(|node| {
                let index = *forwarded;
                *forwarded = forwarded.saturating_add(1);
                LateRules::Above { index, is_type: node.is_type }
            });
            return above.collect();
        }
        let compiled = (0..).zip(nodes).map(|(n, node)| {
            let held = late_type(&nested.ty, n);
            let typed = nested.typed.and_then(|typed| foreign_node(node.node, &held, typed));
            if typed.is_none() && kubernetes::is_foreign(node.node) {
                node.node.rules.iter().filter(|rule| rule.late).for_each(|rule| {
                    self.report_late(nested, rule, "the rule stands on a type of k8s-openapi");
                });
            }
            let view = typed.as_ref().and_then(|typed| Foreign::of(typed, self.container)).zip(names.next());
            let view = view.map(|(foreign, name)| foreign.view(format_ident!("__cel_{name}_view")));
            let this = match &view {
                Some(View { name, .. }) => quote!(#name<'__cel>),
                None => self.container.this.shortened(&held),
            };
            // After another mistake nothing is compiled.
            let compiled = match is_erroneous(schema) {
                true => Vec::new(),
                false => self.compile_late(schema, nested, node.node, names),
            };
            let is_late = |rule: &&ValidationRule| rule.late;
            if compiled.len() < node.node.rules.iter().filter(is_late).count() {
                return LateRules::Reported;
            }
            let is_type = node.is_type;
            let rules = Box::new(Rules { compiled, this, view, is_type, ..Rules::default() });
            LateRules::Here { rules, held }
        });
        compiled.collect()
    }

    /// The late rules of all nested types.
    pub(super) fn add_late_rules(
        &self,
        schema: &Schema,
        nested: &[NestedSchema<'_>],
        names: &mut Functions,
        out: &mut Resolved<'_>,
    ) {
        let types = self.container.this.types.len();
        let own = nodes(schema, &self.name.id).len().saturating_sub(self.forwarded_nodes(schema));
        let mut forwarded = types.saturating_add(own);
        for nested in nested {
            let late = self.late_rules(schema, nested, &mut forwarded, names);
            if self.is_forwarded(nested) {
                out.forwarded.extend((0..late.len()).map(|n| late_type(&nested.ty, n)));
            }
            if let Some(instance) = out.instances.get_mut(&nested.key) {
                instance.late = late;
            }
        }
    }

    fn forwarded_nodes(&self, schema: &Schema) -> usize {
        let own = schema.definitions.get(&self.name.id);
        own.map_or(0, |own| own.forwards.iter().map(|id| nodes(schema, id).len()).sum())
    }

    fn compile_late(
        &self,
        schema: &Schema,
        nested: &NestedSchema<'_>,
        node: &DeclType,
        names: &mut Functions,
    ) -> Vec<(String, CompiledRule)> {
        let mut out = Vec::new();
        for rule in node.rules.iter().filter(|rule| rule.late) {
            let path = rule.field_path.as_ref().filter(|path| !path.is_empty());
            let path = path.map(|path| field_path::resolve(schema, node, path)).transpose();
            match (compile(self.env(schema, node), node, rule), path) {
                (Ok(compiled), Ok(path)) => {
                    let compiled =
                        compiled.at(path).with_bounds(bounds_of(&self.container.this.ty).to_string());
                    out.extend(names.next().map(|name| (name, compiled)));
                }
                (Err(error), _) => {
                    let first = error.diagnostics.first();
                    let text = first.map_or_else(String::new, |diagnostic| diagnostic.message.clone());
                    self.report_late(nested, rule, &text);
                }
                (_, Err(error)) => self.report_late(nested, rule, &error.to_string()),
            }
        }
        out
    }

    fn report_late(&self, nested: &NestedSchema<'_>, rule: &ValidationRule, error: &str) {
        let (ty, at) = (spaced(&nested.ty), &rule.location);
        let message = format!(
            "{error}\n\nin the rule `{}` of `{ty}`\n --> {}:{}:{}",
            rule.rule.trim(),
            at.file,
            at.line,
            at.column
        );
        let arguments = nested.typed.and_then(|typed| Some(&typed.nested()?.1.arguments));
        let is_unseen = |argument: &Typed| argument.is_opaque() || argument.kubernetes().is_some();
        let is_opaque = arguments.is_some_and(|arguments| arguments.iter().any(is_unseen));
        let help = match is_opaque {
            true => WRAP,
            false => {
                "write the rule on the argument's type, or on the type that has this field: not every argument can have it"
            }
        };
        self.cx.error_with_help(nested.ty.span(), message, help);
    }
}

const WRAP: &str = "rules see nothing of this argument; if it is a type of k8s-openapi, wrap it in a type of your own: \
     `#[derive(XValidation, ..)] struct Env(EnvVar);`";

/// The node of a generic type as a field type of this item, if it is or contains an argument of k8s-openapi. Such types implement
/// none of our traits.
fn foreign_node(node: &DeclType, held: &TokenStream, generic: &Typed) -> Option<Typed> {
    let entry = innermost(kubernetes::rust_type(node)?);
    let is_same = |argument: &&Typed| {
        argument.is_readable_argument()
            && argument.kubernetes().and_then(|(_, kubernetes)| kubernetes.entry()) == entry
    };
    let argument = generic.nested()?.1.arguments.iter().find(is_same)?;
    let ty = syn::parse2(held.clone()).ok()?;
    let layers = layers(node).checked_sub(layers_of(argument))?;
    let argument = converted(argument);
    let shape = match (layers, &node.kind) {
        (0, _) => argument.shape,
        (1, DeclKind::Map { .. }) => Shape::Map(Box::new(argument)),
        (1, _) => Shape::List(Box::new(argument)),
        _ => return None,
    };
    Some(Typed { ty, shape })
}

/// The type, but rules convert each `IntOrString` in it where they read it.
fn converted(typed: &Typed) -> Typed {
    let inner = |typed: &Typed| Box::new(converted(typed));
    let shape = match &typed.shape {
        Shape::Pointer(held) => Shape::Pointer(inner(held)),
        Shape::List(held) => Shape::List(inner(held)),
        Shape::Array(held, length) => Shape::Array(inner(held), length.clone()),
        Shape::Map(held) => Shape::Map(inner(held)),
        Shape::Kubernetes(Kubernetes::IntOrString) => {
            let hidden = Hidden { scalar: Some(DeclKind::IntOrString), write: None, is_whole: true };
            Shape::Kubernetes(Kubernetes::Hidden(Rc::new(hidden)))
        }
        other => other.clone(),
    };
    Typed { ty: typed.ty.clone(), shape }
}

/// The type inside all lists and maps.
fn innermost(ty: RustType) -> Option<kubernetes::Entry> {
    match ty {
        RustType::Vec(inner) | RustType::Map(inner) => innermost(*inner),
        RustType::Named(entry) => Some(entry),
        _ => None,
    }
}

/// The number of nested lists and maps.
fn layers(node: &DeclType) -> usize {
    element(node).map_or(0, |inner| 1 + layers(inner))
}

fn layers_of(typed: &Typed) -> usize {
    typed.element().map_or(0, |inner| 1 + layers_of(inner))
}

/// A node of a generic type, in two schemas for its rules.
#[derive(Clone, Copy)]
struct Views<'s> {
    /// Without the fields that depend on an argument. Rules that are not late see this.
    seen: &'s Schema,
    seen_node: Option<&'s DeclType>,
    /// With a type for each argument that fits everywhere. A rule must be right in this to be late: `self.name in [self.other, '']` is,
    /// although a list cannot have a `dyn` beside a text.
    dynamic: &'s Schema,
    dynamic_node: Option<&'s DeclType>,
    /// The node is a part of a newtype around a type that depends on an argument.
    is_hidden: bool,
}

impl<'s> Views<'s> {
    fn below(self, step: impl Fn(&'s DeclType) -> Option<&'s DeclType>) -> Self {
        Views {
            seen_node: self.seen_node.and_then(&step),
            dynamic_node: self.dynamic_node.and_then(&step),
            ..self
        }
    }
}

/// True if the node's type depends on an argument.
fn is_hidden(seen: Option<&DeclType>, node: &DeclType) -> bool {
    let is_unknown = |node: &DeclType| matches!(node.kind, DeclKind::Unknown);
    seen.is_none_or(is_unknown) && !is_unknown(node)
}

fn element(node: &DeclType) -> Option<&DeclType> {
    match &node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => Some(inner),
        _ => None,
    }
}

fn field_of<'s>(node: &'s DeclType, name: &str) -> Option<&'s DeclType> {
    match &node.kind {
        DeclKind::Object { fields, .. } => {
            fields.iter().find(|field| field.name == name).map(|field| &field.node)
        }
        _ => None,
    }
}

/// True if the only mistake is the type of the result.
pub(super) fn is_of_result(error: &RuleError) -> bool {
    let of_result = RuleError::result_type(error.key);
    let message = of_result.diagnostics.first().map(|diagnostic| &diagnostic.message);
    error.diagnostics.iter().all(|diagnostic| Some(&diagnostic.message) == message)
}
