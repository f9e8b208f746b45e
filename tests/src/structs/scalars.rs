//! Rust types that are a single value, with their schemas and values.

/// A type that is a single value.
pub struct Scalar {
    /// Its Rust code.
    pub rust: &'static str,
    /// The arguments of `schemars` on a field of this type.
    pub attribute: &'static str,
    /// The arguments of `x_validation` on a field of this type.
    pub own: &'static str,
    /// Its schema.
    pub schema: &'static str,
    /// Values as JSON.
    pub values: &'static [&'static str],
    /// True if it may be a key of a list's items.
    pub is_key: bool,
}

const fn scalar(rust: &'static str, schema: &'static str, values: &'static [&'static str]) -> Scalar {
    Scalar { rust, attribute: "", own: "", schema, values, is_key: false }
}

const fn key(rust: &'static str, schema: &'static str, values: &'static [&'static str]) -> Scalar {
    Scalar { rust, attribute: "", own: "", schema, values, is_key: true }
}

const fn told(
    rust: &'static str,
    attribute: &'static str,
    schema: &'static str,
    values: &'static [&'static str],
) -> Scalar {
    Scalar { rust, attribute, own: "", schema, values, is_key: false }
}

/// A type whose JSON only serde knows. `own` describes it where the type does not.
const fn written(
    rust: &'static str,
    attribute: &'static str,
    own: &'static str,
    schema: &'static str,
    values: &'static [&'static str],
) -> Scalar {
    Scalar { rust, attribute, own, schema, values, is_key: false }
}

/// A type with objects as values, which [`foreign`](super::foreign) makes.
const fn foreign(rust: &'static str, schema: &'static str) -> Scalar {
    scalar(rust, schema, &[])
}

