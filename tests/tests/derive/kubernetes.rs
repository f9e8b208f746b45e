//! The types of k8s-openapi: times, and whether the others are there.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::__private::{Node, schema_of};
use cel_runtime::{XValidation, check_matches_crd};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use k8s_openapi::jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "has(self.port) && has(self.target) == has(self.memory)")]
#[x_validation(rule = "!has(self.ports) || has(self.limits)")]
#[x_validation(rule = "has(self.always) && has(self.boxed) && self.since < self.until")]
#[x_validation(rule = "!has(self.last) || self.last > self.since")]
#[x_validation(rule = "self.stamps.all(s, s >= self.since)")]
#[x_validation(
    rule = "self.times.all(t, t >= self.since) && self.times[0] == self.since && self.times == self.times"
)]
#[x_validation(rule = "self.micro.exists(k, k == 'a' && self.micro[k] == self.since) && has(self.micro.a)")]
#[x_validation(rule = "self.many.map(m, m[0]) == self.times && self.wrapped_times[0] == self.times[0]")]
#[x_validation(rule = "!has(self.more) || self.more.size() == 2 && self.more[0] == self.since")]
struct Spec {
    port: IntOrString,
    target: Option<IntOrString>,
    memory: Option<Quantity>,
    ports: Option<Vec<IntOrString>>,
    limits: Option<BTreeMap<String, Quantity>>,
    always: Vec<IntOrString>,
    boxed: Box<Quantity>,
    #[x_validation(rule = "self.getSeconds() < 5")]
    since: Time,
    until: MicroTime,
    #[x_validation(rule = "self.getSeconds() < 5")]
    last: Option<Box<Time>>,
    stamps: Vec<Stamp>,
    #[x_validation(rule = "self.size() < 2", items(rule = "self.getFullYear() == 1970"))]
    times: Vec<Time>,
    micro: BTreeMap<String, MicroTime>,
    many: Vec<Box<[Time]>>,
    more: Option<Vec<Option<Time>>>,
    #[serde(rename = "wrapped_times")]
    wrapped_times: Times,
    wrapped: Option<Wrapped>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Times(Vec<Time>);

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Stamp(Time);

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Wrapped(IntOrString);

fn spec() -> Spec {
    let second = |second| Timestamp::from_second(second).expect("in range");
    Spec {
        port: IntOrString::Int(1),
        target: None,
        memory: None,
        ports: None,
        limits: None,
        always: Vec::new(),
        boxed: Box::new(Quantity("1Ki".to_owned())),
        since: Time(second(1)),
        until: MicroTime(second(2)),
        last: Some(Box::new(Time(second(3)))),
        stamps: vec![Stamp(Time(second(4)))],
        times: vec![Time(second(1))],
        micro: BTreeMap::from([("a".to_owned(), MicroTime(second(1)))]),
        many: vec![vec![Time(second(1))].into()],
        more: Some(vec![Some(Time(second(1))), None]),
        wrapped_times: Times(vec![Time(second(1))]),
        wrapped: Some(Wrapped(IntOrString::String("http".to_owned()))),
    }
}

#[test]
fn rules_see_whether_values_are_there() {
    assert_eq!(spec().x_validate().map_err(|errors| errors.to_string()), Ok(()));
    let target = Some(IntOrString::String("http".to_owned()));
    assert_eq!(Spec { target, ..spec() }.x_validate().unwrap_err().len(), 1);
    let ports = Some(vec![IntOrString::Int(1)]);
    assert_eq!(Spec { ports, ..spec() }.x_validate().unwrap_err().len(), 1);
}

#[test]
fn times_are_values() {
    let stamps = vec![Stamp(Time(Timestamp::UNIX_EPOCH))];
    assert_eq!(Spec { stamps, ..spec() }.x_validate().unwrap_err().len(), 1);
}

#[test]
fn rules_stand_on_times_and_lists_of_them() {
    let late = || Time(Timestamp::from_second(10).expect("in range"));
    let last = Some(Box::new(late()));
    let errors = Spec { last, times: vec![late(), late()], ..spec() }.x_validate().unwrap_err().to_string();
    assert!(
        errors.contains("last: Invalid value: \"1970-01-01T00:00:10Z\": failed rule: self.getSeconds() < 5"),
        "{errors}"
    );
    assert!(errors.contains("times: Invalid value: failed rule: self.size() < 2"), "{errors}");
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    assert_eq!(check_matches_crd(Spec::SCHEMA, &[], &schema_of::<Spec>()), [] as [&str; 0]);
}
