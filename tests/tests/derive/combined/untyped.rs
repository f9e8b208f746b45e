//! Keys of untyped JSON: those that serde leaves out count for nothing, and a null is absent from a map with variants as keys.

use super::super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Untyped", namespaced)]
#[schemars(transform = UntypedSpec::x_validations)]
#[x_validation(rule = "self.items == oldSelf.items", message = "items")]
#[x_validation(rule = "self.ports == oldSelf.ports && dyn(self.ports).size() == 1", message = "ports")]
pub struct UntypedSpec {
    #[schemars(length(max = 3))]
    items: Vec<Item>,
    ports: BTreeMap<Kind, Port>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Item::x_validations)]
#[x_validation(rule = "[dyn(self)].lastIndexOf(dyn(self)) != 0", message = "the traversal of its keys")]
#[x_validation(rule = "dyn(self).size() == 1 && dyn(self).map(k, k) == ['name']", message = "keys")]
pub struct Item {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    free: Option<Value>,
    #[serde(default)]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    written: Option<Value>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    First,
    Second,
}

/// kube makes an untyped int-or-string nullable.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "port")]
pub struct Port(#[schemars(extend("x-kubernetes-int-or-string" = true))] Value);

fn item(free: Option<Value>, written: &Value) -> Value {
    let mut item = json!({ "name": "a", "written": written });
    if let (Some(free), Some(fields)) = (free, item.as_object_mut()) {
        fields.insert("free".into(), free);
    }
    item
}

fn specs() -> Vec<Value> {
    let items = [
        item(None, &Value::Null),
        item(Some(json!({"a": 1})), &Value::Null),
        item(None, &json!([1, "a"])),
        item(Some(json!("x")), &json!({"a": null})),
    ];
    let ports =
        [json!({}), json!({"First": null}), json!({"First": 1, "Second": null}), json!({"Second": "http"})];
    let specs =
        items.iter().flat_map(|item| ports.iter().map(move |ports| json!({"items": [item], "ports": ports})));
    specs.collect()
}

#[test]
fn keys_that_serde_leaves_out_count_for_nothing() {
    compare::<Untyped, UntypedSpec>("combined_untyped", &specs());
    assert_matches_crd::<Untyped>();
}

#[test]
fn a_null_is_absent_where_a_variant_is_the_key() {
    let specs = specs();
    let pairs: Vec<[Value; 2]> =
        specs.iter().flat_map(|new| specs.iter().map(move |old| [new.clone(), old.clone()])).collect();
    compare_updates::<Untyped, UntypedSpec>("combined_untyped_updates", &pairs);
}

/// Values without a type, in lists and maps. Rules cannot read the field, and compare it with the whole object.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Free", namespaced)]
#[schemars(transform = FreeSpec::x_validations)]
#[x_validation(rule = "self == oldSelf", message = "whole")]
#[x_validation(rule = "[self] == [oldSelf]", message = "in lists")]
#[x_validation(rule = "oldSelf == optional.of(self)", optional_old_self = true, message = "optional")]
pub struct FreeSpec {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    list: Option<Vec<Any>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lists: Option<Vec<Option<Vec<Any>>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    map: Option<BTreeMap<String, Any>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    maps: Option<Vec<BTreeMap<String, Any>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    optional: Option<BTreeMap<String, Option<Any>>>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Any::x_validations)]
pub struct Any(#[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))] Value);

#[test]
fn nulls_among_values_without_a_type_are_elements() {
    let groups = [
        vec![
            json!({"list": [null]}),
            json!({"list": [1]}),
            json!({"list": [[null]]}),
            json!({"list": [1, null]}),
        ],
        vec![
            json!({"lists": [[null]]}),
            json!({"lists": [[1]]}),
            json!({"lists": [null]}),
            json!({"lists": [[]]}),
        ],
        vec![
            json!({"map": {"k": null}}),
            json!({"map": {"k": 1}}),
            json!({"map": {"l": null}}),
            json!({"map": {}}),
        ],
        vec![json!({"maps": [{"k": null}]}), json!({"maps": [{"k": {"a": null}}]}), json!({"maps": [{}]})],
        vec![
            json!({"optional": {"k": null}}),
            json!({"optional": {"k": 1}}),
            json!({"optional": {"k": [null]}}),
        ],
        vec![json!({}), json!({"list": null}), json!({"list": []}), json!({"map": {}})],
    ];
    let pairs: Vec<[Value; 2]> = groups
        .iter()
        .flat_map(|group| group.iter().flat_map(|new| group.iter().map(|old| [new.clone(), old.clone()])))
        .collect();
    compare_updates::<Free, FreeSpec>("combined_free_updates", &pairs);
    assert_matches_crd::<Free>();
}
