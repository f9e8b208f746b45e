//! Strings with a format, addresses, versions.

use crate::Crd;
use cel_runtime::XValidation;
use chrono::{DateTime, NaiveDate, Utc};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Event", namespaced)]
#[schemars(transform = EventSpec::x_validations)]
#[x_validation(
    rule = "self.begin < self.end",
    message_expression = "'%s is before %s'.format([self.end, self.begin])"
)]
#[x_validation(rule = "self.end - self.begin <= self.longest", message = "too long", field_path = ".end")]
#[x_validation(rule = "self.day.getDayOfWeek() != 0", message = "a Sunday", field_path = ".day")]
#[x_validation(
    rule = "!has(self.text) || self.text > timestamp('2000-01-01T00:00:00Z')",
    message = "long ago"
)]
pub struct EventSpec {
    #[x_validation(rule = "self.getFullYear() > 1999", message = "long ago")]
    #[x_validation(rule = "self >= oldSelf", message = "begins later")]
    begin: Time,
    #[x_validation(rule = "self.getHours('Europe/Zurich') < 22", message = "late")]
    end: DateTime<Utc>,
    #[x_validation(rule = "self == oldSelf", message = "the day stays")]
    day: NaiveDate,
    #[schemars(extend("format" = "duration"))]
    #[x_validation(rule = "self > duration('1s')", reason = "FieldValueForbidden")]
    longest: String,
    #[schemars(extend("format" = "date-time"))]
    #[x_validation(rule = "self != oldSelf", message = "changes")]
    text: Option<String>,
    #[schemars(extend("format" = "byte"), length(max = 40))]
    #[x_validation(rule = "self.size() < 4 && self != b'no'", message = "bytes")]
    data: String,
    id: Uuid,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Route", namespaced)]
#[schemars(transform = RouteSpec::x_validations)]
#[x_validation(
    rule = "!isCIDR(self.network) || !isIP(self.gateway) || cidr(self.network).containsIP(self.gateway)",
    message_expression = "self.gateway + ' is outside of ' + self.network",
    field_path = ".gateway"
)]
#[x_validation(
    rule = "self.hops.all(h, isIP(h) && ip(h).family() == 4)",
    message = "hops are IPv4",
    field_path = ".hops"
)]
pub struct RouteSpec {
    #[schemars(length(max = 50))]
    #[x_validation(rule = "isCIDR(self) && cidr(self).prefixLength() > 7", message = "a network")]
    network: String,
    #[schemars(length(max = 50))]
    #[x_validation(rule = "ip(self).isGlobalUnicast() && ip.isCanonical(self)")]
    gateway: String,
    #[schemars(length(max = 5), inner(length(max = 20)))]
    hops: Vec<String>,
    #[schemars(length(max = 60))]
    #[x_validation(
        rule = "isURL(self) && url(self).getScheme() == 'https' && url(self).getPort() in ['', '443']",
        message = "https"
    )]
    link: String,
    #[schemars(length(max = 60))]
    #[x_validation(
        rule = "!format.dns1123Label().validate(self).hasValue()",
        message_expression = "format.dns1123Label().validate(self).value()[0]"
    )]
    label: String,
    #[schemars(length(max = 20))]
    #[x_validation(
        rule = "isSemver(self, true) && semver(self, true).compareTo(semver('1.2.0')) >= 0",
        message = "too old"
    )]
    version: String,
    #[schemars(length(max = 30))]
    #[x_validation(
        rule = "self.find('[0-9]+') != '' && self.findAll('[a-z]+').size() < 3 && self.lowerAscii() == self"
    )]
    code: String,
}

/// What the attributes of a newtype say is written over the schema of its field.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("format" = "duration"), transform = Age::x_validations)]
#[x_validation(rule = "self < duration('1h')", message = "older than an hour")]
pub struct Age(#[schemars(extend("format" = "byte"))] String);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
#[schemars(extend("maxLength" = 20))]
pub struct Serial {
    text: String,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("x-kubernetes-list-type" = "set", "maxItems" = 8))]
pub struct Serials(Vec<Serial>);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(extend("x-kubernetes-int-or-string" = true))]
pub struct Port(serde_json::Value);

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Machine", namespaced)]
#[schemars(transform = MachineSpec::x_validations)]
pub struct MachineSpec {
    age: Age,
    #[x_validation(rule = "self.all(a, self.exists_one(b, a == b))", message = "each once")]
    serials: Serials,
    #[x_validation(rule = "self == oldSelf", message = "the same elements")]
    same: Serials,
    #[x_validation(rule = "type(self) == int && self > 0", message = "a number")]
    port: Port,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![events(), routes(), machines()]
}

