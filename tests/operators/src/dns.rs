//! Zones: handwritten serde, keys of a list through `merge_strategy`.

use cel_runtime::{XValidation, assert_matches_crd};
use kube::{CustomResource, KubeSchema};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::json;
use std::{borrow::Cow, net::Ipv4Addr};
use tests_crds::Crd;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "dns.example.dev", version = "v1", kind = "Zone", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ZoneSpec::x_validations)]
#[x_validation(
    rule = "self.records.all(r, r.name == '@' || !r.name.endsWith('.'))",
    message = "names are relative"
)]
#[x_validation(rule = "self.origin == oldSelf.origin", field_path = ".origin")]
pub struct ZoneSpec {
    #[x_validation(as = "string", rule = "self.endsWith('.')", message = "with a dot")]
    #[schemars(extend("maxLength" = 253))]
    origin: Name,
    #[schemars(length(max = 32))]
    #[x_kube(merge_strategy = ListMerge::Map(vec!["name".into()]))]
    #[x_validation(items(rule = "self.kind == oldSelf.kind", message = "a record keeps its kind"))]
    records: Vec<Record>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    #[x_kube(merge_strategy = ListMerge::Set)]
    #[x_validation(rule = "self == oldSelf || self.size() > 1", message = "name servers")]
    servers: Vec<Ipv4Addr>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Record::x_validations)]
#[x_validation(rule = "self.kind != 'A' || self.value.matches('^[0-9.]+$')", message = "an address")]
pub struct Record {
    #[schemars(length(max = 63))]
    name: String,
    kind: RecordKind,
    #[schemars(length(max = 255))]
    value: String,
    #[serde(default = "an_hour")]
    ttl: u32,
}

fn an_hour() -> u32 {
    3600
}

/// A name of labels.
#[derive(Clone, Debug)]
pub struct Name(Vec<String>);

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.join("."))
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Name(String::deserialize(deserializer)?.split('.').map(str::to_owned).collect()))
    }
}

impl JsonSchema for Name {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": 253 })
    }
}

/// An enum that is written as a text, and read in any case.
#[derive(XValidation, Clone, Debug)]
#[x_validation(as = "string", manual_crd)]
#[schemars(extend("enum" = ["A", "TXT"]))]
pub enum RecordKind {
    A,
    Txt,
}

impl Serialize for RecordKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            RecordKind::A => "A",
            RecordKind::Txt => "TXT",
        })
    }
}

impl<'de> Deserialize<'de> for RecordKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match String::deserialize(deserializer)?.to_uppercase().as_str() {
            "A" => Ok(RecordKind::A),
            "TXT" => Ok(RecordKind::Txt),
            other => Err(D::Error::custom(format!("unknown kind {other}"))),
        }
    }
}

impl JsonSchema for RecordKind {
    fn schema_name() -> Cow<'static, str> {
        "RecordKind".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ["A", "TXT"] })
    }
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Zone>();
    let spec = json!({
        "origin": "a.dev.", "servers": ["10.0.0.1", "10.0.0.2"],
        "records": [{ "name": "@", "kind": "A", "value": "1.2.3.4" }, { "name": "t", "kind": "TXT", "value": "x", "ttl": 60 }],
    });
    vec![
        Crd::of::<Zone>([json!({ "spec": spec })])
            .create(json!({ "/spec/origin": "a.dev" }))
            .create(json!({ "/spec/records/0/value": "x", "/spec/records/1/name": "t." }))
            .update(json!({}), json!({ "/spec/records/0/kind": "TXT" }))
            .update(json!({}), json!({ "/spec/servers": ["10.0.0.2", "10.0.0.1"] }))
            .update(json!({}), json!({ "/spec/servers": ["10.0.0.3"] })),
    ]
}
