//! The text and the place of a failed rule: messages and their expressions, paths, reasons, and values of every kind.

#![deny(warnings)]
#![allow(dead_code, unreachable_pub, missing_docs, reason = "a test has no interface")]
#![allow(clippy::duplicated_attributes, reason = "rules may have the same text")]

use super::answers::{compare, compare_with};
use cel_runtime::{FieldPath, Options, XValidation, assert_matches_crd};
use chrono::{DateTime, Utc};
use k8s_openapi::apimachinery::pkg::{
    api::resource::Quantity, apis::meta::v1::Time, util::intstr::IntOrString,
};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use url::Url;
use uuid::Uuid;

/// Each rule fails if its name is in `fail`.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Texts", namespaced)]
#[schemars(transform = TextsSpec::x_validations)]
#[x_validation(rule = " !('plain' in self.fail)\n", message = "\tplain ", message_expression = "self.text")]
#[x_validation(rule = "!('none' in self.fail) ", message_expression = "self.text")]
#[x_validation(
    rule = "!('invalid' in self.fail)",
    message_expression = "'is ' + self.text",
    reason = "FieldValueInvalid"
)]
#[x_validation(
    rule = "!('forbidden' in self.fail)",
    message_expression = "'%s has %d entries'.format([self.text, self.counts.size()])",
    reason = "FieldValueForbidden",
    field_path = ".counts['a.b']"
)]
#[x_validation(
    rule = "!('required' in self.fail)",
    message_expression = "self.lines.filter(l, l.matches('^[a-z]+$'))[0]",
    reason = "FieldValueRequired",
    field_path = ".inner.deep['it\\'s'].leaf"
)]
#[x_validation(
    rule = "!('duplicate' in self.fail)",
    message_expression = "self.lines.join('-')",
    reason = "FieldValueDuplicate",
    field_path = ".lines"
)]
#[x_validation(
    rule = "!('key' in self.fail)",
    message = "by key",
    message_expression = "string(self.counts['missing'])"
)]
#[x_validation(
    rule = "!('index' in self.fail)",
    message_expression = "self.lines[7]",
    reason = "FieldValueForbidden",
    field_path = ".inner"
)]
#[x_validation(rule = "!('null' in self.fail)", message = "null", message_expression = "self.maybes[0]")]
#[x_validation(
    rule = "!('optional' in self.fail)",
    message_expression = "self.?optional.orValue('no ' + self.text)"
)]
#[x_validation(
    rule = "!('ternary' in self.fail)",
    message_expression = "has(self.optional) ? self.optional : self.lines[0]"
)]
#[x_validation(
    rule = "!('error' in self.fail) || self.counts['missing'] > 1",
    message = "of the error",
    message_expression = "'never'",
    reason = "FieldValueForbidden",
    field_path = ".text"
)]
#[x_validation(
    rule = "!('overload' in self.fail) || dyn(self.lines).size() > dyn('')",
    message_expression = "'never'"
)]
#[x_validation(
    rule = "!('panic' in self.fail)",
    message = "like a panic",
    message_expression = "self.lines.sortBy(l, l.substring(3))[0]"
)]
#[x_validation(rule = "!('constant' in self.fail)", message_expression = "' \\n constant '")]
#[x_validation(
    rule = "!('large' in self.fail)",
    message = "large",
    message_expression = "self.text + self.lines.join(self.text + self.text)"
)]
struct TextsSpec {
    fail: Vec<String>,
    #[schemars(length(max = 1000))]
    text: String,
    optional: Option<String>,
    #[schemars(length(max = 10), inner(length(max = 100)))]
    lines: Vec<String>,
    #[schemars(length(max = 10), inner(length(max = 100)))]
    maybes: Vec<Option<String>>,
    counts: BTreeMap<String, i64>,
    inner: Inner,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Inner::x_validations)]
