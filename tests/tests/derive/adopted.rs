//! Rules in the attributes of other derives: `#[x_kube(validation = ..)]`, `#[kube(validation = ..)]` and
//! `#[schemars(extend("x-kubernetes-validations" = [..]))]`.

#![deny(warnings)]
#![allow(unreachable_pub, missing_docs, reason = "a test has no interface")]

use super::answers::compare_roots;
use cel_runtime::{Options, XValidation, assert_matches_crd};
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Queue", namespaced)]
#[kube(validation = Rule { rule: "self.spec.name != 'root'".into(), message: Some("not root".into()), ..Rule::default() })]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-kubernetes-validations" = [
    { "rule": "self.name != 'extended'", "message": "of the type" },
    { "rule": r#"self.name != "raw""#, "fieldPath": ".name", "reason": "FieldValueForbidden" },
]))]
#[schemars(transform = QueueSpec::x_validations)]
#[x_validation(rule = "self.name != 'ours'", message = "ours")]
#[x_kube(validation = ("self.name != 'kube'", "of kube"))]
#[x_kube(validation = "self.name != 'plain'", validation = Rule::from(("self.name != 'pair'", "a pair")))]
pub struct QueueSpec {
    #[schemars(length(max = 20))]
    #[x_kube(validation = Rule::new("self == oldSelf").message("names stay").reason(Reason::FieldValueForbidden))]
    #[x_validation(rule = "self != ''", message = "named")]
    name: String,
    #[schemars(extend("x-kubernetes-validations" = [
        { "rule": "self > 0", "messageExpression": "'%d is little'.format([self])" },
        { "rule": "oldSelf.hasValue() || self < 9", "optionalOldSelf": true },
    ]))]
    #[x_validation(rule = "self != 3")]
    #[x_kube(validation = Rule::new("self != 4")
        .message(Message::Expression("'%d is four'.format([self])".to_owned())).reason(Reason::default()))]
    #[x_kube(validation = Rule { rule: "self != 5".to_string(), message: None, reason: Some(Reason::FieldValueRequired),
        field_path: None, optional_old_self: None })]
    size: i64,
    #[x_kube(validation = Rule::new("!oldSelf.hasValue() || self >= oldSelf.value()").optional_old_self(true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<i64>,
    #[schemars(length(max = 4), inner(length(max = 9)))]
    #[x_kube(validation = ("self.all(s, s != '')", "named steps"))]
    steps: Vec<String>,
    #[x_kube(validation = "self.a != 2")]
    #[x_validation(rule = "self.a != 3")]
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    #[x_kube(validation = "self != 'Slow'")]
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<Mode>,
    #[x_kube(validation = ("self != 'Fast' || true", "of kube"))]
    #[x_validation(rule = "self != 'Slow'", message = "ours on a field")]
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<Mode>,
    #[schemars(extend("maxProperties" = 3))]
    #[x_kube(validation = Rule::new("self.all(k, self[k] < 5)").message("small").field_path(".a"))]
    labels: BTreeMap<String, i64>,
    kind: Kind,
    #[x_kube(validation = "has(self.left)")]
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    code: Code,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Part::x_validations)]
#[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.a != 1" }]))]
pub struct Part {
    #[x_validation(rule = "self != 4")]
    a: i64,
}

/// Documented variants are alternatives in the schema of an `Option`.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Mode::x_validations)]
#[x_validation(rule = "self != 'Off'", message = "of the type")]
pub enum Mode {
    /// As fast as it can
    Fast,
    /// As slow as it may
    Slow,
    /// Not at all
    Off,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("x-kubernetes-validations" = [{ "rule": "self != 'Odd'", "message": "even" }]))]
