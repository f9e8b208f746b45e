//! Generic types, with arguments of all kinds.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeMap, marker::PhantomData};
use tests_types::Paged;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Range::x_validations)]
#[x_validation(rule = "self.min <= self.max", message_expression = "'%d > %d'.format([self.min, self.max])")]
pub struct Range {
    min: i64,
    max: i64,
}

/// Rules of its own, and values of its parameter in all places.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Template::<T>::x_validations)]
#[x_validation(
    rule = "self.replicas > 0 && self.labels.all(l, self.labels[l] != '')",
    message = "some replicas",
    field_path = ".replicas"
)]
pub struct Template<T> {
    replicas: i32,
    spec: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_spec: Option<Box<T>>,
    #[schemars(length(max = 3))]
    more: Vec<T>,
    #[schemars(extend("maxProperties" = 3))]
    by_name: BTreeMap<String, T>,
    #[schemars(extend("maxProperties" = 3))]
    #[x_validation(values(rule = "self != 'x'"))]
    labels: BTreeMap<String, String>,
}

/// Nothing but its parameter.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Wrap<T>(T);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Role::<C, O>::x_validations)]
#[x_validation(rule = "self.level > 0", reason = "FieldValueForbidden")]
pub struct Role<C, O = Range>
where
    C: Clone,
{
    level: i64,
    config: Template<C>,
    overrides: Option<Wrap<O>>,
    #[serde(skip)]
    seen: PhantomData<C>,
}

/// Its bound is a constant.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Short::<N>::x_validations)]
#[x_validation(rule = "self.all(n, n.contains('a'))")]
pub struct Short<const N: usize>(
    #[schemars(length(max = N), inner(length(max = 4)))]
    #[x_validation(items(rule = "self.size() < 4"))]
    Vec<String>,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Common::<T>::x_validations)]
#[x_validation(rule = "self.n != 3")]
pub struct Common<T> {
    n: i64,
    #[serde(flatten)]
    rest: T,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Plain {
    a: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<Range>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Source<T> {
    Inline(T),
    Reference { name: String },
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Holder::<T>::x_validations)]
#[x_validation(rule = "self.kept >= oldSelf.kept", message = "kept rises")]
pub struct Holder<T> {
    spec: T,
    #[x_validation(rule = "self < oldSelf + 3")]
    kept: i32,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Rising::x_validations)]
pub struct Rising {
    #[x_validation(rule = "self >= oldSelf", message_expression = "'%d < %d'.format([self, oldSelf])")]
    level: i64,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Generic", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = GenericSpec::x_validations)]
#[x_validation(
    rule = "self.ranges.spec.min > 0 || self.ranges.more.exists(r, r.max > 8)",
    message = "seen through"
)]
#[x_validation(rule = "self.ranges == oldSelf.ranges || self.numbers.spec > 1", message = "compared")]
#[x_validation(
    rule = "self.numbers.more.sum() < 20 && self.numbers.byName.all(k, self.numbers.byName[k] > 0)"
)]
#[x_validation(rule = "self.role.config.spec.all(r, r.min < 50)")]
#[x_validation(rule = "!has(self.role.overrides) || self.role.overrides.max < 50")]
#[x_validation(rule = "self.role in [oldSelf.role] || self.short.size() > 0", message = "in a list")]
#[x_validation(rule = "self.short.size() < 3")]
#[x_validation(rule = "self.common.a > self.common.n || has(self.common.b) && self.common.b.min > 3")]
#[x_validation(
    rule = "has(self.source.inline) ? self.source.inline.min > 0 : self.source.reference.name != ''"
)]
#[x_validation(rule = "self.page.items.all(i, i.spec != 'z')")]
#[x_validation(rule = "!has(self.maybe.spec) || self.maybe.spec > 0")]
pub struct GenericSpec {
    ranges: Template<Range>,
    numbers: Template<i32>,
    role: Role<Vec<Range>>,
    wrapped: Role<Wrap<Wrap<Range>>, String>,
    short: Short<5>,
    long: Option<Short<{ 3 * 3 }>>,
    common: Common<Plain>,
    source: Source<Range>,
    page: Paged<Template<String>>,
    maybe: Holder<Option<i64>>,
    held: Holder<Option<Range>>,
    #[schemars(extend("maxProperties" = 3))]
    rising: BTreeMap<String, Holder<Rising>>,
    #[schemars(length(max = 3))]
    many: Vec<Template<BTreeMap<String, Range>>>,
}

