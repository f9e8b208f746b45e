// Written by `cel-codegen structs`.

use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// KitchenSpec is what is wanted.
#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kube(group = "example.dev", version = "v1", kind = "Kitchen", plural = "kitchens", singular = "kitchen", shortname = "kt", category = "all", namespaced, status = "KitchenStatus", derive = "PartialEq")]
#[cfg_attr(not(doctest), kube(doc = "Kitchen shows what a schema may say.\n\n    an indented line, which is no program\n\n```\nneither is this\n```"))]
#[kube(deprecated = "use a \"canteen\"")]
#[kube(scale(spec_replicas_path = ".spec.cooks", status_replicas_path = ".status.cooked", label_selector_path = ".status.selector"))]
#[kube(selectable = ".spec.name")]
#[kube(selectable = ".spec.mode")]
#[kube(printcolumn(name = "Cooks", type_ = "integer", json_path = ".spec.cooks", format = "int32"))]
#[kube(printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp", description = "How old it is.", priority = 1))]
#[kube(validation = Rule::new("self.metadata.name.size() <= 20").message("short names only"))]
#[kube(validation = Rule::new("!has(self.status) || self.status.cooked <= self.spec.cooks").message(Message::Expression("'%d cooked'.format([self.status.cooked])".into())).field_path(".status.cooked").reason(Reason::FieldValueForbidden))]
#[serde(rename_all = "camelCase")]
#[schemars(transform = KitchenSpec::x_validations)]
#[x_validation(rule = "self.cooks > 0 || self.mode == 'Closed'", message = "nobody cooks", field_path = ".cooks")]
#[x_validation(rule = "!has(self.end) || self.begin < self.end", message = "ends before it begins")]
#[x_validation(rule = "self.mode == oldSelf.mode || self.cooks == oldSelf.cooks", message = "one thing at a time")]
#[x_validation(rule = "!oldSelf.hasValue() || self.type == oldSelf.value().type", message = "types stay", optional_old_self = true)]
#[x_validation(rule = "!has(self.amount) || type(self.amount) == int || self.amount.endsWith('%')", message = "a share")]
#[x_validation(rule = "self.flags.all(f, self.flags[f] || f != 'hot')", message = "hot is on")]
pub struct KitchenSpec {
    #[schemars(range(min = 0, max = 100))]
    #[x_validation(rule = "self != 13", message = "superstition")]
    pub cooks: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("minimum" = 0, "exclusiveMinimum" = true, "multipleOf" = 5))]
    pub big: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = 4294967295i64))]
    pub wide: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.5, max = 3.0))]
    #[x_validation(rule = "self != 0.75")]
    pub ratio: Option<f64>,
    pub mode: KitchenMode,
    #[serde(default = "KitchenSpec::default_level")]
    #[x_validation(rule = "self == 'low' || self != oldSelf")]
    pub level: KitchenLevel,
    #[serde(default = "KitchenSpec::default_begin")]
    #[schemars(extend("format" = "date-time"))]
    pub begin: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    pub end: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40), extend("format" = "byte"))]
    #[x_validation(rule = "self != b'no'")]
    pub data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "duration"))]
    #[x_validation(rule = "self < duration('1h')", reason = "FieldValueInvalid")]
    pub wait: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 63), regex(pattern = "^[a-z]([-a-z0-9\\\"\\\\]*[a-z0-9])?$"))]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-kubernetes-int-or-string" = true, "maxLength" = 10, "pattern" = "^[0-9]+%?$"))]
    pub amount: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 5))]
    pub amounts: Option<Vec<KitchenAmount>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 5))]
    pub maybe: Option<String>,
    #[serde(default = "KitchenSpec::default_flags")]
    #[schemars(extend("maxProperties" = 4))]
    pub flags: BTreeMap<String, bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = 3))]
    pub limits: Option<BTreeMap<String, KitchenLimit>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = 3))]
    pub weights: Option<BTreeMap<String, Option<KitchenWeight>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8), inner(length(max = 12), regex(pattern = "^[a-z]+$")), extend("x-kubernetes-list-type" = "set"))]
    #[x_validation(items(rule = "self != 'x'", message_expression = "'not ' + self"))]
    pub words: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8))]
    pub moments: Option<Vec<KitchenMoment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 3))]
    pub colors: Option<Vec<KitchenColor2>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4), inner(length(max = 4)))]
    #[x_validation(items(rule = "self.size() > 0"), items(items(rule = "self < 10", message = "one digit")))]
    pub grid: Option<Vec<Vec<i64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = 7))]
    pub by_day: Option<BTreeMap<String, KitchenByDayItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("maxProperties" = 3))]
    #[x_validation(values(rule = "self.size() < 5"), values(items(rule = "self", message = "dark")))]
    pub lit: Option<BTreeMap<String, Vec<bool>>>,
    #[cfg_attr(not(doctest), doc = "Ports of the kitchen:

