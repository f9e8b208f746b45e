//! Searches an object that a rule accepts, and one that it refuses.

use crate::{
    lints::{Question, Sought, witnesses},
    objects::Resources,
    witness::Work,
};
use cel_compiler::{
    crd::{
        definition::CrdFile,
        props::{RuleProps, SchemaProps},
    },
    library::KubernetesVersion,
    lints::Shows,
    schema::Step,
};
use std::sync::Arc;

/// A line with an object that the rule accepts, and a line with one that it refuses. The rule is put on a node
/// of the first CRD in a text. [`schema_at`](super::schema_at) explains `at`.
///
/// # Errors
/// If the text has no such CRD.
pub fn objects(
    rule: &str,
    text: &str,
    version: Option<&str>,
    at: &str,
    kubernetes: KubernetesVersion,
) -> Result<String, String> {
    let file = CrdFile::read(text).map_err(|error| error.to_string())?;
    let crd = file.crds.first().ok_or("there is no CustomResourceDefinition in the file")?;
    let names = crd.versions.iter().map(|known| &known.name);
    let mut resources = names.zip(Resources::of_crd(crd));
    let resource = resources.find(|(name, _)| version.is_none_or(|version| *name == version));
    let (_, resource) = resource.ok_or("there is no such version in the file")?;
    let mut schema = resource.schema().clone();
    clear(&mut schema);
    let Some(way) = put(&mut schema, rule, at) else {
        return Err(format!("there is no `{at}` in the schema"));
    };
    let resource = resource.with_schema(schema);
    let way: Vec<Step<'_>> = way.iter().map(Place::step).collect();
    let asked = [(Shows::Always(true), "accepted"), (Shows::Always(false), "refused")];
    let questions = asked.each_ref().map(|(shows, _)| Question { shows, way: &way, rule: 0, offset: 0 });
    let found = witnesses(&questions, &resource, kubernetes, &Work::default());
    let lines = asked.iter().zip(found).map(|((_, name), witness)| match witness {
        Sought::Found(witness) => format!("{name}: {}\n", witness.text().trim_end_matches(" is accepted")),
        Sought::Nothing | Sought::NotSearched => format!("{name}: no object was found\n"),
    });
    Ok(lines.collect())
}

/// A step from a node to one below it.
enum Place {
    Field(String),
    Items,
    Values,
}

impl Place {
    fn step(&self) -> Step<'_> {
        match self {
            Place::Field(name) => Step::Field(name),
            Place::Items => Step::Items,
            Place::Values => Step::Values,
        }
    }
}

/// Removes all rules, so that only the given rule decides.
fn clear(schema: &mut SchemaProps) {
    schema.rules = Arc::default();
    schema.properties.as_mut_vec().iter_mut().for_each(|property| clear(&mut property.schema));
    if let Some(element) = schema.element_mut() {
        clear(element);
    }
}

/// Puts a rule on a node, and returns the way to the node.
fn put(root: &mut SchemaProps, rule: &str, at: &str) -> Option<Vec<Place>> {
    let (mut schema, mut way) = (root, Vec::new());
    for segment in at.split('.').filter(|segment| !segment.is_empty()) {
        let name = segment.trim_end_matches("[]");
        if !name.is_empty() {
            let at = schema.properties.position(name)?;
            schema = &mut schema.properties.as_mut_vec().get_mut(at)?.schema;
            way.push(Place::Field(name.to_owned()));
        }
        for _ in 0..segment.matches("[]").count() {
            way.push(if schema.item_schema().is_some() { Place::Items } else { Place::Values });
            schema = schema.element_mut()?;
        }
    }
    schema.rules = [RuleProps { rule: rule.to_owned(), ..RuleProps::default() }].into();
    Some(way)
}
