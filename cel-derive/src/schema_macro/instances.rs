//! Generic types: their schemas with arguments, and what their own rules see.

use super::{
    flattened,
    hidden::hides,
    nested::{NestedSchema, properties_of},
    unresolved::Unresolved,
};
use crate::{
    attr::schemars::Bounds,
    decl_type::{Nested, Shape, Typed},
    expand::{
        generic::{has_view, is_seen},
        resolved::{Instance, OwnRules},
    },
    generics::This,
    input::{Content, Data, Property, shared},
    model::Model,
    tokens::located,
};
use cel_compiler::schema::{
    DeclField, DeclKind, DeclType, Definition, Encoding, Schema,
    generics::{
        Argument, ArgumentError, Instance as Made, instantiate, keyed_parameters, parameter, parameter_prefix,
    },
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeMap;

/// The schema of a type with the arguments of its use in a field. `known` are the schemas of the types before it.
pub(super) fn instance<'t>(
    step: &Unresolved<'_>,
    generic: NestedSchema<'t>,
    nested: &Nested,
    known: &[NestedSchema<'_>],
) -> Option<NestedSchema<'t>> {
    let is_parameter = |n: &usize| generic.schema.definitions.contains_key(&parameter(&generic.head, *n));
    let parameters = (0..).take_while(is_parameter).count();
    if parameters == 0 && nested.constants.is_empty() {
        return Some(generic);
    }
    let arguments: Option<Vec<Argument<'_>>> = nested
        .arguments
        .iter()
        .map(|argument| {
            let node = node(step, &generic.ty, argument, known)?;
            let definitions =
                known.iter().map(|nested| &nested.schema).filter(|schema| refers(&node, schema));
            Some(Argument::new(node.clone(), definitions.collect()))
        })
        .collect();
    // A constant of the same name may have another value elsewhere.
    let is_literal = nested.constants.chars().all(|c| c.is_ascii_digit() || c == ',');
    let constants = match is_literal {
        true => nested.constants.clone(),
        false => format!("{} in {}", nested.constants, step.name.id),
    };
    match instantiate(&generic.schema, &arguments?, &constants) {
        Ok(made) => {
            let of_defaults = made.defaults.clone();
            let made = NestedSchema {
                parameters: (parameters > 0).then_some(parameters),
                defaults: defaults(step, &generic, &made),
                hides: hides(&generic),
                symbols: made.symbols,
                schema: made.schema,
                ..generic
            };
            step.check_keys(&made);
            step.check_hidden(&made, &of_defaults, nested, known);
            Some(made)
        }
        Err(error) => {
            let (message, help) = explained(&error);
            step.cx.error_with_help(generic.ty.span(), message, help);
            None
        }
    }
}

/// For each parameter without an argument: true if its default has rules. Its walk is that of the trait `Node`, which some types lack.
fn defaults(step: &Unresolved<'_>, generic: &NestedSchema<'_>, made: &Made) -> Vec<bool> {
    let given = generic.parameter_count().saturating_sub(made.defaults.len());
    let keyed = keyed_parameters(&generic.schema, &generic.head, generic.parameter_count());
    let needs_argument = made.defaults.iter().zip(keyed.iter().skip(given)).find_map(|(node, is_keyed)| {
        let found = made.schema.reached(node);
        let has_rules = found.iter().any(|node| !node.rules.is_empty());
        let depends = |node: &&DeclType| matches!(&node.kind, DeclKind::Ref(id) if id.contains(&parameter_prefix(&step.name.id)));
        match () {
            () if *is_keyed => Some("its items have keys, which are read by the name of the type"),
            () if found.iter().any(|node| node.rules.iter().any(|rule| rule.late)) => Some("its rules look into its arguments"),
            () if has_rules && found.iter().any(depends) => Some("it depends on a parameter"),
            () => None,
        }
    });
    if let Some(reason) = needs_argument {
        let message = format!("the default of a type parameter is not enough here: {reason}");
        step.cx.error_with_help(generic.ty.span(), message, "write all type arguments");
    }
    let has_rules = |node| made.schema.reached(node).iter().any(|node| !node.rules.is_empty());
    made.defaults.iter().map(has_rules).collect()
}

