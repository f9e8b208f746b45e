//! Generic types that hold opaque values, values with serde of their own and types of k8s-openapi.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::{api::core::v1::ResourceRequirements, apimachinery::pkg::api::resource::Quantity};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::{borrow::Cow, marker::PhantomData};

/// Does not derive `XValidation`.
#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Hidden {
    a: String,
}

#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Name(String);

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Limits::x_validations)]
#[x_validation(rule = "self.min > 1")]
pub struct Limits {
    min: i32,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Template::<T>::x_validations)]
#[x_validation(rule = "has(self.hidden) || self.name == 'x'")]
#[x_validation(rule = "self.resources.claims.size() < 3")]
#[x_validation(rule = "self.port.startsWith('a')")]
pub struct Template<T> {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(opaque)]
    hidden: Option<Hidden>,
    #[schemars(length(max = 3))]
    #[x_validation(opaque, server_only)]
    more: Vec<T>,
    resources: ResourceRequirements,
    #[x_validation(as = "string")]
    port: Name,
    spec: T,
}

/// A text, whatever the argument.
#[derive(XValidation, Clone, Debug)]
#[x_validation(as = "string")]
pub struct Code<T>(String, PhantomData<T>);

impl<T> Serialize for Code<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T> Deserialize<'de> for Code<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Code(String::deserialize(deserializer)?, PhantomData))
    }
}

impl<T> JsonSchema for Code<T> {
    fn schema_name() -> Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Pair", namespaced)]
#[schemars(transform = PairSpec::x_validations)]
#[x_validation(rule = "self.a.spec.min > 3 && self.b.resources.claims[0].name == 'n' && has(self.a.hidden)")]
#[x_validation(rule = "self.a.port == self.b.port || self.code == 'c'")]
#[x_validation(rule = "self.a.name == oldSelf.a.name")]
pub struct PairSpec {
    a: Template<Limits>,
    b: Template<Quantity>,
    #[x_validation(rule = "self.contains('c')")]
    code: Code<Limits>,
}

/// Lifetimes hide nothing.
#[derive(XValidation, Serialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Borrowed::x_validations)]
#[x_validation(rule = "self.name == 'x' && self.hidden == self.hidden")]
pub struct Borrowed<'a> {
    name: &'a str,
    #[x_validation(opaque)]
    hidden: Hidden,
    #[x_validation(opaque)]
    text: Cow<'a, str>,
}

fn template(name: &str, hidden: Option<&str>, claims: usize, spec: Value) -> Value {
    let claims: Vec<Value> = (0..claims).map(|n| json!({ "name": if n == 0 { "n" } else { "m" } })).collect();
    let mut template =
        json!({ "name": name, "more": [], "resources": {}, "port": format!("{name}p"), "spec": spec });
    if !claims.is_empty() {
        template["resources"] = json!({ "claims": claims });
    }
    if let Some(hidden) = hidden {
        template["hidden"] = json!({ "a": hidden });
    }
    template
}

fn pair(a: Value, b: Value, code: &str) -> Value {
    let spec = json!({ "a": a, "b": b, "code": code });
    json!({ "apiVersion": "example.dev/v1", "kind": "Pair", "metadata": { "name": "p" }, "spec": spec })
}

#[test]
fn generic_types_hold_values_that_only_serde_knows() {
    let good = pair(
        template("a", Some("h"), 1, json!({ "min": 4 })),
        template("ab", Some("i"), 2, json!("1Gi")),
        "c",
    );
    let bad = pair(template("y", None, 3, json!({ "min": 1 })), template("x", None, 0, json!("2")), "d");
    let hidden = pair(
        template("a", Some("j"), 1, json!({ "min": 4 })),
        template("ab", Some("i"), 2, json!("1Gi")),
        "c",
    );
    let cases = [
        (good.clone(), None),
        (bad.clone(), None),
        (hidden, Some(good.clone())),
        (bad.clone(), Some(bad.clone())),
        (good, Some(bad)),
    ];
    compare_roots::<Pair>("generics", &cases);
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_matches_crd::<Pair>();
}

#[test]
fn types_with_lifetimes_hold_opaque_values() {
    let value = |name| Borrowed { name, hidden: Hidden { a: "b".to_owned() }, text: "c".into() };
    assert!(value("x").x_validate().is_ok());
    assert!(value("y").x_validate().is_err());
}
