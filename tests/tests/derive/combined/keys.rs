//! Objects with other keys than those they are compared with, and what is under keys without a type.

use super::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Held", namespaced)]
#[schemars(transform = HeldSpec::x_validations)]
pub struct HeldSpec {
    #[x_validation(rule = "self == oldSelf", message = "either")]
    #[x_validation(rule = "dyn(self) == dyn(oldSelf)", message = "either, as dyn")]
    #[x_validation(rule = "[self].indexOf(oldSelf) == 0", message = "either, in a list")]
    either: Either,
    #[x_validation(rule = "self == oldSelf", message = "tagged")]
    #[x_validation(rule = "dyn(self) == dyn(oldSelf)", message = "tagged, as dyn")]
    tagged: Tagged,
    #[x_validation(rule = "dyn(self).any == dyn(oldSelf).any", message = "any")]
    #[x_validation(rule = "dyn(self).raw == dyn(oldSelf).raw", message = "raw")]
    #[x_validation(rule = "dyn(self).any == dyn(self).raw", message = "any is raw")]
    #[x_validation(rule = "dyn(self).any == dyn(self).map", message = "any is the map")]
    #[x_validation(rule = "dyn(self).any == dyn(self).list", message = "any is the list")]
    #[x_validation(rule = "dyn(self).any == 'x'", message = "any is x")]
    #[x_validation(rule = "'x' == dyn(self).any", message = "x is any")]
    #[x_validation(rule = "dyn(self).any.matches('x')", message = "x in any")]
    #[x_validation(rule = "dyn(self).any.contains('x')", message = "any contains x")]
    #[x_validation(rule = "dyn(self).any.x == 1", message = "any.x")]
    #[x_validation(rule = "has(dyn(self).any) && !('any' in dyn(self))", message = "has any")]
    #[x_validation(rule = "dyn(self).__a__dot__b == 1", message = "not found")]
    #[x_validation(rule = "dyn(self).a__dot__b == 1", message = "a.b")]
    #[x_validation(rule = "type(dyn(self).any) == string", message = "a string")]
    #[x_validation(rule = "size(dyn(self).any) == 1", message = "one")]
    #[x_validation(rule = "'%s'.format([dyn(self).any]) == 'x'", message = "printed")]
    #[x_validation(
        rule = "dyn(self).map(k, dyn(self).?any == dyn(oldSelf).?any) == [true]",
        message = "map"
    )]
    #[x_validation(rule = "[dyn(1), dyn(self).any].indexOf(dyn(oldSelf).any) == 1", message = "index")]
    #[x_validation(rule = "dyn(self).map(k, dyn(self)[k]).size() == 5", message = "five")]
    untyped: Untyped,
    #[x_validation(rule = "self == oldSelf", message = "around")]
    #[x_validation(rule = "self.resource.kind == dyn(self).resource.metadata.name", message = "kind")]
    around: Around,
}

/// A variant may have a null where the other has nothing, which the server takes for a key that both have.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Either {
    Listed {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        set: Vec<String>,
    },
    Both {
        one: i64,
        two: Option<i64>,
    },
    Null {
        number: Option<i64>,
    },
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub enum Tagged {
    One {
        #[serde(flatten)]
        rest: Option<Rest>,
        #[serde(skip_serializing_if = "Option::is_none")]
        own: Option<i64>,
    },
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Rest {
    null: Option<i64>,
    number: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Untyped {
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    any: Value,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    #[serde(default, skip_serializing_if = "Value::is_null")]
    raw: Value,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    #[serde(rename = "a.b")]
    dotted: Value,
    map: BTreeMap<String, i64>,
    list: Vec<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Around {
    resource: Option<Resource>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Resource(
    #[schemars(extend(
        "type" = "object",
        "x-kubernetes-embedded-resource" = true,
        "x-kubernetes-preserve-unknown-fields" = true
    ))]
    Value,
);

fn with(changes: &Value) -> Value {
    let mut spec = json!({
        "either": {"set": []}, "tagged": {"One": {"own": 1}},
        "untyped": {"any": "x", "raw": 1, "a.b": 1, "map": {}, "list": [1, 2]},
        "around": {"resource": null},
    });
    let fields = changes.as_object().unwrap().clone();
    spec.as_object_mut().unwrap().extend(fields);
    spec
}

#[test]
fn keys_have_the_servers_answers() {
    let either = |value| json!({ "either": value });
    let tagged = |value| json!({"tagged": {"One": value}});
    let untyped =
        |any, raw| json!({"untyped": {"any": any, "raw": raw, "a.b": 2, "map": {"a": 1}, "list": [1, 2]}});
    let (set, null) = (json!({"set": ["a"]}), json!({"number": null}));
    let (number, both) = (json!({"number": 1}), json!({"one": 1, "two": null}));
    let objects = [&set, &null, &number, &both].map(|value| either(value.clone()));
    let variants =
        [json!({"own": 1}), json!({"null": null, "number": 1}), json!({"null": 1, "number": 1, "own": 1})]
            .map(tagged);
    let values = [
        untyped(json!("x"), json!("x")),
        untyped(json!("y"), json!(null)),
        untyped(json!(null), json!(1)),
        untyped(json!({"x": 1}), json!({"x": 1})),
        untyped(json!({"a": 1}), json!([1, 2])),
        untyped(json!([1, 2]), json!(1.5)),
        untyped(json!(true), json!(true)),
    ];
    let resource = |kind, name| {
        let resource = json!({"apiVersion": "v1", "kind": kind, "metadata": {"name": name}, "size": name});
        json!({"around": {"resource": resource}})
    };
    let resources = [json!({}), resource("a", "a"), resource("a", "b")];
    let groups: [&[Value]; 4] = [&objects, &variants, &values, &resources];
    let pairs = groups
        .iter()
        .flat_map(|group| group.iter().flat_map(|new| group.iter().map(|old| [with(new), with(old)])));
    compare_updates::<Held, HeldSpec>("combined_keys", &pairs.collect::<Vec<_>>());
    assert_matches_crd::<Held>();
}
