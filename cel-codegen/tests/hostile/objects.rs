//! Objects that are made to hurt `cel-codegen validate`: long keys around many mistakes, mistakes that show much, updates in which
//! everything fails.

use super::{crd, file, lines, listed, run};

/// Validates an object against a CRD whose `spec` has a schema; the exit code must be this, and what is printed must contain that.
fn validate(name: &str, schema: &str, [old, new]: [Option<&str>; 2], code: i32, expected: &str) -> String {
    let definition = crd(&format!("type: object\nproperties:\n  spec: {schema}"));
    let path = |suffix: &str, text: &str| {
        let path = file(&format!("{name}-{suffix}"), text);
        path.to_str().expect("UTF-8").to_owned()
    };
    let mut arguments = vec!["validate".to_owned(), "--crd".to_owned(), path("crd.yaml", &definition)];
    if let Some(old) = old {
        arguments.extend(["--old".to_owned(), path("old.yaml", old)]);
    }
    arguments.push(path("new.yaml", new.unwrap_or_default()));
    let mut printed = String::new();
    for format in ["human", "json", "github", "sarif"] {
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        arguments.extend(["--format", format]);
        let output = run(&arguments);
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{name} {format}: {text:.2000}");
        assert!(text.len() < 200_000_000, "{name} {format}: {} bytes", text.len());
        if format == "human" {
            assert!(text.contains(expected), "{name}: {text:.2000}");
            let longest = text.lines().map(str::len).max().unwrap_or_default();
            assert!(longest < 10_000, "{name}: a line of {longest} bytes");
            printed = text.into_owned();
        }
    }
    printed
}

fn widget(spec: &str) -> String {
    format!(
        "{{apiVersion: example.dev/v1, kind: Widget, metadata: {{name: a, namespace: b}}, spec: {spec}}}\n"
    )
}

/// A key of 500 kB around the entries of a map.
fn below_a_long_key(entries: &str) -> String {
    widget(&format!("{{? {} : {{{entries}}}}}", "k".repeat(500_000)))
}

const MAP_OF_MAPS: &str =
    "{type: object, additionalProperties: {type: object, additionalProperties: VALUES}}";

fn map_of_maps(values: &str) -> String {
    MAP_OF_MAPS.replace("VALUES", values)
}

#[test]
fn right_values_below_a_long_key() {
    let object = below_a_long_key(&listed(50_000, |n| format!("a{n}: {n}")));
    let values = "{type: integer, x-kubernetes-validations: [{rule: self >= 0}]}";
    validate("right", &map_of_maps(values), [None, Some(&object)], 0, "all accepted");
    validate("right_update", &map_of_maps(values), [Some(&object), Some(&object)], 0, "all accepted");
    let either =
        "{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}], not: {minimum: 60000}}";
    validate("either", &map_of_maps(either), [None, Some(&object)], 0, "all accepted");
}

#[test]
fn wrong_values_below_a_long_key() {
    let object = below_a_long_key(&listed(50_000, |n| format!("a{n}: {n}")));
    validate("types", &map_of_maps("{type: string}"), [None, Some(&object)], 1, "1 object: 1 refused");
    let neither = "{anyOf: [{minimum: 60000}, {minimum: 70000}], type: integer}";
    validate("neither", &map_of_maps(neither), [None, Some(&object)], 1, "1 object: 1 refused");
    let ruled = "{type: integer, x-kubernetes-validations: [{rule: self < 0}]}";
    validate("ruled", &map_of_maps(ruled), [None, Some(&object)], 1, "more errors were truncated");
    let warned = validate("warned", &map_of_maps(ruled), [Some(&object), Some(&object)], 0, "all accepted");
    assert!(warned.contains("more warnings were truncated"), "{warned:.2000}");
    let lists = "{type: array, x-kubernetes-list-type: set, items: {type: integer}}";
    let object = below_a_long_key(&listed(20_000, |n| format!("a{n}: [1, 1]")));
    validate("sets", &map_of_maps(lists), [None, Some(&object)], 1, "more errors were truncated");
}

#[test]
fn unknown_fields_below_a_long_key() {
    let schema = "{type: object, additionalProperties: {type: object, properties: {known: {type: integer}}}}";
    let object = below_a_long_key(&listed(50_000, |n| format!("a{n}: {n}")));
    validate("unknown", schema, [None, Some(&object)], 1, "1 object: 1 refused");
}

#[test]
fn unknown_fields_beside_many_known_ones() {
    let known = listed(2_000, |n| format!("property{n}: {{type: integer}}"));
    let object = widget(&format!("{{{}}}", listed(50_000, |n| format!("propertx{n}: {n}"))));
    validate(
        "nearly",
        &format!("{{type: object, properties: {{{known}}}}}"),
        [None, Some(&object)],
        1,
        "did you mean",
    );
}