#[x_validation(
    rule = "self.deep.all(k, self.deep[k].leaf != 'bad')",
    message_expression = "self.deep.map(k, k + '=' + self.deep[k].leaf)[0]",
    field_path = ".deep.bad"
)]
struct Inner {
    #[x_validation(
        rule = "!('bad' in self)",
        message_expression = "'%d leaves'.format([self.size()])",
        field_path = "['bad'].leaf"
    )]
    #[schemars(extend("maxProperties" = 10))]
    deep: BTreeMap<String, Leaf>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Leaf::x_validations)]
#[x_validation(rule = "self.leaf != 'bad'", reason = "FieldValueDuplicate", field_path = ".leaf")]
struct Leaf {
    #[schemars(length(max = 100))]
    leaf: String,
}

fn texts(fail: &[&str], text: &str) -> Value {
    json!({
        "fail": fail, "text": text, "lines": ["one", "Two", "three"], "maybes": [null], "counts": {"a": 1},
        "inner": {"deep": {"good": {"leaf": "x"}}},
    })
}

const ALL: &[&str] = &[
    "plain",
    "none",
    "invalid",
    "forbidden",
    "required",
    "duplicate",
    "key",
    "index",
    "null",
    "optional",
    "ternary",
    "error",
    "overload",
    "panic",
    "constant",
    "large",
];

/// Texts at the limits of what a message may be.
fn texts_at_the_limits() -> Vec<String> {
    let long = |n: usize| "m".repeat(n);
    vec![
        String::new(),
        " \u{85}\u{a0}\u{2028}\u{3000}\t".to_owned(),
        "\u{200b}".to_owned(),
        "\n a message\r\n".to_owned(),
        "two\nlines".to_owned(),
        "two\rlines".to_owned(),
        "\"quoted\" \u{1} ä".to_owned(),
        long(5120),
        long(5121),
        format!(" {} ", long(5120)),
        "ä".repeat(2560),
        "ä".repeat(2561),
    ]
}

#[test]
fn messages_are_those_of_the_server() {
    let mut specs: Vec<Value> = ALL.iter().map(|rule| texts(&[rule], "a text")).collect();
    specs.extend(texts_at_the_limits().iter().map(|text| texts(&["none"], text)));
    specs.extend(["", " ", "a\nb", "\u{85}"].iter().map(|text| texts(&["plain", "constant"], text)));
    specs.extend(["", " ", "\n", "ä"].iter().map(|text| texts(&["large"], text)));
    specs.push(texts(&["large"], &"m".repeat(1020)));
    specs.push(texts(ALL, "all of them"));
    let mut optional = texts(ALL, "with more");
    optional["optional"] = "given".into();
    optional["maybes"] = json!(["m"]);
    optional["counts"] = json!({"missing": 1, "a.b": 2});
    optional["inner"] = json!({"deep": {"bad": {"leaf": "bad"}}});
    specs.push(optional);
    specs.push(texts(&[], "none fails"));
    compare::<Texts, TextsSpec>("messages", &specs);
}

#[test]
fn messages_spend_the_budget() {
    let spec = texts(ALL, "all of them");
    let spec_of = |rule: &str| texts(&[rule], "one of them");
    let mut cases = Vec::new();
    for budget in (0..440).step_by(9) {
        cases.push((spec.clone(), Options { budget, ..Options::default() }));
    }
    for rule in ALL {
        for per_call_limit in [1, 3, 5, 12, 40] {
            cases.push((spec_of(rule), Options { per_call_limit, ..Options::default() }));
        }
        for budget in (135..170).step_by(7) {
            cases.push((
                spec_of(rule),
                Options { budget, per_call_limit: 14, path: FieldPath::from("spec"), ..Options::default() },
            ));
        }
    }
    compare_with::<Texts, TextsSpec>("messages_budget", &cases);
}

