//! Types of other crates that are texts in JSON, by the names of their crates.

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::{CustomResource, core::Duration};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The item of the crate of this name, without the crate.
mod semver {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(transparent)]
    pub struct Version(String);
}

/// A module with the name of such a crate, and a type that derives.
mod smol_str {
    use cel_runtime::XValidation;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[schemars(transform = SmolStr::x_validations)]
    #[x_validation(rule = "self.size < 3", message = "small")]
    pub struct SmolStr {
        size: i32,
    }
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Foreign")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ForeignSpec::x_validations)]
#[x_validation(rule = "duration(self.timeout) < duration('1h')", message = "timeout")]
#[x_validation(rule = "!has(self.grace) || self.grace != self.timeout", message = "grace")]
#[x_validation(rule = "self.steps.all(s, duration(s) < duration(self.timeout))", message = "steps")]
#[x_validation(rule = "semver(self.version).major() == semver(oldSelf.version).major()", message = "version")]
#[x_validation(rule = "self.pools.all(p, self.pools[p] != self.timeout)", message = "pools")]
pub struct ForeignSpec {
    timeout: Duration,
    #[x_validation(rule = "self != '0'", message = "no grace")]
    grace: Option<kube::core::Duration>,
    #[schemars(length(max = 4))]
    #[x_validation(items(rule = "!self.startsWith('-')", message = "negative"))]
    steps: Vec<Duration>,
    version: semver::Version,
    #[schemars(extend("maxProperties" = 8))]
    pools: BTreeMap<String, Box<Duration>>,
    own: smol_str::SmolStr,
}

fn spec(timeout: &str, step: &str, version: &str, size: i32) -> Value {
    json!({
        "timeout": timeout,
        "grace": step,
        "steps": [step, "1s"],
        "version": version,
        "pools": { "a": step },
        "own": { "size": size },
    })
}

fn specs() -> Vec<Value> {
    vec![
        spec("30s", "10s", "1.2.3", 1),
        spec("2h", "2h", "2.0.0", 3),
        spec("1m", "-5s", "1.0", 2),
        json!({ "timeout": "30s", "steps": [], "version": "1.3.0", "pools": {}, "own": { "size": 0 } }),
    ]
}

#[test]
fn texts_of_other_crates_are_read() {
    compare::<Foreign, ForeignSpec>("foreign_texts", &specs());
}

#[test]
fn texts_of_other_crates_are_compared_with_old_ones() {
    let specs = specs();
    let pairs: Vec<_> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Foreign, ForeignSpec>("foreign_texts_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Foreign>();
}

mod renamed {
    use cel_runtime::XValidation;
    use kube::core::{self as kc, Duration as Span};

    #[derive(XValidation, serde::Serialize, serde::Deserialize)]
    #[x_validation(rule = "duration(self.each) < duration(self.all)", manual_crd)]
    pub(super) struct Limits {
        each: Span,
        all: kc::Duration,
    }
}

#[test]
fn an_import_may_give_a_text_another_name() {
    let limits = |each| serde_json::from_value::<renamed::Limits>(json!({ "each": each, "all": "1m" }));
    assert!(limits("59s").unwrap().x_validate().is_ok());
    assert!(limits("2m").unwrap().x_validate().is_err());
}
