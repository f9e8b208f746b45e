//! Rules of a type and of the field that holds it are rules of one node: where one uses the value before an update, the messages
//! of all see it.

use super::compare_updates;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Family", namespaced)]
#[schemars(transform = FamilySpec::x_validations)]
pub struct FamilySpec {
    #[x_validation(rule = "self == oldSelf", message = "changed")]
    beside_a_rule: Telling,
    beside_nothing: Telling,
    #[x_validation(
        rule = "self.v != 2",
        message = "two",
        message_expression = "'two after %d'.format([oldSelf.v])"
    )]
    beside_a_message: Telling,
    #[x_validation(
        rule = "self.v != 1",
        message = "one",
        message_expression = "'one after %d'.format([oldSelf.v])"
    )]
    of_a_type: Box<Growing>,
    #[x_validation(rule = "self == oldSelf", message = "changed")]
    wrapped: Option<Wrapped>,
    wrapped_alone: Wrapped,
    #[x_validation(values(rule = "self.v != oldSelf.v", message = "the same"))]
    map: BTreeMap<String, AroundRules>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Telling::x_validations)]
#[x_validation(
    rule = "self.v != 1",
    message = "one",
    message_expression = "'one after %d'.format([oldSelf.v])"
)]
pub struct Telling {
    v: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Growing::x_validations)]
#[x_validation(rule = "self.v >= oldSelf.v", message = "smaller")]
pub struct Growing {
    v: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Wrapped(Telling);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = AroundRules::x_validations)]
#[x_validation(
    rule = "self.v != 2",
    message = "two",
    message_expression = "'two after %d'.format([oldSelf.v])"
)]
pub struct AroundRules(Growing);

fn spec(v: i64) -> Value {
    let of = |v| json!({ "v": v });
    json!({
        "beside_a_rule": of(v), "beside_nothing": of(v), "beside_a_message": of(v), "of_a_type": of(v),
        "wrapped": of(v), "wrapped_alone": of(v), "map": {"a": of(v)},
    })
}

#[test]
fn messages_see_what_a_rule_beside_them_uses() {
    let pairs = (0..4).flat_map(|new| (0..4).map(move |old| [spec(new), spec(old)]));
    compare_updates::<Family, FamilySpec>("combined_siblings", &pairs.collect::<Vec<_>>());
    assert_matches_crd::<Family>();
}
