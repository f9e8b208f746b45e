//! CRDs that are made to hurt `cel-codegen diff`: each change wants a search, and each object of a search wants judgements.

use super::{crd, file, lines, listed, run};

/// Compares two schemas; the exit code must be this, and what is printed must contain that.
fn diff(name: &str, [old, new]: [String; 2], code: i32, expected: &str) {
    compare(name, [crd(&old), crd(&new)], code, expected);
}

fn compare(name: &str, texts: [String; 2], code: i32, expected: &str) {
    let [old, new] = ["old", "new"].map(|side| format!("diff-{name}-{side}.yaml"));
    let [old, new] = [file(&old, &texts[0]), file(&new, &texts[1])];
    let path = |path: &std::path::Path| path.to_str().expect("UTF-8").to_owned();
    let output = run(&["diff", &path(&old), &path(&new)]);
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{name}: {printed:.2000}");
    assert!(printed.contains(expected), "{name}: {printed:.2000}");
    assert!(printed.len() < 20_000_000, "{name}: {} bytes", printed.len());
}

/// One property with rules.
fn rules(count: usize, rule: impl Fn(usize) -> String) -> String {
    let rules = lines(count, |n| format!("    - rule: \"{}\"", rule(n)));
    format!("type: object\nproperties:\n  a:\n    type: integer\n    x-kubernetes-validations:\n{rules}")
}

/// Many properties.
fn properties(count: usize, schema: impl Fn(usize) -> String) -> String {
    format!("type: object\nproperties:\n{}", lines(count, |n| format!("  p{n}: {{{}}}", schema(n))))
}

#[test]
fn ten_thousand_rules_of_one_property() {
    let changed = [">=", ">"].map(|than| rules(10_000, |n| format!("self {than} {n}")));
    diff("rules", changed, 0, "1 version compared");
    let none = "type: object\nproperties:\n  a: {type: integer}".to_owned();
    diff("new_rules", [none, rules(10_000, |n| format!("self > {n}"))], 1, "10000 tightened");
    let alike = ["1", "2"].map(|n| rules(5_000, |i| format!("self != oldSelf || self > {n} || {i} == {i}")));
    diff("alike_rules", alike, 0, "5000 without an effect that was found");
}

#[test]
fn many_properties_with_a_change_each() {
    let bounds = ["5", "4"].map(|max| properties(10_000, |_| format!("type: integer, maximum: {max}")));
    diff("bounds", bounds, 1, "1 version compared: 10000 tightened\n");
    let ruled = [">=", ">"].map(|than| {
        properties(5_000, |n| format!("type: integer, x-kubernetes-validations: [{{rule: self {than} {n}}}]"))
    });
    diff("ruled", ruled, 1, "tightened");
    let named = ["p", "q"]
        .map(|name| properties(10_000, |_| "type: string".to_owned()).replace("  p", &format!("  {name}")));
    diff("renamed", named, 1, "tightened");
    let names = listed(10_000, |n| format!("p{n}"));
    let all = properties(10_000, |_| "type: string".to_owned());
    let required = [all.clone(), format!("required: [{names}]\n{all}")];
    diff("required", required, 1, "not searched");
}

#[test]
fn long_lists_and_texts() {
    let longest = |max: usize| properties(5_000, |_| format!("type: string, maxLength: {max}"));
    diff("texts", [longest(100_000), longest(99_999)], 1, "1 version compared");
    let items = "items: {type: array, minItems: 1900, items: {type: string, minLength: 1000}}";
    let lists = |max: usize| properties(3_000, |_| format!("type: array, {items}, maxItems: {max}"));
    diff("lists", [lists(2_000), lists(1_999)], 1, "1 version compared");
    let keys = listed(3_000, |n| format!("k{n}"));
    let keyed = |max: usize| {
        let keys_of = lines(3_000, |n| format!("      k{n}: {{type: string, maxLength: {max}}}"));
        format!(
            "type: object\nproperties:\n a:\n  type: array\n  x-kubernetes-list-type: map\n  x-kubernetes-list-map-keys: [{keys}]\n  items:\n    type: object\n    required: [{keys}]\n    properties:\n{keys_of}"
        )
    };
    diff("keys", [keyed(5), keyed(4)], 1, "1 version compared");
}

#[test]
fn a_hundred_thousand_values_of_an_enum() {
    let of = |first: usize| {
        let values = listed(100_000, |n| format!("a{}", n + first));
        format!("type: object\nproperties:\n  a: {{type: string, enum: [{values}]}}")
    };
    diff("enum", [of(0), of(1)], 1, "1 tightened");
}

#[test]
fn thousands_of_versions_and_crds() {
    let versions = |max: usize| {
        let head = crd("").split("  versions:").next().unwrap_or_default().to_owned();
        let stored = format!(
            "  - name: v1\n    served: true\n    storage: true\n    schema: {{openAPIV3Schema: {{type: object, properties: {{{}}}}}}}\n",
            listed(10_000, |n| format!("p{n}: {{type: string}}"))
        );
        let others = lines(1_000, |n| {
            format!(
                "  - {{name: v{}, served: true, storage: false, schema: {{openAPIV3Schema: {{type: object, properties: {{a: {{type: integer, maximum: {max}}}}}}}}}}}",
                n + 2
            )
        });
        format!("{head}  versions:\n{stored}{others}")
    };
    compare("versions", [versions(5), versions(4)], 1, "1001 versions compared");
    let crds = |max: usize| {
        lines(2_000, |n| {
            let text = crd(&format!("type: object\nproperties:\n  a: {{type: integer, maximum: {max}}}"));
            // Names end in the number, plural ones in `s`.
            let text =
                text.replace("widgets", &format!("widget{n}s")).replace("widget,", &format!("widget{n},"));
            format!("---\n{}", text.replace("Widget", &format!("Widget{n}")))
        })
    };
    compare("crds", [crds(5), crds(4)], 1, "2000 versions compared");
}

#[test]
fn many_fields_through_one_anchor() {
    let shared = |max: usize| {
        let fields = listed(200, |n| format!("p{n}: {{type: integer, maximum: {max}}}"));
        let aliases = lines(99, |n| format!("  q{n}: *a"));
        format!("type: object\nproperties:\n  q: &a {{type: object, properties: {{{fields}}}}}\n{aliases}")
    };
    diff("shared", [shared(5), shared(4)], 1, "tightened");
}

#[test]
fn anchors_that_stand_for_too_much() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for n in 1..20_000 {
        text += &format!("a{n}: &a{n} [{}]\n", vec![format!("*a{}", n - 1); 9].join(", "));
    }
    let file = text + &crd("type: object");
    compare("nested", [file.clone(), file.clone()], 2, super::EXCESSIVE);
    compare("one_nested", [crd("type: object"), file], 2, super::EXCESSIVE);
}

#[test]
fn schemas_of_many_levels() {
    let deep = |levels: usize, max: usize| {
        let inner = format!("{{type: integer, maximum: {max}}}");
        format!("{}{inner}{}", "{type: object, properties: {a: ".repeat(levels), "}}".repeat(levels))
    };
    diff("deep", [deep(240, 5), deep(240, 4)], 1, "1 tightened");
    diff("deeper", [deep(10_000, 5), deep(10_000, 4)], 2, "levels");
    let json = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    diff("lists", [json(10_000), json(10_000)], 2, "levels");
}
