//! Types that combine what the other tests show one by one. `cargo builds compare structs` makes more of them.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

mod elements;
mod keys;
mod places;
mod siblings;
mod untyped;
mod values;

use super::answers::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeMap, net::Ipv4Addr};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Combined", namespaced)]
#[schemars(transform = CombinedSpec::x_validations)]
#[x_validation(rule = "self.free == oldSelf.free && dyn(self.free).size() == 1", message = "free")]
#[x_validation(rule = "self.wide == oldSelf.wide", message = "wide")]
pub struct CombinedSpec {
    #[x_validation(rule = "self != oldSelf", message = "the last day cannot be told from the first")]
    day: jiff::civil::Date,
    names: Names,
    choice: Choice,
    #[x_validation(rule = "self == oldSelf", message = "free", field_path = ".a")]
    #[x_validation(rule = "dyn(self).size() == 1", message = "size", field_path = "['k']")]
    #[serde(default)]
    free: BTreeMap<String, Value>,
    open: Open,
    texts: Texts,
    wide: Wide,
    boxed: Boxed,
    quirk: Quirk,
    #[serde(flatten)]
    flat: Flat,
}

/// A rule on the items of a list that is a type of its own.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Names::x_validations)]
#[x_validation(rule = "self.size() < 3", message = "names")]
pub struct Names(#[x_validation(items(rule = "self != 'x'", message = "x"))] Vec<String>);

/// A set that may be absent, compared first.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Choice::x_validations)]
#[serde(untagged)]
#[x_validation(rule = "self == oldSelf", message = "choice")]
pub enum Choice {
    Addresses {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        addresses: Vec<Ipv4Addr>,
    },
    Number {
        number: i32,
    },
}

/// Keys that the schema does not describe take part in comparisons.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Open::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "open")]
pub struct Open {
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    any: Value,
    free: Option<BTreeMap<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<i32>,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// A null differs from a text, whatever else must be converted.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Texts::x_validations)]
#[x_validation(rule = "oldSelf == self", message = "texts")]
pub struct Texts {
    #[schemars(extend("format" = "date-time"))]
    at: Option<String>,
}

/// Beyond 63 bits the server reads floats, also where it compares whole objects.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Wide::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "wide")]
pub struct Wide {
    #[x_validation(rule = "1 > 2", message = "shown")]
    n: u64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Boxed::x_validations)]
pub struct Boxed(Box<Wide>);

/// A name that the server's lookup takes for another one is never found in comparisons.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Quirk::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "quirk")]
pub struct Quirk {
    #[serde(rename = "q__dot__z")]
    q: i32,
    r: i32,
}

/// Rules on a flattened type stand on the type around it.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Flat::x_validations)]
#[x_validation(rule = "self.low <= self.high", message = "low", field_path = ".low")]
#[x_validation(rule = "self.high >= oldSelf.high", message = "high")]
pub struct Flat {
    #[x_validation(rule = "self > 0", message = "positive")]
    low: i32,
    high: i32,
}

fn with(changes: &Value) -> Value {
    let mut spec = json!({
        "day": "2020-01-01", "names": ["a"], "choice": {"number": 1}, "free": {"a": 1},
        "open": {"any": 1, "free": {"b": 2}, "u": 1}, "texts": {"at": "2020-01-01T00:00:00Z"},
        "wide": {"n": 1}, "boxed": {"n": 1}, "quirk": {"q__dot__z": 1, "r": 1}, "low": 1, "high": 2,
    });
    let fields = changes.as_object().unwrap().clone();
    spec.as_object_mut().unwrap().extend(fields);
    spec
}

#[test]
fn they_have_the_servers_answers() {
    let none = json!({});
    let wide = json!({"wide": {"n": u64::MAX}, "boxed": {"n": 1_u64 << 63}});
    let changes = [
        (none.clone(), none.clone()),
        (json!({"day": "9999-12-31"}), json!({"day": "1970-01-01"})),
        (json!({"names": ["x", "y", "z"]}), none.clone()),
        (json!({"choice": {"addresses": ["1.2.3.4"]}}), none.clone()),
        (
            json!({"choice": {"addresses": ["1.2.3.4", "1.1.1.1"]}}),
            json!({"choice": {"addresses": ["1.1.1.1", "1.2.3.4"]}}),
        ),
        (json!({"free": {"a": 2}}), none.clone()),
        (json!({"free": {"b": 1}}), none.clone()),
        (json!({"free": {}}), json!({"free": {}})),
        (json!({"open": {"any": 2, "free": {"b": 2}, "u": 1}}), none.clone()),
        (json!({"open": {"any": 1, "free": {"b": 3}, "u": 1}}), none.clone()),
        (json!({"open": {"any": 1, "free": {"b": 2}, "u": 2}}), none.clone()),
        (json!({"open": {"any": 1, "free": {"b": 2}, "v": 1}}), none.clone()),
        (json!({"open": {"any": 1, "free": {"b": 2}, "maybe": 1}}), none.clone()),
        (none.clone(), json!({"open": {"any": 1, "free": {"b": 2}, "maybe": 1}})),
        (json!({"open": {"any": null}}), json!({"open": {"any": null}})),
        (json!({"texts": {"at": null}}), none.clone()),
        (none.clone(), json!({"texts": {"at": null}})),
        (json!({"texts": {"at": "2020-01-01T00:00:00,0Z"}}), none.clone()),
        (wide.clone(), none.clone()),
        (none.clone(), wide.clone()),
        (wide.clone(), wide),
        (json!({"quirk": {"q__dot__z": 2, "r": 1}}), none.clone()),
        (json!({"quirk": {"q__dot__z": 2, "r": 2}}), none.clone()),
        (json!({"low": 3, "high": 1}), none.clone()),
        (json!({"low": 0, "high": 3}), none),
    ];
    let pairs: Vec<[Value; 2]> = changes.iter().map(|(new, old)| [with(new), with(old)]).collect();
    compare_updates::<Combined, CombinedSpec>("combined", &pairs);
    assert_matches_crd::<Combined>();
}
