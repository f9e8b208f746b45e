//! Rules as deep and as large as the server takes, and larger ones.

use crate::{Crate, RUNTIME, SERIALIZED, WITH_FILES, add_files};
use serde_json::json;
use std::time::{Duration, Instant};

/// A struct with rules on a list of lists and on a chain of structs, both deeper than any rule can look.
fn with_rules(rules: &[String]) -> String {
    let mut source = String::from("#![recursion_limit = \"512\"]\nuse cel_runtime::XValidation;\n");
    let rules: String = rules.iter().map(|rule| format!("#[x_validation(rule = \"{rule}\")]\n")).collect();
    source += &format!(
        "#[derive(XValidation)]\n#[x_validation(manual_crd)]\n{rules}pub struct Spec {{ pub x: i32, "
    );
    source += &format!("pub list: {}i32{}, pub c: C0 }}\n", "Vec<".repeat(LEVELS), ">".repeat(LEVELS));
    for n in 0..CHAIN {
        let child = if n + 1 < CHAIN { format!("pub c: C{}", n + 1) } else { "pub x: i32".to_owned() };
        source += &format!("#[derive(XValidation)]\npub struct C{n} {{ {child} }}\n");
    }
    source
}

/// Rust types nest less deeply than rules.
const LEVELS: usize = 100;
const CHAIN: usize = 248;

fn around(open: &str, inner: &str, close: &str, n: usize) -> String {
    format!("{}{inner}{}", open.repeat(n), close.repeat(n))
}

#[test]
fn deep_rules_compile() {
    let rules = [
        around("(", "true", ")", 249),
        around("(", "self.x > 0", ")", 248),
        around("(self.x > 0 ? true : ", "false", ")", 120),
        format!("{}false", "self.x == 1 ? true : ".repeat(120)),
        format!("{} == {}", around("[", "self.x", "]", 245), around("[", "1", "]", 245)),
        format!("self{}.x > 0", ".c".repeat(CHAIN)),
        format!("self.list{} > 0", "[0]".repeat(LEVELS)),
        format!("self.x > 0{}", " && self.x > 0".repeat(250)),
        format!("self.x{} > 0", " + 1".repeat(200)),
        around("!", "(self.x > 0)", "", 10_000),
    ];
    Crate { name: "deep", dependencies: RUNTIME, source: &with_rules(&rules) }.compiles();
}

/// The same over JSON, with loops whose reads are constant.
#[test]
fn deep_rules_of_a_crd_file_compile() {
    let rules = [
        around("(self.x > 0 ? true : ", "self.l.all(i, i in self.l)", ")", 119),
        format!("{}false", "self.x == 1 ? true : ".repeat(120)),
        format!("{}i0 in self.l{}", all(40), ")".repeat(40)),
    ];
    let rules: Vec<_> = rules.iter().map(|rule| json!({"rule": rule})).collect();
    let properties = json!({"x": {"type": "integer"}, "l": {"type": "array", "maxItems": 1, "items": {"type": "integer"}}});
    let schema = json!({"type": "object", "x-kubernetes-validations": rules, "properties": properties});
    let version =
        json!({"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}});
    let names =
        json!({"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"});
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "widgets.example.dev"},
        "spec": {"group": "example.dev", "scope": "Namespaced", "names": names, "versions": [version]},
    });
    let source =
        "mod widgets { cel_runtime::include_crd!(\"crds/deep.yaml\"); }\npub use widgets::v1::evaluate;\n";
    let krate = Crate { name: "deep-crd", dependencies: WITH_FILES, source };
    add_files(&krate.write(), &[("deep.yaml", &crd.to_string())]);
    krate.compiles();
}

/// `self.l.all(i0, self.l.all(i1, `
fn all(loops: usize) -> String {
    (0..loops).map(|n| format!("self.l.all(i{n}, ")).collect()
}

#[test]
fn too_deep_a_rule_is_an_ordinary_error() {
    let rules = [
        around("(", "self.x > 0", ")", 10_000),
        around("[", "", "]", 10_000),
        format!("{}false", "self.x == 1 ? true : ".repeat(10_000)),
        format!("self{}.x > 0", ".c".repeat(10_000)),
        format!("self.list{} > 0", "[0]".repeat(10_000)),
        format!("self.x{} > 0", " + 1".repeat(10_000)),
    ];
    for rule in rules {
        let source = with_rules(std::slice::from_ref(&rule));
        let (success, text) = Crate { name: "too-deep", dependencies: RUNTIME, source: &source }.check();
        let start = &rule[..20];
        assert!(!success && text.starts_with("error: "), "{start}: {text:.2000}");
        assert!(!text.contains("overflow") && !text.contains("SIG"), "{start}: {text:.2000}");
    }
}

/// `optional.of(self.x).optMap(v0, v0 + v0 + v0).optMap(..)`: the server evaluates the target of each step twice.
fn chained(steps: usize) -> String {
    let steps: String = (0..steps).map(|n| format!(".optMap(v{n}, v{n} + v{n} + v{n})")).collect();
    format!("optional.of(self.x){steps}.orValue(0) > 0")
}

