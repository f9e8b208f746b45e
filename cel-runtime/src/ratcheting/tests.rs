mod reference;

use super::{value::Value, *};
use crate::json::Memory;
use serde::{Serialize, Serializer};
use serde_json::{Value as Tree, json};
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
        Box::leak(Box::new(super::Shape::new(Tree::Array(nodes).to_string().leak())))
    }

    fn write(&self, nodes: &mut Vec<Tree>) -> usize {
        let node = match self {
            Shape::Leaf => Tree::Null,
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

/// Both objects as trees of both kinds, as bytes, and as bytes with entries in another order.
fn all_ways<'o>(new: &'o Tree, old: &'o Tree, shape: &'static Shape) -> [Ratcheting<'o>; 4] {
    let shape = shape.written();
    let model = shape.model();
    let way = |written: Option<Written>| {
        let written = written.unwrap();
        Ratcheting::Written(Way::new(written.root(model.last()), (written, model)))
    };
    let read =
        |tree: &Tree| Box::leak(Box::new(Memory::new())).read(tree.to_string().leak().as_bytes()).unwrap();
    let in_other_order = Written::part(&Order::Same(new), &Order::Reversed(old), &[]);
    [
        Ratcheting::new(new.into(), old.into(), shape),
        Ratcheting::new(read(new).into(), read(old).into(), shape),
        way(Written::part(new, old, &[])),
        way(in_other_order),
    ]
}

fn check(new: &Tree, old: &Tree, shape: &'static Shape, steps: &[Step<'_>], expected: bool) {
    for mut ratcheting in all_ways(new, old, shape) {
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

/// Compares two values as serde writes them.
#[track_caller]
fn check_same(one: impl Serialize, other: impl Serialize, expected: bool) {
    let [one, other] = [writer::write(&one), writer::write(&other)].map(Option::unwrap);
    let [one, other] = [Value::at(&one, 0), Value::at(&other, 0)];
    assert_eq!([one.is_same(other), other.is_same(one)], [expected; 2]);
}

#[test]
fn numbers_are_as_go_decodes_them() {
    check_same(1_i8, 1_u128, true);
    check_same(1, 1.0, false);
    check_same([i64::MIN, i64::MAX, -1, 300], json!([i64::MIN, i64::MAX, -1, 300]), true);
    check_same(u64::MAX, 18_446_744_073_709_551_615.0, true);
    check_same(i128::MAX, 1.701_411_834_604_692_3e38, true);
    check_same(0.1_f32, 0.1, true);
    check_same([0.0, f64::NAN], (-0.0, ()), true);
    check_same(0, 0.0, false);
    check_same(BTreeMap::from([(u64::MAX, 1)]), json!({ "18446744073709551615": 1 }), true);
    check_same(BTreeMap::from([(true, 'c')]), json!({ "true": "c" }), true);
    assert!(writer::write(&BTreeMap::from([((), 1)])).is_none(), "JSON has no such key");
    assert!(writer::write(&BTreeMap::from([([1], 1)])).is_none(), "JSON has no such key");
}

/// What JSON does not have is as `serde_json` writes it.
#[test]
fn values_are_as_serde_json_writes_them() {
    #[derive(Serialize)]
    struct Unit;
    #[derive(Serialize)]
    struct Tuple(u8, bool);
    #[derive(Serialize)]
    enum Variant {
        Unit,
        Newtype(&'static str),
        Tuple(i8, Option<Unit>),
        Struct { bytes: Bytes, unit: () },
    }
    struct Bytes;
    impl Serialize for Bytes {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(b"ab")
        }
    }
    let values = || {
        let variants = [
            Variant::Unit,
            Variant::Newtype("a"),
            Variant::Tuple(-2, Some(Unit)),
            Variant::Struct { bytes: Bytes, unit: () },
        ];
        let keys = BTreeMap::from([('a', "\u{e9}\"\\"), ('b', "")]);
        (variants, Unit, Tuple(200, false), keys, "long".repeat(100), 1.5_f32, f64::INFINITY)
    };
    check_same(values(), serde_json::to_value(values()).unwrap(), true);
}

/// With its features `arbitrary_precision` and `raw_value`, `serde_json` keeps numbers and values as texts in structs of these names.
#[test]
fn texts_of_serde_json_are_their_values() {
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::Number")]
    struct Number {
        #[serde(rename = "$serde_json::private::Number")]
        text: &'static str,
    }
    #[derive(Serialize)]
    #[serde(rename = "$serde_json::private::RawValue")]
    struct RawValue {
        #[serde(rename = "$serde_json::private::RawValue")]
        text: &'static str,
    }
    let numbers = ["-12", "1e1", "1.50", "18446744073709551615"].map(|text| Number { text });
    check_same(numbers, json!([-12, 10.0, 1.5, u64::MAX]), true);
    check_same([RawValue { text: r#" {"b": [1.0], "a": null} "# }], json!([{"a": null, "b": [1.0]}]), true);
    assert!(
        writer::write(&Number { text: "" }).is_none() && writer::write(&RawValue { text: "{" }).is_none()
    );
}

/// JSON, and JSON whose entries are written in reverse order: a `HashMap` has its own order.
enum Order<'j> {
    Same(&'j Tree),
    Reversed(&'j Tree),
}

impl Serialize for Order<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Order::Reversed(Tree::Object(entries)) => {
                let entries = entries.iter().rev();
                serializer.collect_map(entries.map(|(name, value)| (name, Order::Reversed(value))))
            }
            Order::Reversed(Tree::Array(items)) => serializer.collect_seq(items.iter().map(Order::Reversed)),
            Order::Same(json) | Order::Reversed(json) => json.serialize(serializer),
        }
    }
}

#[test]
fn entries_may_have_another_order() {
    let check_reversed = |one: Tree, other: Tree, expected: bool| {
        check_same(&one, &other, expected);
        check_same(&one, Order::Reversed(&other), expected);
    };
    check_reversed(
        json!({"a": 1, "b": {"c": [2, {}], "d": 3}}),
        json!({"a": 1, "b": {"c": [2, {}], "d": 3}}),
        true,
    );
    check_reversed(json!([{"a": 1, "b": 2}, 3]), json!([{"a": 1, "b": 2}, 3]), true);
    check_reversed(json!([{"a": 1, "b": 2}, 3]), json!([{"a": 1, "b": 2}, 4]), false);
    check_reversed(json!([{"a": 1, "b": 2}, 3]), json!([{"a": 1, "b": 2}]), false);
    check_reversed(json!({"a": 1, "b": 2}), json!({"a": 2, "b": 1}), false);
    check_reversed(json!({"a": 1, "b": 2}), json!({"a": 1}), false);
    check_reversed(json!({"a": {}}), json!({"a": []}), false);
    check_reversed(json!({"a": 0.0}), json!({"a": -0.0}), true);
}

/// Entries in this order: a flattened map may have the name of a field.
struct Entries<'e>(&'e [(&'e str, u8)]);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

#[test]
fn the_last_entry_of_a_name_counts() {
    let check_entries = |one: &[(&str, u8)], other: &[(&str, u8)], expected: bool| {
        check_same(Entries(one), Entries(other), expected);
    };
    check_entries(&[("a", 1), ("a", 2)], &[("a", 2)], true);
    check_entries(&[("a", 1), ("a", 2)], &[("a", 1)], false);
    check_entries(&[("a", 1), ("b", 3), ("a", 2)], &[("a", 4), ("b", 3), ("a", 2)], true);
    check_entries(&[("a", 1), ("b", 3), ("a", 2)], &[("b", 3), ("a", 2)], true);
    check_entries(&[("a", 1), ("b", 3), ("a", 2)], &[("b", 3), ("a", 1), ("a", 4)], false);
    let bytes = writer::write(&Entries(&[("a", 1), ("b", 3), ("a", 2)])).unwrap();
    let value = Value::at(&bytes, 0);
    let places = value.places_of_entries().unwrap();
    let found = value.find(&places, "a").map(|place| value.part(place).raw());
    assert_eq!(found, writer::write(&2).as_deref());
}

/// Each part is compared once, so the time does not double from level to level.
#[test]
fn other_orders_at_all_levels_take_linear_time() {
    let objects = (0..100).fold(json!(1), |below, _| json!({"a": 1, "x": below, "y": 1, "z": 2}));
    check_same(&objects, Order::Reversed(&objects), true);
    // The last byte differs, below lists in lists.
    let lists = |last| (0..100).fold(json!("a".repeat(1 << 18) + last), |below, _| json!([below]));
    check_same(lists("a"), lists("a"), true);
    check_same(lists("a"), lists("b"), false);
}

/// Small objects are written at once, the bytes of others are counted before.
#[test]
fn objects_of_any_length() {
    for (new, old) in [(10, 10), (10, 9_000), (9_000, 10), (8_190, 8_190), (100_000, 90_000)] {
        let [new, old] = [new, old].map(|length| vec!["a".repeat(length)]);
        let (bytes, start_of_old) =
            writer::write_both(&|writer| new.serialize(writer), &|writer| old.serialize(writer)).unwrap();
        assert_eq!(bytes, [writer::write(&new), writer::write(&old)].map(Option::unwrap).concat());
        assert_eq!(Value::at(&bytes, start_of_old).raw(), writer::write(&old).unwrap());
    }
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
    let write = |names: &[&str]| Written::part(&new, &old, names);
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
    let check = |name: &'static str, value: Tree, expected: bool| {
        let object = json!({ name: value, "other": 1 });
        let write = |names: &[&str]| Written::part(&object, &object, names);
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
