//! The schema of a container, built from the schemas of nested types.

use crate::{
    attr::schemars::Bounds,
    decl_type::{Kubernetes, Nested, Shape, Typed},
    input::{Content, Property},
    scalar::scalar_node,
    tokens::{Tokens, located},
};
use cel_compiler::schema::{
    Access, AccessStep, Bound, DeclField, DeclKind, DeclType, DefinitionId, Encoding, ListType, Maxima,
    ValidationRule,
    generics::{parameter, place_of_flattened},
};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};
use syn::Lit;

/// The properties of an object, and whether it preserves unknown ones.
pub(crate) type Properties = (Vec<DeclField>, bool);

/// An enum of unit variants that may be the keys of a map.
pub(crate) struct UnitEnum {
    pub(crate) names: Vec<String>,
    /// True if its variants have doc comments. Then a map with such keys is a map in the schema, too.
    pub(crate) is_documented: bool,
}

/// The bound of a value.
fn most<'b>(shape: &Shape, kind: &DeclKind, bounds: &'b Bounds) -> Option<&'b TokenStream> {
    match shape {
        Shape::List(_) | Shape::Array(..) => bounds.length.as_ref().or(bounds.max_items.as_ref()),
        Shape::Map(_) | Shape::FreeMap => bounds.max_properties.as_ref(),
        Shape::Keyed(..) if matches!(kind, DeclKind::Object { .. }) => None,
        Shape::Keyed(..) => bounds.max_properties.as_ref(),
        // Its schema has no `type`, and without one schemars drops a `length`.
        _ if *kind == DeclKind::IntOrString => bounds.max_length.as_ref(),
        _ => bounds.length.as_ref().or(bounds.max_length.as_ref()),
    }
}

/// Builds the schema of a container. The ids of the nested types must be known.
pub(crate) struct Model<'a> {
    /// The ids, by [`Nested::key`]. After an error some are missing.
    pub(crate) ids: &'a BTreeMap<String, DefinitionId>,
    /// The types as written, by the same key.
    pub(crate) types: &'a BTreeMap<String, Tokens>,
    /// The properties of flattened types, by the same key.
    pub(crate) flattened: &'a dyn Fn(&str) -> Option<Properties>,
    /// The newtypes that may be null, by the same key.
    pub(crate) nullable: &'a BTreeSet<String>,
    /// The enums of unit variants, by the same key.
    pub(crate) enums: &'a BTreeMap<String, UnitEnum>,
    /// Bounds that are expressions.
    pub(crate) symbols: Vec<Tokens>,
    /// The item's own id.
    pub(crate) id: &'a str,
}

