//! The program `scaler`: what it prints and its exit status.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const VALID: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/valid/minimal.yaml");
const INVALID: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/invalid/min-above-max.yaml");

fn scaler(files: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scaler"))
        .args(files)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("scaler starts");
    // The program need not read its input.
    let _ = child.stdin.take().expect("input is piped").write_all(input.as_bytes());
    child.wait_with_output().expect("scaler ends")
}

/// Exit status, number of verdicts on standard output, words on standard error
fn check(files: &[&str], input: &str, status: i32, verdicts: usize, complaints: &[&str]) {
    let output = scaler(files, input);
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{files:?}\n{stdout}\n{stderr}");
    assert_eq!(stdout.matches("\n  cost ").count(), verdicts, "{stdout}");
    assert_eq!(stderr.is_empty(), complaints.is_empty(), "{stderr}");
    for complaint in complaints {
        assert!(stderr.contains(complaint), "no `{complaint}` in {stderr}");
    }
}

#[test]
fn bundled_manifests_turn_out_as_they_say() {
    let output = scaler(&[], "");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn files_decide_the_exit_status() {
    check(&[VALID], "", 0, 1, &[]);
    check(&[VALID, INVALID], "", 1, 2, &[]);
    check(&[INVALID, "no-such-file.yaml", VALID], "", 2, 2, &["no-such-file.yaml: "]);
}

#[test]
fn refusals_are_in_the_words_of_the_server() {
    let output = scaler(&[INVALID], "");
    let text = "Scaler.example.dev \"min-above-max\" is invalid: \
                spec.minReplicas: Invalid value: minReplicas must not exceed maxReplicas\n  cost ";
    assert!(String::from_utf8_lossy(&output.stdout).contains(text));
}

#[test]
fn standard_input_may_hold_several_documents() {
    let good = "apiVersion: example.dev/v1\nkind: Scaler\nmetadata: {name: a}\nspec: {tier: tier-a, maxReplicas: 1}\n";
    check(&["-"], &format!("{good}---\n{good}"), 0, 2, &[]);
    check(
        &["-"],
        &format!("a: [\n---\n{good}---\nkind: Pod\n"),
        2,
        1,
        &["-:1: not YAML", "-:7: not a Scaler"],
    );
    check(&["-"], "# nothing\n", 2, 0, &["no document"]);
}
