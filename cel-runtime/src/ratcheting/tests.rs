mod reference;

use super::{value::Value, *};
use serde::Serialize;
use serde_json::json;
use std::{collections::BTreeMap, sync::LazyLock};

/// A schema as a tree.
#[derive(Debug)]
enum Shape {
    Leaf,
    Object(&'static [(&'static str, Shape)]),
    Map(&'static Shape),
    KeyedList(&'static [&'static str], &'static Shape),
}

impl Shape {
    /// The shape as the program has it. A node stands after the nodes below it.
    fn written(&self) -> &'static super::Shape {
        let mut nodes = Vec::new();
        self.write(&mut nodes);
        Box::leak(Box::new(super::Shape::new(Json::Array(nodes).to_string().leak())))
    }

    fn write(&self, nodes: &mut Vec<Json>) -> usize {
        let node = match self {
            Shape::Leaf => Json::Null,
            Shape::Object(properties) => {
                properties.iter().map(|(name, shape)| (*name, shape.write(nodes))).collect()
            }
            Shape::Map(values) => json!(values.write(nodes)),
            Shape::KeyedList(keys, items) => {
                let items = json!(items.write(nodes));
                [items].into_iter().chain(keys.iter().map(|key| json!(key))).collect()
            }
        };
        nodes.push(node);
        nodes.len() - 1
    }
}

static SHAPE: Shape = Shape::Object(&[
    ("kind", Shape::Leaf),
    ("map", Shape::Map(&Shape::Leaf)),
    (
        "ports",
        Shape::KeyedList(&["port", "name"], &Shape::Object(&[("name", Shape::Leaf), ("port", Shape::Leaf)])),
    ),
    ("set", Shape::Leaf),
    ("x", Shape::Object(&[("y", Shape::Leaf)])),
]);

/// Goes along the steps and asks for the value there.
fn follow(ratcheting: &mut Ratcheting<'_>, path: &Path<'_>, steps: &[Step<'_>]) -> bool {
    let (step, rest) = match steps.split_first() {
        None => return ratcheting.is_unchanged(path),
        Some((step, rest)) => (step, rest),
    };
    let path = match step {
        Step::Base(_) => *path,
        Step::Field(name) => path.field(name),
        Step::Key(key) => path.key(key),
        Step::Index(index) => path.index(*index),
    };
    follow(ratcheting, &path, rest)
}

/// Both objects as trees and as texts.
fn both_ways<'o>(new: &'o Json, old: &'o Json, shape: &'static Shape) -> [Ratcheting<'o>; 2] {
    let shape = shape.written();
    let texts = (Texts::of(new, old).unwrap(), shape.model());
    let written = Way::new(InTexts::root(shape.model().last()), texts);
    [Ratcheting::new(new, old, shape), Ratcheting::Written(written)]
}

fn check(new: &Json, old: &Json, shape: &'static Shape, steps: &[Step<'_>], expected: bool) {
    for mut ratcheting in both_ways(new, old, shape) {
        assert_eq!(follow(&mut ratcheting, &Path::root(), steps), expected, "{steps:?} {new} {old}");
    }
}

#[test]
fn unchanged_is_what_the_schema_knows() {
    use Step::{Field, Index, Key};
    let old = json!({"x": {"y": 1}, "map": {"a": 1}, "set": [1, 2], "kind": "A",
        "ports": [{"port": 1, "name": "a"}, {"port": 2, "name": "b"}]});
    let new = json!({"x": {"y": 1, "z": 2}, "map": {"a": 1.0}, "set": [2, 1], "kind": "A",
        "ports": [{"port": 2, "name": "b"}, {"port": 1, "name": "c"}]});
    check(&new, &old, &SHAPE, &[], false);
    check(&new, &old, &SHAPE, &[Field("x")], false);
    check(&new, &old, &SHAPE, &[Field("x"), Field("y")], true);
    check(&new, &old, &SHAPE, &[Field("map"), Key("a")], false);
    check(&new, &old, &SHAPE, &[Field("set")], false);
    check(&new, &old, &SHAPE, &[Field("set"), Index(0)], false);
    check(&new, &old, &SHAPE, &[Field("kind")], false);
    check(&new, &old, &SHAPE, &[Field("ports"), Index(0)], true);
    check(&new, &old, &SHAPE, &[Field("ports"), Index(1)], false);
    check(&old, &old, &SHAPE, &[], true);
    check(&old, &old, &SHAPE, &[Field("set"), Index(1)], true);
    check(&old, &old, &SHAPE, &[Field("kind")], false);
    let reordered = json!({"ports": [{"port": 2, "name": "b"}, {"port": 1, "name": "a"}]});
    check(&reordered, &old, &SHAPE, &[Field("ports")], true);
}