```rust
panic!(\"a description is no program\");
```")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 6), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["port", "protocol"]))]
    pub ports: Option<Vec<KitchenPort>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spare: Option<KitchenPort>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "object", "x-kubernetes-preserve-unknown-fields" = true))]
    pub free: Option<BTreeMap<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    pub any: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub any_of_them: Option<BTreeMap<String, KitchenAnyOfThemItem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bag: Option<KitchenBag>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "object"))]
    pub empty: Option<BTreeMap<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    pub pod: Option<KitchenPod>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("type" = "object", "x-kubernetes-embedded-resource" = true, "x-kubernetes-preserve-unknown-fields" = true))]
    #[x_validation(rule = "self.kind != 'Secret'")]
    pub template: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    pub job: Option<KitchenJob>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<KitchenChoice>,
    #[schemars(length(max = 10))]
    pub r#type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    pub fields: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    pub rules: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    pub self_: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    pub crate_: Option<String>,
    #[serde(rename = "Upper", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    pub upper: Option<String>,
    /// A word.
    #[serde(rename = "upper", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 4))]
    pub upper2: Option<String>,
    #[serde(rename = "apiURL", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 40))]
    pub api_url: Option<String>,
    #[serde(rename = "HTTPPort", skip_serializing_if = "Option::is_none")]
    pub http_port: Option<i64>,
    #[serde(rename = "snake_case", skip_serializing_if = "Option::is_none")]
    pub snake_case: Option<i64>,
    #[serde(rename = "a.b/c", skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "self != 7")]
    pub a_b_c: Option<i64>,
    #[serde(rename = "a-b", skip_serializing_if = "Option::is_none")]
    pub a_b: Option<i64>,
    #[serde(rename = "a_b", skip_serializing_if = "Option::is_none")]
    pub a_b2: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub _0: Option<i64>,
    #[serde(rename = "größe", skip_serializing_if = "Option::is_none")]
    pub gr_e: Option<i64>,
}

impl KitchenSpec {
    fn default_level() -> KitchenLevel {
        KitchenLevel::Low
    }
    fn default_begin() -> String {
        "2024-01-01T00:00:00Z".to_owned()
    }
    fn default_flags() -> BTreeMap<String, bool> {
        serde_json::from_str("{\"cold\":true}").expect("a value of the schema")
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("minProperties" = 1, "oneOf" = [{"required": ["a"]}, {"required": ["b"]}]))]
pub struct KitchenChoice {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<String>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = KitchenJob::x_validations)]
#[x_validation(rule = "self.kind == 'Job'")]
pub struct KitchenJob {
    pub api_version: String,
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<KitchenJobMetadata>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<KitchenJobSpec>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KitchenJobSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KitchenJobMetadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_name: Option<String>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KitchenPod {
    pub api_version: String,
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<KitchenMetadata>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<KitchenPodSpec>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KitchenPodSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
pub struct KitchenMetadata {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate_name: Option<String>,
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
#[schemars(transform = KitchenBag::x_validations)]
#[x_validation(rule = "self.count > 0")]
pub struct KitchenBag {
    pub count: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    #[serde(flatten)]
    pub rest2: BTreeMap<String, Value>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct KitchenAnyOfThemItem(
    #[schemars(extend("x-kubernetes-preserve-unknown-fields" = true))]
    pub Value,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("x-kubernetes-map-type" = "atomic"))]
#[schemars(transform = KitchenPort::x_validations)]
#[x_validation(rule = "self.protocol != 'UDP' || self.port > 1024", message = "no low UDP", field_path = ".port")]
pub struct KitchenPort {
    #[x_validation(rule = "self >= oldSelf", message = "ports only grow")]
    pub port: i32,
    #[serde(default = "KitchenPort::default_protocol")]
    pub protocol: KitchenProtocol,
}

impl KitchenPort {
    fn default_protocol() -> KitchenProtocol {
        KitchenProtocol::TCP
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum KitchenProtocol {
    TCP,
    UDP,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = KitchenByDayItem::x_validations)]
pub struct KitchenByDayItem(
    #[schemars(length(max = 3), inner(length(max = 9)))]
    #[x_validation(items(rule = "self != 'x'"))]
    pub Vec<String>,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = KitchenColor2::x_validations)]
pub struct KitchenColor2(
    #[x_validation(rule = "self != 'red'")]
    pub KitchenColor,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum KitchenColor {
    #[serde(rename = "red")]
    Red,
    #[serde(rename = "green")]
    Green,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = KitchenMoment::x_validations)]
pub struct KitchenMoment(
    #[schemars(extend("format" = "date-time"))]
    #[x_validation(rule = "self.getFullYear() > 1999")]
    pub String,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = KitchenWeight::x_validations)]
pub struct KitchenWeight(
    #[x_validation(rule = "self > 0")]
    pub i64,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = KitchenLimit::x_validations)]
pub struct KitchenLimit(
    #[schemars(length(max = 8))]
    #[x_validation(rule = "self != ''", message = "no limit")]
    pub String,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schemars(transform = KitchenAmount::x_validations)]
pub struct KitchenAmount(
    #[schemars(extend("x-kubernetes-int-or-string" = true))]
    #[x_validation(rule = "self != 'x' && self != 3")]
    pub Value,
);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum KitchenLevel {
    #[serde(rename = "low")]
    Low,
    #[serde(rename = "high")]
    High,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum KitchenMode {
    Open,
    Closed,
    #[serde(rename = "half-open")]
    HalfOpen,
    #[serde(rename = "")]
    Empty,
    #[serde(rename = "*")]
    Any,
    #[serde(rename = "Self")]
    Self_,
    #[serde(rename = "1st")]
    V1st,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KitchenStatus {
    pub cooked: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 8), extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["type"]))]
    pub conditions: Option<Vec<KitchenCondition>>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct KitchenCondition {
    #[schemars(length(max = 30))]
    pub r#type: String,
    pub status: KitchenConditionStatus,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum KitchenConditionStatus {
    True,
    False,
}
