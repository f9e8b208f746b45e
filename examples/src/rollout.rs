//! How new replicas come up, and where they answer

use cel_runtime::XValidation;
use chrono::{DateTime, Utc};
use k8s_openapi::apimachinery::pkg::{api::resource::Quantity, util::intstr::IntOrString};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a new version of the workload replaces the old one
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Rollout::x_validations)]
#[x_validation(
    rule = "!has(self.maxSurge) || !has(self.maxUnavailable) || self.maxSurge != self.maxUnavailable || self.maxSurge != 0",
    message = "maxSurge and maxUnavailable must not both be 0",
    field_path = ".maxSurge"
)]
pub struct Rollout {
    /// Replicas to add at most while rolling out: a number or a percentage
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(
        rule = "type(self) == int ? int(self) >= 0 : self.matches('^([0-9]|[1-9][0-9]|100)%$')",
        message = "maxSurge is a number or a percentage up to 100%"
    )]
    pub max_surge: Option<IntOrString>,

    /// Replicas that may be missing meanwhile: a number or a percentage
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(rule = "type(self) == int || self.endsWith('%') && int(self.replace('%', '')) <= 50")]
    pub max_unavailable: Option<IntOrString>,

    /// When to begin
    #[serde(skip_serializing_if = "Option::is_none")]
    #[x_validation(
        rule = "self.getHours('Europe/Zurich') >= 8 && self.getHours('Europe/Zurich') < 17",
        message = "rollouts begin in office hours"
    )]
    pub begin: Option<DateTime<Utc>>,
}

/// Resources that a replica may use
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Resources::x_validations)]
#[x_validation(
    rule = "!quantity(self.limit).isLessThan(quantity(self.request))",
    message = "the limit must not be below the request",
    field_path = ".limit"
)]
pub struct Resources {
    /// Resources that it is sure to get
    pub request: Quantity,

    /// Resources that it gets at most
    #[x_validation(
        rule = "isQuantity(self) && quantity(self).isGreaterThan(quantity('0'))",
        message = "the limit is a quantity above zero"
    )]
    pub limit: Quantity,
}

/// Where the replicas answer
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Endpoint::x_validations)]
#[x_validation(
    rule = "!has(self.address) || self.networks.exists(n, cidr(n).containsIP(self.address))",
    message = "the address must lie in one of the networks",
    field_path = ".address"
)]
#[x_validation(
    rule = "url(self.url).getHostname() == self.service + '.example.com'",
    message = "the URL must be that of the service",
    field_path = ".url"
)]
pub struct Endpoint {
    /// Name of the service
    #[schemars(length(max = 63))]
    #[x_validation(
        rule = "!format.dns1123Label().validate(self).hasValue()",
        message = "a service has the name of a DNS label"
    )]
    pub service: String,

    /// URL of the service
    #[schemars(length(max = 128))]
    #[x_validation(
        rule = "isURL(self) && url(self).getScheme() == 'https'",
        message = "an endpoint is an https URL"
    )]
    pub url: String,

    /// Address to answer at
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 45))]
    #[x_validation(
        rule = "isIP(self) && !ip(self).isLoopback() && ip.isCanonical(self)",
        message = "an address is a canonical IP address, not of this host"
    )]
    pub address: Option<String>,

    /// Networks the address may come from
    #[serde(default)]
    #[schemars(length(max = 4), inner(length(max = 43)))]
    #[x_validation(
        rule = "self.isSorted() && self.distinct().size() == self.size()",
        message = "networks are sorted and unique"
    )]
    #[x_validation(items(rule = "isCIDR(self) && cidr(self) == cidr(self).masked()"))]
    pub networks: Vec<String>,
}
