//! k8s-openapi has another name in Cargo.toml.

#![deny(warnings)]

use cel_runtime::XValidation;
use k8s::apimachinery::pkg::apis::meta::v1::Time;
use k8s::apimachinery::pkg::util::intstr::IntOrString;

#[derive(XValidation)]
#[x_validation(k8s_openapi = "::k8s", manual_crd)]
#[x_validation(rule = "self.since <= self.times[0] && has(self.port)")]
pub struct Spec {
    pub since: Time,
    pub times: Vec<Time>,
    pub port: Option<IntOrString>,
}

pub fn check(spec: &Spec) -> bool {
    spec.x_validate().is_ok()
}
