use super::*;
use crate::crd::document;

fn written(schema: &str) -> Validators {
    let documents = document::read(schema).expect("YAML");
    let (schema, errors) = SchemaProps::read(&documents[0]);
    assert_eq!(errors, []);
    validators(&schema, false, "::cel_runtime::__private", None)
}

/// An object with `count` properties; `property` gives their schemas.
fn object(count: usize, property: impl Fn(usize) -> String) -> String {
    let properties: Vec<_> = (0..count).map(|n| format!("  p{n}: {}\n", property(n))).collect();
    format!("type: object\nproperties:\n{}", properties.concat())
}

#[test]
fn nodes_alike_share_their_functions() {
    let rule = "{type: string, maxLength: 9, x-kubernetes-validations: [{rule: self != 'a'}]}";
    let code = written(&object(20_000, |_| rule.to_owned()));
    assert_eq!(code.rules, 1);
    // The code has each name twice.
    let length = code.functions.len() + code.shape.len();
    assert!(length < 20_000 * 30, "{length}");
    let objects = format!("{{type: object, properties: {{a: {rule}, b: {rule}}}}}");
    assert_eq!(written(&object(100, |_| objects.clone())).functions.matches("fn visit").count(), 3);
}

#[test]
fn nodes_that_differ_have_functions_of_their_own() {
    let rules = |n: usize| {
        let (length, message) = if n.is_multiple_of(2) { (9, "a") } else { (8, "b") };
        format!(
            "{{type: string, maxLength: {length}, x-kubernetes-validations: [{{rule: self != 'a', message: {message}}}]}}"
        )
    };
    assert_eq!(written(&object(10, rules)).rules, 2);
    let types = |n: usize| {
        let ty = if n.is_multiple_of(2) { "integer" } else { "number" };
        format!("{{type: {ty}, x-kubernetes-validations: [{{rule: self > 1}}]}}")
    };
    assert_eq!(written(&object(10, types)).rules, 2);
}

#[test]
fn a_mistake_is_told_of_each_place() {
    let wrong = |_| "{type: string, x-kubernetes-validations: [{rule: self > 1}]}".to_owned();
    assert_eq!(written(&object(10, wrong)).mistakes.len(), 10);
}

#[test]
fn shapes_have_each_node_once() {
    let schema = "type: object\nx-kubernetes-validations: [{rule: self.a == ''}]\nproperties:
  a: {type: string}
  b: {type: object, properties: {\"x\\ny\": {type: string}}}
  c: {type: object, additionalProperties: {type: object, properties: {\"x\\ny\": {type: integer}}}}
  d:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [k]
    items: {type: object, properties: {k: {type: string}}}
";
    assert_eq!(written(schema).shape, r#"[null,{"x\ny":0},1,{"k":0},[3,"k"],{"a":0,"b":1,"c":2,"d":4}]"#);
    assert_eq!(written("type: object\nproperties: {a: {type: string}}").shape, "[null]");
}
