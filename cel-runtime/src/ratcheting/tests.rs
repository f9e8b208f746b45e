use super::*;
use serde_json::json;

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

fn check(new: &Json, old: &Json, path: &dyn Fn(&Path<'_>, &mut dyn FnMut(&Path<'_>)), expected: bool) {
    let mut ratcheting = Ratcheting::new(new, old, &SHAPE);
    path(&Path::root(), &mut |path| {
        assert_eq!(ratcheting.is_unchanged(path), expected, "{path} {new} {old}")
    });
}

#[test]
fn unchanged_is_what_the_schema_knows() {
    let old = json!({"x": {"y": 1}, "map": {"a": 1}, "set": [1, 2], "kind": "A",
        "ports": [{"port": 1, "name": "a"}, {"port": 2, "name": "b"}]});
    let new = json!({"x": {"y": 1, "z": 2}, "map": {"a": 1.0}, "set": [2, 1], "kind": "A",
        "ports": [{"port": 2, "name": "b"}, {"port": 1, "name": "c"}]});
    check(&new, &old, &|root, at| at(root), false);
    check(&new, &old, &|root, at| at(&root.field("x")), false);
    check(&new, &old, &|root, at| at(&root.field("x").field("y")), true);
    check(&new, &old, &|root, at| at(&root.field("map").key("a")), false);
    check(&new, &old, &|root, at| at(&root.field("set")), false);
    check(&new, &old, &|root, at| at(&root.field("set").index(0)), false);
    check(&new, &old, &|root, at| at(&root.field("kind")), false);
    check(&new, &old, &|root, at| at(&root.field("ports").index(0)), true);
    check(&new, &old, &|root, at| at(&root.field("ports").index(1)), false);
    check(&old, &old, &|root, at| at(root), true);
    check(&old, &old, &|root, at| at(&root.field("set").index(1)), true);
    let reordered = json!({"ports": [{"port": 2, "name": "b"}, {"port": 1, "name": "a"}]});
    check(&reordered, &old, &|root, at| at(&root.field("ports")), true);
}
