//! Parts of large schemas: only what matters for some of the changes, so that a search does not read the rest again and again.
//!
//! Objects without the other properties get the same answers. A property that an object lacks still matters if it is required, has
//! a default, or if a rule reads it.

use crate::witness::{At, Hints};
use cel_compiler::{
    crd::props::{Property, SchemaProps},
    library::KubernetesVersion,
};
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    ptr,
    rc::Rc,
};

/// Makes parts of some schemas.
#[derive(Default)]
pub(super) struct Parts {
    /// The names that rules read.
    hints: Hints,
    /// The number of rules.
    rules: usize,
    /// The places of the properties that matter, by the address of their node.
    needed: RefCell<HashMap<usize, Rc<[usize]>>>,
}

impl Parts {
    pub(super) fn new(schemas: &[&SchemaProps], version: KubernetesVersion) -> Self {
        let mut parts = Parts::default();
        schemas.iter().for_each(|schema| parts.read(schema, version));
        parts
    }

    fn read(&mut self, schema: &SchemaProps, version: KubernetesVersion) {
        self.rules += schema.rules.len();
        for rule in schema.rules.iter() {
            self.hints.add(&rule.rule, version);
            self.hints.add(&rule.message_expression, version);
            rule.field_path.split(['.', '[', ']', '\'', '"']).for_each(|name| self.hints.add_name(name));
        }
        let elements = [schema.item_schema(), schema.value_schema()];
        let properties = schema.properties.iter().map(|property| &property.schema);
        properties.chain(elements.into_iter().flatten()).for_each(|below| self.read(below, version));
    }

    /// The number of rules in the schemas.
    pub(super) fn rules(&self) -> usize {
        self.rules
    }

    /// A schema with the nodes on these paths, and with what else matters.
    pub(super) fn of(&self, schema: &SchemaProps, paths: &[&[At]]) -> SchemaProps {
        let mut part = schema.clone();
        let mut places: Vec<usize> = self.needed(schema).to_vec();
        places.extend(paths.iter().filter_map(|path| match path.first() {
            Some(At::Field(name)) => schema.properties.position(name),
            Some(At::Element) | None => None,
        }));
        places.sort_unstable();
        places.dedup();
        let properties = places.into_iter().filter_map(|at| schema.properties.get(at)).map(|property| {
            let below = below(paths, |step| matches!(step, At::Field(name) if *name == property.name));
            Property {
                name: property.name.clone(),
                at: property.at,
                schema: self.of(&property.schema, &below),
            }
        });
        part.properties = properties.collect();
        let element = schema.item_schema().or_else(|| schema.value_schema());
        if let (Some(copy), Some(element)) = (part.element_mut(), element) {
            *copy = self.of(element, &below(paths, |step| *step == At::Element));
        }
        part
    }

    /// The properties that matter for each object, and the first of the others.
    fn needed(&self, schema: &SchemaProps) -> Rc<[usize]> {
        let key = ptr::from_ref(schema).addr();
        if let Some(known) = self.needed.borrow().get(&key) {
            return Rc::clone(known);
        }
        let mut named: HashSet<&str> = OF_ALL.into_iter().collect();
        names_of(schema, &mut named);
        let is_needed = |property: &Property| {
            property.schema.default.is_some()
                || named.contains(&*property.name)
                || self.hints.names_property(&property.name)
        };
        let mut others = MOST_OTHERS;
        let places = schema.properties.iter().enumerate().filter(|(_, property)| {
            let is_kept = is_needed(property) || others > 0;
            others -= usize::from(is_kept && !is_needed(property));
            is_kept
        });
        let places: Rc<[usize]> = places.map(|(at, _)| at).collect();
        self.needed.borrow_mut().insert(key, Rc::clone(&places));
        places
    }
}

/// The rest of the paths that begin with a step.
fn below<'p>(paths: &[&'p [At]], is_step: impl Fn(&At) -> bool) -> Vec<&'p [At]> {
    let parts = paths.iter().filter_map(|path| path.split_first());
    parts.filter(|(step, _)| is_step(step)).map(|(_, rest)| rest).collect()
}

/// The properties that a schema requires, or names in its `allOf`, `anyOf`, `oneOf` and `not`.
fn names_of<'s>(schema: &'s SchemaProps, names: &mut HashSet<&'s str>) {
    names.extend(schema.required.iter().map(String::as_str));
    let several = schema.all_of.iter().chain(&schema.any_of).chain(&schema.one_of);
    for junctor in several.chain(schema.not.as_deref()) {
        names.extend(junctor.properties.iter().map(|property| property.name.as_str()));
        names_of(junctor, names);
    }
}

/// Names that the search gives to fields, and those that each resource has.
const OF_ALL: [&str; 5] = ["apiVersion", "kind", "metadata", "status", "unknown"];
/// Number of other properties of a node: objects have some of them.
const MOST_OTHERS: usize = 8;
