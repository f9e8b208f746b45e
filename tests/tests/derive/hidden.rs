//! Types whose written form only serde knows: `as = ".."`, `into = ".."`, `with`, and opaque ones.

use super::answers::{compare, compare_updates};
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
use std::{borrow::Cow, collections::BTreeMap, num::NonZeroU16, path::PathBuf};

/// A text with serde of its own.
#[derive(Clone, Debug)]
pub struct Zone(Vec<String>);

impl Serialize for Zone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0.join("."))
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Zone(String::deserialize(deserializer)?.split('.').map(str::to_owned).collect()))
    }
}

impl JsonSchema for Zone {
    fn schema_name() -> Cow<'static, str> {
        "Zone".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "maxLength": 253 })
    }
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("maxLength" = 64), transform = Email::x_validations)]
#[serde(into = "String", try_from = "String")]
#[x_validation(rule = "self.contains('@')", message = "no address")]
pub struct Email {
    user: String,
    host: String,
}

impl From<Email> for String {
    fn from(email: Email) -> String {
        if email.host.is_empty() { email.user } else { format!("{}@{}", email.user, email.host) }
    }
}

impl TryFrom<String> for Email {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let (user, host) = text.split_once('@').unwrap_or((&text, ""));
        Ok(Email { user: user.to_owned(), host: host.to_owned() })
    }
}

/// A level that is written as a number.
#[derive(XValidation, Clone, Debug)]
#[x_validation(as = "integer", manual_crd)]
pub enum Level {
    Low,
    High,
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(match self {
            Level::Low => 1,
            Level::High => 9,
        })
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(if u8::deserialize(deserializer)? < 5 { Level::Low } else { Level::High })
    }
}

impl JsonSchema for Level {
    fn schema_name() -> Cow<'static, str> {
        "Level".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer" })
    }
}

mod seconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => serializer.collect_str(&format_args!("{}s", time.as_secs())),
            None => serializer.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let text: Option<String> = Option::deserialize(deserializer)?;
        Ok(text.map(|text| Duration::from_secs(text.trim_end_matches('s').parse().unwrap_or_default())))
    }
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Written", namespaced)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = WrittenSpec::x_validations)]
#[x_validation(
    rule = "self.zone.endsWith('.dev') || self.zones.exists(z, z == self.zone)",
    message = "no zone"
)]
#[x_validation(rule = "!has(self.after) || self.after > duration('5s')", message = "too soon")]
#[x_validation(rule = "self.named.all(k, self.named[k].size() > 3)", message = "short names")]
#[x_validation(rule = "self == oldSelf || self.level > oldSelf.level", message = "changed")]
#[x_validation(rule = "self.port > 1023 && self.path.startsWith('/')", message = "port or path")]
pub struct WrittenSpec {
    #[x_validation(as = "string", rule = "self.size() < 12", message = "too long")]
    #[schemars(length(max = 253))]
    zone: Zone,
    #[x_validation(as = "string", items(rule = "self != 'x'", message = "x"))]
    #[schemars(length(max = 4), inner(length(max = 253)))]
    zones: Vec<Zone>,
    #[x_validation(as = "string")]
    #[schemars(schema_with = "zones_by_name")]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    named: BTreeMap<String, Zone>,
    #[serde(with = "seconds", default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("format" = "duration"))]
    #[x_validation(rule = "self < duration('1h')", message = "too late")]
    after: Option<std::time::Duration>,
    email: Email,
    #[schemars(length(max = 4))]
    others: Option<Vec<Email>>,
    #[x_validation(rule = "self > 1", message = "low")]
    level: Level,
    port: NonZeroU16,
    path: PathBuf,
}

fn zones_by_name(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "additionalProperties": { "type": "string" } })
}

fn written(changes: Value) -> Value {
    let mut spec = json!({
        "zone": "a.dev", "zones": ["b.dev", "x"], "email": "a@b", "level": 9, "port": 8080, "path": "/x",
        "named": { "a": "long" }, "after": "7s",
    });
    for (key, value) in changes.as_object().unwrap() {
        spec[key] = value.clone();
    }
    spec
}

#[test]
fn scalars_are_what_serde_writes() {
    assert_matches_crd::<Written>();
    let specs = [
        json!({}),
        json!({ "zone": "a.b.c.d.e.f.g.dev" }),
        json!({ "zone": "ab", "zones": ["ab"] }),
        json!({ "zone": "ab", "zones": [] }),
        json!({ "after": "3s" }),
        json!({ "after": "7200s" }),
        json!({ "after": null }),
        json!({ "email": "nobody", "others": ["x@y", "z"] }),
        json!({ "level": 1 }),
        json!({ "named": { "b": "x" } }),
        json!({ "named": {}, "port": 80 }),
        json!({ "path": "x" }),
    ];
    compare::<Written, WrittenSpec>("hidden_written", &specs.map(written));
}

#[test]
fn scalars_are_compared_with_their_old_values() {
    let pairs = [
        [json!({}), json!({})],
        [json!({ "zone": "b.dev" }), json!({})],
        [json!({ "zone": "b.dev", "level": 1 }), json!({})],
        [json!({ "level": 9 }), json!({ "level": 1 })],
        [json!({ "others": ["z"] }), json!({ "others": ["z"] })],
        [json!({ "email": "z" }), json!({ "email": "z" })],
        [json!({ "after": "8s" }), json!({ "level": 1 })],
    ];
    compare_updates::<Written, WrittenSpec>("hidden_written_updates", &pairs.map(|pair| pair.map(written)));
}

mod opaque;
mod refused;
mod replaced;
