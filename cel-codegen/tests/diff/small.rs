//! Small changes, each with the object that shows it.

use crate::run;
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf};

const SPEC: &str = "              a: {type: integer}\n";

/// The exit code and the report on two CRDs that are made of the same one.
fn edited(name: &str, edit: impl Fn(&str) -> [String; 2], options: &[&str]) -> (i32, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("diff-small").join(name);
    fs::create_dir_all(&folder).expect("created");
    let base = fs::read_to_string(crate::folder().join("unchanged/old.yaml")).expect("a file");
    for (file, text) in ["old.yaml", "new.yaml"].into_iter().zip(edit(&base)) {
        fs::write(folder.join(file), text).expect("written");
    }
    run(&folder, &[&["old.yaml", "new.yaml"], options].concat())
}

/// The changes of a field `a` with another schema.
fn of_field(name: &str, [old, new]: [&str; 2]) -> (i32, Vec<Value>) {
    let edit =
        |base: &str| [old, new].map(|schema| base.replace(SPEC, &format!("              a: {schema}\n")));
    let (code, text) = edited(name, edit, &["--format", "json"]);
    let line: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    (code, line["changes"].as_array().expect("changes").clone())
}

/// Expects that a change of the field refuses a value.
fn refuses(name: &str, schemas: [&str; 2], value: &Value) {
    let (code, changes) = of_field(name, schemas);
    let found = &changes[0]["refused"]["object"]["spec"]["a"];
    assert_eq!((code, found), (1, value), "{schemas:?}: {changes:#?}");
}

#[test]
fn formats_of_numbers_have_bounds() {
    let int32 = "{type: integer, format: int32}";
    refuses("int32", ["{type: integer}", int32], &json!(2_147_483_648_i64));
    refuses("int64", ["{type: integer, format: int64}", int32], &json!(2_147_483_648_i64));
    let negative = ["{type: integer, maximum: 0}", "{type: integer, maximum: 0, format: int32}"];
    refuses("negative", negative, &json!(-2_147_483_649_i64));
    let float = ["{type: number}", "{type: number, format: float}"];
    refuses("float", float, &json!(6.805_646_932_770_577e38));
}

#[test]
fn formats_of_texts_have_samples() {
    let formats = [("isbn", "uri"), ("ssn", "date"), ("rgbcolor", "uri"), ("hexcolor", "ipv4")];
    for (old, new) in formats {
        let schemas = [old, new].map(|format| format!("{{type: string, format: {format}}}"));
        let (code, changes) = of_field(old, schemas.each_ref().map(String::as_str));
        assert_eq!((code, changes[0]["verdict"].as_str()), (1, Some("changed both ways")), "{changes:#?}");
    }
}

/// Two CRDs with many properties.
fn many(name: &str, count: usize, schemas: [&str; 2]) -> (i32, String) {
    let edit = |base: &str| {
        schemas.map(|schema| {
            let fields: String = (0..count).map(|i| format!("              p{i}: {schema}\n")).collect();
            base.replace(SPEC, &fields)
        })
    };
    edited(name, edit, &[])
}

#[test]
fn each_of_many_changes_has_an_object() {
    let bounds = ["{type: string, maxLength: 5}", "{type: string, maxLength: 4}"];
    let (code, text) = many("many", 600, bounds);
    assert_eq!((code, text.lines().last()), (1, Some("1 version compared: 600 tightened")), "{text:.2000}");
}

const FREE: &str = "x-kubernetes-preserve-unknown-fields: true";

#[test]
fn a_new_property_is_tried_with_what_was_tolerated() {
    let typed = format!("{{type: object, {FREE}, properties: {{b: {{type: integer}}}}}}");
    refuses("tolerated", [&format!("{{type: object, {FREE}}}"), &typed], &json!({"b": true}));
    let untyped = format!("{{{FREE}, properties: {{b: {{type: integer}}}}}}");
    refuses("untyped", [&format!("{{{FREE}}}"), &untyped], &json!({"b": true}));
    let list = |inner: &str| format!("{{type: array, items: {{type: object, {FREE}{inner}}}}}");
    let changed = list(", properties: {b: {type: string, maxLength: 3}}");
    refuses("in-a-list", [&list(""), &changed], &json!([{"b": true}]));
    let deep =
        |inner: &str| format!("{{type: object, {FREE}, properties: {{b: {{type: object, {FREE}{inner}}}}}}}");
    let changed = deep(", properties: {c: {type: object, properties: {d: {type: boolean}}}}");
    refuses("deep", [&deep(""), &changed], &json!({"b": {"c": true}}));
}

#[test]
fn a_schema_for_the_name_refuses_names() {
    let schemas = ["maxLength: 5", "minLength: 2", "pattern: '^[a-z]{3}$'", "enum: [abc]"];
    for (i, schema) in schemas.into_iter().enumerate() {
        for (kind, before) in [("new", ""), ("more", "metadata: {type: object}")] {
            let metadata =
                format!("metadata: {{type: object, properties: {{name: {{type: string, {schema}}}}}}}");
            let edit = |base: &str| {
                let with = |text: &str| {
                    base.replace("          spec:\n", &format!("          {text}\n          spec:\n"))
                };
                [with(before), with(&metadata)]
            };
            let (code, text) = edited(&format!("name-{kind}-{i}"), edit, &[]);
            assert_eq!(code, 1, "{schema}: {text}");
            assert!(
                text.contains("error: tightened: new property") && text.contains("metadata.name: "),
                "{text}"
            );
        }
    }
}

