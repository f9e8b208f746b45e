//! Ports and zones

use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A port that the replicas listen on
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
#[x_validation(
    rule = "self.number > 0 && self.number < 65536",
    message = "a port lies between 1 and 65535",
    field_path = ".number"
)]
pub struct Port {
    /// Name, unique among the ports
    #[schemars(length(max = 15))]
    #[x_validation(rule = "self.size() > 0", message = "a port needs a name", reason = "FieldValueRequired")]
    pub name: String,

    /// Number
    #[x_validation(rule = "self != 22", message = "port 22 is not for you", reason = "FieldValueForbidden")]
    pub number: i32,

    /// Protocol, TCP if absent
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Protocol>,
}

/// Transport protocol
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "UPPERCASE")]
pub enum Protocol {
    /// Transmission control protocol
    Tcp,
    /// User datagram protocol
    Udp,
    /// Stream control transmission protocol
    Sctp,
}

/// A zone that takes a share of the replicas
#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = Zone::x_validations)]
#[x_validation(
    rule = "self.hosts.all(h, h.endsWith(self.domain))",
    message = "hosts must be in the domain of the zone",
    message_expression = "'%s: not all in %s'.format([self.hosts, self.domain])",
    field_path = ".hosts"
)]
#[x_validation(rule = "!has(self.mainHost) || self.mainHost in self.hosts", reason = "FieldValueInvalid")]
pub struct Zone {
    /// Share of the replicas
    #[x_validation(rule = "self >= -1 && self <= 100", message = "a weight lies between -1 and 100")]
    pub weight: i32,

    /// End of the names of all hosts
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub domain: String,

    /// Hosts of the zone
    #[serde(default)]
    #[schemars(length(max = 8), inner(length(max = 64)))]
    #[x_validation(items(rule = "self.startsWith('node-')", message = "hosts are called node-<something>"))]
    pub hosts: Vec<String>,

    /// Host to reach the zone through
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 64))]
    pub main_host: Option<String>,
}
