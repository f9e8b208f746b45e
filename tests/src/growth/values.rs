//! Values that grow, by the names that cases use for them.

use serde_json::{Value, json};

/// A value of any size.
pub struct Growing {
    /// Its name in expressions. `late_x` differs from `x` only in its last part.
    pub name: &'static str,
    /// A CEL type, or a schema if it begins with `{`.
    pub ty: &'static str,
    /// The value with this many parts.
    pub make: fn(usize) -> Value,
}

/// All of them.
pub const VALUES: &[Growing] = &[
    Growing { name: "text", ty: "string", make: |n| "a".repeat(n).into() },
    Growing { name: "late_text", ty: "string", make: |n| late("a", n).into() },
    Growing { name: "wide", ty: "string", make: |n| "é😀".repeat(n / 2).into() },
    Growing { name: "parts", ty: "string", make: |n| "a b,%20".repeat(n / 7 + 1).into() },
    Growing { name: "digits", ty: "string", make: |n| "7".repeat(n).into() },
    Growing { name: "dotted", ty: "string", make: |n| format!("1{}", ".1".repeat(n / 2)).into() },
    Growing {
        name: "url",
        ty: "string",
        make: |n| format!("http://a/{}?{0}", "%41&b=c/".repeat(n / 16)).into(),
    },
    Growing { name: "octets", ty: "bytes", make: |n| "YWFh".repeat(n / 3 + 1).into() },
    Growing { name: "ints", ty: "list(int)", make: |n| (0..n).collect() },
    Growing { name: "same_ints", ty: "list(int)", make: |n| vec![7; n].into() },
    Growing {
        name: "late_ints",
        ty: "list(int)",
        make: |n| (0..n).map(|i| if i + 1 == n { n } else { i }).collect(),
    },
    Growing { name: "uints", ty: "list(uint)", make: |n| (0..n).rev().collect() },
    Growing { name: "doubles", ty: "list(double)", make: |n| (0..n).map(|i| i as f64 + 0.5).collect() },
    Growing { name: "bools", ty: "list(bool)", make: |n| (0..n).map(|i| i % 2 == 0).collect() },
    Growing { name: "texts", ty: "list(string)", make: |n| texts(n).into() },
    Growing {
        name: "late_texts",
        ty: "list(string)",
        make: |n| [texts(n - 1), vec!["z".into()]].concat().into(),
    },
    Growing { name: "octet_lists", ty: "list(bytes)", make: |n| vec!["YWFh"; n].into() },
    Growing { name: "durations", ty: "list(duration)", make: |n| (0..n).map(|i| format!("{i}s")).collect() },
    Growing { name: "times", ty: "list(timestamp)", make: |n| (0..n).map(time).collect() },
    Growing { name: "lists", ty: "list(list(int))", make: |n| (0..n).map(|i| json!([i])).collect() },
    Growing {
        name: "maps",
        ty: "list(map(string, int))",
        make: |n| (0..n).map(|i| json!({"a": i})).collect(),
    },
    Growing { name: "unknowns", ty: "list(dyn)", make: |n| (0..n).map(unknown).collect() },
    Growing { name: "map", ty: "map(string, int)", make: |n| map(n).into() },
    Growing { name: "late_map", ty: "map(string, int)", make: |n| late_map(n) },
    Growing { name: "unknown_map", ty: "map(string, dyn)", make: |n| map(n).into() },
    Growing {
        name: "json_ints",
        ty: r#"{"type": "array", "items": {"type": "integer"}}"#,
        make: |n| (0..n).collect(),
    },
    Growing { name: "json_set", ty: SET, make: |n| texts(n).into() },
    Growing { name: "late_json_set", ty: SET, make: |n| [vec!["z".into()], texts(n - 1)].concat().into() },
    Growing { name: "keyed", ty: KEYED, make: |n| (0..n).map(item).collect() },
    Growing { name: "late_keyed", ty: KEYED, make: |n| (0..n).rev().map(item).collect() },
    Growing { name: "unkeyed", ty: KEYED, make: |n| (0..n).map(|i| json!({"v": i})).collect() },
    Growing { name: "json_map", ty: JSON_MAP, make: |n| map(n).into() },
    Growing { name: "late_json_map", ty: JSON_MAP, make: |n| late_map(n) },
    Growing { name: "json_times", ty: TIMES, make: |n| (0..n).map(time).collect() },
    Growing {
        name: "json_octets",
        ty: r#"{"type": "string", "format": "byte"}"#,
        make: |n| "YWFh".repeat(n / 3 + 1).into(),
    },
    Growing {
        name: "mixed",
        ty: MIXED,
        make: |n| (0..n).map(|i| if i % 2 == 0 { json!(i) } else { json!("a") }).collect(),
    },
    Growing {
        name: "object",
        ty: OBJECT,
        make: |n| json!({"k": (0..n).map(item).collect::<Value>(), "s": texts(n)}),
    },
    Growing {
        name: "late_object",
        ty: OBJECT,
        make: |n| json!({"k": (0..n).rev().map(item).collect::<Value>(), "s": texts(n)}),
    },
    Growing {
        name: "free",
        ty: r#"{"type": "object", "x-kubernetes-preserve-unknown-fields": true}"#,
        make: |n| map(n).into(),
    },
    Growing {
        name: "anything",
        ty: r#"{"x-kubernetes-preserve-unknown-fields": true}"#,
        make: |n| (0..n).map(unknown).collect(),
    },
];

const SET: &str = r#"{"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}"#;
const KEYED: &str = r#"{"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
    "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}}"#;
const JSON_MAP: &str = r#"{"type": "object", "additionalProperties": {"type": "integer"}}"#;
const TIMES: &str = r#"{"type": "array", "items": {"type": "string", "format": "date-time"}}"#;
const MIXED: &str = r#"{"type": "array", "items": {"x-kubernetes-int-or-string": true}}"#;
const OBJECT: &str = r#"{"type": "object", "properties": {
    "k": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
        "items": {"type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "integer"}}}},
    "s": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}}}}"#;

fn late(part: &str, n: usize) -> String {
    part.repeat(n.saturating_sub(1)) + "b"
}

fn texts(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("text {i:06}")).collect()
}

fn time(i: usize) -> String {
    format!("2026-01-01T{:02}:{:02}:{:02}Z", i / 3600 % 24, i / 60 % 60, i % 60)
}

fn unknown(i: usize) -> Value {
    match i % 4 {
        0 => json!(i),
        1 => json!(i.to_string()),
        2 => json!([i]),
        _ => json!({"a": i}),
    }
}

fn item(i: usize) -> Value {
    json!({"k": format!("key {i:06}"), "v": i})
}

fn map(n: usize) -> serde_json::Map<String, Value> {
    (0..n).map(|i| (format!("key {i:06}"), i.into())).collect()
}

fn late_map(n: usize) -> Value {
    let mut map = map(n - 1);
    map.insert("z".into(), 0.into());
    map.into()
}
