//! Maps whose keys are texts of other crates, of `PathBuf`, or of types for which `with` says so.

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

/// The item of the crate of this name, without the crate.
mod smol_str {
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    #[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct SmolStr(String);

    impl AsRef<str> for SmolStr {
        fn as_ref(&self) -> &str {
            &self.0
        }
    }
}

/// A text without a schema.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Hash)]
#[serde(transparent)]
pub struct Compact(String);

impl AsRef<str> for Compact {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

/// schemars writes `patternProperties` for such keys.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[schemars(extend("pattern" = "^[a-z]+$"))]
pub struct Name(String);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Pool::x_validations)]
#[x_validation(rule = "self.size < 10", message = "too large")]
#[x_validation(rule = "self.size >= oldSelf.size", message = "a pool does not shrink")]
pub struct Pool {
    size: i32,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Keys")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = KeysSpec::x_validations)]
#[x_validation(
    rule = "self.pools.filter(k, k != '' && self.pools[k].size > 1).size() > 1",
    message = "pools"
)]
#[x_validation(rule = "'/a' in self.files && self.files['/a'] > 1", message = "files")]
#[x_validation(rule = "self.files == oldSelf.files", message = "files change")]
#[x_validation(
    rule = "!has(self.compact) || self.compact.exists(k, self.compact[k] == k)",
    message = "compact"
)]
#[x_validation(rule = "self.named.all(k, self.named[k].size != 3)", message = "named")]
pub struct KeysSpec {
    #[schemars(extend("maxProperties" = 8))]
    pools: BTreeMap<smol_str::SmolStr, Pool>,
    #[x_validation(values(rule = "self < 9", message = "a small number"))]
    files: HashMap<PathBuf, i32>,
    #[schemars(with = "Option<HashMap<String, String>>")]
    compact: Option<HashMap<Compact, Compact>>,
    #[schemars(with = "BTreeMap<String, Pool>")]
    named: BTreeMap<Name, Pool>,
}

fn spec(key: &str, size: i32) -> Value {
    json!({
        "pools": { key: { "size": size }, "c": { "size": 2 } },
        "files": { format!("/{key}"): size },
        "compact": { key: "a" },
        "named": { key: { "size": size } },
    })
}

fn specs() -> Vec<Value> {
    vec![
        spec("a", 2),
        spec("b", 1),
        spec("a", 10),
        spec("", 3),
        json!({ "pools": {}, "files": {}, "named": {} }),
    ]
}

#[test]
fn texts_of_other_crates_are_keys_of_maps() {
    compare::<Keys, KeysSpec>("foreign_keys", &specs());
}

#[test]
fn such_maps_are_compared_with_old_ones() {
    let specs = specs();
    let pairs: Vec<_> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Keys, KeysSpec>("foreign_keys_updates", &pairs);
}

#[test]
fn the_crd_is_what_the_rules_were_compiled_for() {
    assert_matches_crd::<Keys>();
}