fn events() -> Crd {
    let event = |begin: &str, end: &str, day: &str| {
        json!({"spec": {
            "begin": begin, "end": end, "day": day, "longest": "48h", "text": "2020-02-30T01:02:03.5+01:00", "data": "YWI=",
            "id": "67e55044-10b1-426f-9247-bb680e5fe0c8",
        }})
    };
    let text = |text: &str| json!({"/spec/text": text});
    let mut good = event("2024-03-01T10:00:00Z", "2024-03-02T10:00:00Z", "2024-03-01");
    good["spec"]["text"] = json!("2020-02-29T01:02:03.5+01:00");
    let mut second = event("2024-12-31T23:59:59Z", "2025-01-01T00:00:00.000001Z", "2025-01-01");
    second["spec"]["text"] = json!(null);
    let mut third = good.clone();
    third["spec"]["longest"] = json!("1 day and 3 hours");
    Crd::of::<Event>([good, second, third])
        .create(json!({"/spec/begin": "1999-12-31T23:59:59Z"}))
        .create(json!({"/spec/end": "2024-03-02T22:30:00Z", "/spec/data": "bm8="}))
        .create(json!({"/spec/end": "2024-03-01T09:59:59.999999999Z", "/spec/day": "2024-03-03"}))
        .create(json!({"/spec/longest": "0.5s", "/spec/data": "YWJjZGVm"}))
        .create(json!({"/spec/data": "+/+/"}))
        .create(text("2020-01-01t00:00:00z"))
        .create(text("1999-12-31T23:59:59,123Z"))
        .update(json!({}), json!({"/spec/begin": "2024-02-29T10:00:00Z", "/spec/day": "2024-02-29"}))
        .update(json!({}), json!({"/spec/text": "2020-02-29T00:02:03.500Z"}))
        .update(text("2020-01-01T00:00:00Z"), json!({"/spec/text": "2020-01-01T01:00:00+01:00"}))
        .update(json!({"/spec/longest": "1ms"}), json!({"/spec/longest": "1ms"}))
        .update(json!({"/spec/begin": "1999-12-31T23:59:59Z"}), json!({"/spec/end": "2000-01-01T00:00:00Z"}))
}

fn routes() -> Crd {
    let route = |network: &str, gateway: &str| {
        json!({"spec": {
            "network": network, "gateway": gateway, "hops": ["10.0.0.2"], "link": "https://example.dev/x?y=1",
            "label": "a-b", "version": "v1.3", "code": "abc1",
        }})
    };
    Crd::of::<Route>([
        route("10.0.0.0/8", "10.0.0.1"),
        route("2001:db8::/32", "2001:db8::1"),
        route("10.1.2.3/16", "10.1.0.1"),
    ])
    .create(json!({"/spec/gateway": "11.0.0.1"}))
    .create(json!({"/spec/gateway": "010.0.0.1", "/spec/network": "10.0.0.0/33"}))
    .create(json!({"/spec/gateway": "::ffff:10.0.0.1", "/spec/hops": ["::1", "x"]}))
    .create(
        json!({"/spec/link": "http://example.dev:443", "/spec/label": "A_b", "/spec/version": "1.2.0-rc.1"}),
    )
    .create(json!({"/spec/link": "https://[::1", "/spec/label": "x".repeat(60), "/spec/version": "v1"}))
    .create(json!({"/spec/link": "/path", "/spec/label": "", "/spec/code": "aB 1 c d"}))
    .update(json!({"/spec/code": "no"}), json!({"/spec/label": "other"}))
    .update(json!({"/spec/gateway": "x"}), json!({"/spec/label": "other"}))
}

fn machines() -> Crd {
    let machine = |age: &str, serials: &[&str], port: serde_json::Value| json!({"spec": {"age": age, "serials": serials, "same": serials, "port": port}});
    Crd::of::<Machine>([
        machine("59m", &["a", "b"], json!(1)),
        machine("1h", &["b", "a"], json!(0)),
        machine("3s", &[], json!("a")),
    ])
    .create(json!({"/spec/age": "1h0s"}))
    .create(json!({"/spec/port": "80"}))
    .update(json!({}), json!({"/spec/same": ["b", "a"]}))
    .update(json!({}), json!({"/spec/same": ["a"]}))
    .update(json!({"/spec/age": "2h"}), json!({"/spec/age": "2h"}))
    .update(json!({"/spec/age": "2h"}), json!({"/spec/age": "120m"}))
    .update(json!({"/spec/port": "80"}), json!({"/spec/port": "80"}))
}