/// All scalars. Frequent ones are listed several times.
pub const ALL: &[Scalar] = &[
    key("bool", BOOLEAN, &["true", "false"]),
    key("bool", BOOLEAN, &["true", "false"]),
    key(
        "i64",
        INTEGER,
        &["0", "1", "2", "-1", "3", "10", "9223372036854775807", "-9223372036854775808", "9007199254740993"],
    ),
    key("i32", INTEGER, &["0", "1", "2", "-1", "100", "2147483647", "-2147483648"]),
    key("u16", INTEGER, &["0", "1", "80", "443", "65535"]),
    key("i8", INTEGER, &["0", "1", "-128", "127"]),
    key("u32", INTEGER, &["0", "1", "4294967295"]),
    key(
        "u64",
        INTEGER,
        &["0", "1", "2", "18446744073709551615", "9223372036854775808", "9223372036854775807"],
    ),
    scalar("f64", NUMBER, NUMBERS),
    scalar("f64", NUMBER, NUMBERS),
    scalar("f32", NUMBER, &["0.0", "-0.0", "1.0", "0.1", "2.5", "3.4028235e38", "1e-45", "16777216"]),
    key("String", STRING, TEXTS),
    key("String", STRING, TEXTS),
    key("String", STRING, TEXTS),
    key("String", STRING, TEXTS),
    key("Box<str>", STRING, TEXTS),
    key("std::borrow::Cow<'static, str>", STRING, TEXTS),
    scalar(
        "char",
        r#"{"type": "string", "maxLength": 1}"#,
        &[r#""a""#, r#""1""#, r#""ä""#, r#""😀""#, r#""\u0000""#, r#""\"""#],
    ),
    scalar(
        "url::Url",
        r#"{"type": "string", "format": "uri"}"#,
        &[
            r#""http://example.com""#,
            r#""HTTPS://Example.com:443/a b?c=ä#d""#,
            r#""mailto:a@b""#,
            r#""http://[::1]:80/""#,
        ],
    ),
    key(
        "uuid::Uuid",
        r#"{"type": "string", "format": "uuid"}"#,
        &[r#""67E55044-10B1-426F-9247-BB680E5FE0C8""#, r#""00000000000000000000000000000000""#],
    ),
    scalar(
        "std::net::IpAddr",
        r#"{"type": "string", "format": "ip"}"#,
        &[r#""10.0.0.1""#, r#""::1""#, r#""2001:DB8:0::1""#, r#""::ffff:1.2.3.4""#],
    ),
    scalar(
        "std::net::Ipv4Addr",
        r#"{"type": "string", "format": "ipv4"}"#,
        &[r#""10.0.0.1""#, r#""0.0.0.0""#],
    ),
    scalar("std::net::Ipv6Addr", r#"{"type": "string", "format": "ipv6"}"#, &[r#""::""#, r#""fe80::1""#]),
    scalar("chrono::DateTime<chrono::Utc>", DATE_TIME, TIMES),
    scalar("chrono::DateTime<chrono::FixedOffset>", DATE_TIME, TIMES),
    scalar("chrono::NaiveDate", DATE, DATES),
    scalar("jiff::Timestamp", DATE_TIME, TIMES),
    scalar("jiff::civil::Date", DATE, DATES),
    scalar("k8s_openapi::apimachinery::pkg::apis::meta::v1::Time", DATE_TIME, TIMES),
    scalar("k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime", DATE_TIME, TIMES),
    scalar("k8s_openapi::apimachinery::pkg::util::intstr::IntOrString", INT_OR_STRING, PORTS),
    scalar("k8s_openapi::apimachinery::pkg::util::intstr::IntOrString", INT_OR_STRING, PORTS),
    scalar("k8s_openapi::apimachinery::pkg::api::resource::Quantity", INT_OR_STRING, QUANTITIES),
    told("String", r#"extend("format" = "date-time")"#, DATE_TIME, DATE_TIME_TEXTS),
    told("String", r#"extend("format" = "date")"#, DATE, DATE_TEXTS),
    told("String", r#"extend("format" = "duration")"#, DURATION, DURATION_TEXTS),
    told("String", r#"extend("format" = "byte")"#, BYTE, BYTE_TEXTS),
    told(
        "serde_json::Value",
        r#"extend("x-kubernetes-int-or-string" = true)"#,
        INT_OR_STRING,
        INT_OR_STRING_JSON,
    ),
    told(
        "serde_json::Value",
        r#"extend("type" = "object", "x-kubernetes-embedded-resource" = true, "x-kubernetes-preserve-unknown-fields" = true)"#,
        EMBEDDED,
        RESOURCES,
    ),
    told("serde_json::Value", r#"extend("x-kubernetes-preserve-unknown-fields" = true)"#, UNKNOWN, JSON),
    scalar("IntoText", STRING, TEXTS),
    scalar("AsText", STRING, TEXTS),
    scalar("AsTime", DATE_TIME, DATE_TIME_TEXTS),
    scalar("AsInteger", INTEGER, &["0", "1", "2", "-1", "9223372036854775807", "-9223372036854775808"]),
    scalar("AsNumber", NUMBER, &["0.5", "-0.25", "1e-7", "1000000.5"]),
    scalar("AsBoolean", BOOLEAN, &["true", "false"]),
    scalar("AsIntOrString", INT_OR_STRING, PORTS),
    written("RawText", "", r#"as = "string""#, STRING, TEXTS),
    written("RawNumber", "", r#"as = "number""#, NUMBER, NUMBERS),
    written("RawInteger", "", r#"as = "integer""#, INTEGER, &["0", "1", "-1", "9223372036854775807"]),
    written(
        "std::net::SocketAddr",
        r#"with = "String""#,
        r#"as = "string""#,
        STRING,
        &[r#""10.0.0.1:80""#, r#""[::1]:443""#],
    ),
    written("AsInteger", r#"with = "i64""#, "", INTEGER, &["0", "1", "-1"]),
    written(
        "AsIntOrString",
        r#"with = "k8s_openapi::apimachinery::pkg::util::intstr::IntOrString""#,
        "",
        INT_OR_STRING,
        PORTS,
    ),
    foreign(
        "k8s_openapi::api::core::v1::ResourceRequirements",
        "k8s-openapi api::core::v1::ResourceRequirements",
    ),
    foreign(
        "k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition",
        "k8s-openapi apimachinery::pkg::apis::meta::v1::Condition",
    ),
    foreign(
        "k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector",
        "k8s-openapi apimachinery::pkg::apis::meta::v1::LabelSelector",
    ),
    foreign("k8s_openapi::api::core::v1::Toleration", "k8s-openapi api::core::v1::Toleration"),
    foreign("k8s_openapi::api::core::v1::EnvVar", "k8s-openapi api::core::v1::EnvVar"),
    foreign(
        "k8s_openapi::api::core::v1::LocalObjectReference",
        "k8s-openapi api::core::v1::LocalObjectReference",
    ),
    foreign("k8s_openapi::api::core::v1::SecretKeySelector", "k8s-openapi api::core::v1::SecretKeySelector"),
    foreign("k8s_openapi::api::core::v1::VolumeMount", "k8s-openapi api::core::v1::VolumeMount"),
    foreign("k8s_openapi::api::core::v1::Affinity", "k8s-openapi api::core::v1::Affinity"),
    foreign("k8s_openapi::api::core::v1::PodTemplateSpec", "k8s-openapi api::core::v1::PodTemplateSpec"),
    foreign("k8s_openapi::api::core::v1::Container", "k8s-openapi api::core::v1::Container"),
    foreign("k8s_openapi::api::core::v1::ServicePort", "k8s-openapi api::core::v1::ServicePort"),
    foreign(
        "k8s_openapi::api::core::v1::PersistentVolumeClaimSpec",
        "k8s-openapi api::core::v1::PersistentVolumeClaimSpec",
    ),
    foreign(
        "k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta",
        "k8s-openapi apimachinery::pkg::apis::meta::v1::ObjectMeta",
    ),
    foreign("k8s_openapi::api::core::v1::Probe", "k8s-openapi api::core::v1::Probe"),
    foreign("k8s_openapi::api::core::v1::Secret", "k8s-openapi api::core::v1::Secret"),
];

/// Start of the schema of a k8s-openapi type. The type's path in the table follows.
pub const FOREIGN: &str = "k8s-openapi ";

const BOOLEAN: &str = r#"{"type": "boolean"}"#;
const INTEGER: &str = r#"{"type": "integer"}"#;
const NUMBER: &str = r#"{"type": "number"}"#;
const STRING: &str = r#"{"type": "string"}"#;
const DATE_TIME: &str = r#"{"type": "string", "format": "date-time"}"#;
const DATE: &str = r#"{"type": "string", "format": "date"}"#;
const DURATION: &str = r#"{"type": "string", "format": "duration"}"#;
const BYTE: &str = r#"{"type": "string", "format": "byte"}"#;
const INT_OR_STRING: &str = r#"{"x-kubernetes-int-or-string": true}"#;
const EMBEDDED: &str = r#"{"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true}"#;
const UNKNOWN: &str = r#"{"x-kubernetes-preserve-unknown-fields": true}"#;

const NUMBERS: &[&str] = &[
    "0.0",
    "-0.0",
    "1.0",
    "1",
    "1.5",
    "-0.25",
    "1e6",
    "1234567.5",
    "1e-7",
    "1e21",
    "1.7976931348623157e308",
    "5e-324",
];

pub const TEXTS: &[&str] = &[
    r#""""#,
    r#""a""#,
    r#""b""#,
    r#""ab""#,
    r#""A""#,
    r#""1""#,
    r#""web""#,
    r#""a-b""#,
    r#""10.0.0.1""#,
    r#""http://example.com/a?b=c""#,
    r#""1.2.3""#,
    r#""100m""#,
    r#""é""#,
    r#""日本語""#,
    r#""😀""#,
    r#""e\u0301""#,
    r#""a\nb""#,
    r#""q\"\\\t""#,
    r#""\u0000""#,
    r#""\u200b""#,
    r#""Some text that is longer than the others are, with many words in it""#,
];

pub const TIMES: &[&str] = &[
    r#""2020-01-02T03:04:05Z""#,
    r#""2020-01-02T04:04:05+01:00""#,
    r#""2020-01-02T03:04:05.123456789Z""#,
    r#""2020-01-02T08:34:05+05:30""#,
    r#""2020-01-02T08:34:05.5-05:30""#,
    r#""1970-01-01T00:00:00Z""#,
    r#""0001-01-01T00:00:00Z""#,
    r#""9999-12-30T21:59:59.999999Z""#,
];

const DATES: &[&str] =
    &[r#""2020-01-02""#, r#""1970-01-01""#, r#""2024-02-29""#, r#""0001-01-01""#, r#""9999-12-31""#];

const DATE_TIME_TEXTS: &[&str] = &[
    r#""2020-01-02T03:04:05Z""#,
    r#""2020-01-02T04:04:05+01:00""#,
    r#""2020-01-02T08:34:05+05:30""#,
    r#""2020-01-02t03:04:05z""#,
    r#""2020-01-02T03:04:05""#,
    r#""2020-01-02T03:04:05,5Z""#,
    r#""9999-12-31T23:59:59-12:00""#,
    r#""""#,
    r#""x""#,
];

const DATE_TEXTS: &[&str] =
    &[r#""2020-01-02""#, r#""1970-01-01""#, r#""2023-02-29""#, r#""0001-01-01""#, r#""""#, r#""x""#];

const DURATION_TEXTS: &[&str] = &[
    r#""1s""#,
    r#""90m""#,
    r#""0s""#,
    r#""-1.5h""#,
    r#""1 day and 1 hour""#,
    r#""1h30""#,
    r#""""#,
    r#""5""#,
    r#""1w""#,
];

const BYTE_TEXTS: &[&str] =
    &[r#""""#, r#""YQ==""#, r#""YWI=""#, r#""-_-_""#, r#""+/+/""#, r#""x""#, r#""YQ""#];

pub const PORTS: &[&str] =
    &["0", "1", "80", "-1", "2147483647", "-2147483648", r#""""#, r#""http""#, r#""80""#, r#""50%""#];

pub const QUANTITIES: &[&str] = &[r#""1""#, r#""100m""#, r#""1Gi""#, r#""x""#, r#""""#, r#""0.5""#];

const INT_OR_STRING_JSON: &[&str] =
    &["0", "1", "-1", "1.0", "1e30", "\"a\"", "\"\"", "true", "[]", "{\"a\": 1}", "null"];

const RESOURCES: &[&str] = &[
    r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}}"#,
    r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"a": 1}}"#,
    r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "labels": {"a": "b"}}, "spec": null}"#,
    r#"{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"generateName": "web-"}}"#,
    r#"{"apiVersion": "", "kind": "", "metadata": {}}"#,
    r#"{"kind": "Pod", "metadata": null}"#,
    r#"{"a": 1}"#,
    "{}",
];

/// Values of any kind.
pub const JSON: &[&str] = &[
    "0",
    "1",
    "-1",
    "1.0",
    "1e30",
    r#""a""#,
    r#""""#,
    "true",
    "null",
    "[]",
    r#"[1, "a"]"#,
    "{}",
    r#"{"a": 1}"#,
    r#"{"b": null}"#,
];