#[test]
fn values_that_are_none_of_many() {
    let values = listed(5_000, |n| format!("value{n}"));
    let schema = format!("{{type: array, items: {{type: string, enum: [{values}]}}}}");
    let object = widget(&format!("[{}]", listed(50_000, |n| format!("other{n}"))));
    validate("enum", &schema, [None, Some(&object)], 1, "more errors were truncated");
}

#[test]
fn updates_of_which_every_item_fails() {
    let schema = "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [id], items: {type: object, required: [id], \
                  properties: {id: {type: string}, v: {type: integer, maximum: 5, x-kubernetes-validations: [{rule: self == oldSelf}, {rule: self < 5}]}}}}";
    let items = |v: usize| widget(&format!("[{}]", listed(100_000, |id| format!("{{id: i{id}, v: {v}}}"))));
    let (old, new) = (items(6), items(7));
    validate("items", schema, [Some(&old), Some(&new)], 1, "1 object: 1 refused");
    validate("same_items", schema, [Some(&old), Some(&old)], 0, "all accepted");
}

#[test]
fn updates_that_every_rule_refuses() {
    let schema = "{type: array, items: {type: object, properties: {v: {type: integer, x-kubernetes-validations: [{rule: self < 5}]}}}}";
    let items = |v: usize| widget(&format!("[{}]", listed(100_000, |_| format!("{{v: {v}}}"))));
    let (old, new) = (items(6), items(7));
    validate("ruled_items", schema, [Some(&old), Some(&new)], 1, "1 object: 1 refused");
    validate("same_ruled_items", schema, [Some(&old), Some(&old)], 0, "all accepted");
}

#[test]
fn objects_with_anchors() {
    let schema = "{type: object, x-kubernetes-preserve-unknown-fields: true}";
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for n in 1..20_000 {
        text += &format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", "));
    }
    validate("nested", schema, [None, Some(&(text + &widget("1")))], 2, super::EXCESSIVE);
    let long = |times: usize| {
        let texts = listed(times, |_| "*a".to_owned());
        widget(&format!("{{a: &a \"{}\", b: [{texts}]}}", "x".repeat(1_000_000)))
    };
    validate("texts", schema, [None, Some(&long(1))], 0, "etcdserver: request is too large");
    validate("long_texts", schema, [None, Some(&long(3))], 1, "Request entity too large: limit is 3145728");
    validate("excessive", schema, [None, Some(&long(100_000))], 2, super::EXCESSIVE);
    let keys = lines(100_000, |n| format!("  k{n}: 1"));
    let merged = format!("a: &a\n{keys}{}", lines(9, |n| format!("b{n}: {{<<: *a}}")));
    validate("merges", schema, [None, Some(&merged)], 2, super::EXCESSIVE);
}

#[test]
fn many_objects_and_what_they_were() {
    let objects = |n: usize| {
        lines(20_000, |i| {
            format!("---\n{}", widget(&n.to_string()).replace("name: a", &format!("name: a{i}")))
        })
    };
    let schema = "{type: integer, x-kubernetes-validations: [{rule: self >= oldSelf}]}";
    validate("many", schema, [Some(&objects(1)), Some(&objects(2))], 0, "20000 objects: all accepted");
}

#[test]
fn many_objects_of_a_large_crd() {
    let rules =
        |n: usize| format!("p{n}: {{type: integer, x-kubernetes-validations: [{{rule: self >= {n}}}]}}");
    let schema = format!("{{type: object, properties: {{{}}}}}", listed(8_000, rules));
    let objects =
        lines(5_000, |n| format!("---\n{}", widget("{p1: 1}").replace("name: a", &format!("name: a{n}"))));
    validate("large_crd", &schema, [None, Some(&objects)], 0, "5000 objects: all accepted");
}

#[test]
fn a_long_name_beside_many_mistakes() {
    let object = widget(&format!("[{}]", listed(50_000, |n| format!("t{n}"))));
    let object = object.replace("name: a", &format!("name: {}", "a".repeat(500_000)));
    validate(
        "name",
        "{type: array, items: {type: integer}}",
        [None, Some(&object)],
        1,
        "1 object: 1 refused",
    );
}

#[test]
fn many_wrong_labels() {
    let labels = listed(50_000, |n| format!("'-{n}': '*'"));
    let object =
        widget("1").replace("name: a", &format!("name: a, labels: {{{labels}}}, finalizers: [{labels}]"));
    validate("labels", "{type: integer}", [None, Some(&object)], 1, "1 object: 1 refused");
}

#[test]
fn ten_thousand_levels() {
    let object = widget(&format!("{}1{}", "{a: ".repeat(10_000), "}".repeat(10_000)));
    let schema = "{type: object, x-kubernetes-preserve-unknown-fields: true}";
    validate("levels", schema, [None, Some(&object)], 2, "levels");
    let object = format!("{{\"kind\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    validate("lists", schema, [None, Some(&object)], 2, "levels");
}
