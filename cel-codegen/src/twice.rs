//! CRDs that are there twice with different schemas. A server keeps the one that is installed last.

use cel_compiler::crd::{check::go_json, definition::CustomResourceDefinition, document::Position};
use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{DefaultHasher, Hash, Hasher},
};

/// A CRD of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    name: String,
    at: Position,
    /// A number for its versions with their schemas. Equal JSON has the same number.
    versions: u64,
}

impl Definition {
    pub(crate) fn of(crd: &CustomResourceDefinition) -> Self {
        let mut hasher = DefaultHasher::new();
        crd.node.field("spec").and_then(|spec| spec.field("versions")).map(go_json).hash(&mut hasher);
        Definition { name: crd.name.clone(), at: crd.at, versions: hasher.finish() }
    }
}

/// The CRDs so far, by name: each with its place, and the number of its versions.
#[derive(Debug, Default)]
pub struct Seen(HashMap<String, (String, u64)>);

impl Seen {
    /// Adds the CRDs of a file. A warning for each that is there already, with other schemas.
    pub fn warnings(&mut self, file: &str, definitions: &[Definition]) -> Vec<String> {
        let mut warnings = Vec::new();
        for Definition { name, at, versions } in definitions.iter().filter(|crd| !crd.name.is_empty()) {
            let place = format!("{file}:{}:{}", at.line, at.column);
            match self.0.entry(name.clone()) {
                Entry::Vacant(vacant) => {
                    vacant.insert((place, *versions));
                }
                Entry::Occupied(known) if known.get().1 != *versions => {
                    let (first, _) = known.get();
                    warnings.push(format!("warning: {place}: `{name}` has other schemas at {first}\n"));
                }
                Entry::Occupied(_) => {}
            }
        }
        warnings
    }
}
