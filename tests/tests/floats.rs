//! Floats of objects are the server's to the last digit, read by plain `serde_json`: `cel-runtime` asks it to be exact.

#![allow(missing_docs, reason = "a test has no interface")]

use cel_runtime::{Options, XValidation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tests::schemas;

mod numbers {
    cel_runtime::include_crd!("tests/floats/number.yaml");
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Number::x_validations)]
struct Number {
    #[x_validation(rule = "self != 3.4028234663852886e+38", message = "the largest f32")]
    #[x_validation(rule = "self != 0.1", message = "a tenth")]
    #[x_validation(rule = "false", message = "shown")]
    n: f64,
}

/// Numbers as text, and how the server shows them.
const SHOWN: [(&str, &str); 10] = [
    ("8.5e-323", "8.4e-323"),
    ("9007199254740993.0", "9.007199254740992e+15"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("2.2250738585072011e-308", "2.225073858507201e-308"),
    ("5e-324", "5e-324"),
    ("123456789012345678901234567890", "1.2345678901234568e+29"),
    ("0.30000000000000004", "0.30000000000000004"),
    ("1.00000000000000011102230246251565", "1"),
    ("7.2057594037927933e+16", "7.205759403792794e+16"),
    ("9.5367431640625e-7", "9.5367431640625e-07"),
];

/// The verdict on a number as a struct and as JSON.
#[track_caller]
fn check(number: &str, expected: &str) {
    let object = format!("{{\"n\":{number}}}");
    let typed: Number = serde_json::from_str(&object).expect("an object");
    let json: Value = serde_json::from_str(&object).expect("JSON");
    assert_eq!(typed.x_validate().map_err(|errors| errors.to_string()), Err(expected.to_owned()));
    assert_eq!(numbers::v1::evaluate(&json, None, &Options::default()).errors.to_string(), expected);
}

#[test]
fn a_rule_compares_the_number_that_was_written() {
    for written in ["3.4028234663852886e+38", "3.4028234663852885e+38"] {
        let shown = "3.4028234663852886e+38";
        let error = |text: &str| format!("n: Invalid value: {shown}: {text}");
        check(written, &format!("[{}, {}]", error("the largest f32"), error("shown")));
    }
    check("0.1", "[n: Invalid value: 0.1: a tenth, n: Invalid value: 0.1: shown]");
}

#[test]
fn numbers_are_shown_as_the_server_shows_them() {
    for (written, shown) in SHOWN {
        check(written, &format!("n: Invalid value: {shown}: shown"));
    }
}

/// The default value of a schema, which its rules judge.
#[test]
fn numbers_in_crd_files_are_as_exact() {
    let schema = |default: &str| {
        let default: Value = serde_json::from_str(default).expect("a number");
        json!({"type": "object", "properties": {"n": {
            "type": "number",
            "default": default,
            "x-kubernetes-validations": [{"rule": "self == 3.4028234663852886e+38"}],
        }}})
    };
    assert_eq!(schemas::ours(&schema("3.4028234663852886e+38"))["crd_other_errors"], json!([]));
    assert_ne!(schemas::ours(&schema("3.4028234663852882e+38"))["crd_other_errors"], json!([]));
}

#[derive(XValidation, JsonSchema, Serialize, Clone)]
#[schemars(transform = Zeros::x_validations)]
struct Zeros {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["a"]))]
    one: Vec<Zero>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["a", "b"]))]
    both: Vec<Zero>,
}

#[derive(XValidation, JsonSchema, Serialize, Clone)]
#[schemars(transform = Zero::x_validations)]
struct Zero {
    a: f64,
    b: f64,
    #[x_validation(rule = "self > 5", message = "small")]
    #[x_validation(rule = "self > oldSelf", message = "old")]
    v: i64,
}

/// Go compares the numbers of one key, and the texts of several.
#[test]
fn a_key_that_is_zero_has_no_sign_if_it_is_the_only_one() {
    let of = |a| Zeros { one: vec![Zero { a, b: 0.0, v: 1 }], both: vec![Zero { a, b: 0.0, v: 1 }] };
    let report = of(-0.0).x_evaluate(Some(&of(0.0)), &Options::default());
    assert_eq!(report.warnings.to_string(), "one[0].v: Invalid value: 1: small");
    let errors = "[one[0].v: Invalid value: 1: old, both[0].v: Invalid value: 1: small]";
    assert_eq!(report.errors.to_string(), errors);
}