#[test]
fn reports_tell_what_messages_cost() {
    let texts: TextsSpec = serde_json::from_value(texts(&["none", "forbidden"], "a text")).unwrap();
    let report = texts.x_evaluate(None, &Options::default());
    let total: u64 =
        report.rules.iter().map(|rule| rule.cost + rule.message_expression_cost.unwrap_or_default()).sum();
    assert_eq!(i64::try_from(total), Ok(report.runtime_cost));
    let evaluated: Vec<_> =
        report.rules.iter().filter(|rule| rule.message_expression_cost.is_some()).collect();
    assert_eq!(evaluated.len(), 2);
    assert_eq!(
        (&*evaluated[0].rule, evaluated[0].message_expression_cost),
        ("!('none' in self.fail)", Some(2))
    );
}

/// A rule that fails on nodes of every kind, with every reason.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Kinds", namespaced)]
#[schemars(transform = KindsSpec::x_validations)]
struct KindsSpec {
    #[x_validation(rule = "self == 'fine'", message_expression = "'not ' + self")]
    text: String,
    #[x_validation(rule = "self == 1", message_expression = "string(self)")]
    small: i32,
    #[x_validation(rule = "self == 1", reason = "FieldValueDuplicate", message_expression = "string(self)")]
    large: i64,
    #[x_validation(rule = "self == 1", message_expression = "string(self)")]
    unsigned: u64,
    #[x_validation(rule = "self == 1.0", message_expression = "string(self)")]
    double: f64,
    #[x_validation(rule = "self == 1.0", reason = "FieldValueDuplicate")]
    float: f32,
    #[x_validation(rule = "!self", message_expression = "self ? 'yes' : 'no'")]
    flag: bool,
    #[x_validation(
        rule = "self == 'fine'",
        message_expression = "'not ' + self",
        reason = "FieldValueRequired"
    )]
    maybe: Option<String>,
    #[x_validation(
        rule = "self.size() == 0",
        items(rule = "self == 'a'", message_expression = "self + '!'", reason = "FieldValueDuplicate")
    )]
    list: Vec<String>,
    #[x_validation(
        rule = "self.size() == 0",
        reason = "FieldValueDuplicate",
        values(
            rule = "self == 1",
            message_expression = "self > 1 ? 'large' : 'small'",
            reason = "FieldValueForbidden"
        )
    )]
    map: BTreeMap<String, i64>,
    #[x_validation(rule = "self == 'On'", message_expression = "self + ' is off'")]
    mode: Mode,
    #[x_validation(rule = "size(self) == 0", message_expression = "'%d bytes'.format([size(self)])")]
    #[schemars(extend("format" = "byte"))]
    bytes: String,
    #[x_validation(rule = "self == duration('1s')", message_expression = "string(self)")]
    #[schemars(extend("format" = "duration"))]
    duration: String,
    #[x_validation(rule = "self.getFullYear() == 1970", message_expression = "string(self.getFullYear())")]
    #[schemars(extend("format" = "date"))]
    date: String,
    #[x_validation(rule = "self.getFullYear() == 1970", message_expression = "string(self)")]
    time: DateTime<Utc>,
    #[x_validation(rule = "self.getFullYear() == 1970", message_expression = "string(self)")]
    kubernetes_time: Time,
    #[x_validation(rule = "self == 1", message_expression = "string(self)")]
    port: IntOrString,
    #[x_validation(
        rule = "quantity(self).isLessThan(quantity('1'))",
        message_expression = "'%s is much'.format([self])"
    )]
    memory: Quantity,
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    #[x_validation(rule = "self == 1", message_expression = "dyn(self) == 'x' ? 'text' : string(self)")]
    any: Value,
    #[x_validation(rule = "self == 'fine' ", message_expression = "'outer ' + self")]
    name: Name,
    #[x_validation(
        rule = "self.maybe != 'bad'",
        message_expression = "'opened ' + self.maybe",
        reason = "FieldValueRequired",
        field_path = ".maybe"
    )]
    object: Object,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    On,
    Off,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Name::x_validations)]
#[x_validation(
    rule = "self == 'fine'",
    message_expression = "'inner ' + self",
    reason = "FieldValueForbidden"
)]
struct Name(String);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
struct Object {
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<String>,
}

