//! Rules in generic types with optional old values, in pointers, and with arguments beside literals.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]
#![allow(
    clippy::box_collection,
    clippy::redundant_allocation,
    reason = "a rule reads what somebody may write"
)]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::EnvVar;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The old value is an optional of the whole.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Sized::<T>::x_validations)]
#[x_validation(
    rule = "oldSelf.size.orValue(self.size) == self.size",
    optional_old_self = true,
    message = "size stays"
)]
pub struct Sized<T> {
    size: i32,
    value: T,
}

/// The same in a flattened type.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Around<T> {
    value: T,
    #[serde(flatten)]
    named: Named,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Named::x_validations)]
#[x_validation(
    rule = "oldSelf.?name.orValue(self.name) == self.name",
    optional_old_self = true,
    message = "name stays"
)]
pub struct Named {
    name: String,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Boxed::<T>::x_validations)]
pub struct Boxed<T> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self == oldSelf", message = "stays")]
    maybe: Option<Box<T>>,
    #[x_validation(rule = "self == oldSelf", message = "stays, too")]
    always: Box<Box<T>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    #[x_validation(rule = "self.size() > 0", message = "is not empty")]
    list: Option<Box<Vec<T>>>,
}

/// A list has items of one type, so no type but the argument fits beside the texts.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Beside::<T>::x_validations)]
#[x_validation(rule = "self.a in [self.b, 'z']", message = "a is b or z")]
pub struct Beside<T> {
    #[x_validation(rule = "!([self, 'n'].all(x, x == 'n'))", message = "a is not n")]
    a: T,
    b: T,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Forms", namespaced)]
pub struct FormsSpec {
    sized: Sized<i32>,
    around: Around<Vec<i32>>,
    env: Boxed<EnvVar>,
    texts: Boxed<String>,
    beside: Beside<String>,
}

fn forms(change: impl Fn(&mut Value)) -> Value {
    let mut spec = json!({
        "sized": { "size": 1, "value": 2 }, "around": { "value": [1], "name": "a" },
        "env": { "maybe": { "name": "A" }, "always": { "name": "B" }, "list": [{ "name": "C" }] },
        "texts": { "always": "a" }, "beside": { "a": "z", "b": "b" },
    });
    change(&mut spec);
    json!({ "apiVersion": "example.dev/v1", "kind": "Forms", "metadata": { "name": "f" }, "spec": spec })
}

#[test]
fn rules_of_generic_types_see_optional_old_values_pointers_and_literals() {
    let good = forms(|_| ());
    let new = [
        forms(|spec| spec["env"]["list"] = json!([])),
        forms(|spec| spec["beside"] = json!({ "a": "n", "b": "x" })),
        forms(|spec| spec["beside"] = json!({ "a": "b", "b": "b" })),
    ];
    let changed = [
        forms(|spec| spec["sized"]["size"] = 2.into()),
        forms(|spec| spec["around"]["name"] = "b".into()),
        forms(|spec| spec["env"]["maybe"]["value"] = "x".into()),
        forms(|spec| spec["env"]["always"]["name"] = "x".into()),
        forms(|spec| spec["texts"] = json!({ "maybe": "a", "always": "b", "list": [] })),
    ];
    let new = std::iter::once(good.clone()).chain(new).map(|object| (object, None));
    let updates = changed.into_iter().map(|object| (object, Some(good.clone())));
    compare_roots::<Forms>("late_forms", &new.chain(updates).collect::<Vec<_>>());
    assert_matches_crd::<Forms>();
}
