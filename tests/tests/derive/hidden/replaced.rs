//! schemars takes the schema from `with` alone: an `Option` whose `with` is no `Option` is required in the CRD, and not nullable.

use super::super::answers::compare;
use cel_runtime::{XValidation, assert_matches_crd};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::net::SocketAddr;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Replaced", namespaced)]
#[schemars(transform = ReplacedSpec::x_validations)]
#[x_validation(rule = "!has(self.written)")]
#[x_validation(rule = "!has(self.skipped)")]
#[x_validation(rule = "!has(self.nullable)")]
#[x_validation(rule = "self.written != 'x'")]
#[x_validation(rule = "self.skipped != 'x'")]
#[x_validation(rule = "dyn(self.nullable) == null")]
#[x_validation(rule = "self == self")]
pub struct ReplacedSpec {
    #[schemars(with = "String")]
    #[x_validation(as = "string", rule = "self.size() > 100", message = "written")]
    written: Option<SocketAddr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    #[x_validation(as = "string", rule = "self.size() > 100", message = "skipped")]
    skipped: Option<SocketAddr>,
    #[schemars(with = "Option<String>")]
    #[x_validation(as = "string", rule = "self.size() > 100", message = "nullable")]
    nullable: Option<SocketAddr>,
}

#[test]
fn null_is_absent_where_the_named_type_is_no_option() {
    assert_matches_crd::<Replaced>();
    let address = "10.0.0.1:80";
    let specs = [
        json!({}),
        json!({ "written": address, "skipped": address, "nullable": address }),
        json!({ "skipped": address }),
    ];
    compare::<Replaced, ReplacedSpec>("replaced", &specs);
}