#[test]
fn values_of_every_kind_are_shown() {
    let fine = json!({
        "text": "fine", "small": 1, "large": 1, "unsigned": 1, "double": 1, "float": 1, "flag": false,
        "maybe": "fine", "list": [], "map": {}, "mode": "On", "bytes": "", "duration": "1s", "date": "1970-01-01",
        "time": "1970-01-01T00:00:00Z", "kubernetes_time": "1970-01-01T00:00:00Z", "port": 1, "memory": "500m",
        "any": 1, "name": "fine", "object": {"maybe": ""},
    });
    let values = json!({
        "text": ["", "q\"\n\u{200b}\\ä\u{1f600}", "\u{7f}"], "small": [-1, i32::MIN], "large": [i64::MIN, i64::MAX],
        "unsigned": [0, u64::MAX], "double": [2, 2.5, 100_000.0, 1e6, 1_234_567.5, -0.0, 1e21, 1e-5, 1e-4],
        "float": [0.1, 3.4e38], "flag": [true], "maybe": ["", null], "list": [["a", "b", "a\n"]],
        "map": [{"k.1": 2}, {"": 0}, {"a b": 0}], "mode": ["Off"], "bytes": ["aGVsbG8=", "++//"],
        "duration": ["1h1m", "2 days"], "date": ["2024-02-29"],
        "time": ["2024-02-29T12:00:00.123456789Z", "2024-02-29T12:00:00+02:00"],
        "kubernetes_time": ["2024-02-29T12:00:00Z"], "port": [80, "http", "80%"], "memory": ["2", "x", "1500m"],
        "any": [2, "x", "y", 2.5, true, [1.0, "<"], {"b": 1, "a": {}}], "name": ["a", "b\t"],
        "object": [{"maybe": "bad"}, {}],
    });
    let mut specs = vec![fine.clone()];
    for (field, values) in values.as_object().unwrap() {
        for value in values.as_array().unwrap() {
            let mut spec = fine.clone();
            spec[field] = value.clone();
            specs.push(spec);
        }
    }
    compare::<Kinds, KindsSpec>("messages_kinds", &specs);
}

