//! The warnings that a server sends with its answer, if it accepts the CRD.

use super::{GOOD, crd, run};
use serde_json::Value;

#[test]
fn they_depend_on_the_release_and_the_verdict() {
    let schema = "{type: object, properties: {a: {type: integer, format: FORMAT}, b: {type: array, x-kubernetes-list-type: LIST, items: {type: array, items: {type: string}}}}}";
    let with = |format: &str, list: &str| crd(&schema.replace("FORMAT", format).replace("LIST", list));
    let told = |text: &str, code, options: &[&str]| {
        let output = run(&[&["check", "--format", "json"], options, &["-"]].concat(), text);
        assert_eq!(output.status.code(), Some(code), "{text}");
        let line: Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
        let texts = |warnings: &Vec<Value>| warnings.iter().map(|one| one["warning"].to_string()).collect();
        line["server_warnings"].as_array().map(texts).unwrap_or_default()
    };
    let check = |(format, list): (&str, &str), release: &str, expected: &[&str]| {
        let found: Vec<String> = told(&with(format, list), 0, &["--kubernetes", release]);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        assert!(found.iter().zip(expected).all(|(found, expected)| found.contains(expected)), "{found:?}");
    };
    let format = "unrecognized format";
    check(("int32", "atomic"), "1.37", &[]);
    check(("uint32", "set"), "1.37", &[format, "set for items of type"]);
    check(("uint32", "set"), "1.36", &[format]);
    check(("uint32", "set"), "1.35", &[]);
    // A server of 1.34 does not look at the type.
    check(("int32", "set"), "1.34", &[format]);
    check(("date", "set"), "1.34", &[]);
    check(("uint32", "set"), "1.33", &[]);
    let none: Vec<String> = Vec::new();
    assert_eq!(told(&with("uint32", "unknown"), 1, &[]), none);
    let twice = GOOD
        .replace("{rule: self > 1}", "{rule: self > 1}, {rule: self > 1}")
        .replace("integer", "integer, format: q");
    assert_eq!(told(&crd(&twice), 0, &[]).len(), 1);
    assert_eq!(told(&crd(&twice), 1, &["--server-side"]), none);
    super::check(&with("uint16", "atomic"), 0, "`#[schemars(extend(\"format\" = \"int32\"))]` on the field");
}
