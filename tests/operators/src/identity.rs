//! Users and roles of a directory: `cfg_attr` around derives and rules, enums of each kind, times of jiff, nested options, claims
//! that nest values of any kind.

use cel_runtime::{XValidation, assert_matches_crd};
use jiff::{Timestamp, civil::Date};
use k8s_openapi::api::core::v1::{ObjectReference, SecretKeySelector, SecretReference};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
use kube::CustomResource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    rc::Rc,
    sync::Arc,
};
use tests_crds::Crd;
use uuid::Uuid;

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "rules", derive(XValidation))]
#[kube(
    group = "id.example.dev",
    version = "v1",
    kind = "Person",
    plural = "people",
    namespaced,
    status = "PersonStatus"
)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "rules", schemars(transform = PersonSpec::x_validations))]
#[cfg_attr(
    feature = "rules",
    x_validation(rule = "self.id == oldSelf.id", message = "an id is for life", field_path = ".id")
)]
#[cfg_attr(
    feature = "rules",
    x_validation(
        rule = "!has(self.validUntil) || !has(self.hired) || self.validUntil > self.hired",
        message_expression = "'valid until %s'.format([self.validUntil])",
        reason = "FieldValueForbidden"
    )
)]
#[cfg_attr(
    feature = "rules",
    x_validation(rule = "self.account.kind != 'Robot' || !has(self.password)", message = "robots have keys")
)]
#[cfg_attr(
    feature = "rules",
    x_validation(
        rule = "self.roles.all(r, !has(r.clusterRole) || r.clusterRole.name != 'admin') || has(self.approval)"
    )
)]
#[cfg_attr(
    feature = "rules",
    x_validation(rule = "self.networks.all(n, !ip(n).isLoopback())", message = "not the loopback")
)]
#[cfg_attr(
    feature = "rules",
    x_validation(
        rule = "!has(oldSelf.claims) || has(self.claims) && self.claims == oldSelf.claims || has(self.approval)",
        message = "claims are approved"
    )
)]
pub struct PersonSpec {
    id: Uuid,
    account: Account,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    valid_until: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hired: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<PasswordSource>,
    #[schemars(length(max = 6))]
    roles: Vec<RoleRef>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    #[schemars(length(max = 4), extend("x-kubernetes-list-type" = "set"))]
    networks: BTreeSet<IpAddr>,
    /// Absent: as it was; null: taken away.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    approval: Option<Option<Approval>>,
    /// Whatever the directory is to say of the person.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[schemars(schema_with = "claims")]
    #[cfg_attr(feature = "rules", x_validation(opaque))]
    claims: Map<String, Value>,
}

fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

fn claims(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true })
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "rules", derive(XValidation))]
#[cfg_attr(feature = "rules", schemars(transform = Account::x_validations))]
pub struct Account {
    kind: AccountKind,
    #[schemars(length(max = 32))]
    #[cfg_attr(
        feature = "rules",
        x_validation(
            rule = "self == self.lowerAscii()",
            message_expression = "self + ' is not in lower case'"
        )
    )]
    name: Rc<str>,
}

/// Names of its own.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "rules", derive(XValidation))]
pub enum AccountKind {
    #[serde(alias = "person")]
    Human,
    #[serde(rename = "Robot", alias = "Service")]
    Machine,
}