impl Model<'_> {
    /// An object with these properties.
    pub(crate) fn object(&mut self, properties: &[Property], preserve_unknown_fields: bool) -> DeclType {
        let mut fields = Vec::new();
        let mut preserve = preserve_unknown_fields;
        for (n, property) in (0..).zip(properties) {
            self.property(n, property, &mut fields, &mut preserve);
        }
        DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: preserve })
    }

    fn property(&mut self, n: u32, property: &Property, fields: &mut Vec<DeclField>, preserve: &mut bool) {
        let nested = property.typed().and_then(|typed| typed.value().same_node()?.nested());
        let may_be_null = nested.is_some_and(|(_, nested)| self.nullable.contains(&nested.key));
        let optional = property.optional() || may_be_null;
        let is_raw = property.typed().is_some_and(Typed::is_raw);
        let step = AccessStep { is_raw, ..AccessStep::new(&property.method.to_string(), optional) };
        let mut node = match &property.content {
            Content::Value(typed) => self.node(typed, &property.bounds),
            Content::Object(properties) => {
                DeclType { encoding: Encoding::Variant(n), ..self.object(properties, false) }
            }
            Content::Flatten(typed) => {
                // Each field of an enum's variant is read by a method that may find another variant.
                let may_be_absent = if property.reader.optional { !property.required } else { step.optional };
                return self.flatten(typed, (&step, may_be_absent), fields, preserve);
            }
        };
        node.defaulted = property.defaulted;
        if property.is_unwritten {
            node.encoding = Encoding::Unwritten;
        }
        node.rules = property.attrs.rules.iter().map(|rule| rule.rule.clone()).collect();
        if property.attrs.opaque.is_some() && property.attrs.server_only.is_some() {
            leave_to_server(&mut node);
        }
        add_element_rules(&mut node, property);
        fields.push(DeclField {
            name: property.name.clone(),
            rust_name: (property.rust_name != property.name).then(|| property.rust_name.clone()),
            node,
            required: property.required,
            access: Access::of(vec![step]),
        });
    }

    /// Adds the properties of a flattened type to the type around it.
    fn flatten(
        &mut self,
        typed: &Typed,
        (step, may_be_absent): (&AccessStep, bool),
        fields: &mut Vec<DeclField>,
        preserve: &mut bool,
    ) {
        if typed.is_parameter() {
            // The place where the type is used knows the properties.
            let node = self.node(typed, &Bounds::default());
            let (name, access) = (place_of_flattened(&step.method), Access::of(vec![step.clone()]));
            fields.push(DeclField { name, rust_name: None, node, required: false, access });
            return;
        }
        let Some((_, nested)) = typed.nested() else {
            *preserve = true;
            return;
        };
        let Some((inner, preserves)) = (self.flattened)(&nested.key) else { return };
        *preserve |= preserves;
        for mut field in inner {
            field.access.prepend(step);
            field.required &= !may_be_absent;
            self.adopt_bounds(&mut field.node, &nested.key);
            fields.push(field);
        }
    }

    /// Adds the bounds of a flattened type to the type around it.
    fn adopt_bounds(&mut self, node: &mut DeclType, key: &str) {
        let maxima = node.maxima.iter_mut().flat_map(|maxima| maxima.each_mut());
        for bound in node.max.iter_mut().chain(maxima) {
            if let (Bound::Symbol(n), Some(ty)) = (*bound, self.types.get(key)) {
                let n = n as usize;
                self.symbols.push(Tokens::new(&quote!(<#ty as __cel::Compiled>::BOUNDS[#n])));
                *bound = Bound::Symbol(u32::try_from(self.symbols.len() - 1).unwrap_or(u32::MAX));
            }
        }
        match &mut node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => {
                self.adopt_bounds(inner, key);
            }
            DeclKind::Object { fields, .. } => {
                fields.as_mut_vec().iter_mut().for_each(|field| self.adopt_bounds(&mut field.node, key));
            }
            _ => {}
        }
    }

    /// Content of a newtype.
    pub(crate) fn newtype(&mut self, property: &Property) -> DeclType {
        let Content::Value(typed) = &property.content else { return DeclType::new(DeclKind::Error) };
        let mut node = self.node(typed, &property.bounds);
        add_element_rules(&mut node, property);
        node
    }

    /// The schema of a value.
    pub(crate) fn node(&mut self, typed: &Typed, bounds: &Bounds) -> DeclType {
        let mut node = match &typed.shape {
            Shape::Option(inner) => {
                let mut node = self.node(inner, bounds);
                node.nullable = true;
                return node;
            }
            Shape::Pointer(inner) => return self.node(inner, bounds),
            Shape::Scalar(scalar) => scalar_node(*scalar, bounds),
            Shape::Kubernetes(Kubernetes::Time | Kubernetes::MicroTime) => DeclType::new(DeclKind::DateTime),
            Shape::Kubernetes(Kubernetes::IntOrString | Kubernetes::Quantity) => {
                DeclType::new(DeclKind::IntOrString)
            }
            Shape::Kubernetes(Kubernetes::Object(meant)) => meant.node(),
            Shape::Kubernetes(Kubernetes::Embedded) => embedded_resource(),
            Shape::Kubernetes(Kubernetes::Hidden(hidden)) => hidden.node(),
            Shape::List(inner) => self.list(inner, bounds),
            Shape::Array(inner, len) => {
                let mut node = self.list(inner, bounds);
                node.max = Some(self.bound(len));
                node
            }
            Shape::Keyed(keys, inner) if !keys.are_texts => self.keyed(&keys.typed, inner),
            Shape::Map(inner) | Shape::Keyed(_, inner) => {
                let values = Box::new(self.node(inner, &Bounds::default()));
                DeclType::new(DeclKind::Map { values })
            }
            Shape::Nested(nested) => DeclType::new(match self.ids.get(&nested.key) {
                Some(id) => DeclKind::Ref(id.clone()),
                None => DeclKind::Error,
            }),
            Shape::Parameter(n) => {
                // For a free-form argument, the field's attributes say if unknown keys are kept.
                let held = if bounds.preserve_unknown_fields { Encoding::FreeMap } else { Encoding::Native };
                DeclType { encoding: held, ..DeclType::new(DeclKind::Ref(parameter(self.id, *n))) }
            }
            Shape::FreeMap => {
                let preserve_unknown_fields = bounds.preserve_unknown_fields;
                let kind = DeclKind::Object { fields: Vec::new().into(), preserve_unknown_fields };
                DeclType { encoding: Encoding::FreeMap, ..DeclType::new(kind) }
            }
            Shape::Opaque => DeclType::new(DeclKind::Unknown),
            Shape::Error => DeclType::new(DeclKind::Error),
        };
        if let Shape::Nested(_) | Shape::Parameter(_) = &typed.shape {
            node.maxima = self.maxima(bounds);
            return node;
        }
        if let Some(max) = most(&typed.shape, &node.kind, bounds) {
            node.max = Some(self.bound(max));
        }
        node
    }

    /// The bounds of a deriving type. Its kind is not known here, so each kind gets its bound.
    fn maxima(&mut self, bounds: &Bounds) -> Option<Box<Maxima>> {
        let length = bounds.length.as_ref().map(|length| self.bound(length));
        let mut of_kind = |bound: &Option<TokenStream>| bound.as_ref().map(|bound| self.bound(bound));
        let maxima = Maxima {
            length: length.or_else(|| of_kind(&bounds.max_length)),
            items: length.or_else(|| of_kind(&bounds.max_items)),
            properties: of_kind(&bounds.max_properties),
        };
        (maxima != Maxima::default()).then(|| Box::new(maxima))
    }

    /// A map with the variants of an enum as keys: an object with one property for each variant.
    fn keyed(&mut self, key: &Typed, inner: &Typed) -> DeclType {
        let enums = self.enums;
        let Some(UnitEnum { names, is_documented }) = key.nested().and_then(|(_, key)| enums.get(&key.key))
        else {
            return DeclType::new(DeclKind::Error);
        };
        if *is_documented {
            let values = Box::new(self.node(inner, &Bounds::default()));
            return DeclType::new(DeclKind::Map { values });
        }
        // A null property is absent.
        let is_null = |(_, nested): (&Typed, &Nested)| self.nullable.contains(&nested.key);
        let method = match &inner.shape {
            Shape::Option(_) => "present",
            _ if inner.same_node().and_then(Typed::nested).is_some_and(is_null) => "filled",
            _ => "variant",
        };
        let property = |(n, name): (u32, &String)| {
            let step = AccessStep { variant: Some(n), ..AccessStep::new(method, true) };
            let (node, access) = (self.node(inner, &Bounds::default()), Access::of(vec![step]));
            DeclField { name: name.clone(), rust_name: None, node, required: false, access }
        };
        let fields: Vec<_> = (0..).zip(names).map(property).collect();
        let kind = DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false };
        DeclType { encoding: Encoding::Keyed, ..DeclType::new(kind) }
    }

    fn list(&mut self, inner: &Typed, bounds: &Bounds) -> DeclType {
        let inner_bounds = bounds.inner.as_deref().cloned().unwrap_or_default();
        let items = Box::new(self.node(inner, &inner_bounds));
        let list_type = bounds.list_type.clone().unwrap_or(ListType::Atomic);
        DeclType::new(DeclKind::List { items, list_type })
    }

    fn bound(&mut self, expression: &TokenStream) -> Bound {
        if let Ok(Lit::Int(number)) = syn::parse2::<Lit>(expression.clone())
            && let Ok(number) = number.base10_parse()
        {
            return Bound::Value(number);
        }
        self.symbols.push(located(expression));
        Bound::Symbol(u32::try_from(self.symbols.len() - 1).unwrap_or(u32::MAX))
    }
}

