//! Tests with rules in all forms of YAML.

use super::*;

/// A CRD whose `spec` has an optional `a` and `name`, and this text as its rules.
fn crd(rules: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.dev}}
spec:
  group: example.dev
  scope: Namespaced
  names: {{plural: widgets, kind: Widget}}
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
              a: {{type: integer}}
              name: {{type: string, maxLength: 9}}
            x-kubernetes-validations:
            - {rules}
# the end
"
    )
}

#[track_caller]
fn check(before: &str, after: &str) {
    let fixed = fix("a.yaml", crd(before), KubernetesVersion::NEW_EXPRESSIONS, &Lints::default());
    assert_eq!(fixed.text, crd(after));
    assert_eq!(fixed.left, []);
    let again = fix("a.yaml", fixed.text, KubernetesVersion::NEW_EXPRESSIONS, &Lints::default());
    assert_eq!(again.changes, []);
}

#[test]
fn all_forms_of_a_rule() {
    check("rule: self.a > 1", "rule: '!has(self.a) || self.a > 1'");
    check("rule: 'self.a > 1' # one", "rule: '!has(self.a) || self.a > 1' # one");
    check("rule: \"self.name != 'x'\"", "rule: \"!has(self.name) || self.name != 'x'\"");
    check("rule: 'self.name != ''x'''", "rule: '!has(self.name) || self.name != ''x'''");
    check("{\"rule\": \"self.a\\u003e1\"}", "{\"rule\": \"!has(self.a) || self.a\\u003e1\"}");
    check("rule: >-\n                self.a > 1\n", "rule: >-\n                !has(self.a) || self.a > 1\n");
    check(
        "rule: self.name.size() > 1 || self.a > 1",
        "rule: has(self.name) && self.name.size() > 1 || has(self.a) && self.a > 1",
    );
    check(
        "rule: 'has(self.name) && format.dns1123Label().validate(self.name) == null'",
        "rule: 'has(self.name) && !format.dns1123Label().validate(self.name).hasValue()'",
    );
    check(
        "rule: has(self.name) && self.name.matches('[a-z0-9]+')",
        "rule: has(self.name) && self.name.matches('^[a-z0-9]+$')",
    );
}

#[test]
fn rules_in_one_line_of_json() {
    let text = crd("{rule: self.a > 1}, {rule: self.name != 'x'}")
        .replace("- {rule", "  [{rule")
        .replace("'x'}", "'x'}]");
    let fixed = fix("a.yaml", text, KubernetesVersion::NEW_EXPRESSIONS, &Lints::default());
    let after = "[{rule: '!has(self.a) || self.a > 1'}, {rule: '!has(self.name) || self.name != ''x'''}]";
    assert!(fixed.text.contains(after), "{}", fixed.text);
}

#[test]
fn lines_that_end_as_on_windows() {
    let text = crd("rule: 'self.a > 1'").replace('\n', "\r\n");
    let fixed = fix("a.yaml", text, KubernetesVersion::NEW_EXPRESSIONS, &Lints::default());
    assert_eq!(fixed.text, crd("rule: '!has(self.a) || self.a > 1'").replace('\n', "\r\n"));
}

#[test]
fn what_is_written_otherwise_is_left() {
    let text = crd("rule: \"self.a\\\n                > 1\"");
    let fixed = fix("a.yaml", text.clone(), KubernetesVersion::NEW_EXPRESSIONS, &Lints::default());
    assert_eq!((fixed.text, fixed.changes), (text, vec![]));
    assert_eq!(fixed.left.len(), 1);
}

#[test]
fn a_change_of_several_parts() {
    let before = "self.a > 1 && self.name != 'x' && (has(self.name) || self.a > 2)";
    let after = "(!has(self.a) || self.a > 1) && (!has(self.name) || self.name != 'x') && (has(self.name) || has(self.a) && self.a > 2)";
    let fixed =
        fix("a.yaml", crd(&format!("rule: {before}")), KubernetesVersion::NEW_EXPRESSIONS, &Lints::default());
    assert!(fixed.text.contains(after), "{}", fixed.text);
    let told: Vec<_> = fixed.changes.iter().map(|change| &*change.lints).collect();
    // The change in the brackets contains `self.a > 2`, so each needs its own round.
    assert_eq!(told, [["unguarded_optional"]; 2]);
}
