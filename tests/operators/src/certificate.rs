//! Certificates: durations with a serde of their own, an untagged choice of issuers, addresses in newtypes.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::core::v1::SecretKeySelector;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{LabelSelector, Time};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::time::Duration;
use tests_crds::Crd;

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "pki.example.dev", version = "v1", kind = "LeafCertificate", namespaced)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = LeafCertificateSpec::x_validations)]
#[x_validation(
    rule = "self.renewBefore < self.lifetime",
    message = "renewed before it begins",
    field_path = ".renewBefore"
)]
#[x_validation(rule = "self.hosts.exists(h, !h.startsWith('*.'))", message = "not only wildcards")]
#[x_validation(
    rule = "self.issuer.name != '' && (!has(self.issuer.group) || self.issuer.group.contains('.'))"
)]
#[x_validation(rule = "!has(self.notBefore) || self.notBefore < timestamp('2100-01-01T00:00:00Z')")]
#[x_validation(
    rule = "!has(self.selector) || has(self.selector.matchLabels) && self.selector.matchLabels.size() > 0"
)]
pub struct LeafCertificateSpec {
    #[serde(with = "in_hours")]
    #[schemars(with = "String", extend("format" = "duration"))]
    lifetime: Duration,
    #[serde(with = "in_hours", default = "a_day")]
    #[schemars(with = "String", extend("format" = "duration"))]
    #[x_validation(rule = "self >= duration('1h')", message = "at least an hour")]
    renew_before: Duration,
    #[schemars(length(min = 1, max = 8))]
    hosts: Vec<Host>,
    issuer: Issuer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<SecretKeySelector>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    not_before: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selector: Option<LabelSelector>,
}

fn a_day() -> Duration {
    Duration::from_secs(24 * 3600)
}

mod in_hours {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}h", time.as_secs() / 3600))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let text = String::deserialize(deserializer)?;
        let hours: u64 = text.trim_end_matches('h').parse().map_err(D::Error::custom)?;
        Ok(Duration::from_secs(hours * 3600))
    }
}

/// A host name that was parsed.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(try_from = "String", into = "String")]
#[schemars(extend("maxLength" = 253), transform = Host::x_validations)]
#[x_validation(rule = "self == self.lowerAscii()", message = "in lower case")]
pub struct Host {
    labels: Vec<String>,
}

impl TryFrom<String> for Host {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        Ok(Host { labels: text.split('.').map(str::to_owned).collect() })
    }
}

impl From<Host> for String {
    fn from(host: Host) -> String {
        host.labels.join(".")
    }
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub enum Issuer {
    Other(OtherIssuer),
    Own(OwnIssuer),
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct OtherIssuer {
    name: String,
    group: String,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct OwnIssuer {
    name: String,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<LeafCertificate>();
    let spec = json!({
        "lifetime": "48h", "renewBefore": "24h", "hosts": ["a.dev", "*.a.dev"], "issuer": { "name": "i", "group": "x.dev" },
        "password": { "name": "p", "key": "k" }, "notBefore": "2030-01-01T00:00:00Z", "selector": { "matchLabels": { "a": "b" } },
    });
    vec![
        Crd::of::<LeafCertificate>([json!({ "spec": spec })])
            .create(json!({ "/spec/renewBefore": "72h" }))
            .create(json!({ "/spec/renewBefore": "0h", "/spec/issuer": { "name": "" } }))
            .create(json!({ "/spec/hosts": ["*.a.dev"] }))
            .create(json!({ "/spec/hosts": ["A.dev"], "/spec/selector": {} }))
            .update(json!({ "/spec/hosts": ["A.dev"] }), json!({ "/spec/lifetime": "96h" })),
    ]
}
