//! Texts, places and kinds of failures.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;

/// Each rule fails if its name is in `fail`.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Notice", namespaced)]
#[schemars(transform = NoticeSpec::x_validations)]
#[x_validation(rule = "!('text' in self.fail)", message = " unused ", message_expression = "self.text")]
#[x_validation(rule = " !('blank' in self.fail) ", message_expression = "' ' + self.text.substring(0, 0)")]
#[x_validation(
    rule = "!('lines' in self.fail)",
    message = " two lines ",
    message_expression = "self.text + '\\n' + self.text"
)]
#[x_validation(rule = "!('return' in self.fail)", message_expression = "self.text + '\\r' + self.text")]
#[x_validation(
    rule = "!('long' in self.fail)",
    message = "too long",
    message_expression = "self.long + self.long"
)]
#[x_validation(rule = "!('limit' in self.fail)", message = "at the limit", message_expression = "self.long")]
#[x_validation(
    rule = "!('error' in self.fail)",
    message = "an error",
    message_expression = "string(1 / self.zero)"
)]
#[x_validation(
    rule = "!('unbound' in self.fail)",
    message = "unbound",
    message_expression = "'was ' + oldSelf.text"
)]
#[x_validation(
    rule = "!('fails' in self.fail) || 1 / self.zero == 1",
    message = "of the rule",
    reason = "FieldValueForbidden",
    field_path = ".text"
)]
#[x_validation(rule = "!('key' in self.fail) || self.counts['no'] == 1", message_expression = "'never'")]
#[x_validation(rule = "!('lines of rule' in self.fail)\n || false", message = "a rule of two lines")]
#[x_validation(rule = "!('overload' in self.fail) || dyn(self.text) - 1 == 1")]
pub struct NoticeSpec {
    #[schemars(length(max = 40))]
    text: String,
    #[schemars(length(max = 6000))]
    long: String,
    zero: i64,
    #[schemars(length(max = 12), inner(length(max = 20)))]
    fail: Vec<String>,
    #[schemars(extend("maxProperties" = 4))]
    counts: BTreeMap<String, i64>,
}

/// Paths to every kind of field.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Signpost", namespaced)]
#[schemars(transform = SignpostSpec::x_validations)]
#[x_validation(rule = "self.n != 0", message = "zero", field_path = ".n")]
#[x_validation(rule = "self.n != 1", message = "one", field_path = "['a.b']", reason = "FieldValueForbidden")]
#[x_validation(rule = "self.n != 2", message = "two", field_path = ".deep['it\\'s'].leaf")]
#[x_validation(rule = "self.n != 3", message = "three", field_path = ".deep.plain")]
#[x_validation(rule = "self.n != 4", message = "four", field_path = ".deep['']")]
#[x_validation(rule = "self.n != 5", message = "five", field_path = ".deep", reason = "FieldValueDuplicate")]
#[x_validation(
    rule = "self.n != 6",
    message = "six",
    field_path = ".leaf.leaf",
    reason = "FieldValueRequired"
)]
#[x_validation(rule = "self.n != 7 || self.list[9] == 1", message = "seven", field_path = ".leaf")]
pub struct SignpostSpec {
    n: i64,
    #[serde(rename = "a.b")]
    dotted: bool,
    #[schemars(extend("maxProperties" = 6))]
    #[x_validation(rule = "!('x' in self)", message = "x", field_path = "['x'].leaf")]
    #[x_validation(values(rule = "self.leaf >= 0", message = "leaf", field_path = ".leaf"))]
    deep: BTreeMap<String, Leaf>,
    #[x_validation(rule = "self.leaf != 8", field_path = "['leaf']")]
    leaf: Leaf,
    #[schemars(length(max = 6))]
    #[x_validation(items(rule = "self < 9", message_expression = "'%d is nine or more'.format([self])"))]
    list: Vec<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Leaf {
    leaf: i64,
}

/// Each reason at each kind of node.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Ruling", namespaced)]
#[schemars(transform = RulingSpec::x_validations)]
#[x_validation(rule = "self.flag", reason = "FieldValueInvalid")]
#[x_validation(rule = "self.flag || false", reason = "FieldValueForbidden", message = "object")]
#[x_validation(
    rule = "self.flag && true",
    reason = "FieldValueRequired",
    message_expression = "'flag is %s'.format([self.flag])"
)]
#[x_validation(rule = "true && self.flag", reason = "FieldValueDuplicate", message = "lost")]
pub struct RulingSpec {
    #[x_validation(rule = "self", reason = "FieldValueDuplicate", message = "lost")]
    flag: bool,
    #[schemars(length(max = 40))]
    #[x_validation(rule = "self.size() < 3", reason = "FieldValueInvalid", message = "text")]
    #[x_validation(rule = "self.size() < 4", reason = "FieldValueForbidden")]
    #[x_validation(rule = "self.size() < 5", reason = "FieldValueRequired", message = "text")]
    #[x_validation(rule = "self.size() < 6", reason = "FieldValueDuplicate", message = "lost")]
    text: String,
    #[x_validation(rule = "self < 1e6", message_expression = "string(self)")]
    #[x_validation(rule = "self < 1e7", reason = "FieldValueDuplicate")]
    ratio: f64,
    #[schemars(length(max = 6))]
    #[x_validation(rule = "self.size() < 2", message = "list")]
    #[x_validation(rule = "self.size() < 3", reason = "FieldValueDuplicate", message = "lost")]
    #[x_validation(items(rule = "self < 10", reason = "FieldValueDuplicate"))]
    #[x_validation(items(rule = "self < 20", reason = "FieldValueRequired", message = "item"))]
    list: Vec<i64>,
    #[schemars(extend("maxProperties" = 6))]
    #[x_validation(rule = "self.size() < 2", reason = "FieldValueDuplicate")]
    #[x_validation(values(rule = "self", reason = "FieldValueForbidden", message = "value"))]
    map: BTreeMap<String, bool>,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![notices(), signposts(), rulings()]
}

