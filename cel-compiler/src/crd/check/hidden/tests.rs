//! Mistakes in rules beside other errors of a schema.

use crate::{
    crd::{check::check, document, props::SchemaProps},
    library::KubernetesVersion,
};

/// The hidden mistakes in a rule on an object with the property `a: string` and others.
fn hidden(rule: &str, others: &str) -> usize {
    let text = format!(
        "{{type: object, properties: {{a: {{type: string}}, {others}}}, x-kubernetes-validations: [{{rule: {rule:?}}}]}}"
    );
    let (schema, _) = SchemaProps::read(&document::read(&text).unwrap()[0]);
    let report = check(&schema, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    assert!(report.crd_errors.is_empty() && !report.is_accepted(), "{text}: {:?}", report.crd_errors);
    report.hidden_errors.len()
}

#[test]
fn mistakes_that_do_not_follow_are_told() {
    for others in [
        "b: {type: int}",
        "b: {type: array}",
        "b: {type: object, properties: {c: {}}}",
        "b: {type: string, pattern: '('}",
    ] {
        assert_eq!(hidden("self.a > 1", others), 1, "{others}");
        assert_eq!(hidden("self.a == ''", others), 0, "{others}");
    }
}

#[test]
fn mistakes_that_may_follow_are_not_told() {
    for (rule, others) in [
        ("self.b > 1", "b: {type: int}"),
        ("self.b.size() > 1", "b: {type: array}"),
        ("self.b.c > 1", "b: {type: object, properties: {c: {}}}"),
        ("self.b.all(b, b.c > 1)", "b: {type: array, items: {type: object, properties: {c: {}}}}"),
        ("self.b__dash__c > 1", "b-c: {type: int}"),
        // The properties or the values are ignored.
        (
            "self.b.c > 1",
            "b: {type: object, additionalProperties: {type: string}, properties: {c: {type: integer}}}",
        ),
    ] {
        assert_eq!(hidden(rule, others), 0, "{rule}");
    }
}

#[test]
fn many_other_errors_hide_all_mistakes() {
    let others: Vec<_> = (0..101).map(|i| format!("b{i}: {{type: int}}")).collect();
    assert_eq!(hidden("self.a > 1", &others[1..].join(", ")), 1);
    assert_eq!(hidden("self.a > 1", &others.join(", ")), 0);
}

/// One rule has a reason that does not exist, the other a mistake.
#[test]
fn mistakes_beside_errors_in_rules_are_told() {
    let text = "{type: object, properties: {a: {type: string}}, x-kubernetes-validations: [{rule: self.a == '', reason: Bad}, {rule: self.a > 1}]}";
    let (schema, _) = SchemaProps::read(&document::read(text).unwrap()[0]);
    let report = check(&schema, KubernetesVersion::NEW_EXPRESSIONS, &|_, _| Vec::new());
    assert_eq!([report.crd_errors.len(), report.hidden_errors.len()], [1, 1]);
}
