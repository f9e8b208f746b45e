//! Levels of lints: what each option does to the output and the exit code.

use super::{crd, run};
use serde_json::Value;

/// One finding that is a warning, and one that is off.
const RULES: &str = "{type: object, properties: {class: {type: string, maxLength: 9}}, x-kubernetes-validations: [{rule: self.class != 'a'}]}";

/// The exit code, and what is printed on both streams.
fn checked(options: &[&str]) -> (Option<i32>, String) {
    let output = run(&[&["check"], options, &["-"]].concat(), &crd(RULES));
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), printed.into_owned())
}

/// The lints in the output, each with its level.
fn check(options: &[&str], code: i32, expected: &[&str]) {
    let (found, printed) = checked(options);
    assert_eq!(found, Some(code), "{options:?}\n{printed}");
    let is_one =
        |line: &&str| line.ends_with(']') && (line.starts_with("warning:") || line.starts_with("error:"));
    let lints: Vec<String> = printed
        .lines()
        .filter(is_one)
        .filter_map(|line| {
            let (level, _) = line.split_once(':')?;
            let (_, name) = line.trim_end_matches(']').rsplit_once('[')?;
            Some(format!("{level} {name}"))
        })
        .collect();
    assert_eq!(lints, expected, "{options:?}\n{printed}");
}

#[test]
fn levels_decide_what_is_said_and_the_exit_code() {
    let warned = "warning unguarded_optional";
    check(&[], 0, &[warned]);
    check(&["--allow", "unguarded_optional"], 0, &[]);
    check(&["--warn", "unguarded_optional"], 0, &[warned]);
    check(&["--deny", "unguarded_optional"], 1, &["error unguarded_optional"]);
    check(&["--deny", "needless_has"], 0, &[warned]);
    check(&["--allow", "all"], 0, &[]);
    check(&["--deny", "all", "--allow", "unguarded_optional"], 1, &["error message_missing"]);
    check(&["--allow", "all", "--warn", "unguarded_optional"], 0, &[warned]);
    check(&["--deny", "unguarded_optional", "--allow", "unguarded_optional"], 0, &[]);
}

#[test]
fn a_lint_that_there_is_not_is_a_mistake() {
    for option in ["--allow", "--warn", "--deny"] {
        let (code, printed) = checked(&[option, "unguarded_optionals"]);
        assert_eq!(code, Some(2), "{printed}");
        assert!(
            printed.contains("did you mean `unguarded_optional`?") && printed.contains(option),
            "{printed}"
        );
    }
}

#[test]
fn json_has_the_level_the_object_and_the_rule_as_it_should_be() {
    for (option, level, code) in [("--warn", "warn", 0), ("--deny", "deny", 1)] {
        let output = run(&["check", "--format", "json", option, "unguarded_optional", "-"], &crd(RULES));
        assert_eq!(output.status.code(), Some(code));
        let text = String::from_utf8_lossy(&output.stdout);
        let line: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        let lint = &line["lints"][0];
        assert_eq!((&lint["lint"], &lint["level"]), (&"unguarded_optional".into(), &level.into()), "{line}");
        assert_eq!(lint["edit"], "!has(self.class) || self.class != 'a'", "{line}");
        assert!(lint.to_string().contains("no such key: class"), "{line}");
    }
}

#[test]
fn sarif_has_the_lint_as_the_rule_and_its_level() {
    for (option, level, code) in [("--warn", "warning", 0), ("--deny", "error", 1)] {
        let output = run(&["check", "--format", "sarif", option, "unguarded_optional", "-"], &crd(RULES));
        assert_eq!(output.status.code(), Some(code));
        let log: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let result = &log["runs"][0]["results"][0];
        assert_eq!(
            (&result["ruleId"], &result["level"]),
            (&"unguarded_optional".into(), &level.into()),
            "{log}"
        );
    }
}
