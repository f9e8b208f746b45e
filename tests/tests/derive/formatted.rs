//! Strings with a format that CEL converts at each access, and times of `chrono` and `jiff`.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]

use cel_runtime::__private::{Node, schema_of};
use cel_runtime::{Options, XValidation, check_matches_crd};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.since < self.until && self.timeout <= duration('1h')", message = "times")]
#[x_validation(rule = "!has(self.maybe) || self.maybe > self.since", message = "maybe")]
#[x_validation(rule = "self.secret == b'CEL' || size(self.secret) > 3", message = "secret")]
#[x_validation(rule = "self.stamps.all(s, s >= self.since) && size(self.stamps) == 2", message = "stamps")]
#[x_validation(rule = "self.named.all(k, self.named[k].getFullYear() > 2000)", message = "named")]
#[x_validation(rule = "self.?maybe.orValue(self.since) >= self.since", message = "optional")]
#[x_validation(rule = "self.stamps[0] < self.stamps[1]", message = "order")]
struct Spec {
    #[schemars(extend("format" = "date-time"))]
    since: String,
    #[schemars(extend("format" = "date"))]
    until: String,
    #[schemars(extend("format" = "duration"))]
    #[x_validation(rule = "self > duration('0s')", message = "positive")]
    timeout: Box<str>,
    #[schemars(extend("format" = "byte"))]
    secret: String,
    #[schemars(extend("format" = "date-time"))]
    maybe: Option<String>,
    stamps: Vec<Stamp>,
    named: BTreeMap<String, Stamp>,
}

/// A type of its own, for elements.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
struct Stamp(#[schemars(extend("format" = "date-time"))] String);

fn spec() -> Spec {
    let stamp = |text: &str| Stamp(text.to_owned());
    Spec {
        since: "2031-07-09T04:05:06Z".to_owned(),
        until: "2031-07-10".to_owned(),
        timeout: "PT20M".into(),
        secret: "Q0VM".to_owned(),
        maybe: None,
        stamps: vec![stamp("2031-07-09T06:05:06+02:00"), stamp("2031-07-09T06:05:06.5Z")],
        named: BTreeMap::from([("a".to_owned(), stamp("2031-07-09T06:05:06Z"))]),
    }
}

fn errors(spec: &Spec) -> String {
    spec.x_validate().map_or_else(|errors| errors.to_string(), |()| "none".to_owned())
}

#[test]
fn text_is_converted() {
    assert_eq!(errors(&spec()), "none");
    let maybe = Some("2031-07-09T04:05:06+24:00".to_owned());
    assert_eq!(
        errors(&Spec { maybe, ..spec() }),
        "[<nil>: Invalid value: maybe, <nil>: Invalid value: optional]"
    );
}

#[test]
fn what_does_not_convert_is_an_error_where_it_is_read() {
    let rest = "2031-07-09T04:05:06z";
    let stamps = vec![spec().stamps[0].clone(), Stamp(rest.to_owned())];
    let reason =
        format!(r#"Invalid date-time formatted string {rest}: parsing time "{rest}": extra text: "z""#);
    let text = errors(&Spec { stamps, ..spec() });
    assert_eq!(text.matches(&reason).count(), 2, "{text}");
    let text = errors(&Spec { timeout: "soon".into(), ..spec() });
    assert_eq!(text.matches("Invalid duration soon: unable to parse soon as duration").count(), 2, "{text}");
}

#[test]
fn the_generated_schema_is_the_compiled_one() {
    let differences = check_matches_crd(Spec::SCHEMA, &[], &schema_of::<Spec>());
    assert_eq!(differences, [] as [&str; 0]);
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[schemars(transform = Native::x_validations)]
#[x_validation(rule = "self.utc == self.offset && self.instant == self.utc && self.day <= self.utc")]
#[x_validation(
    rule = "self.days.all(d, d < self.utc) && self.list[0] == self.utc && self.map['a'] == self.utc"
)]
#[x_validation(rule = "self.date == self.day && (!has(self.maybe) || self.maybe == self.utc)")]
#[x_validation(rule = "self.utc.getHours('Europe/Zurich') == 6 && self.days == [self.date]")]
struct Native {
    utc: chrono::DateTime<chrono::Utc>,
    offset: chrono::DateTime<chrono::FixedOffset>,
    day: chrono::NaiveDate,
    days: Vec<chrono::NaiveDate>,
    instant: jiff::Timestamp,
    date: jiff::civil::Date,
    maybe: Option<jiff::Timestamp>,
    list: Vec<chrono::DateTime<chrono::FixedOffset>>,
    map: BTreeMap<String, jiff::Timestamp>,
}

#[test]
fn times_of_chrono_and_jiff() {
    let offset: chrono::DateTime<chrono::FixedOffset> = "2031-07-09T06:05:06+02:00".parse().expect("a time");
    let day: chrono::NaiveDate = "2031-07-09".parse().expect("a date");
    let instant: jiff::Timestamp = "2031-07-09T04:05:06Z".parse().expect("a time");
    let native = Native {
        utc: offset.to_utc(),
        offset,
        day,
        days: vec![day],
        instant,
        date: "2031-07-09".parse().expect("a date"),
        maybe: Some(instant),
        list: vec![offset],
        map: BTreeMap::from([("a".to_owned(), instant)]),
    };
    assert_eq!(native.x_validate().map_err(|errors| errors.to_string()), Ok(()));
    assert_eq!(check_matches_crd(Native::SCHEMA, &[], &schema_of::<Native>()), [] as [&str; 0]);
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone)]
#[x_validation(manual_crd)]
#[x_validation(rule = "has(self.x)")]
#[x_validation(rule = "self.?x.hasValue()")]
#[x_validation(rule = "self.?x.orValue(timestamp(0)) == timestamp(0)")]
#[x_validation(rule = "size(self.l) == 1")]
#[x_validation(rule = "self.l.exists(e, e == timestamp(0))")]
#[x_validation(rule = "self.l.exists(e, true)")]
#[x_validation(rule = "self.m.all(k, true)")]
#[x_validation(rule = "self.m.all(k, v, true)")]
#[x_validation(rule = "self.l.map(e, e).size() == 1")]
#[x_validation(rule = "[self.x].size() == 1")]
#[x_validation(rule = "size(self.l + self.l) == 3")]
struct Bad {
    #[schemars(extend("format" = "date-time"))]
    x: String,
    l: Vec<Stamp>,
    m: BTreeMap<String, Stamp>,
}