/// The text of an object in its normal form.
#[track_caller]
fn check_text(object: impl Serialize, expected: &str) {
    assert_eq!(String::from_utf8(text::write(&object).unwrap()).unwrap(), expected);
}

#[test]
fn numbers_have_a_normal_form() {
    check_text(
        BTreeMap::from([(u64::MAX, 1_i128), (1, i128::MAX)]),
        r#"{"1":1.7014118346046923e+38,"18446744073709551615":1}"#,
    );
    check_text((u64::MAX, 1.5_f32, f64::NAN, -0.0), "[1.8446744073709552e+19,1.5,null,-0.0]");
    check_text(('c', "\u{e9}\"\\", ()), r#"["c","é\"\\",null]"#);
    assert!(text::write(&BTreeMap::from([((), 1)])).is_none(), "JSON has no such key");
}

#[test]
fn texts_of_any_length() {
    for (new, old) in [(10, 10), (10, 9_000), (9_000, 10), (9_000, 9_500), (9_000, 9_900), (100_000, 90_000)]
    {
        let [new, old] = [new, old].map(|length| vec!["a".repeat(length - 4)]);
        let texts = text::write_both(&new, &old).unwrap();
        assert_eq!(texts, [new, old].map(|list| serde_json::to_vec(&list).unwrap()));
    }
}

/// Compares two texts as serde may write them: a `HashMap` has its own order, and a flattened map may have the name of a field.
#[track_caller]
fn check_same(a: &str, b: &str, expected: bool) {
    let [a, b] = [a, b].map(|text| Value::at(text.as_bytes(), 0));
    assert_eq!([a.is_same(b), b.is_same(a)], [expected; 2]);
}

#[test]
fn entries_may_have_another_order() {
    check_same(r#"{"a":1,"b":{"c":[2,{}],"d":3}}"#, r#"{"b":{"d":3,"c":[2,{}]},"a":1}"#, true);
    check_same(r#"[{"a":1,"b":2},3]"#, r#"[{"b":2,"a":1},3]"#, true);
    check_same(r#"[{"a":1,"b":2},3]"#, r#"[{"b":2,"a":1},4]"#, false);
    check_same(r#"[{"a":1,"b":2},3]"#, r#"[{"b":2,"a":1}]"#, false);
    check_same(r#"{"a":1,"b":2}"#, r#"{"b":1,"a":2}"#, false);
    check_same(r#"{"a":1,"b":2}"#, r#"{"a":1}"#, false);
    check_same(r#"{"a":{}}"#, r#"{"a":[]}"#, false);
    check_same(r#"{"a":0.0}"#, r#"{"a":-0.0}"#, true);
}

/// Where the schema knows the names, a name that is there twice counts once.
#[test]
fn the_last_entry_of_a_name_counts() {
    let check_entries = |a: &str, b: &str, expected: bool| {
        let [a, b] = [a, b].map(|text| Value::at(text.as_bytes(), 0));
        let has_same = |a: Value<'_>, b| a.has_same_entries(b, |_, a, b| a.is_same(b));
        assert_eq!([has_same(a, b), has_same(b, a)], [Some(expected); 2]);
    };
    check_entries(r#"{"a":1,"a":2}"#, r#"{"a":2}"#, true);
    check_entries(r#"{"a":1,"a":2}"#, r#"{"a":1}"#, false);
    check_entries(r#"{"a":1,"b":3,"a":2}"#, r#"{"a":4,"b":3,"a":2}"#, true);
    check_entries(r#"{"a":1,"b":3,"a":2}"#, r#"{"b":3,"a":2}"#, true);
    check_entries(r#"{"a":1,"b":3,"a":2}"#, r#"{"a":1,"b":3,"a":4}"#, false);
    let text = r#"{"a":1,"b":3,"a":2}"#;
    let value = Value::at(text.as_bytes(), 0);
    let places = value.places_of_entries().unwrap();
    assert_eq!(value.find(&places, b"\"a\"").map(|place| value.part(place).raw()), Some(&b"2"[..]));
}

/// Each part is compared once, so the time does not double from level to level.
#[test]
fn other_orders_at_all_levels_take_linear_time() {
    let nest = |before: &str, behind: &str| {
        let (mut text, mut end) = (String::new(), String::new());
        for _ in 0..100 {
            text.push_str(&format!(r#"{{"a":1,{before}"x":"#));
            end.insert_str(0, &format!("{behind}}}"));
        }
        format!("{text}1{end}")
    };
    check_same(&nest("", r#","y":1,"z":2"#), &nest("", r#","z":2,"y":1"#), true);
    check_same(&nest(r#""y":1,"#, ""), &nest("", r#","y":1"#), true);
    // The last byte differs, below lists in lists.
    let list = |last| format!("{}\"{}{last}\"{}", "[".repeat(100), "a".repeat(1 << 18), "]".repeat(100));
    check_same(&list("a"), &list("a"), true);
    check_same(&list("a"), &list("b"), false);
}

#[test]
fn a_type_tells_the_shape_of_its_schema() {
    let schema = concat!(
        r#"{"format":1,"root":"r","definitions":{"#,
        r#""r":{"name":"R","node":{"type":"object","fields":["#,
        r#"{"name":"l","node":{"type":"list","list_type":["k"],"items":{"type":"ref","id":"i"}}},"#,
        r#"{"name":"any","node":{"type":"object","encoding":"resource","fields":[]}},"#,
        r#"{"name":"m","node":{"type":"map","values":{"type":"ref","id":"alias"}}}]}},"#,
        r#""alias":{"name":"T","node":{"type":"ref","id":"i"}},"#,
        r#""i":{"name":"T","node":{"type":"object","fields":[{"name":"v","node":{"type":"int"}},{"name":"k","node":{"type":"string"}}]}}}}"#
    );
    let item = |k: &str, v: i64| json!({"k": k, "v": v});
    let old = json!({"l": [item("a", 1), item("b", 2)], "any": {"x": 1}, "m": {"a": item("a", 1)}});
    let new = json!({"l": [item("b", 2), item("a", 3)], "any": {"x": 1}, "m": {"a": item("a", 1)}});
    let write = || Texts::of(&new, &old);
    let mut ratcheting = Ratcheting::typed(schema, || None, &write);
    let mut ask = |steps: &[Step<'_>]| follow(&mut ratcheting, &Path::root(), steps);
    use Step::{Field, Index, Key};
    assert!(ask(&[Field("m")]) && ask(&[Field("m"), Key("a"), Field("v")]));
    assert!(
        ask(&[Field("l"), Index(0)])
            && !ask(&[Field("l"), Index(1)])
            && ask(&[Field("l"), Index(1), Field("k")])
    );
    assert!(!ask(&[Field("any")]) && !ask(&[Field("any"), Field("x")]) && !ask(&[]));
}

/// The server finds no old value if the schema does not describe the value. Rules see the `kind` of an embedded resource, but the CRD does
/// not have it.
#[test]
fn an_opaque_embedded_resource_is_unchanged_only_if_it_is_empty() {
    let schema = concat!(
        r#"{"format":1,"root":"r","definitions":{"r":{"name":"R","node":{"type":"object","fields":["#,
        r#"{"name":"a","node":{"type":"opaque"}},{"name":"b","node":{"type":"opaque"}}]}}}}"#
    );
    fn described() -> Option<&'static Described> {
        static DESCRIBED: LazyLock<Described> = LazyLock::new(|| {
            let embedded = json!({
                "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true
            });
            let mut declared = embedded.clone();
            declared["properties"] =
                json!({ "kind": { "type": "string" }, "metadata": { "type": "object" } });
            Described::read(&json!({ "type": "object", "properties": { "a": embedded, "b": declared } }))
        });
        Some(&*DESCRIBED)
    }
    let check = |name: &'static str, value: Json, expected: bool| {
        let object = json!({ name: value, "other": 1 });
        let write = || Texts::of(&object, &object);
        let mut ratcheting = Ratcheting::typed(schema, described, &write);
        let is_unchanged = follow(&mut ratcheting, &Path::root(), &[Step::Field(name)]);
        assert_eq!(is_unchanged, expected, "{name}: {value}");
    };
    check("a", json!({}), true);
    check("a", json!({ "kind": "K" }), false);
    check("a", json!({ "metadata": {} }), false);
    check("b", json!({ "kind": "K", "metadata": {} }), true);
    check("b", json!({ "kind": "K", "apiVersion": "v1" }), false);
    check("b", json!({ "metadata": { "name": "n" } }), false);
}
