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

/// Goes along the steps, then asks.
fn check(new: &Json, old: &Json, steps: &[Step<'_>], expected: bool) {
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
    let mut ratcheting = Ratcheting::new(new, old, &SHAPE);
    assert_eq!(follow(&mut ratcheting, &Path::root(), steps), expected, "{steps:?} {new} {old}");
}

#[test]
fn unchanged_is_what_the_schema_knows() {
    use Step::{Field, Index, Key};
    let old = json!({"x": {"y": 1}, "map": {"a": 1}, "set": [1, 2], "kind": "A",
        "ports": [{"port": 1, "name": "a"}, {"port": 2, "name": "b"}]});
    let new = json!({"x": {"y": 1, "z": 2}, "map": {"a": 1.0}, "set": [2, 1], "kind": "A",
        "ports": [{"port": 2, "name": "b"}, {"port": 1, "name": "c"}]});
    check(&new, &old, &[], false);
    check(&new, &old, &[Field("x")], false);
    check(&new, &old, &[Field("x"), Field("y")], true);
    check(&new, &old, &[Field("map"), Key("a")], false);
    check(&new, &old, &[Field("set")], false);
    check(&new, &old, &[Field("set"), Index(0)], false);
    check(&new, &old, &[Field("kind")], false);
    check(&new, &old, &[Field("ports"), Index(0)], true);
    check(&new, &old, &[Field("ports"), Index(1)], false);
    check(&old, &old, &[], true);
    check(&old, &old, &[Field("set"), Index(1)], true);
    check(&old, &old, &[Field("kind")], false);
    let reordered = json!({"ports": [{"port": 2, "name": "b"}, {"port": 1, "name": "a"}]});
    check(&reordered, &old, &[Field("ports")], true);
}
