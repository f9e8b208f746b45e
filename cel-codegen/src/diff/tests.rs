use super::{Budget, compare, findings};
use crate::documents::Documents;
use cel_compiler::library::KubernetesVersion;

fn crd(schema: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: widgets.example.dev}}
spec:
  group: example.dev
  scope: Namespaced
  names: {{kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {{openAPIV3Schema: {{type: object, properties: {{a: {schema}}}}}}}
"
    )
}

/// The verdicts on a change of a property.
fn verdicts(schemas: [&str; 2], budget: &Budget) -> Vec<&'static str> {
    let files = schemas.map(|schema| Documents::all(&crd(schema)).expect("a CRD").crds());
    let [old, new] = &files;
    let comparison = compare(old, new, KubernetesVersion::NEW_EXPRESSIONS, budget);
    let versions = comparison.crds.iter().flat_map(|crd| &crd.versions);
    versions.flat_map(|version| version.effects.iter().map(findings::verdict)).collect()
}

#[test]
fn a_search_without_work_is_not_searched() {
    let bounds = ["{type: integer, maximum: 5}", "{type: integer, maximum: 4}"];
    assert_eq!(verdicts(bounds, &Budget::default()), ["tightened"]);
    assert_eq!(verdicts(bounds, &Budget::none()), ["not searched"]);
}
