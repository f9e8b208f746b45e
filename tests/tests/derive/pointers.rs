//! Items of lists with keys that are in a `Box`.

#![allow(clippy::vec_box, reason = "the pointers are what is tested")]

use super::answers::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
#[x_validation(
    rule = "self.port >= oldSelf.port",
    message_expression = "'%s: %d to %d'.format([self.name, oldSelf.port, self.port])"
)]
struct Port {
    #[schemars(length(max = 10))]
    name: Box<str>,
    #[x_validation(rule = "!oldSelf.hasValue() || oldSelf.value() <= self", optional_old_self = true)]
    port: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Listed::<T>::x_validations)]
struct Listed<T> {
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    items: Vec<Box<T>>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Pointed")]
#[schemars(transform = PointedSpec::x_validations)]
#[x_validation(
    rule = "oldSelf.ports.all(p, self.ports.exists(q, q.name == p.name))",
    message = "none is removed"
)]
struct PointedSpec {
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    ports: Box<[Box<Port>]>,
    #[schemars(length(max = 5), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    boxed: Vec<Box<Box<Port>>>,
    listed: Box<Listed<Port>>,
}

fn spec(ports: &[(&str, i64)]) -> Value {
    let ports: Vec<Value> = ports.iter().map(|(name, port)| json!({ "name": name, "port": port })).collect();
    json!({ "ports": ports, "boxed": ports, "listed": { "items": ports } })
}

#[test]
fn items_behind_pointers_meet_their_old_values_by_key() {
    let specs = [
        spec(&[]),
        spec(&[("a", 2), ("b", 3)]),
        spec(&[("b", 2)]),
        spec(&[("b", 4), ("a", 2)]),
        spec(&[("b", 3), ("c", 1), ("a", 1)]),
    ];
    let pairs: Vec<_> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Pointed, PointedSpec>("pointers", &pairs);
    assert_matches_crd::<Pointed>();
}
