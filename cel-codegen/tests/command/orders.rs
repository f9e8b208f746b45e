//! A CRD of a stranger gives no orders to what shows the answer: a terminal, or a CI.

use super::mistakes::CRD;

/// A CRD of a stranger gives no orders to the terminal.
#[test]
fn what_a_terminal_obeys_is_escaped() {
    let orders = "\\e[2J\\e[31m\\u202e\\x9b\\r";
    let file = CRD.replace("name: widgets.example.dev", &format!("name: \"w{orders}\""));
    let file = file
        .replace("size:", &format!("\"size{orders}\":"))
        .replace("type: integer", &format!("type: \"int{orders}\""));
    for arguments in [&["check", "-"][..], &["check", "--format", "github", "-"], &["fix", "--dry-run", "-"]]
    {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
        command.args(arguments).env("CLICOLOR_FORCE", "1");
        let output = super::run_command(command, &file);
        let printed = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let is_order = |c: char| matches!(c, '\r' | '\u{9b}' | '\u{202e}');
        assert!(
            !printed.contains(is_order) && !printed.contains("\x1b[2J") && !printed.contains("\x1b[31m"),
            "{arguments:?}: {printed:?}"
        );
    }
}

/// The same for the CI that prints the answer.
#[test]
fn what_a_ci_obeys_is_escaped() {
    let orders = "\\n::error::x\\n##vso[task.x]";
    let file = CRD.replace("name: widgets.example.dev", &format!("name: \"w{orders}\""));
    let file = file
        .replace("size:", &format!("\"size{orders}\":"))
        .replace("type: integer", &format!("type: \"int{orders}\""));
    for arguments in [&["check", "-"][..], &["check", "--costs", "-"], &["fix", "--dry-run", "-"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
        command.args(arguments);
        let output = super::run_command(command, &file);
        let printed = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let is_order = |line: &str| line.trim_start().starts_with("::") || line.contains("##vso[");
        assert!(!printed.lines().any(is_order), "{arguments:?}: {printed}");
    }
}
