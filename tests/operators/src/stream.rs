//! Topics and streams: settings by an enum, newtypes of texts, values that are numbers or texts, a type of another crate of ours.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::{LocalObjectReference, SecretKeySelector};
use kube::{CustomResource, KubeSchema};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{borrow::Cow, collections::BTreeMap, fmt, str::FromStr, time::Duration};
use tests_crds::Crd;
use tests_types::{Limits, Paged};
use url::Url;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "streams.example.dev", version = "v1", kind = "Topic", namespaced, status = "TopicStatus")]
#[kube(validation = ("!self.metadata.name.contains('.') || !self.metadata.name.contains('_')", "periods or underscores"))]
#[x_kube(
    validation = Rule::new("self.replicas <= self.brokers.items.size()").message("more replicas than brokers").field_path(".replicas"),
    validation = ("self.partitions >= oldSelf.partitions", "partitions only grow")
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = TopicSpec::x_validations)]
#[x_validation(
    rule = "!('retention-ms' in self.settings) || type(self.settings['retention-ms']) == int",
    message = "retention is a number"
)]
#[x_validation(
    rule = "!oldSelf.hasValue() || self.name == oldSelf.value().name",
    optional_old_self = true,
    message_expression = "'the topic is %s'.format([oldSelf.value().name])",
    field_path = ".name",
    reason = "FieldValueForbidden"
)]
pub struct TopicSpec {
    name: TopicName,
    #[schemars(range(min = 1))]
    #[serde(alias = "partitionCount")]
    partitions: i32,
    #[serde(default = "three")]
    replicas: u8,
    brokers: Paged<Broker>,
    #[serde(default)]
    #[schemars(extend("maxProperties" = 4))]
    settings: BTreeMap<String, SettingValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quota: Option<Limits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schema: Option<SchemaSource>,
    #[serde(default, with = "seconds", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<i64>")]
    #[x_kube(validation = ("self >= 60", "at least a minute"))]
    flush: Option<Duration>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4), inner(length(max = 40)))]
    #[x_kube(merge_strategy = ListMerge::Set, validation = "oldSelf.all(t, t in self) || self.size() == 0")]
    tags: Vec<String>,
}

fn three() -> u8 {
    3
}

mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs()).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_secs))
    }
}

/// A name that was parsed.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("maxLength" = 80), transform = TopicName::x_validations)]
#[x_validation(rule = "self.matches('^[a-z._-]+$')", message_expression = "'a topic is not called ' + self")]
pub struct TopicName(Cow<'static, str>);

impl From<TopicName> for String {
    fn from(name: TopicName) -> String {
        name.0.into_owned()
    }
}

impl TryFrom<String> for TopicName {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Ok(TopicName(text.into()))
    }
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Broker::x_validations)]
#[x_validation(rule = "self.rack != self.zone || self.rack == ''", message = "a rack is no zone")]
pub struct Broker {
    #[schemars(with = "String", length(max = 100))]
    #[x_validation(rule = "self.endsWith(':9092')", message = "port 9092", reason = "FieldValueRequired")]
    address: Address,
    #[serde(default)]
    rack: String,
    #[serde(default)]
    zone: String,
}

/// Written as it prints.
#[derive(Clone, Debug)]
pub struct Address {
    host: String,
    port: u16,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl FromStr for Address {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (host, port) = text.rsplit_once(':').ok_or("an address has a port")?;
        Ok(Address { host: host.to_owned(), port: port.parse().map_err(|_| "a port is a number")? })
    }
}

impl Serialize for Address {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A number or a text, as users write it.
#[derive(XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
#[x_validation(as = "int-or-string", rule = "self != ''", message = "a value")]
#[schemars(transform = SettingValue::x_validations)]
pub enum SettingValue {
    Number(i64),
    Text(String),
}

impl JsonSchema for SettingValue {
    fn schema_name() -> Cow<'static, str> {
        "SettingValue".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = json_schema!({ "x-kubernetes-int-or-string": true });
        SettingValue::x_validations(&mut schema);
        schema
    }
}

/// Where the schema of messages is: variants with a field in common.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged, rename_all_fields = "camelCase")]
#[schemars(transform = SchemaSource::x_validations)]
#[x_validation(rule = "self.subject != ''", message = "a subject", field_path = ".subject")]
#[x_validation(rule = "!has(self.registry) || url(self.registry).getHost() != ''", message = "a host")]
pub enum SchemaSource {
    Registry {
        #[schemars(length(max = 50))]
        subject: String,
        registry: Url,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<SecretKeySelector>,
    },
    Map {
        #[schemars(length(max = 50))]
        subject: String,
        map_ref: LocalObjectReference,
    },
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "snake_case", default)]
#[schemars(transform = TopicStatus::x_validations)]
pub struct TopicStatus {
    #[x_validation(rule = "!has(oldSelf.id) || self.id == oldSelf.id", message = "an id stays")]
    state: State,
    #[schemars(extend("maxProperties" = 3))]
    #[x_validation(values(rule = "self >= oldSelf", message = "offsets rise"))]
    high_offsets: BTreeMap<String, u64>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(default)]
pub struct State {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    ready: bool,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Topic>();
    let spec = json!({
        "name": "orders", "partitions": 4, "replicas": 2,
        "brokers": { "items": [{ "address": "a:9092", "rack": "r", "zone": "z" }, { "address": "b:9092" }], "next": "more" },
        "settings": { "retention-ms": 1000, "cleanup-policy": "compact" }, "quota": { "min": 1, "max": 2 },
        "schema": { "subject": "s", "registry": "https://r.dev/", "password": { "name": "p", "key": "k" } },
        "flush": 90, "tags": ["a", "b"],
    });
    let small = json!({
        "name": "o.d", "partitions": 1, "replicas": 1, "brokers": { "items": [{ "address": "c:9092" }] },
        "schema": { "subject": "t", "mapRef": { "name": "m" } },
    });
    let status = json!({ "state": { "id": "i", "ready": true }, "high_offsets": { "0": 7, "1": 9 } });
    vec![
        Crd::of::<Topic>([json!({ "spec": spec, "status": status }), json!({ "spec": small })])
            .create(json!({ "/spec/name": "Orders", "/spec/replicas": 5 }))
            .create(json!({ "/spec/settings/retention-ms": "1h", "/spec/settings/cleanup-policy": "" }))
            .create(json!({ "/spec/brokers/items/0": { "address": "a:1", "rack": "r", "zone": "r" }, "/spec/quota/min": 5 }))
            .create(json!({ "/spec/schema/subject": "", "/spec/flush": 30 }))
            .create(json!({ "/spec/schema/registry": "mailto:x", "/spec/brokers/next": "" }))
            .update(json!({}), json!({ "/spec/name": "others", "/spec/partitions": 3 }))
            .update(json!({}), json!({ "/spec/tags": ["b", "c"] }))
            .update(json!({ "/spec/settings/cleanup-policy": "" }), json!({ "/spec/settings/retention-ms": 5 }))
            .update_status(json!({}), json!({ "/status/state/id": "j", "/status/high_offsets/1": 8 })),
    ]
}