pub enum Kind {
    Odd,
    Even,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-kubernetes-validations" = serde_json::json!([{ "rule": "!has(self.right) || self.right.x > 0" }])))]
pub enum Side {
    Left { x: i64 },
    Right(#[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.x < 9" }]))] Inner),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    x: i64,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Code::x_validations)]
#[x_validation(rule = "self != 'b'")]
pub struct Code(
    #[schemars(length(max = 5), extend("x-kubernetes-validations" = [{ "rule": "self != 'a'" }]))]
    #[x_validation(rule = "self != 'c'")]
    String,
);

fn queue(change: Value) -> Value {
    let mut spec = json!({ "name": "a", "size": 6, "limit": 3, "steps": ["x"], "part": {"a": 5}, "mode": "Fast",
        "speed": "Fast", "labels": {"a": 1}, "kind": "Even", "side": {"left": {"x": 1}}, "code": "x" });
    spec.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    json!({ "apiVersion": "example.dev/v1", "kind": "Queue", "metadata": {"name": "q"}, "spec": spec })
}

#[test]
fn adopted_rules_have_the_servers_answers() {
    let changes = [
        json!({}),
        json!({ "name": "extended", "size": 0 }),
        json!({ "name": "raw", "size": 9 }),
        json!({ "name": "ours", "size": 3 }),
        json!({ "name": "kube", "size": 4 }),
        json!({ "name": "plain", "size": 5 }),
        json!({ "name": "pair", "limit": 1 }),
        json!({ "name": "", "steps": ["", "x"] }),
        json!({ "name": "root", "part": {"a": 1} }),
        json!({ "part": {"a": 2}, "mode": "Slow", "speed": "Slow" }),
        json!({ "part": {"a": 3}, "mode": "Off", "speed": "Off" }),
        json!({ "part": {"a": 4}, "labels": {"a": 5, "b": 9} }),
        json!({ "kind": "Odd", "side": {"right": {"x": 0}}, "code": "a" }),
        json!({ "side": {"right": {"x": 9}}, "code": "b" }),
        json!({ "part": null, "mode": null, "speed": null, "side": null, "limit": null, "code": "c" }),
    ];
    let objects: Vec<Value> = changes.into_iter().map(queue).collect();
    let creates = objects.iter().map(|object| (object.clone(), None));
    let updates = (1..objects.len()).flat_map(|by| {
        let pairs = objects.iter().zip(objects.iter().cycle().skip(by));
        pairs.map(|(new, old)| (new.clone(), Some(old.clone()))).skip(by % 3).step_by(3)
    });
    let cases: Vec<_> = creates.chain(updates).collect();
    compare_roots::<Queue>("adopted", &cases);
}

#[test]
fn adopted_rules_are_those_of_the_crd() {
    assert_matches_crd::<Queue>();
}

/// A derive beside one of kube's that a macro writes, with pieces of the macro's arguments.
macro_rules! versioned {
    ($spec:ident, $kind:literal, $rule:literal, $message:expr, $type:ty) => {
        #[cfg_attr(
            all(),
            derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)
        )]
        #[kube(group = "example.dev", version = "v1", kind = $kind)]
        #[cfg_attr(all(), schemars(transform = $spec::x_validations))]
        #[cfg_attr(all(), x_kube(validation = ($rule, $message)))]
        pub struct $spec {
            #[cfg_attr(all(), x_kube(validation = $rule))]
            #[schemars(extend("x-kubernetes-validations" = [{ "rule": $message }]))]
            #[x_validation(rule = "self != 3")]
            x: $type,
        }
    };
}

versioned!(MacroSpec, "Macro", "dyn(self) != 5", "1 < 2", i64);

#[test]
fn macros_may_write_them() {
    assert_matches_crd::<Macro>();
    let errors = Macro::new("m", MacroSpec { x: 5 }).x_validate().unwrap_err().to_string();
    assert_eq!(errors, "spec.x: Invalid value: 5: failed rule: dyn(self) != 5");
    assert_eq!(Macro::x_costs().len(), 4);
}

mod server_only {
    #![allow(dead_code, reason = "a field that is not written is not read, either")]
    use super::*;

    const RULE: &str = "self.spec.size > 0";
    const OF_TYPE: &str = "self.size < 8";

    fn rules() -> Value {
        json!([{ "rule": "self > 1" }, { "rule": "self > 2" }])
    }

    #[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
    #[kube(group = "example.dev", version = "v1", kind = "Plain", validation = RULE)]
    #[kube(validation = "self.spec.size < 9")]
    #[x_kube(validation = OF_TYPE)]
    #[x_validation(server_only)]
    #[x_validation(rule = "self.size != 3", message = "three")]
    #[x_validation(rule = "self.size != 4", server_only, message = "four")]
    #[x_validation(rule = "!has(self.unwritten) || self.unwritten.a != 4", server_only)]
    #[schemars(transform = PlainSpec::x_validations)]
    pub struct PlainSpec {
        #[x_validation(server_only)]
        #[x_validation(rule = "self != 5")]
        #[schemars(extend("x-kubernetes-validations" = rules()))]
        #[x_kube(validation = "self != 6")]
        size: i64,
        #[x_validation(opaque, server_only)]
        #[serde(skip_serializing_if = "Option::is_none")]
        part: Option<Part>,
        #[x_validation(opaque, server_only)]
        #[x_kube(validation = "self.a > 0")]
        other: Part,
        #[x_validation(items(rule = "self > 0", server_only))]
        list: Vec<i64>,
        #[x_validation(server_only)]
        #[serde(skip_serializing, default)]
        unwritten: Option<Part>,
    }

    #[test]
    fn they_are_in_the_crd_and_not_run() {
        let list = vec![0];
        let part = Part { a: 1 };
        let spec = |size| PlainSpec {
            size,
            part: Some(part.clone()),
            other: part.clone(),
            list: list.clone(),
            unwritten: None,
        };
        assert_matches_crd::<Plain>();
        for size in [4, 6, 9] {
            assert!(spec(size).x_validate().is_ok(), "{size}");
        }
        let report = Plain::new("p", spec(5)).x_evaluate(None, &Options::default());
        let rules: Vec<String> =
            report.rules.iter().map(|rule| format!("{} {}", rule.path, rule.rule)).collect();
        assert_eq!(rules, ["spec self.size != 3", "spec.size self != 5"]);
        // What only the server runs counts for its limits.
        let costs = Plain::x_costs();
        assert!(costs.iter().any(|cost| cost.rule == "self.spec.size < 9"), "{costs:?}");
    }
}
