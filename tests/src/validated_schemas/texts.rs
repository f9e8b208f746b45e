//! Texts of all formats.

use crate::mutation::Random;
use serde_json::Value;

/// Puts texts of their formats into an object.
pub(super) fn fill(random: &mut Random, value: &mut Value, schema: &Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| fill(random, item, &schema["items"])),
        Value::Object(fields) => {
            for (name, field) in fields {
                let below = match &schema["properties"][name] {
                    Value::Null => &schema["additionalProperties"],
                    property => property,
                };
                fill(random, field, below);
            }
        }
        Value::String(text) if schema["format"].is_string() && random.below(5) > 0 => {
            *text = random.pick(TEXTS).to_owned();
        }
        _ => {}
    }
}

/// The same for half of all objects.
pub(super) fn fill_some(random: &mut Random, value: &mut Value, schema: &Value) {
    if random.pick_bool() {
        fill(random, value, schema);
    }
}

pub(super) const FORMATS: &[&str] = &[
    "bsonobjectid",
    "uri",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
    "byte",
    "password",
    "date",
    "duration",
    "datetime",
    "date-time",
    "k8s-short-name",
    "k8s-long-name",
    "int32",
    "quantity",
    "semver",
    "unknown",
];

const TEXTS: &[&str] = &[
    "",
    "507f1f77bcf86cd799439011",
    "http://example.com/a?b=c#d",
    "urn:isbn:0451450523",
    "/path",
    "a@example.com",
    "Name <a@b.c>",
    "a@b",
    "example.com",
    "-example.com",
    "EXAMPLE.com",
    "a_b.example",
    "1.2.3.4",
    "01.2.3.4",
    "1.2.3",
    "::1",
    "::ffff:1.2.3.4",
    "fe80::1%eth0",
    "10.0.0.0/8",
    "10.0.0.1/33",
    "::/0",
    "01:23:45:67:89:ab",
    "01-23-45-67-89-ab",
    "0123.4567.89ab",
    "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01",
    "a8098c1a-f86e-3da1-bd1a-00112444be1e",
    "a8098c1a-f86e-4da1-9d1a-00112444be1e",
    "A8098C1A-F86E-5DA1-BD1A-00112444BE1E",
    "a8098c1af86e4da1bd1a00112444be1e",
    "a8098c1a-f86e-11da-bd1a-00112444be1e",
    "0321751043",
    "978-0321751041",
    "9780321751041",
    "4111-1111-1111-1111",
    "4111111111111112",
    "111-11-1111",
    "000-11-1111",
    "#fff",
    "#FFFFFF",
    "fff",
    "#ff",
    "rgb(1,2,3)",
    "rgb(1, 2, 256)",
    "rgb(100%,0%,0%)",
    "YWJj",
    "YWI",
    "-_8=",
    "2020-02-29",
    "2021-02-29",
    "2020-02-29T12:00:00Z",
    "2020-02-29T12:00:00.123456789+05:30",
    "2020-02-29 12:00:00",
    "2020-02-29t12:00:00z",
    "2020-02-29T24:00:00Z",
    "1h30m",
    "1 day",
    "1.5h",
    "3 weeks",
    "-5s",
    "1d",
    "µs",
    "5µs",
    "web",
    "Web",
    "a.b.c",
    "a..b",
    "1Gi",
    "1.2.3-rc.1",
    "日本語",
];