/// `optional.of(self.x).optMap(v0, optional.of(v0 + v0 + v0).optMap(v1, ..).value()).value() > 0`
fn nested(steps: usize) -> String {
    let triple = |n: usize| format!("v{n} + v{n} + v{n}");
    let inner = (0..steps).rev().fold(triple(steps - 1), |inner, n| {
        let value = n.checked_sub(1).map_or("self.x".to_owned(), triple);
        format!("optional.of({value}).optMap(v{n}, {inner}).value()")
    });
    format!("{inner} > 0")
}

/// As many elements as a list may need, and rules of the largest size the server takes; with the server's costs.
#[test]
fn large_rules_run() {
    let list = |element: fn(usize) -> String| (0..5_000).map(element).collect::<Vec<_>>().join(", ");
    let fallible = |element: fn(usize) -> String| (0..3_000).map(element).collect::<Vec<_>>().join(", ");
    let filled = |head: &str, part: &str, tail: &str| {
        let parts = (100_000 - head.len() - tail.len()) / part.chars().count();
        format!("{head}{}{tail}", part.repeat(parts))
    };
    let rules = [
        (format!("self.x in [{}]", list(|n| n.to_string())), 2),
        (format!("[{}].all(y, y < 5000 + self.x)", list(|n| n.to_string())), 40_001),
        (format!("[{}].exists(y, y > 4999)", list(|n| format!("self.x + {n}"))), 45_011),
        (format!("{{{}}}[self.x] > 0", list(|n| format!("{n}: self.x"))), 10_034),
        (filled("self.text != '", "ä", "'"), 10_001),
        (filled("self.x > 0", " && self.x > 0", ""), 21_429),
        ("!self.text.matches('(a*)*b')".to_owned(), 209_719),
        (format!("[{}].size() == 3000", fallible(|n| format!("{n} / self.x"))), 9_012),
        (format!("{{{}}}.size() == 3000", fallible(|n| format!("{n}: {n} / self.x"))), 9_032),
        (chained(8), 2_809),
        (nested(8), 128),
    ];
    let attributes: String =
        rules.iter().map(|(rule, _)| format!("#[x_validation(rule = \"{rule}\")]\n")).collect();
    let costs: Vec<u64> = rules.iter().map(|(_, cost)| *cost).collect();
    let source = include_str!("large.rs")
        .replace("// RULES", &attributes)
        .replace("/* COSTS */", &format!("{costs:?}"));
    let (success, text) = Crate { name: "large", dependencies: SERIALIZED, source: &source }.cargo("test");
    assert!(success, "{text}");
}

/// Hundreds of comparisons of whole objects in loops and below `optMap`, and thousands of indexes there, with the server's costs. The limit is ten times what it takes.
#[test]
fn large_rules_in_loops_run() {
    let repeated = |term: &str, operator: &str| vec![term; 300].join(operator);
    let same = repeated("dyn(x.a) == dyn(x.b)", " && ");
    let different = repeated("dyn(y.a) != dyn(x.b)", " || ");
    let with_first = repeated("dyn(x.a) == dyn(self.first.b)", " && ");
    let indexed = vec!["x.list[0] > 0"; 3_000].join(" && ");
    let rules = [
        (format!("self.items.all(x, {same})"), 4_209),
        (format!("self.items.all(y, y.items.exists(x, {different} || true))"), 4_229),
        (format!("self.?first.optMap(x, {same}).orValue(false)"), 2_107),
        (format!("self.items.filter(x, x.a.x > 0).all(x, {same})"), 4_244),
        (repeated("dyn(self.first) == dyn(self.first)", " && "), 2_100),
        (format!("self.items.all(x, {with_first})"), 4_809),
        (format!("self.?first.optMap(x, {indexed}).orValue(false)"), 12_007),
    ];
    let attributes: String =
        rules.iter().map(|(rule, _)| format!("#[x_validation(rule = \"{rule}\")]\n")).collect();
    let costs: Vec<u64> = rules.iter().map(|(_, cost)| *cost).collect();
    let source = include_str!("large_loops.rs")
        .replace("// RULES", &attributes)
        .replace("/* COSTS */", &format!("{costs:?}"));
    let start = Instant::now();
    let krate = Crate { name: "large-loops", dependencies: SERIALIZED, source: &source };
    let (success, text) = krate.cargo("test");
    assert!(success, "{text}");
    assert!(start.elapsed() < Duration::from_secs(300), "{:?}", start.elapsed());
}

/// rustc takes 127 attributes of one name on an item; rules in one attribute are as many as the author likes.
#[test]
fn a_thousand_rules_on_a_type_and_on_a_field() {
    let rules = |of: &str, value: &str| {
        let rules: Vec<String> =
            (0..1_000).map(|n| format!("{of}(rule = \"{value} > {n}\", message = \"{n}\")")).collect();
        rules.join(", ")
    };
    let source = format!(
        "#[derive(cel_runtime::XValidation)]\n#[x_validation(manual_crd, {})]\npub struct Spec {{\n\
         #[x_validation({})] pub x: i64,\n#[x_validation({})] pub list: Vec<i64>,\n}}",
        rules("self", "self.x"),
        rules("self", "self"),
        rules("items", "self"),
    );
    Crate { name: "grouped", dependencies: RUNTIME, source: &source }.compiles();
}