fn range(min: i64, max: i64) -> Value {
    json!({"min": min, "max": max})
}

/// A valid object.
fn generic(n: i64) -> Value {
    json!({"spec": {
        "ranges": {
            "replicas": 1, "spec": range(1, n), "oldSpec": range(2, 3), "more": [range(1, 9), range(2, 3)],
            "byName": {"a": range(3, n)}, "labels": {"l": "v"},
        },
        "numbers": {"replicas": n, "spec": 2, "more": [3, 4], "byName": {"b": 5}, "labels": {}},
        "role": {
            "level": n,
            "config": {
                "replicas": 2, "spec": [range(1, 2)], "oldSpec": [], "more": [[range(4, 5)], []],
                "byName": {"c": [range(6, 7)]}, "labels": {"x": "y"},
            },
            "overrides": range(0, n),
        },
        "wrapped": {
            "level": 1,
            "config": {
                "replicas": 2, "spec": range(1, 2), "more": [range(4, 5)], "byName": {"c": range(6, 7)},
                "labels": {},
            },
            "overrides": "text",
        },
        "short": ["abc", "a"], "long": ["da"],
        "common": {"n": 1, "a": 2, "b": range(4, 5)},
        "source": {"inline": range(1, 2)},
        "page": {
            "items": [{"replicas": 1, "spec": "s", "more": ["t"], "byName": {"k": "u"}, "labels": {}}],
            "next": "more",
        },
        "maybe": {"spec": n, "kept": 1}, "held": {"spec": range(1, 2), "kept": 2},
        "rising": {"a": {"spec": {"level": 3}, "kept": 4}, "b": {"spec": {"level": 5}, "kept": 6}},
        "many": [{
            "replicas": 1, "spec": {"a": range(1, 2)}, "oldSpec": {}, "more": [{"b": range(3, 4)}],
            "byName": {"c": {"d": range(5, 6)}}, "labels": {"z": "w"},
        }],
    }})
}

pub(crate) fn crds() -> Vec<Crd> {
    let crd = Crd::of::<Generic>([generic(9), generic(12)])
        .create(json!({"/spec/ranges/spec": range(0, -1), "/spec/ranges/more": [range(7, 1)]}))
        .create(json!({"/spec/role/config/spec/0/min": 70, "/spec/role/overrides": range(80, 70)}))
        .create(json!({"/spec/source": {"reference": {"name": ""}}, "/spec/common": {"n": 3, "a": 1}}))
        .create(json!({"/spec/many/0/byName/c/d/min": 7, "/spec/wrapped/config/spec/min": 7}))
        .create(json!({"/spec/short": ["bbbb", "a", "a"], "/spec/maybe/spec": -1, "/spec/held/spec/min": 4}))
        .update(json!({"/spec/ranges/spec/min": 2}), json!({"/spec/ranges/spec/min": 1}))
        .update(
            json!({"/spec/ranges/spec/max": 1, "/spec/numbers/spec": 1}),
            json!({"/spec/numbers/replicas": 3}),
        )
        .update(
            json!({"/spec/rising/a/spec/level": 2}),
            json!({"/spec/rising/b": {"spec": {"level": 1}, "kept": 1}}),
        )
        .update(json!({"/spec/role/config/replicas": 5}), json!({"/spec/short": []}))
        .update(
            json!({"/spec/many/0/byName/c/d": range(9, 1)}),
            json!({"/spec/many/0/replicas": 0, "/spec/held/spec": null}),
        );
    vec![crd]
}
