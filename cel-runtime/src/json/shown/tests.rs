use super::*;
use serde_json::{Value as Tree, json};

fn check(value: Tree, expected: &str) {
    assert_eq!(bad_value((&value).into()), expected);
}

#[test]
fn scalars_print_as_go_prints_them() {
    check(json!(true), "true");
    check(json!(1_000_000), "1000000");
    check(json!(1e6), "1e+06");
    check(json!(u64::MAX), "1.8446744073709552e+19");
    check(json!("<a>\n"), r#""<a>\n""#);
}

#[test]
fn lists_and_objects_print_as_go_encodes_them() {
    check(
        json!(["<a>&\u{2028}\u{7f}\u{1}\u{8}\u{c}\n\t\r\"\\/é😀", null, false, []]),
        "[\"\\u003ca\\u003e\\u0026\\u2028\u{7f}\\u0001\\b\\f\\n\\t\\r\\\"\\\\/é😀\",null,false,[]]",
    );
    check(json!([1e21, 1e20, 1e-6, 1e-7, -0.0]), "[1e+21,100000000000000000000,0.000001,1e-7,-0]");
    check(json!([1.0, u64::MAX, i64::MIN]), "[1,18446744073709552000,-9223372036854775808]");
    check(
        json!({"<": 1, "a": {"z": 1, "b": []}, "B": "", "é": null}),
        r#"{"\u003c":1,"B":"","a":{"b":[],"z":1},"é":null}"#,
    );
}
