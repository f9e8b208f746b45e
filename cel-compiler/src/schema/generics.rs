//! Generic types. Their schemas have references in place of the arguments, and a use of the type replaces them.
//!
//! The schema of `Template<T>` refers to a definition [`parameter`]. Rules in the type cannot look into it. The use `Template<Inner>`
//! makes another schema ([`instantiate`]), with the argument in its id.

use super::{
    DeclField, DeclKind, DeclType, Definition, DefinitionId, Encoding, ListType, Maxima, Schema,
    kubernetes::{is_foreign, rust_type},
    reference::resolve,
};
use std::collections::BTreeMap;

/// The definition that stands for a type parameter of the generic type `id`.
#[must_use]
pub fn parameter(id: &str, n: usize) -> DefinitionId {
    format!("{}{n}$", parameter_prefix(id))
}

/// The start of the ids of such definitions. Ids of types with such an argument contain it too.
#[must_use]
pub fn parameter_prefix(id: &str) -> String {
    format!("{id} $")
}

/// True for the definition that stands for a type parameter of the generic type `id`.
#[must_use]
pub fn is_parameter(id: &str, definition: &str) -> bool {
    definition.strip_prefix(id).is_some_and(|rest| rest.starts_with(" $") && rest.ends_with('$'))
}

/// True for the id of a generic type with arguments.
#[must_use]
pub fn is_instance(id: &str) -> bool {
    id.ends_with('>')
}

/// The name of a placeholder property for the properties that a flattened type parameter adds. `method` reads its value.
#[must_use]
pub fn place_of_flattened(method: &str) -> String {
    format!("{PLACE}{method}")
}

/// Begins the name of a placeholder. No real property's name begins with it.
const PLACE: char = '\u{1}';

fn is_place(field: &DeclField) -> bool {
    field.name.starts_with(PLACE)
}

/// The argument that a use of a generic type gives for one of its parameters.
pub struct Argument<'s> {
    node: DeclType,
    definitions: Vec<&'s Schema>,
    /// Equal only for arguments with the same schema.
    key: String,
}

impl<'s> Argument<'s> {
    /// The schema of an argument, and the schemas with the definitions that it refers to.
    #[must_use]
    pub fn new(node: DeclType, definitions: Vec<&'s Schema>) -> Self {
        let key = match &node.kind {
            DeclKind::Ref(id) if node == DeclType::new(node.kind.clone()) => id.clone(),
            _ => node.to_text(),
        };
        Argument { node, definitions, key }
    }
}

/// The names of all keys of lists with keys.
#[must_use]
pub fn key_names(schema: &Schema) -> Vec<&str> {
    let mut names = Vec::new();
    each_list(schema, &mut |_, keys| names.extend(keys.iter().map(String::as_str)));
    names
}

/// For each of `count` type parameters of a type, whether it is the item type of a list with keys.
#[must_use]
pub fn keyed_parameters(schema: &Schema, id: &str, count: usize) -> Vec<bool> {
    let mut keyed = vec![false; count];
    each_list(schema, &mut |items, _| {
        let DeclKind::Ref(items) = &items.kind else { return };
        let of_items = keyed.iter_mut().enumerate().filter(|(n, _)| parameter(id, *n) == *items);
        of_items.for_each(|(_, is_keyed)| *is_keyed = true);
    });
    keyed
}

/// All lists with keys: their items, and the keys.
fn each_list<'s>(schema: &'s Schema, found: &mut dyn FnMut(&'s DeclType, &'s [String])) {
    let mut nodes: Vec<&DeclType> = schema.definitions.values().map(|definition| &definition.node).collect();
    while let Some(node) = nodes.pop() {
        if let DeclKind::List { items, list_type: ListType::Map(keys) } = &node.kind {
            found(items, keys);
        }
        nodes.extend(node.children());
    }
}

/// Why a generic type cannot have an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentError {
    /// An `Option` in an `Option`.
    NestedOption,
    /// An `Option` where the type has rules on the value.
    RulesOnOption,
    /// A flattened value is not an object.
    NoObject,
    /// A flattened value is a map whose values have a schema.
    TypedMap,
    /// A flattened type has rules on its own node.
    FlattenedRules,
    /// Another property has this name already, with another schema.
    Differs(String),
    /// A flattened value has a property by the name of another one. serde writes both.
    Twice(String),
}

/// A generic type with arguments.
pub struct Instance {
    /// Its schema.
    pub schema: Schema,
    /// The bounds that are Rust expressions, in the order in which the type lists them.
    pub symbols: Vec<(DefinitionId, u32)>,
    /// The defaults of the parameters without an argument.
    pub defaults: Vec<DeclType>,
}