/// Texts held in all ways: messages of the rules by number.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Forms", namespaced)]
#[schemars(transform = FormsSpec::x_validations)]
#[x_validation(rule = "'0' != self.which", message_expression = "self.url")]
#[x_validation(rule = "'1' != self.which", message_expression = "self.ids[0]")]
#[x_validation(rule = "'2' != self.which", message_expression = "self.maybe")]
#[x_validation(rule = "'3' != self.which", message_expression = "self.?maybe.orValue('none')")]
#[x_validation(rule = "'4' != self.which", message_expression = "self.letter + self.ids[1]")]
#[x_validation(rule = "'5' != self.which", message_expression = "[self.text].filter(x, x == 'a')[0]")]
#[x_validation(rule = "'6' != self.which", message_expression = "[].map(x, string(x))[0]")]
#[x_validation(rule = "'7' != self.which", message_expression = "self.url.substring(0, 0)")]
#[x_validation(rule = "'8' != self.which", message_expression = "optional.none().orValue('a')")]
#[x_validation(rule = "'9' != self.which", message_expression = "optional.of(self.text).value()")]
#[x_validation(rule = "'10' != self.which", message_expression = "{'a': 'b'}['c']")]
#[x_validation(rule = "'11' != self.which", message_expression = "{'a': self.text}.a")]
#[x_validation(rule = "'12' != self.which", message_expression = "['x'][0]")]
#[x_validation(rule = "'13' != self.which", message_expression = "'' + ''")]
#[x_validation(rule = "'14' != self.which", message_expression = "string(b'abc')")]
#[x_validation(rule = "'15' != self.which", message_expression = "string(bytes(self.text))")]
#[x_validation(
    rule = "'16' != self.which",
    message_expression = "type(self.text) == string ? self.text : '!'"
)]
#[x_validation(rule = "'17' != self.which", message_expression = "self.text.find('[a-z]+')")]
#[x_validation(rule = "'18' != self.which", message_expression = "self.modes[0]")]
#[x_validation(rule = "'19' != self.which", message_expression = "self.modes[9]")]
#[x_validation(
    rule = "'20' != self.which",
    message_expression = "self.maybes.map(m, dyn(m) == null ? 'n' : m)[0]"
)]
#[x_validation(rule = "'21' != self.which", message_expression = "self.maybes[1]")]
#[x_validation(rule = "'22' != self.which", message_expression = "self.maybes[?0].orValue('d')")]
#[x_validation(rule = "'23' != self.which", message_expression = "self.named.k")]
#[x_validation(rule = "'24' != self.which", message_expression = "self.named[self.text]")]
#[x_validation(
    rule = "'25' != self.which",
    message_expression = "self.named[?'k'].or(optional.of('z')).value()"
)]
#[x_validation(rule = "'26' != self.which", message_expression = "string(self.time)")]
#[x_validation(rule = "'27' != self.which", message_expression = "string(duration('90s'))")]
#[x_validation(rule = "'28' != self.which", message_expression = "string(quantity('1k').asInteger())")]
#[x_validation(rule = "'29' != self.which", message_expression = "url(self.url).getHost()")]
#[x_validation(rule = "'30' != self.which", message_expression = "'%dy'.format([self.time.getFullYear()])")]
#[x_validation(rule = "'31' != self.which", message_expression = "'%s %s'.format([self.modes, self.named])")]
#[x_validation(rule = "'32' != self.which", message_expression = "[['a'], ['b']].flatten()[1]")]
#[x_validation(rule = "'33' != self.which", message_expression = "self.ids.sort()[0]")]
#[x_validation(rule = "'34' != self.which", message_expression = "self.ids.map(i, i).distinct()[0]")]
#[x_validation(rule = "'35' != self.which", message_expression = "self.maybes.filter(m, dyn(m) != null)[0]")]
#[x_validation(
    rule = "'36' != self.which",
    message_expression = "cidr('10.0.0.0/8').ip() == ip('10.0.0.0') ? string(ip('10.0.0.0')) : ''"
)]
#[x_validation(
    rule = "'37' != self.which",
    message_expression = "format.named('dns1123Label').value().validate('A b').value()[0]"
)]
#[x_validation(rule = "'38' != self.which", message_expression = "self.newtype")]
#[x_validation(rule = "'39' != self.which", message_expression = "self.named.transformList(k, v, k + v)[0]")]
#[x_validation(rule = "'40' != self.which", message_expression = "int(self.text) > 0 ? 'a' : 'b'")]
struct FormsSpec {
    which: String,
    text: String,
    url: Url,
    #[schemars(length(max = 10))]
    ids: Vec<Uuid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<Uuid>,
    letter: char,
    modes: Vec<Mode>,
    #[schemars(length(max = 10))]
    maybes: Vec<Option<String>>,
    #[schemars(extend("maxProperties" = 10))]
    named: BTreeMap<String, String>,
    time: DateTime<Utc>,
    newtype: Word,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
struct Word(String);

#[test]
fn messages_may_be_texts_of_any_form() {
    let spec = json!({
        "text": "a1", "url": "https://example.com/a", "letter": "ä", "modes": ["Off"], "maybes": [null, "m"],
        "ids": ["67e55044-10b1-426f-9247-bb680e5fe0c8", "00000000-0000-0000-0000-000000000000"], "named": {"k": "v"},
        "time": "2024-02-29T12:00:00Z", "newtype": "word",
    });
    let mut specs = Vec::new();
    for which in 0..41 {
        let mut first = spec.clone();
        first["which"] = which.to_string().into();
        let mut second = first.clone();
        for (key, value) in
            [("maybe", json!(spec["ids"][0])), ("maybes", json!(["n", null])), ("text", json!("k"))]
        {
            second[key] = value;
        }
        specs.extend([first, second]);
    }
    compare::<Forms, FormsSpec>("messages_forms", &specs);
}

#[test]
fn the_rules_are_in_the_schema() {
    assert_matches_crd::<Texts>();
    assert_matches_crd::<Kinds>();
    assert_matches_crd::<Forms>();
}