/// The properties that rules see in an embedded resource without properties of its own (k8s:
/// `schema/cel/model/schemas.go`, `WithTypeAndObjectMeta`).
fn embedded_resource() -> DeclType {
    let text = |max| DeclType { max, ..DeclType::new(DeclKind::String) };
    let name = |name, method, max| embedded_field(name, method, text(Some(Bound::Value(max))));
    let names = vec![name("name", "f_name", 253), name("generateName", "f_generate_name", 252)];
    let object = |fields: Vec<DeclField>| {
        DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: true })
    };
    let fields = vec![
        embedded_field("apiVersion", "f_api_version", text(None)),
        embedded_field("kind", "f_kind", text(None)),
        embedded_field("metadata", "f_metadata", object(names)),
    ];
    DeclType { encoding: Encoding::Resource, ..object(fields) }
}

fn embedded_field(name: &str, method: &str, node: DeclType) -> DeclField {
    let access = Access::of(vec![AccessStep::new(method, true)]);
    DeclField { name: name.to_owned(), rust_name: None, node, required: false, access }
}

/// Leaves the rules of an opaque type, which lists and maps may hold, to the server.
fn leave_to_server(node: &mut DeclType) {
    match &mut node.kind {
        DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => leave_to_server(inner),
        _ => node.rules.push(ValidationRule { server_only: true, ..ValidationRule::default() }),
    }
}

fn add_element_rules(mut node: &mut DeclType, property: &Property) {
    for depth in 1..=property.attrs.depth() {
        let rules = property.attrs.rules_at(depth).map(|rule| rule.rule.clone());
        match &mut node.kind {
            DeclKind::List { items: element, .. } | DeclKind::Map { values: element } => {
                element.rules = rules.collect();
                node = element;
            }
            // Rules on the values become rules on each property.
            DeclKind::Object { fields, .. } if node.encoding == Encoding::Keyed => {
                let rules: Vec<_> = rules.collect();
                fields.as_mut_vec().iter_mut().for_each(|field| field.node.rules.clone_from(&rules));
                return;
            }
            _ => return,
        }
    }
}