fn notices() -> Crd {
    let names = [
        "text",
        "blank",
        "lines",
        "return",
        "long",
        "limit",
        "error",
        "unbound",
        "fails",
        "key",
        "lines of rule",
        "overload",
    ];
    let notice = |text: &str| json!({"spec": {"text": text, "long": "short", "zero": 0, "fail": [], "counts": {"a": 1}}});
    let texts = ["a text", " \u{85}spaces\u{a0} ", "", "\"quotes\" and \\ and é😀\u{200b}"];
    let mut crd = Crd::of::<Notice>(texts.map(notice)).create(json!({"/spec/fail": names}));
    for name in names {
        crd = crd
            .create(json!({"/spec/fail": [name]}))
            .create(json!({"/spec/fail": [name], "/spec/text": texts[1]}));
    }
    crd.create(json!({"/spec/fail": ["long", "limit"], "/spec/long": "x".repeat(5120)}))
        .create(json!({"/spec/fail": ["long", "limit"], "/spec/long": "x".repeat(5121)}))
        .create(json!({"/spec/fail": ["limit"], "/spec/long": "é".repeat(2561)}))
        .create(json!({"/spec/fail": ["limit"], "/spec/long": format!("{}  ", "x".repeat(5120))}))
        .update(json!({}), json!({"/spec/fail": ["unbound", "text"]}))
        .update(json!({"/spec/fail": names}), json!({}))
        .update(json!({"/spec/fail": names}), json!({"/spec/counts": {}}))
}

fn signposts() -> Crd {
    let post = |n: i64| {
        json!({"spec": {
            "n": n, "a.b": true, "deep": {"plain": {"leaf": 1}, "it's": {"leaf": 2}}, "leaf": {"leaf": 3}, "list": [1, 2],
        }})
    };
    let mut crd = Crd::of::<Signpost>([post(10), post(11), post(-1)]);
    for n in 0..8 {
        crd = crd.create(json!({"/spec/n": n})).update(json!({"/spec/n": n}), json!({"/spec/list/0": 0}));
    }
    crd.create(json!({"/spec/deep": {"x": {"leaf": -1}, "a.b": {"leaf": -1}, "": {"leaf": -1}, "ü/~ []": {"leaf": -2}}}))
        .create(json!({"/spec/leaf/leaf": 8, "/spec/list": [8, 9, 10]}))
        .update(json!({"/spec/leaf/leaf": 8, "/spec/list": [8, 9, 10]}), json!({"/spec/n": 12}))
}

fn rulings() -> Crd {
    let ruling = |text: &str, ratio: f64| json!({"spec": {"flag": true, "text": text, "ratio": ratio, "list": [1], "map": {"a": true}}});
    Crd::of::<Ruling>([ruling("", 1.5), ruling("ab", 999_999.5), ruling("é", -1e-5), ruling("\n", 2.25)])
        .create(json!({"/spec/flag": false}))
        .create(json!({"/spec/text": "abcdef"}))
        .create(json!({"/spec/text": "\u{0}\u{7}\"\\\u{ad}é😀\u{200b}\u{fffd}"}))
        .create(json!({"/spec/ratio": 1_000_000.0}))
        .create(json!({"/spec/ratio": 12_345_678.25}))
        .create(json!({"/spec/ratio": 1e21}))
        .create(json!({"/spec/list": [10, 20, 30]}))
        .create(json!({"/spec/map": {"a": false, "b": false}}))
        .update(json!({"/spec/flag": false, "/spec/text": "abcdef", "/spec/ratio": 12_345_678.25}), json!({}))
        .update(
            json!({"/spec/list": [10, 20, 30], "/spec/map": {"a": false, "b": false}}),
            json!({"/spec/flag": false}),
        )
}
