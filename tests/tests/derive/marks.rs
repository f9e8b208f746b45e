//! Type parameters that are only marks. What stands there needs no schema.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{collections::BTreeMap, marker::PhantomData};
use tests_types::Reference;

mod units {
    use super::*;

    pub trait Unit {}

    /// No value has this type.
    #[derive(Clone, Debug)]
    pub enum Seconds {}

    impl Unit for Seconds {}

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(bound = "", transparent)]
    #[schemars(transform = Amount::<U>::x_validations, bound = "")]
    #[x_validation(rule = "self > 0")]
    pub struct Amount<U: Unit>(i64, #[serde(skip)] PhantomData<U>);

    /// One parameter is a mark, the other one is not.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(bound(deserialize = "T: Deserialize<'de>"))]
    #[schemars(transform = Tagged::<K, T>::x_validations, bound = "T: JsonSchema")]
    pub struct Tagged<K, T> {
        #[serde(skip)]
        kind: PhantomData<K>,
        #[x_validation(rule = "self == oldSelf")]
        value: T,
    }

    /// The mark is handed on.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(bound = "")]
    #[schemars(transform = Link::<K>::x_validations, bound = "")]
    #[x_validation(rule = "self.own.name != ''")]
    pub struct Link<K> {
        own: Reference<K>,
        others: Option<Vec<Reference<K>>>,
    }

    /// A mark whose default has no schema.
    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(bound(deserialize = "T: Deserialize<'de>"))]
    #[schemars(bound = "T: JsonSchema")]
    pub struct Page<T, E = ()> {
        items: Vec<T>,
        #[serde(skip)]
        error: PhantomData<E>,
    }

    #[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[serde(bound = "")]
    #[schemars(transform = Choice::<K>::x_validations, bound = "")]
    #[x_validation(rule = "has(self.name)")]
    pub enum Choice<K> {
        #[serde(rename = "name")]
        Name(String),
        #[serde(rename = "text")]
        Text {
            text: String,
            #[serde(skip, default)]
            kind: PhantomData<(K, i32)>,
        },
    }
}

/// Has no schema.
#[derive(Clone, Debug)]
pub struct Volume;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
pub struct Port {
    #[x_validation(rule = "self > 0")]
    number: i32,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Claim")]
#[schemars(transform = ClaimSpec::x_validations)]
#[x_validation(rule = "self.volume.name != self.back.name && self.tagged.value.number > 1")]
pub struct ClaimSpec {
    volume: Reference<Volume>,
    /// A type that a macro writes.
    back: Reference<Claim>,
    /// A type with rules, which do not run here.
    port: Reference<Port>,
    all: Vec<Reference<(Volume, i32)>>,
    by_name: BTreeMap<String, Option<Reference<self::Volume>>>,
    wait: units::Amount<units::Seconds>,
    tagged: units::Tagged<Volume, Port>,
    choice: units::Choice<fn() -> Volume>,
    link: units::Link<Volume>,
    page: units::Page<Port>,
}

#[test]
fn marks_need_no_schema() {
    assert_matches_crd::<Claim>();
    let object = |name: &str, number: i32| -> ClaimSpec {
        let reference = json!({ "name": name });
        let object = json!({
            "volume": { "name": "v" }, "back": reference, "port": reference, "all": [reference], "by_name": { "a": reference },
            "wait": number, "tagged": { "value": { "number": number } }, "choice": { "text": { "text": "" } },
            "link": { "own": reference, "others": [reference] }, "page": { "items": [{ "number": number }] },
        });
        serde_json::from_value(object).expect("an object of the type")
    };
    let errors = object("", 0).x_validate().expect_err("rules are violated");
    let fields: Vec<String> = errors.iter().map(|error| error.field().to_string()).collect();
    let expected = [
        "<nil>",
        "back.name",
        "port.name",
        "all[0].name",
        "by_name[a].name",
        "wait",
        "tagged.value.number",
        "choice",
        "link",
        "link.own.name",
        "link.others[0].name",
        "page.items[0].number",
    ];
    assert_eq!(fields, expected);
    let errors = object("b", 3).x_validate_update(&object("b", 2)).expect_err("a rule is violated");
    assert_eq!(errors.to_string().matches("tagged.value: Invalid value").count(), 1, "{errors}");
}
