//! Schemas with one mistake each.

use super::*;
use crate::crd::definition::CrdFile;

/// The mistakes in a schema with a property `a`.
fn told(schema: &str) -> Vec<String> {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {{versions: [{{name: v1, schema: {{openAPIV3Schema: {schema}}}}}]}}"
    );
    let file = CrdFile::read(&text).unwrap();
    let told = |lost: Lost| format!("{}; {}", lost.message, lost.help.unwrap_or_default());
    of_crd(&file.crds[0]).into_iter().map(told).collect()
}

#[test]
fn mistakes_that_lose_rules_are_told() {
    let rules = "x-kubernetes-validations: [{rule: 'self.a > 1'}]";
    let a = "properties: {a: {type: integer}}";
    for (schema, expected) in [
        (format!("{{type: object, {rules}, {a}}}"), vec![]),
        (
            format!("{{type: object, {a}, cel: [{{rule: 'self.a > 1'}}]}}"),
            vec!["API servers know no field `cel`, and drop it; did you mean `x-kubernetes-validations`?"],
        ),
        (
            format!("{{type: object, {a}, x-kubernetes-validations: [{{rule: 'self.a > 1', msg: no}}]}}"),
            vec!["API servers know no field `msg`, and drop it; did you mean `message`?"],
        ),
        (
            "{type: object, properties: {a: {type: int}, b: {type: ip}}}".to_owned(),
            vec![
                "schemas have no type `int`; did you mean `integer`?",
                "schemas have no type `ip`; the types are `array`, `boolean`, `integer`, `number`, `object`, `string`",
            ],
        ),
        (
            format!("{{type: object, properties: {{spec: {{{rules}, {a}}}}}}}"),
            vec!["no rule runs here: the schema has no `type`; add `type: object`"],
        ),
        (
            format!("{{type: object, additionalProperties: {{type: array, items: {{{rules}, {a}}}}}}}"),
            vec!["no rule runs here: the schema has no `type`; add `type: object`"],
        ),
        (
            "{type: object, properties: {l: {type: array, x-kubernetes-validations: [{rule: 'true'}]}}}"
                .to_owned(),
            vec!["no rule runs here: the list has no `items`; say what they are: `items: {type: string}`"],
        ),
        (
            format!("{{type: object, {a}, anyOf: [{{{rules}}}, {{properties: {{a: {{{rules}}}}}}}]}}"),
            vec!["API servers refuse rules below `anyOf`; write the rule beside `anyOf`"; 2],
        ),
        (
            format!(
                "{{type: object, {a}, x-kubernetes-validations: [{{rule: 'true', fieldPath: .spec.a, reason: Bad}}]}}"
            ),
            vec![
                "`fieldPath` leads to no property: \".spec.a\"; write `.a`",
                "API servers know no reason \"Bad\"; the reasons are `FieldValueDuplicate`, `FieldValueForbidden`, `FieldValueInvalid`, `FieldValueRequired`",
            ],
        ),
        // Without a rule there is nothing to lose. Values are any JSON, and properties have any name.
        ("{type: object, properties: {spec: {properties: {a: {type: integer}}}}}".to_owned(), vec![]),
        (
            "{type: object, default: {a: [{rule: x}]}, properties: {propertys: {type: integer}}}".to_owned(),
            vec![],
        ),
        ("{type: object, examples: [1], const: 1, readOnly: true, deprecated: true}".to_owned(), vec![]),
    ] {
        assert_eq!(told(&schema), expected, "{schema}");
    }
}

/// Rules of nodes around the mistake know other types, those of other nodes do not.
#[test]
fn rules_around_a_mistake_are_in_doubt() {
    let text = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  versions:
  - name: v1
    schema:
      openAPIV3Schema:
        type: object
        x-kubernetes-validations: [{rule: self.a.b}]
        properties:
          a:
            type: object
            properties: {b: {type: bool}}
            x-kubernetes-validations: [{rule: self.b}]
          c:
            type: object
            properties: {d: {type: boolean}}
            x-kubernetes-validations:
            - rule: self.e
            - rules: self.e
            - rule: ''
            - rule: self.e
  - name: v2
    schema: {openAPIV3Schema: {type: object, x-kubernetes-validations: [{rule: self.e}]}}
";
    let file = CrdFile::read(text).unwrap();
    let lost = of_crd(&file.crds[0]);
    let mut lines: Vec<u32> = doubtful_rules(&file.crds[0], &lost).iter().map(|at| at.line).collect();
    lines.sort_unstable();
    assert_eq!(lines, [9, 14, 20]);
}