/// Costs and failures of the rules in their order, as the server has them.
const OF_BAD_TEXT: [(u64, bool); 11] = [
    (1, true),
    (2, true),
    (2, true),
    (4, false),
    (9, true),
    (7, false),
    (6, false),
    (6, false),
    (18, true),
    (14, true),
    (7, false),
];

#[test]
fn bad_text_costs_what_it_costs_on_the_server() {
    let bad = || Stamp("bad".to_owned());
    let bad = Bad { x: "bad".to_owned(), l: vec![bad()], m: BTreeMap::from([("a".to_owned(), bad())]) };
    let report = bad.x_evaluate(None, &Options::default());
    let errors: Vec<String> = report.errors.iter().map(ToString::to_string).collect();
    for (rule, (cost, fails)) in report.rules.iter().zip(OF_BAD_TEXT) {
        let suffix = format!("evaluating rule: {}", rule.rule);
        let failed = errors.iter().any(|error| {
            error.contains("Invalid date-time formatted string bad: ") && error.ends_with(&suffix)
        });
        assert_eq!((rule.cost, failed), (cost, fails), "{}: {errors:#?}", rule.rule);
    }
    assert_eq!(report.rules.len(), OF_BAD_TEXT.len());
}

/// What the attributes of a newtype say is written over the schema of its field.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("format" = "duration"), transform = Age::x_validations)]
#[x_validation(rule = "self < duration('1h')", message = "older than an hour")]
struct Age(#[schemars(extend("format" = "byte"))] String);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
#[schemars(extend("maxLength" = 20))]
struct Serial {
    text: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("x-kubernetes-list-type" = "set", "maxItems" = 8))]
struct Serials(Vec<Serial>);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("x-kubernetes-int-or-string" = true))]
struct Port(serde_json::Value);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
struct Free(BTreeMap<String, serde_json::Value>);

#[derive(kube::CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Aged")]
#[schemars(transform = AgedSpec::x_validations)]
struct AgedSpec {
    age: Age,
    #[x_validation(rule = "self.all(a, self.exists_one(b, a == b))", message = "each once")]
    serials: Serials,
    #[x_validation(rule = "self == oldSelf", message = "the same elements")]
    same: Serials,
    #[x_validation(rule = "type(self) == int", message = "a number")]
    port: Port,
    free: Free,
}

#[test]
fn attributes_of_a_newtype_count() {
    cel_runtime::assert_matches_crd::<Aged>();
    let object = |age: &str, serials: &[&str], port: serde_json::Value| {
        let spec = serde_json::json!({ "age": age, "serials": serials, "same": serials, "port": port, "free": { "a": 1 } });
        Aged::new("a", serde_json::from_value(spec).expect("a spec"))
    };
    let old = object("59m", &["a", "b"], 1.into());
    assert_eq!(old.x_validate().map_err(|errors| errors.to_string()), Ok(()));
    let new = object("1h", &["b", "a"], 1.into());
    let errors = new.x_validate_update(&old).expect_err("an age");
    assert_eq!(errors.to_string(), "spec.age: Invalid value: \"1h\": older than an hour");
    let new = object("1m", &["a"], "a".into());
    let errors = new.x_validate_update(&old).expect_err("a text, and less elements");
    assert_eq!(
        errors.to_string(),
        "[spec.same: Invalid value: the same elements, spec.port: Invalid value: \"a\": a number]"
    );
}