/// The error for an argument that does not fit, and the help.
fn explained(error: &ArgumentError) -> (String, &'static str) {
    match error {
        ArgumentError::Differs(name) => (shared::differs(name), shared::SAME),
        ArgumentError::Twice(name) => (
            format!("the type flattens its argument, and both have a field named `{name}` in JSON"),
            flattened::RENAME,
        ),
        ArgumentError::NestedOption => (
            "the type has an `Option` around this `Option`, which has no structural schema".to_owned(),
            "give it the type without `Option`",
        ),
        ArgumentError::RulesOnOption => (
            "the type has rules on values of this argument, which cannot be an `Option`".to_owned(),
            "give it the type without `Option`, or write the rules on the type that has this field",
        ),
        ArgumentError::NoObject => (
            "the type flattens its argument, which is no object".to_owned(),
            "give it a struct, or a map of `serde_json::Value`",
        ),
        ArgumentError::TypedMap => (
            "the type flattens its argument, and a map beside other properties has no structural schema"
                .to_owned(),
            "give it a struct, or a map of `serde_json::Value`",
        ),
        ArgumentError::FlattenedRules => (
            "the type flattens its argument, which has rules on the whole object".to_owned(),
            "write them on the type around it, where they see the same properties",
        ),
    }
}

/// The node of an argument. The length of an array in it must be a number.
fn node(
    step: &Unresolved<'_>,
    place: &impl ToTokens,
    argument: &Typed,
    known: &[NestedSchema<'_>],
) -> Option<DeclType> {
    let ids = known.iter().map(|nested| (nested.key.clone(), nested.schema.root.clone())).collect();
    let types = known.iter().map(|nested| (nested.key.clone(), nested.ty.clone())).collect();
    let (nullable, enums) = (super::nested::nullable(known), super::nested::unit_enums(known));
    let mut model = Model {
        ids: &ids,
        types: &types,
        flattened: &|_| None,
        nullable: &nullable,
        enums: &enums,
        symbols: Vec::new(),
        id: &step.name.id,
    };
    let node = argument_node(&mut model, argument);
    if !model.symbols.is_empty() {
        let help = "write the number, or wrap the array in a struct of its own";
        let message = "the length of an array in a type argument must be a number";
        step.cx.error_in(place, message, help);
        return None;
    }
    Some(node)
}

/// The node of an argument. A k8s-openapi type is marked, since it implements none of the traits that generic types need.
fn argument_node(model: &mut Model<'_>, argument: &Typed) -> DeclType {
    if argument.kubernetes().is_none() && !argument.is_keyed() {
        return model.node(argument, &Bounds::default());
    }
    if !argument.is_readable_argument() {
        return DeclType::new(DeclKind::Unknown);
    }
    let mut node = model.node(argument, &Bounds::default());
    mark_foreign(&mut node, argument);
    node
}

fn mark_foreign(node: &mut DeclType, argument: &Typed) {
    if let Shape::Pointer(inner) = &argument.shape {
        return mark_foreign(node, inner);
    }
    match (&mut node.kind, &argument.shape) {
        (
            DeclKind::List { items: node, .. } | DeclKind::Map { values: node },
            Shape::List(inner) | Shape::Array(inner, _) | Shape::Map(inner),
        ) => mark_foreign(node, inner),
        (DeclKind::Ref(_) | DeclKind::Unknown, _) => {}
        (_, Shape::Kubernetes(kubernetes)) => {
            node.encoding = kubernetes.entry().map_or(Encoding::Native, Encoding::Foreign);
        }
        _ => {}
    }
}

/// True if the node refers to the root of the schema.
fn refers(node: &DeclType, schema: &Schema) -> bool {
    match &node.kind {
        DeclKind::Ref(id) => *id == schema.root,
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => refers(inner, schema),
        _ => false,
    }
}

/// The generic types among the nested ones, with the facts that their walks need.
pub(super) fn instances(nested: &[NestedSchema<'_>]) -> BTreeMap<String, Instance> {
    let generic = nested.iter().filter(|nested| nested.parameters.is_some());
    let instances = generic.map(|nested| {
        let instance = Instance {
            own_rules: own_rules(&nested.schema),
            defaults: nested.defaults.clone(),
            late: Vec::new(),
        };
        (nested.key.clone(), instance)
    });
    instances.collect()
}

/// Whether the root of a schema has rules.
pub(super) fn own_rules(schema: &Schema) -> OwnRules {
    let mut id = schema.root.clone();
    loop {
        let Some(definition) = schema.definitions.get(&id) else {
            // A type parameter. Its id ends with its number.
            let number = id.trim_end_matches('$').rsplit('$').next().and_then(|n| n.parse().ok());
            return number.map_or(OwnRules::None, OwnRules::OfParameter);
        };
        if !definition.node.rules.is_empty() {
            return OwnRules::Some;
        }
        match &definition.node.kind {
            DeclKind::Ref(next) => id.clone_from(next),
            _ => return OwnRules::None,
        }
    }
}

impl Unresolved<'_> {
    /// Adds arguments for the type parameters: their defaults, or types that rules cannot see.
    pub(super) fn add_parameters(&self, schema: &mut Schema, nested: &[NestedSchema<'_>]) {
        let this = &self.container.this;
        let parameters = this.types.iter().zip(&self.container.defaults).zip(self.hidden_parameters(nested));
        for (n, ((name, default), hides)) in parameters.enumerate() {
            let node = default.as_ref().and_then(|default| node(self, &default.ty, default, nested));
            let node = node.unwrap_or_else(|| DeclType::new(DeclKind::Unknown));
            let name = name.to_string();
            let definition = Definition { name, node, symbols: 0, forwards: Vec::new(), hides };
            schema.definitions.insert(parameter(&self.name.id, n), definition);
        }
    }

    /// The schema that rules on a generic type and its properties see. Values that depend on an argument have no type in it. `None`
    /// for other types.
    pub(super) fn seen_by_own_rules(&self, schema: &Schema) -> Option<Schema> {
        let this = &self.container.this;
        if !this.has_instances() {
            return None;
        }
        let mut seen = schema.clone();
        for n in 0..this.types.len() {
            if let Some(definition) = seen.definitions.get_mut(&parameter(&self.name.id, n)) {
                definition.node = DeclType::new(DeclKind::Unknown);
            }
        }
        let Some((mut fields, _)) = properties_of(schema, &schema.root) else { return Some(seen) };
        let Data::Object(properties) = &self.container.data else { return Some(seen) };
        hide_unseen(this, properties, &mut fields);
        if let Some(root) = seen.definitions.get_mut(&schema.root)
            && let DeclKind::Object { fields: seen, .. } = &mut root.node.kind
        {
            *seen = fields.into();
        }
        Some(seen)
    }

    /// The type that late rules on the item's own node see.
    pub(super) fn this_of_late_rules(&self) -> TokenStream {
        let ty = match &self.container.data {
            Data::Newtype(property) => property.typed().map(|typed| located(&typed.ty)),
            _ => Some(self.container.this.ty.clone()),
        };
        quote!(#ty)
    }

    /// The type that rules on the item's own node see.
    pub(super) fn this_of_own_rules(&self) -> TokenStream {
        let this = &self.container.this;
        match &self.container.data {
            _ if has_view(self.container) => quote!(__cel_View<'__cel>),
            Data::Newtype(property) if this.has_instances() => {
                let ty = property.typed().map(|typed| located(&typed.ty));
                this.shortened(&ty.unwrap_or_default())
            }
            _ => this.shortened(&this.ty),
        }
    }
}

/// Hides the types of fields that depend on an argument, including those of variants.
fn hide_unseen(this: &This<'_>, properties: &[Property], fields: &mut [DeclField]) {
    let property = |method: &str| properties.iter().find(|property| property.method == method);
    for field in fields {
        let first = field.access.steps.first().and_then(|step| property(&step.method));
        match (first.map(|property| &property.content), &mut field.node.kind) {
            (Some(Content::Object(inner)), DeclKind::Object { fields, .. }) => {
                hide_unseen(this, inner, fields.as_mut_vec());
            }
            (Some(_), kind) if first.is_some_and(|property| !is_seen(this, property)) => {
                *kind = DeclKind::Unknown;
            }
            _ => {}
        }
    }
}
