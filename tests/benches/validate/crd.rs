//! `rules.yaml`: the rules over JSON, compiled and as text.

use cel_compiler::crd::document;
use cel_runtime::{ErrorList, Options, Report, Warnings};
use serde_json::Value;
use std::sync::LazyLock;

/// A version of the CRD, with its validator.
pub(crate) struct Version {
    pub(crate) name: &'static str,
    pub(crate) evaluate: fn(&Value, Option<&Value>, &Options) -> Report,
    pub(crate) validate: fn(&Value, Option<&Value>) -> Result<Warnings, ErrorList>,
}

pub(crate) mod compiled {
    cel_runtime::include_crd!("benches/validate/rules.yaml");
}

macro_rules! crd {
    ($version:ident) => {
        $crate::crd::Version {
            name: stringify!($version),
            evaluate: $crate::crd::compiled::$version::evaluate,
            validate: $crate::crd::compiled::$version::validate,
        }
    };
}
pub(crate) use crd;

/// The schema of a version.
pub(crate) fn schema(version: &str) -> &'static Value {
    static CRD: LazyLock<Value> =
        LazyLock::new(|| document::read(include_str!("rules.yaml")).expect("YAML").remove(0).to_json());
    let versions = CRD["spec"]["versions"].as_array().expect("versions");
    let found = versions.iter().find(|known| known["name"] == version).expect("the version");
    &found["schema"]["openAPIV3Schema"]
}

/// The rules on its root, or how many there are in all.
pub(crate) fn rules(version: &str) -> String {
    let schema = schema(version);
    let texts = texts(schema);
    match (&*texts, count(schema)) {
        ([rule], 1) => rule.clone(),
        (_, 1) => "1 rule".to_owned(),
        (_, all) => format!("{all} rules"),
    }
}

/// The rules on the root.
pub(crate) fn texts(schema: &Value) -> Vec<String> {
    let rules = schema["x-kubernetes-validations"].as_array().into_iter().flatten();
    rules.filter_map(|rule| rule["rule"].as_str()).map(str::to_owned).collect()
}

/// How many rules there are in a schema.
pub(crate) fn count(schema: &Value) -> usize {
    match schema {
        Value::Object(entries) => entries
            .iter()
            .map(|(name, value)| match name.as_str() {
                "x-kubernetes-validations" => value.as_array().map_or(0, Vec::len),
                _ => count(value),
            })
            .sum(),
        Value::Array(list) => list.iter().map(count).sum(),
        _ => 0,
    }
}
