//! The program `certificates`: the verdicts of the API server on the bundled objects.

use std::process::Command;

#[test]
fn the_bundled_objects_get_the_servers_verdicts() {
    let output = Command::new(env!("CARGO_BIN_EXE_certificates")).output().expect("certificates runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let expected = "\
web: accepted, cost 95
hasty: Certificate.pki.example.com \"hasty\" is invalid: [spec.renewBefore: Invalid value: a certificate of 24h cannot be \
renewed 48h before its end, spec.dnsNames[0]: Invalid value: \"*.*.example.com\": *.*.example.com is no DNS name]
root: Certificate.pki.example.com \"root\" is invalid: spec.dnsNames: Forbidden: certificate authorities have no DNS names
";
    assert_eq!(text, expected);
}

#[test]
fn other_kinds_are_unreadable() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/valid/minimal.yaml");
    let output = Command::new(env!("CARGO_BIN_EXE_certificates")).arg(manifest).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is no Certificate"));
}
