//! The CRD that kube generates has, for each shape of Rust type, the schema the rules were compiled against.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::__private::schema_of;
use cel_runtime::{XValidation, assert_matches_crd, check_matches_crd};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const MAX: u32 = 7;
const MAX_OF_STATUS: u32 = 9;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Shapes", status = "ShapesStatus")]
#[kube(crates(kube_core = "::kube::core"))]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ShapesSpec::x_validations)]
#[x_validation(
    rule = "self.aBool || self.anInt > 0",
    message = "of the type",
    reason = "FieldValueForbidden"
)]
pub struct ShapesSpec {
    a_bool: bool,
    #[x_validation(rule = "self > 0")]
    #[x_validation(rule = "self < 9")]
    an_int: i64,
    #[schemars(range(min = 0))]
    small: u8,
    a_double: f32,
    #[x_validation(rule = "self != ''", message_expression = "'text'")]
    text: Option<String>,
    #[schemars(length(max = MAX))]
    bounded: String,
    #[serde(default)]
    defaulted: i32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4), inner(length(max = 3)))]
    #[x_validation(rule = "self.size() < 4")]
    #[x_validation(items(rule = "self != 'x'"))]
    list: Vec<String>,
    #[serde(default)]
    maybe_list: Option<Vec<i32>>,
    #[serde(default = "maybe_three", skip_serializing_if = "Option::is_none")]
    maybe_three: Option<i32>,
    #[x_validation(items(rule = "self.size() > 0"))]
    lists: Vec<Vec<i32>>,
    #[schemars(extend("maxProperties" = 3))]
    #[x_validation(values(rule = "self > 0"))]
    map: BTreeMap<String, i32>,
    #[x_validation(rule = "self.all(k, self[k].x > 0)")]
    of_parts: HashMap<String, Part>,
    maybe_map: Option<BTreeMap<String, Option<String>>>,
    #[x_validation(rule = "self.x > 0")]
    part: Part,
    #[x_validation(rule = "self.x > 1")]
    maybe_part: Option<Part>,
    boxed: Box<Part>,
    maybe_boxed: Option<Box<Part>>,
    parts: Vec<Part>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["key"]))]
    keyed: Vec<Part>,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    set: BTreeSet<String>,
    #[x_validation(rule = "self == 'fast'")]
    plain: Plain,
    #[x_validation(rule = "self == 'fast'")]
    maybe_plain: Option<Plain>,
    #[x_validation(rule = "self == 'Fast'")]
    documented: Documented,
    #[x_validation(rule = "self == 'Fast'")]
    maybe_documented: Option<Documented>,
    documented_list: Vec<Documented>,
    #[x_validation(rule = "has(self.left)")]
    choice: Choice,
    maybe_choice: Option<Choice>,
    choices: Vec<Choice>,
    #[x_validation(rule = "self != ''")]
    newtype: Newtype,
    maybe_newtype: Option<Newtype>,
    newtypes: BTreeMap<String, Newtype>,
    of_part: OfPart,
    #[serde(flatten)]
    flat: Flat,
    port: IntOrString,
    maybe_port: Option<IntOrString>,
    ports: Vec<IntOrString>,
    maybe_ports: Option<BTreeMap<String, IntOrString>>,
    time: Time,
    maybe_time: Option<Time>,
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    free: serde_json::Value,
    free_map: BTreeMap<String, serde_json::Value>,
    #[x_validation(opaque)]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    opaque: Option<BTreeMap<String, i32>>,
    #[serde(skip)]
    skipped: (),
    array: [i32; 3],
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = ShapesStatus::x_validations)]
pub struct ShapesStatus {
    #[schemars(length(max = MAX_OF_STATUS))]
    text: Option<String>,
    part: Option<Part>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Part::x_validations)]
#[x_validation(rule = "self.x != 5")]
pub struct Part {
    #[x_validation(rule = "self != 6")]
    x: i32,
    #[schemars(length(max = MAX + 1))]
    key: String,
    #[serde(default = "three")]
    three: i32,
}

fn three() -> i32 {
    3
}

fn maybe_three() -> Option<i32> {
    Some(3)
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Plain {
    Fast,
    VerySlow,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Self::x_validations)]
#[x_validation(rule = "self != 'Slow'")]
pub enum Documented {
    /// With a text
    Fast,
    /// With another one
    Slow,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[schemars(transform = Self::x_validations)]
#[x_validation(rule = "!has(self.left) || self.left.theWeight > 0")]
pub enum Choice {
    Left {
        #[x_validation(rule = "self > 0")]
        the_weight: i32,
    },
    /// A part
    Right(#[x_validation(rule = "self.x > 3")] Part),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Self::x_validations)]
#[x_validation(rule = "self.size() > 1")]
pub struct Newtype(#[schemars(length(max = 5))] String);

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Self::x_validations)]
#[x_validation(rule = "self.x != 7")]
#[serde(transparent)]
pub struct OfPart {
    inner: Part,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Self::x_validations)]
pub struct Flat {
    #[x_validation(rule = "self != 8")]
    flattened: i32,
    #[schemars(length(max = MAX + 2))]
    flat_text: Option<String>,
}

#[test]
fn every_shape_of_a_root() {
    assert_matches_crd::<Shapes>();
}

/// A type that is no root, without kube's rewriting of schemas.
#[test]
fn every_shape_of_another_type() {
    use cel_runtime::__private::Compiled;
    let differences =
        check_matches_crd(<Part as Compiled>::SCHEMA, <Part as Compiled>::BOUNDS, &schema_of::<Part>());
    assert_eq!(differences, [] as [&str; 0]);
}