/// The schema of a generic type with these arguments; `others` is the text of other arguments, for example constants. Parameters without
/// an argument have their default, which may name the parameters before it.
///
/// # Errors
/// If the type cannot have one of the arguments.
pub fn instantiate(
    schema: &Schema,
    arguments: &[Argument<'_>],
    others: &str,
) -> Result<Instance, ArgumentError> {
    let given = (0..)
        .zip(arguments)
        .map(|(n, argument)| (parameter(&schema.root, n), argument.node.clone(), argument.key.clone()));
    let mut substitution = Substitution { of: schema, root: String::new(), parameters: given.collect() };
    let mut defaults = Vec::new();
    let ids = (arguments.len()..).map(|n| parameter(&schema.root, n));
    for (id, definition) in ids.map_while(|id| schema.definitions.get_key_value(&id)) {
        let node = substitution.node(&definition.node, true)?;
        // A default is the same in all uses, unless it names another parameter.
        let key = match node == definition.node {
            true => definition.name.clone(),
            false => node.to_text(),
        };
        defaults.push(node.clone());
        substitution.parameters.push((id.clone(), node, key));
    }
    let mut keys: Vec<&str> = arguments.iter().map(|argument| argument.key.as_str()).collect();
    keys.extend(Some(others).filter(|others| !others.is_empty()));
    substitution.root = match keys.as_slice() {
        [] if defaults.is_empty() => schema.root.clone(),
        keys => format!("{}<{}>", schema.root, keys.join(",")),
    };
    let mut definitions = BTreeMap::new();
    for argument in arguments.iter().flat_map(|argument| &argument.definitions) {
        definitions.extend(argument.definitions.clone());
    }
    let own = schema.definitions.iter().filter(|(id, _)| !substitution.is_parameter(id));
    for (id, definition) in own {
        let mut node = substitution.node(&definition.node, false)?;
        if *id == schema.root && matches!(node.kind, DeclKind::Object { .. }) {
            node.encoding = Encoding::Generic;
        }
        let forwards = definition.forwards.iter().map(|id| substitution.id(id)).collect();
        definitions.insert(substitution.id(id), Definition { node, forwards, ..definition.clone() });
    }
    let symbols = schema.symbols().map(|(id, n)| (substitution.id(id), n)).collect();
    let mut schema = Schema { root: substitution.root, definitions };
    let ids: Vec<_> = schema.definitions.keys().cloned().collect();
    ids.iter().for_each(|id| schema.settle(id));
    for (id, node) in flattened(&schema)? {
        if let Some(definition) = schema.definitions.get_mut(&id) {
            definition.node = node;
        }
    }
    Ok(Instance { schema, symbols, defaults })
}

struct Substitution<'s> {
    of: &'s Schema,
    /// The id of the instance.
    root: DefinitionId,
    /// The id of each parameter, its argument, and the text of the argument in ids.
    parameters: Vec<(DefinitionId, DeclType, String)>,
}

impl Substitution<'_> {
    fn is_parameter(&self, id: &str) -> bool {
        self.parameters.iter().any(|(parameter, ..)| parameter == id)
    }

    fn id(&self, id: &str) -> DefinitionId {
        if id == self.of.root {
            return self.root.clone();
        }
        self.parameters.iter().fold(id.to_owned(), |id, (parameter, _, key)| id.replace(parameter, key))
    }

    /// The node with its parameters replaced. `sees_foreign`: rules can read arguments of k8s-openapi there.
    fn node(&self, node: &DeclType, sees_foreign: bool) -> Result<DeclType, ArgumentError> {
        let kind = match &node.kind {
            DeclKind::Ref(id) => match self.parameters.iter().find(|(parameter, ..)| parameter == id) {
                Some((_, argument, _)) if !sees_foreign && is_foreign(argument) => {
                    return substituted(node, &DeclType::new(DeclKind::Unknown));
                }
                Some((_, argument, _)) => return substituted(node, argument),
                None => DeclKind::Ref(self.id(id)),
            },
            DeclKind::List { items, list_type } => DeclKind::List {
                items: Box::new(self.node(items, sees_foreign)?),
                list_type: list_type.clone(),
            },
            DeclKind::Map { values } => DeclKind::Map { values: Box::new(self.node(values, sees_foreign)?) },
            DeclKind::Object { fields, preserve_unknown_fields } => {
                let fields: Result<Vec<DeclField>, _> =
                    fields.iter().map(|field| self.field(field)).collect();
                DeclKind::Object { fields: fields?.into(), preserve_unknown_fields: *preserve_unknown_fields }
            }
            other => other.clone(),
        };
        Ok(DeclType { kind, ..node.clone() })
    }

    fn field(&self, field: &DeclField) -> Result<DeclField, ArgumentError> {
        let is_raw = field.access.steps.last().is_some_and(|step| step.is_raw);
        let mut node = self.node(&field.node, is_raw)?;
        if is_foreign(&node) && rust_type(&node).is_none() {
            node = self.node(&field.node, false)?;
        }
        let mut out = DeclField { node, ..field.clone() };
        let is_parameter = matches!(&field.node.kind, DeclKind::Ref(id) if self.is_parameter(id));
        if is_parameter && out.node.nullable && !field.node.nullable && !is_place(field) {
            out.required = false;
            let Some(last) = out.access.steps.last_mut() else { return Ok(out) };
            if last.optional {
                return Err(ArgumentError::NestedOption);
            }
            last.optional = true;
        }
        Ok(out)
    }
}

