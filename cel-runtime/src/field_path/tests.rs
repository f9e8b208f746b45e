use super::*;

#[test]
fn prints_as_the_server_does() {
    let root = Path::root();
    let spec = root.field("spec");
    assert_eq!(root.to_string(), "<nil>");
    assert_eq!(spec.to_string(), "spec");
    assert_eq!(spec.field("ports").index(3).field("a.b").to_string(), "spec.ports[3].a.b");
    assert_eq!(spec.key("app").key("").to_string(), "spec[app][]");
    assert_eq!(root.index(0).field("x").to_string(), "[0].x");
    assert_eq!(spec.field("").to_string(), "spec[]");
}

#[test]
fn starts_anywhere() {
    let base = FieldPath::from("spec.limits");
    let path = Path::starting_at(&base);
    assert_eq!(path.to_string(), "spec.limits");
    assert_eq!(path.field("max").to_field_path(), FieldPath::from("spec.limits.max".to_owned()));
}

#[test]
fn a_resolved_path_is_joined_by_a_dot() {
    let root = Path::root();
    assert_eq!(root.join("a.b").to_string(), "a.b");
    assert_eq!(root.field("m").join("[k]").to_string(), "m.[k]");
}