/// Only one of them.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "rules", derive(XValidation))]
#[cfg_attr(feature = "rules", schemars(transform = PasswordSource::x_validations))]
#[cfg_attr(
    feature = "rules",
    x_validation(rule = "!has(self.secret) || self.secret.key.size() > 0", field_path = ".secret.key")
)]
pub enum PasswordSource {
    Secret(SecretKeySelector),
    Generated { length: u8, into: SecretReference },
    Hashes(#[schemars(length(max = 3), inner(length(max = 100)))] Vec<String>),
}

/// A permission of a person: in each variant another type of k8s-openapi or of ours, behind pointers.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "lowercase", rename_all_fields = "kebab-case")]
#[cfg_attr(feature = "rules", derive(XValidation))]
#[cfg_attr(feature = "rules", schemars(transform = RoleRef::x_validations))]
#[cfg_attr(
    feature = "rules",
    x_validation(
        rule = "!has(self.namespaced) || self.namespaced.in__dash__namespaces.size() > 0",
        message = "in no namespace"
    )
)]
pub enum RoleRef {
    #[serde(rename = "clusterRole")]
    Cluster(Arc<ObjectReference>),
    Namespaced {
        #[schemars(length(max = 4), inner(length(max = 63)))]
        in_namespaces: Vec<String>,
        role: Box<ObjectReference>,
    },
    Selected(LabelSelector),
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[cfg_attr(feature = "rules", derive(XValidation))]
#[cfg_attr(feature = "rules", schemars(transform = Approval::x_validations))]
pub struct Approval {
    #[cfg_attr(feature = "rules", x_validation(rule = "self != 'nobody'", server_only))]
    by: String,
    #[serde(flatten)]
    ticket: Ticket,
}

/// Flattened, and untagged.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
#[cfg_attr(feature = "rules", derive(XValidation))]
pub enum Ticket {
    Numbered { ticket: u32 },
    Linked { link: url::Url },
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "UPPERCASE", default)]
#[cfg_attr(feature = "rules", derive(XValidation))]
#[cfg_attr(feature = "rules", schemars(transform = PersonStatus::x_validations))]
pub struct PersonStatus {
    #[schemars(length(max = 3))]
    #[cfg_attr(
        feature = "rules",
        x_validation(rule = "self.filter(c, c.status == 'True').size() <= 1", message = "one is true")
    )]
    conditions: Option<Vec<Condition>>,
    #[schemars(extend("maxProperties" = 3))]
    logins: BTreeMap<String, Timestamp>,
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Person>();
    let spec = json!({
        "id": "a0000000-0000-4000-8000-000000000000", "account": { "kind": "Human", "name": "ada" },
        "validUntil": "2030-01-01T00:00:00Z", "hired": "2020-02-03", "password": { "secret": { "name": "s", "key": "k" } },
        "roles": [{ "clusterRole": { "name": "view" } }, { "namespaced": { "in-namespaces": ["a"], "role": { "name": "edit" } } }, { "selected": { "matchLabels": { "a": "b" } } }],
        "networks": ["10.0.0.1", "::2"], "approval": { "by": "b", "ticket": 5 },
        "claims": { "groups": ["a", ["b", { "c": null }]], "level": { "n": 1.5 } },
    });
    let robot = json!({
        "id": "b0000000-0000-4000-8000-000000000000", "account": { "kind": "Robot", "name": "r2" }, "roles": [],
        "approval": { "by": "c", "link": "https://t.dev/1" },
    });
    let condition = |name: &str| json!({ "type": name, "status": "True", "reason": "R", "message": "", "lastTransitionTime": "2024-01-01T00:00:00Z" });
    let status = json!({ "CONDITIONS": [condition("Ready")], "LOGINS": { "web": "2024-01-01T00:00:00Z" } });
    vec![
        Crd::of::<Person>([json!({ "spec": spec, "status": status }), json!({ "spec": robot })])
            .create(json!({ "/spec/account": { "kind": "Robot", "name": "R2" } }))
            .create(json!({ "/spec/validUntil": "2019-01-01T00:00:00Z", "/spec/password/secret/key": "" }))
            .create(json!({ "/spec/networks": ["127.0.0.1"], "/spec/roles/1/namespaced/in-namespaces": [] }))
            .create(json!({ "/spec/roles/0/clusterRole/name": "admin", "/spec/approval": null }))
            .update(json!({ "/spec/approval": null }), json!({ "/spec/claims/level": { "n": 2.5 } }))
            .update(json!({}), json!({ "/spec/id": "c0000000-0000-4000-8000-000000000000" }))
            .update(json!({ "/spec/account/name": "ADA" }), json!({ "/spec/claims/level": 2 }))
            .update_status(
                json!({}),
                json!({ "/status/CONDITIONS": [condition("Ready"), condition("Bound")] }),
            ),
    ]
}
