//! The log of `cel-codegen --format sarif` fits the types that the crate `serde-sarif` makes of the schema of SARIF.

use cel_codegen::{
    findings::{Finding, Kind},
    sarif,
};
use cel_compiler::crd::document::Position;

#[test]
fn findings_of_each_kind_are_sarif() {
    let findings: Vec<_> = Kind::ALL.iter().flat_map(|(kind, ..)| [little(*kind), full(*kind)]).collect();
    let log = sarif::log(sarif::results("crds/my widgets.yaml", &findings));
    let log: serde_sarif::sarif::Sarif = serde_json::from_str(&log.to_string()).expect("SARIF");
    assert_eq!(log.runs.len(), 1);
    assert_eq!(log.runs[0].results.as_ref().map(Vec::len), Some(findings.len()));
}

fn little(kind: Kind) -> Finding<'static> {
    Finding { kind, message: "undefined field 'replica'".to_owned(), ..Finding::default() }
}

fn full(kind: Kind) -> Finding<'static> {
    Finding {
        is_warning: true,
        at: Some(Position { line: 20, column: 25 }),
        within: Some("in `widgets.example.dev`, version `v1`".to_owned()),
        field: Some("spec.validation".into()),
        also: vec!["the same rule"],
        notes: vec!["costs 5".to_owned()],
        help: Some("did you mean `replicas`?".to_owned()),
        ..little(kind)
    }
}
