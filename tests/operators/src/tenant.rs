//! Tenants: rules on a resource without a spec of its own kind, an embedded resource, an alias of a field, options of quantities,
//! a text of another crate, a number behind a newtype, defaults of functions in a struct that is flattened.

use cel_runtime::{XValidation, assert_matches_crd};
use k8s_openapi::api::{
    core::{self, v1::ObjectReference},
    networking::v1::NetworkPolicySpec,
    rbac,
};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{collections::BTreeMap, net::SocketAddr, num::NonZeroU32, path::PathBuf};
use tests_crds::Crd;

#[derive(CustomResource, KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "tenants.example.dev", version = "v1", kind = "Tenant", derive = "PartialEq")]
#[kube(validation = ("self.metadata.name != 'default' && self.metadata.name.size() <= 40", "a name"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(transform = TenantSpec::x_validations)]
#[x_kube(validation = ("self.owners.exists(o, o.kind == 'User' || o.kind == 'Group')", "a person owns it"))]
#[x_validation(
    rule = "self.quotas.all(q, !has(q.hard) || !('memory' in q.hard) || !('memory' in self.ceilings) || quantity(string(q.hard['memory'])).compareTo(quantity(string(self.ceilings['memory']))) <= 0)",
    message = "above a ceiling"
)]
#[x_validation(
    rule = "self.first.metadata.?name.orValue('none').startsWith(self.prefix)",
    message_expression = "'names begin with ' + self.prefix",
    field_path = ".first"
)]
#[x_validation(
    rule = "self.first.kind == oldSelf.first.kind",
    message = "another kind",
    field_path = ".first"
)]
#[x_validation(
    rule = "self.policies.all(p, self.policies[p].podSelector.?matchLabels.hasValue() || has(self.policies[p].ingress))",
    message = "a policy for all"
)]
#[derive(PartialEq)]
pub struct TenantSpec {
    #[schemars(length(max = 3))]
    owners: Vec<rbac::v1::Subject>,
    #[serde(default)]
    #[schemars(length(max = 2))]
    quotas: Vec<core::v1::ResourceQuotaSpec>,
    #[serde(default)]
    #[schemars(extend("maxProperties" = 4))]
    ceilings: BTreeMap<String, Quantity>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("maxProperties" = 2))]
    policies: BTreeMap<String, NetworkPolicySpec>,
    #[serde(default = "usual_prefix")]
    #[schemars(length(max = 10))]
    prefix: String,
    /// The first resource, of any kind.
    #[schemars(extend(
        "type" = "object",
        "x-kubernetes-embedded-resource" = true,
        "x-kubernetes-preserve-unknown-fields" = true
    ))]
    first: Value,
    #[serde(flatten)]
    limits: TenantLimits,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<Parent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[x_validation(as = "string", rule = "self.endsWith(':443')", message = "port 443")]
    #[schemars(with = "Option<String>", length(max = 50))]
    endpoint: Option<SocketAddr>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 3))]
    #[x_validation(items(rule = "!self.contains('..')", message = "no way up"))]
    mounts: Vec<PathBuf>,
}

fn usual_prefix() -> String {
    "t-".to_owned()
}

/// Flattened, with defaults of its own and rules on its fields.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = TenantLimits::x_validations)]
#[x_validation(rule = "self.maxPods >= self.maxJobs", message = "jobs are pods")]
pub struct TenantLimits {
    #[serde(default = "ten")]
    max_pods: Count,
    #[serde(default = "ten")]
    #[x_validation(rule = "self >= oldSelf - 5", message = "at most five less")]
    max_jobs: Count,
}

fn ten() -> Count {
    Count(NonZeroU32::MIN.saturating_add(9))
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, Debug, PartialEq)]
#[serde(transparent)]
#[schemars(transform = Count::x_validations)]
#[x_validation(rule = "self <= 1000", message_expression = "'%d are too many'.format([self])")]
pub struct Count(NonZeroU32);

/// Untagged: an object of one type of k8s-openapi or of another.
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Parent::x_validations)]
#[x_validation(
    rule = "!has(self.tenant) || self.tenant.name != ''",
    reason = "FieldValueRequired",
    field_path = ".tenant.name",
    message = "a name"
)]
pub enum Parent {
    Tenant(ObjectReference),
    Local(core::v1::TypedLocalObjectReference),
}

pub(crate) fn crds() -> Vec<Crd> {
    assert_matches_crd::<Tenant>();
    let spec = json!({
        "owners": [{ "kind": "User", "name": "u" }, { "kind": "ServiceAccount", "name": "s", "namespace": "n" }],
        "quotas": [{ "hard": { "pods": "10", "memory": "1Gi" }, "scopes": ["BestEffort"] }],
        "ceilings": { "memory": "2Gi", "pods": 20 }, "policies": { "p": { "podSelector": { "matchLabels": { "a": "b" } } } },
        "first": { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "t-a" }, "data": { "a": "b" } },
        "maxPods": 20, "maxJobs": 10, "parent": { "tenant": { "name": "root" } }, "endpoint": "10.0.0.1:443", "mounts": ["/a"],
    });
    let small = json!({
        "owners": [{ "kind": "Group", "name": "g" }], "prefix": "x",
        "first": { "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "x1" } }, "parent": { "local": { "kind": "Tenant", "name": "n" } },
    });
    vec![
        Crd::of::<Tenant>([json!({ "spec": spec }), json!({ "spec": small })])
            .create(
                json!({ "/spec/owners": [{ "kind": "ServiceAccount", "name": "s" }], "/spec/maxPods": 2000 }),
            )
            .create(json!({ "/spec/quotas/0/hard/memory": "3Gi", "/spec/endpoint": "10.0.0.1:80" }))
            .create(json!({ "/spec/first/metadata/name": "a", "/spec/policies/p/podSelector": {} }))
            .create(
                json!({ "/spec/parent/tenant/name": "", "/spec/mounts": ["/a/../b"], "/spec/maxPods": 5 }),
            )
            .update(json!({}), json!({ "/spec/first/kind": "Secret", "/spec/maxJobs": 2 }))
            .update(json!({ "/spec/maxPods": 2000 }), json!({ "/spec/prefix": "" })),
    ]
}
