//! Generic types that hold opaque values, values with serde of their own and types of k8s-openapi.

#![allow(unreachable_pub, missing_docs, dead_code, reason = "a test has no interface")]

use super::{answers::compare_roots, costs};
use cel_runtime::{__private::schema_in_crd, XValidation, assert_matches_crd};
use k8s_openapi::{api::core::v1::ResourceRequirements, apimachinery::pkg::api::resource::Quantity};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::{borrow::Cow, collections::BTreeMap, marker::PhantomData};

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

/// Borrowed values in all places where they may be absent.
#[derive(XValidation, Serialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Lent::<T>::x_validations)]
#[x_validation(rule = "!has(self.name) || self.tags.all(t, t != self.name)", message = "a tag is the name")]
pub struct Lent<'a, T: Clone> {
    name: Option<Cow<'a, str>>,
    #[schemars(length(max = 3), inner(length(max = 9)))]
    #[x_validation(rule = "self.size() < 3", items(rule = "self != ''"))]
    tags: Option<Vec<&'a str>>,
    inner: Option<Box<Inner<'a>>>,
    kind: Option<Kind<'a>>,
    #[x_validation(rule = "self > 0")]
    other: Option<T>,
}

#[derive(XValidation, Serialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Inner::x_validations)]
pub struct Inner<'a> {
    #[x_validation(rule = "self != 'x'")]
    name: Option<&'a str>,
}

#[derive(XValidation, Serialize, JsonSchema, Clone, Debug)]
pub enum Kind<'a> {
    Named { name: Option<Cow<'a, str>> },
    Held(Inner<'a>),
}

#[derive(XValidation, Serialize, JsonSchema, Clone, Debug)]
pub struct LentOut {
    lent: Lent<'static, i32>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Every {
    #[schemars(length(max = 9), extend("format" = "duration"))]
    every: String,
}

/// Opaque fields whose types name the parameters.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Kept::<T, U>::x_validations)]
#[x_validation(rule = "self.items == oldSelf.items", message = "items")]
#[x_validation(rule = "self.tags == oldSelf.tags && self.tags.size() < 3", message = "tags")]
#[x_validation(rule = "has(self.last) || !has(oldSelf.last)", message = "last")]
#[x_validation(
    rule = "self.named.all(k, k in oldSelf.named) && self.named == oldSelf.named",
    message = "named"
)]
#[x_validation(rule = "self.hidden == oldSelf.hidden", message = "hidden")]
pub struct Kept<T, U = T> {
    #[x_validation(opaque)]
    items: Vec<T>,
    #[schemars(extend("x-kubernetes-list-type" = "set"))]
    #[x_validation(opaque)]
    tags: Vec<U>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(opaque)]
    last: Option<Box<T>>,
    #[schemars(length(max = 3))]
    #[x_validation(opaque)]
    named: BTreeMap<String, T>,
    #[x_validation(opaque)]
    hidden: Every,
}

/// Its arguments are known where it is used.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Around::<T>::x_validations)]
#[x_validation(rule = "self.kept.items == oldSelf.kept.items", message = "around")]
pub struct Around<T> {
    kept: Kept<T, String>,
    either: Either<T>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Either::<T>::x_validations)]
#[x_validation(
    rule = "has(self.one) && has(oldSelf.one) ? self.one.value == oldSelf.one.value : true",
    message = "either"
)]
pub enum Either<T> {
    One {
        #[x_validation(opaque)]
        value: T,
    },
    Two {
        count: i32,
    },
}

/// A constant is no type: its own rules see whether something is there.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Numbered::<N>::x_validations)]
#[x_validation(rule = "has(self.hidden)", message = "numbered")]
pub struct Numbered<const N: usize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(opaque)]
    hidden: Option<Hidden>,
}

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "KeptPair", namespaced)]
#[schemars(transform = KeptPairSpec::x_validations)]
#[x_validation(rule = "self.kept == oldSelf.kept && self.kept.items.size() > 0", message = "whole")]
#[x_validation(rule = "self.around.kept.last == oldSelf.around.kept.last", message = "above")]
pub struct KeptPairSpec {
    kept: Kept<Every, String>,
    around: Around<Vec<Every>>,
    numbered: Numbered<3>,
}

const MOST: usize = 4;

/// Bounds on what only the place of use knows. Those that do not fit have no effect, as in schemars.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[schemars(transform = Bounded::<T>::x_validations)]
#[x_validation(rule = "self.one == oldSelf.one")]
pub struct Bounded<T> {
    #[schemars(extend("maxProperties" = 5, "maxItems" = 6, "maxLength" = 7))]
    one: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = MOST))]
    two: Option<T>,
    #[schemars(length(max = 3), inner(length(max = 2)))]
    list: Vec<T>,
}

/// Hands the bounds on.
#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Handing<T> {
    bounded: Bounded<T>,
    #[serde(flatten)]
    flat: Flat<T>,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Flat<T> {
    #[schemars(length(max = MOST))]
    flat: T,
}

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Names(Vec<Code<i32>>);

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Labels(BTreeMap<String, i32>);

#[derive(XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct Text(String);

