//! The same for objects that `validate` judges.

use super::{file, listed, run};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              text: {type: string, maxLength: 5}
              list: {type: array, items: {type: integer, maximum: 3}}
              set: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              keys:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string}, n: {type: integer, maximum: 3}, d: {type: integer, default: 5}}
              map: {type: object, additionalProperties: {type: integer, maximum: 3}}
              ruled:
                type: array
                maxItems: 100000
                items: {type: integer, x-kubernetes-validations: [{rule: self < 3}]}
              one: {type: array, items: {type: object, oneOf: [{required: [a]}, {required: [b]}], properties: {a: {}, b: {}}}}
              any: {x-kubernetes-preserve-unknown-fields: true}
              known: {type: object, properties: {a: {type: string}}}
";

fn object(name: &str, spec: &str) -> String {
    format!("apiVersion: example.dev/v1\nkind: Widget\nmetadata: {{name: {name}}}\nspec:\n  {spec}\n")
}

/// Judges an object, or an update of another; the exit code must be this, and what is printed must contain that.
fn check(name: &str, new: &str, old: Option<&str>, code: i32, expected: &str) {
    let path = |part: &str, text: &str| file(&format!("{name}_{part}.yaml"), text).display().to_string();
    let (crd, new) = (path("crd", CRD), path("new", new));
    let old = old.map(|old| path("old", old));
    let mut arguments = vec!["validate", "--crd", &crd, &new];
    arguments.extend(old.iter().flat_map(|old| ["--old", old]));
    let output = run(&arguments);
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{name}: {printed:.2000}");
    assert!(printed.contains(expected), "{name}: {printed:.2000}");
    let longest = printed.lines().map(str::len).max().unwrap_or_default();
    assert!(longest < 10_000, "{name}: a line of {longest} bytes");
}

#[test]
fn large_objects() {
    check(
        "text",
        &object("a", &format!("text: {}", "x".repeat(1 << 20))),
        None,
        1,
        "may not be more than 5 bytes",
    );
    let keys = listed(100_000, |n| format!("k{n}: 1"));
    check("map", &object("a", &format!("map: {{{keys}}}")), None, 0, "all accepted");
    check("unknown", &object("a", &format!("known: {{{keys}}}")), None, 1, "unknown field \"spec.known.k0\"");
    check("free", &object("a", &format!("any: {{{keys}}}")), None, 0, "all accepted");
}

#[test]
fn nested_objects() {
    let nested = |levels: usize| format!("any: {}{}", "[".repeat(levels), "]".repeat(levels));
    check("deep", &object("a", &nested(480)), None, 0, "all accepted");
    check("too_deep", &object("a", &nested(10_000)), None, 2, "nested deeper than 500 levels");
}

#[test]
fn aliases() {
    let spec = format!("list: &a [{}]\n  any: [{}]", listed(1_000, |_| "7".to_owned()), "*a, ".repeat(80));
    check("aliases", &object("a", &spec), None, 1, "should be less than or equal to 3");
    let spec = format!("any: [&a [{}], {}]", listed(10_000, |_| "7".to_owned()), "*a, ".repeat(10_000));
    check("many_aliases", &object("a", &spec), None, 2, super::EXCESSIVE);
}

#[test]
fn everything_fails() {
    let list = |item: &str| listed(50_000, |_| item.to_owned());
    check("list", &object("a", &format!("list: [{}]", list("7"))), None, 1, "1 refused");
    check("ruled", &object("a", &format!("ruled: [{}]", list("7"))), None, 1, "1 refused");
    check("one", &object("a", &format!("one: [{}]", list("{}"))), None, 1, "1 refused");
    let twice = listed(50_000, |n| format!("k{}", n / 2));
    check("set", &object("a", &format!("set: [{twice}]")), None, 1, "Duplicate value");
}

#[test]
fn updates_in_which_everything_fails() {
    let keys = |n: usize| listed(20_000, move |i| format!("{{name: k{i}, n: {n}}}"));
    let (old, new) = (format!("keys: [{}]", keys(8)), format!("keys: [{}]", keys(7)));
    check("keys", &object("a", &new), Some(&object("a", &old)), 1, "1 refused");
    check("same", &object("a", &old), Some(&object("a", &old)), 0, "all accepted");
    let map = |n: usize| format!("map: {{{}}}", listed(50_000, |i| format!("k{i}: {n}")));
    check("maps", &object("a", &map(7)), Some(&object("a", &map(8))), 1, "1 refused");
}

#[test]
fn many_objects() {
    let all = |text: &str| {
        let objects: Vec<String> =
            (0..10_000).map(|n| object(&format!("a{n}"), &format!("text: {text}"))).collect();
        objects.join("---\n")
    };
    check("many", &all("good"), Some(&all("bad")), 0, "10000 objects: all accepted");
}
