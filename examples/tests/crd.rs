//! The rules were compiled for the real schema in the CRD, and the committed CRD is the CRD of the types.

use examples::Scaler;
use std::fs;
use std::process::{Command, Output};

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crds/scaler.yaml");

#[test]
fn the_crd_has_the_compiled_schema() {
    cel_runtime::assert_matches_crd::<Scaler>();
}

fn check(file: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crdgen")).args(["--check", file]).output().expect("crdgen runs")
}

#[test]
fn the_committed_crd_is_that_of_the_types() {
    let output = check(COMMITTED);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!((&*output.stdout, &*output.stderr), (&b""[..], &b""[..]));
}

#[test]
fn another_crd_gives_a_diff() {
    let committed = fs::read_to_string(COMMITTED).expect("the CRD is there");
    let file = format!("{}/scaler.yaml", env!("CARGO_TARGET_TMPDIR"));
    let write = |text: String| fs::write(&file, text).expect("the folder is cargo's");

    write(format!("# reviewed\n---\n{committed}"));
    assert!(check(&file).status.success(), "comments do not count");

    write(committed.replace("minReplicas must not exceed maxReplicas", "min is more than max"));
    let output = check(&file);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.starts_with(&format!("--- {file}\n+++ the types\n@@ ")), "{text}");
    let changed: Vec<&str> =
        text.lines().skip(2).filter(|line| line.starts_with(['-', '+'])).map(str::trim_end).collect();
    let [removed, added] = &*changed else { panic!("{text}") };
    assert!(removed.starts_with('-') && removed.ends_with("message: min is more than max"), "{text}");
    assert!(
        added.starts_with('+') && added.ends_with("message: minReplicas must not exceed maxReplicas"),
        "{text}"
    );
    assert!(String::from_utf8_lossy(&output.stderr).contains("crdgen >"));
}

#[test]
fn a_file_that_is_missing_or_no_yaml_is_an_error() {
    for (file, text) in [("no-such-file.yaml", "no-such-file.yaml: "), (file!(), "crd.rs: ")] {
        let file = if file == file!() { concat!(env!("CARGO_MANIFEST_DIR"), "/tests/crd.rs") } else { file };
        let output = check(file);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(text), "{said}");
    }
}