#[derive(CustomResource, XValidation, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "BoundedRoot", namespaced)]
#[schemars(transform = BoundedRootSpec::x_validations)]
#[x_validation(
    rule = "self.map.one.all(k, self.map.one[k] == 1) && self.list.one.all(i, i == 1) && self.text.one.contains('aaaaaaaa')"
)]
#[x_validation(rule = "self.list.two.all(i, i == 1) && self.text.two.contains('aaaaaaaa')")]
#[x_validation(
    rule = "self.text.list.all(t, t.contains('aaaaaaaa')) && self.list.list.all(l, l.all(i, i > 0))"
)]
#[x_validation(
    rule = "self.names.one.all(n, n.contains('aaaaaaaa')) && self.labels.one.all(k, self.labels.one[k] > 1)"
)]
#[x_validation(
    rule = "self.handed.flat.all(i, i > 0) && self.handed.bounded.one.all(i, i > 0) && self.handed.bounded.list.all(l, l.all(i, i > 0))"
)]
#[x_validation(rule = "self.own.all(k, self.own[k] > 0) && self.text.one.size() > 0")]
pub struct BoundedRootSpec {
    map: Bounded<BTreeMap<String, i32>>,
    list: Bounded<Vec<i32>>,
    text: Bounded<String>,
    names: Bounded<Names>,
    labels: Bounded<Labels>,
    number: Bounded<i32>,
    hidden: Bounded<Text>,
    handed: Handing<Vec<i32>>,
    #[schemars(extend("maxProperties" = 5))]
    own: Labels,
    #[schemars(extend("maxItems" = 5))]
    few: Names,
}

#[test]
fn bounds_on_a_parameter_are_those_that_fit_the_argument() {
    assert_matches_crd::<BoundedRoot>();
    costs::compare("costs_bounded", schema_in_crd(&BoundedRoot::crd()), true, &BoundedRoot::x_costs());
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

fn kept(items: &Value, tags: &[&str], last: Option<&Value>) -> Value {
    let mut kept = json!({ "items": [items, items], "tags": tags, "named": { "n": items }, "hidden": { "every": "60s" } });
    if let Some(last) = last {
        kept["last"] = last.clone();
    }
    kept
}

fn kept_pair(kept: &Value, around: &Value, either: &Value) -> Value {
    let spec = json!({ "kept": kept, "around": { "kept": around, "either": either }, "numbered": { "hidden": { "a": "b" } } });
    json!({ "apiVersion": "example.dev/v1", "kind": "KeptPair", "metadata": { "name": "p" }, "spec": spec })
}

#[test]
fn opaque_values_of_a_parameter_are_compared_by_the_schema_of_the_argument() {
    let (second, minute) = (json!({ "every": "60s" }), json!({ "every": "1m" }));
    let other = json!({ "every": "2m" });
    let (many, same) = (json!([second, other]), json!([minute, other]));
    let one = |value: &Value| json!({ "one": { "value": value } });
    let object = |item: &Value, tags: &[&str], last: Option<&Value>, items: &Value, either: &Value| {
        kept_pair(&kept(item, tags, last), &kept(items, &["a"], None), either)
    };
    let old = object(&second, &["a", "b"], Some(&second), &many, &one(&many));
    let equal = object(&minute, &["b", "a"], Some(&minute), &same, &one(&same));
    let changed = object(&other, &["a", "c"], None, &json!([]), &one(&json!([other])));
    let two = object(&second, &["a", "b", "c"], Some(&other), &many, &json!({ "two": { "count": 1 } }));
    let mut bare = old.clone();
    bare["spec"]["numbered"] = json!({});
    let cases = [
        (old.clone(), None),
        (old.clone(), Some(old.clone())),
        (equal, Some(old.clone())),
        (changed.clone(), Some(old.clone())),
        (two, Some(old.clone())),
        (bare.clone(), Some(bare)),
        (old, Some(changed)),
    ];
    compare_roots::<KeptPair>("opaque_parameters", &cases);
    assert_matches_crd::<KeptPair>();
}

#[test]
fn types_with_lifetimes_hold_opaque_values() {
    let value = |name| Borrowed { name, hidden: Hidden { a: "b".to_owned() }, text: "c".into() };
    assert!(value("x").x_validate().is_ok());
    assert!(value("y").x_validate().is_err());
}

#[test]
fn borrowed_values_may_be_absent() {
    let inner = |name| Inner { name: Some(name) };
    let lent = Lent {
        name: Some("a".into()),
        tags: Some(vec!["", "a"]),
        inner: Some(Box::new(inner("x"))),
        kind: Some(Kind::Held(inner("x"))),
        other: Some(0),
    };
    let absent = Lent { name: None, tags: None, inner: None, kind: None, other: None };
    let named = Lent { kind: Some(Kind::Named { name: Some("x".into()) }), ..absent.clone() };
    assert!(LentOut { lent: absent }.x_validate().is_ok());
    assert!(LentOut { lent: named }.x_validate().is_ok());
    assert_eq!(
        LentOut { lent }.x_validate().unwrap_err().to_string(),
        "[lent: Invalid value: a tag is the name, lent.tags[0]: Invalid value: \"\": failed rule: self != '', \
         lent.inner.name: Invalid value: \"x\": failed rule: self != 'x', \
         lent.kind.Held.name: Invalid value: \"x\": failed rule: self != 'x', \
         lent.other: Invalid value: 0: failed rule: self > 0]"
    );
}