/// An argument in the place of a parameter. The settings that the generic type makes there stay; the rest comes from the argument.
fn substituted(node: &DeclType, argument: &DeclType) -> Result<DeclType, ArgumentError> {
    if node.nullable && argument.nullable {
        return Err(ArgumentError::NestedOption);
    }
    if argument.nullable && node.rules.iter().any(|rule| rule.late) {
        return Err(ArgumentError::RulesOnOption);
    }
    let mut kind = argument.kind.clone();
    if let (DeclKind::Object { preserve_unknown_fields, .. }, Encoding::FreeMap, Encoding::FreeMap) =
        (&mut kind, node.encoding, argument.encoding)
    {
        *preserve_unknown_fields = true;
    }
    Ok(DeclType {
        kind,
        nullable: node.nullable || argument.nullable,
        defaulted: node.defaulted,
        of_variants: node.of_variants,
        max: node.max.or(argument.max),
        maxima: merged(node.maxima.clone(), argument.maxima.clone()),
        rules: node.rules.iter().chain(&argument.rules).cloned().collect(),
        ..argument.clone()
    })
}

fn merged(own: Option<Box<Maxima>>, other: Option<Box<Maxima>>) -> Option<Box<Maxima>> {
    match (own, other) {
        (Some(own), Some(other)) => Some(Box::new(own.or(*other))),
        (own, other) => own.or(other),
    }
}

/// The objects into which parameters are flattened, with the properties of the arguments.
fn flattened(schema: &Schema) -> Result<Vec<(DefinitionId, DeclType)>, ArgumentError> {
    let mut out = Vec::new();
    for (id, definition) in &schema.definitions {
        let DeclKind::Object { fields, preserve_unknown_fields } = &definition.node.kind else { continue };
        if !fields.iter().any(is_place) {
            continue;
        }
        // Without the argument's properties those of the type are not known.
        let is_error = |field: &DeclField| {
            is_place(field)
                && resolve(Some(schema), &field.node).is_some_and(|node| node.kind == DeclKind::Error)
        };
        if fields.iter().any(is_error) {
            out.push((id.clone(), DeclType { kind: DeclKind::Error, ..definition.node.clone() }));
            continue;
        }
        let (mut properties, mut preserves) = (Vec::new(), *preserve_unknown_fields);
        for field in fields.iter() {
            if is_place(field) {
                flatten(schema, field, &mut properties, &mut preserves)?;
            } else {
                add(field.clone(), field.node.of_variants, &mut properties)?;
            }
        }
        let kind = DeclKind::Object { fields: properties.into(), preserve_unknown_fields: preserves };
        out.push((id.clone(), DeclType { kind, ..definition.node.clone() }));
    }
    Ok(out)
}

/// The properties of an argument become properties of the type around it.
fn flatten(
    schema: &Schema,
    field: &DeclField,
    properties: &mut Vec<DeclField>,
    preserves: &mut bool,
) -> Result<(), ArgumentError> {
    let mut node = &field.node;
    while let DeclKind::Ref(id) = &node.kind {
        let Some(definition) = schema.definitions.get(id) else {
            // A parameter of an outer type. The outer type replaces it.
            properties.push(field.clone());
            return Ok(());
        };
        node = &definition.node;
        // A flattened variant may be absent, so its rules are not rules of the type.
        if !node.rules.is_empty() && !field.access.steps.iter().any(|step| step.optional) {
            return Err(ArgumentError::FlattenedRules);
        }
    }
    match &node.kind {
        DeclKind::Object { fields, preserve_unknown_fields } => {
            *preserves |= preserve_unknown_fields;
            let mut steps = field.access.steps.clone();
            if let (true, Some(last)) = (field.node.nullable, steps.last_mut()) {
                last.optional = true;
            }
            let optional = steps.iter().any(|step| step.optional);
            for mut inner in fields.iter().cloned() {
                steps.iter().rev().for_each(|step| inner.access.prepend(step));
                inner.required &= !optional;
                add(inner, field.node.of_variants, properties)?;
            }
            Ok(())
        }
        DeclKind::Unknown => {
            *preserves = true;
            Ok(())
        }
        DeclKind::Map { .. } => Err(ArgumentError::TypedMap),
        DeclKind::Error => Ok(()),
        _ => Err(ArgumentError::NoObject),
    }
}

/// Adds a property. Variants of an untagged enum may have the same one. A property that serde does not write may have the name of another.
fn add(field: DeclField, of_variants: bool, properties: &mut Vec<DeclField>) -> Result<(), ArgumentError> {
    let is_unwritten = |node: &DeclType| node.encoding == Encoding::Unwritten;
    let same = properties.iter_mut().find(|property| property.name == field.name);
    match same.filter(|same| of_variants || !is_unwritten(&same.node) && !is_unwritten(&field.node)) {
        None => properties.push(field),
        Some(_) if !of_variants => return Err(ArgumentError::Twice(field.name)),
        Some(same) if same.node == field.node => {
            same.access.others.extend(field.access.ways().map(<[_]>::to_vec));
        }
        Some(_) => return Err(ArgumentError::Differs(field.name)),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