#[test]
fn narrower_patterns_refuse_a_text() {
    let pairs = [
        ("^(a|b|c)$", "^(a|b)$", "c"),
        ("^(foo|bar|baz)$", "^(foo|baz)$", "bar"),
        ("^[a-z]+$", "^[a-y]+$", "z"),
        ("^[a-z]+$", "^[a-f]+$", "z"),
        ("^[a-z]+$", "^[a-mo-z]+$", "n"),
        ("^(foo[a-z]|bar[a-z])$", "^(foo[a-z]|bar[a-x])$", "barz"),
        ("^[a-z]([-a-z0-9]*[a-z0-9])?$", "^[a-z]([-a-z0-9]*[a-z])?$", "b0"),
        ("^x?y$", "^y$", "xy"),
        ("^a{2,5}$", "^a{2,4}$", "aaaaa"),
        ("^a{2,5}$", "^a{3,5}$", "aa"),
    ];
    for (i, (old, new, text)) in pairs.into_iter().enumerate() {
        let schemas = [old, new].map(|pattern| format!("{{type: string, pattern: '{pattern}'}}"));
        refuses(&format!("pattern-{i}"), schemas.each_ref().map(String::as_str), &json!(text));
    }
    let schemas =
        ["^[a-z]+$", "^[a-z]{1,63}$"].map(|pattern| format!("{{type: string, pattern: '{pattern}'}}"));
    refuses("pattern-long", schemas.each_ref().map(String::as_str), &json!("a".repeat(64)));
}

/// Replaces a part of the CRD, and expects an exit code and lines of the report.
fn replaced(name: &str, [old, new]: [&str; 2], code: i32, expected: &[&str]) {
    const PART: &str = "    storage: true\n";
    let with = |base: &str, text: &str| match text.starts_with(' ') {
        true => base.replace(PART, &format!("{PART}{text}\n")),
        false => base.replace("scope: Namespaced", text),
    };
    let (found, text) = edited(name, |base| [with(base, old), with(base, new)], &[]);
    assert_eq!(found, code, "{text}");
    expected.iter().for_each(|line| assert!(text.contains(line), "{line}: {text}"));
}

#[test]
fn what_a_server_does_not_change_is_shown_at_its_value() {
    let scope = ["scope: Namespaced", "scope: Cluster"];
    replaced("scope", scope, 1, &["error: spec.scope is `Cluster`", "new.yaml:6:10\n"]);
    let edit = |base: &str| [base.to_owned(), base.replace("kind: Widget,", "kind: Gadget,")];
    let (code, text) = edited("kind", edit, &[]);
    assert_eq!(code, 1);
    assert!(text.contains("spec.names.kind is `Gadget`") && text.contains("new.yaml:7:17\n"), "{text}");
}

#[test]
fn subresources_and_selectable_fields_that_are_gone_refuse_requests() {
    let scale = "    subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.a}}";
    let other = "    subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.b}}";
    replaced(
        "scale-gone",
        [scale, " "],
        1,
        &["error: version `v1` lacks the subresource `scale`: writes to it are refused"],
    );
    replaced(
        "scale-new",
        [" ", scale],
        0,
        &["note: version `v1` has the subresource `scale`", ": 1 other change\n"],
    );
    replaced("scale-other", [scale, other], 0, &["note: version `v1` has another subresource `scale`"]);
    let fields = "    selectableFields: [{jsonPath: .spec.a}]";
    let gone =
        "error: version `v1` lacks the selectable field `.spec.a`: requests that select by it are refused";
    replaced("fields-gone", [fields, " "], 1, &[gone]);
    replaced("fields-new", [" ", fields], 0, &["note: version `v1` has the selectable field `.spec.a`"]);
}

#[test]
fn other_changes_are_no_equal_file() {
    let columns = "    additionalPrinterColumns: [{name: A, type: integer, jsonPath: .spec.a}]";
    replaced("columns", [" ", columns], 0, &["`kubectl get` shows other columns", ": 1 other change\n"]);
    let deprecated = ["    deprecated: false", "    deprecated: true"];
    replaced(
        "deprecated",
        deprecated,
        0,
        &["version `v1`: deprecated is `true`, was absent: clients get another warning"],
    );
    let strategy = ["scope: Namespaced", "scope: Namespaced\n  conversion: {strategy: None}"];
    replaced("no-conversion", strategy, 0, &["no change"]);
    let conversion = "scope: Namespaced\n  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: 'https://a.example'}}}";
    replaced("conversion", ["scope: Namespaced", conversion], 0, &["spec.conversion is another, was absent"]);
    let names = |base: &str| {
        [base.to_owned(), base.replace("singular: widget", "singular: widget, shortNames: [wd]")]
    };
    let (code, text) = edited("short-names", names, &[]);
    assert_eq!(code, 0);
    assert!(
        text.contains("spec.names.shortNames is `[\"wd\"]`, was absent")
            && text.contains(": 1 other change\n"),
        "{text}"
    );
}

#[test]
fn a_changed_text_of_a_rule_is_named() {
    let rule = |more: &str| {
        format!("{{type: integer, x-kubernetes-validations: [{{rule: self > 0, message: too small{more}}}]}}")
    };
    let (_, changes) = of_field("reworded", [&rule(""), &rule(", reason: FieldValueForbidden")]);
    assert_eq!(
        [&changes[0]["old"], &changes[0]["new"]],
        [&json!("no reason"), &json!("reason: FieldValueForbidden")]
    );
}

#[test]
fn a_list_that_becomes_a_map_is_one_change() {
    let list = |more: &str| {
        format!(
            "{{type: array, {more}items: {{type: object, required: [b], properties: {{b: {{type: integer}}}}}}}}"
        )
    };
    let map = list("x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [b], ");
    let (code, changes) = of_field("list-map", [&list(""), &map]);
    assert_eq!((code, changes.len(), &changes[0]["new"]), (1, 1, &json!("map, keys: b")), "{changes:#?}");
}
