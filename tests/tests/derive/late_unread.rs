//! Rules in generic types that stand on a value of a parameter and read nothing of it.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Slot::<T>::x_validations)]
pub struct Slot<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "!oldSelf.hasValue()", optional_old_self = true, message = "is there once")]
    once: Option<T>,
    #[x_validation(rule = "1 == 1")]
    any: T,
    #[schemars(length(max = 4))]
    #[x_validation(items(rule = "1 == 2", message = "has no items"))]
    none: Vec<T>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Choice::<T>::x_validations)]
pub enum Choice<T> {
    #[serde(rename = "never")]
    Never(#[x_validation(rule = "1 == 2", message = "is never chosen")] T),
    #[serde(rename = "more")]
    More {
        #[x_validation(rule = "1 == 2", message = "has no list")]
        list: Option<Vec<T>>,
    },
}

/// The whole value is the parameter.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Only::<T>::x_validations)]
#[x_validation(rule = "1 == 1")]
pub struct Only<T>(T);

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Empty::<T>::x_validations)]
#[x_validation(rule = "1 == 1")]
pub struct Empty<T>(
    #[schemars(length(max = 4))]
    #[x_validation(items(rule = "1 == 2", message = "is empty"))]
    Vec<T>,
);

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Unread", namespaced)]
#[schemars(transform = UnreadSpec::x_validations)]
pub struct UnreadSpec {
    slot: Slot<String>,
    lists: Slot<Vec<i32>>,
    choice: Choice<i64>,
    only: Only<Choice<String>>,
    empty: Empty<String>,
}

fn unread(change: impl Fn(&mut Value)) -> Value {
    let mut spec = json!({
        "slot": { "any": "a", "none": [] }, "lists": { "any": [1], "none": [] },
        "choice": { "more": {} }, "only": { "more": {} }, "empty": [],
    });
    change(&mut spec);
    json!({ "apiVersion": "example.dev/v1", "kind": "Unread", "metadata": { "name": "u" }, "spec": spec })
}

#[test]
fn rules_that_read_nothing_of_an_argument_run() {
    let good = unread(|_| ());
    let once = unread(|spec| {
        spec["slot"]["once"] = "x".into();
        spec["lists"]["once"] = json!([1]);
    });
    let bad = unread(|spec| {
        spec["slot"]["none"] = json!(["a", "b"]);
        spec["lists"]["none"] = json!([[1], []]);
        spec["choice"] = json!({ "never": 1 });
        spec["only"] = json!({ "more": { "list": ["a"] } });
        spec["empty"] = json!(["a"]);
    });
    let cases = [
        (good.clone(), None),
        (once.clone(), None),
        (bad.clone(), None),
        (once.clone(), Some(good.clone())),
        (once.clone(), Some(once)),
        (bad, Some(good)),
    ];
    compare_roots::<Unread>("late_unread", &cases);
    assert_matches_crd::<Unread>();
}
