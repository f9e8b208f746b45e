//! Fields that no CRD has, and keys that are there twice.

use super::{GOOD, check, crd, run};

#[test]
fn fields_that_nobody_knows() {
    let typo = crd(&GOOD.replace("x-kubernetes-validations", "x-kubernetes-validation"));
    let path = "spec.versions[0].schema.openAPIV3Schema.properties.a.x-kubernetes-validation";
    check(&typo, 1, &format!("error: strict decoding error: unknown field \"{path}\""));
    check(&typo, 1, "did you mean `x-kubernetes-validations`?");
    let run = |mode: &str, format: &str, text: &str| {
        let output = run(&["check", "--field-validation", mode, "--format", format, "-"], text);
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, printed) = run("warn", "human", &typo);
    assert!(code == Some(0) && printed.contains(&format!("warning: unknown field \"{path}\"")), "{printed}");
    assert!(printed.contains("all accepted, 1 warning"), "{printed}");
    assert_eq!(run("ignore", "human", &typo).1, "1 file, 1 CRD, 1 version, 0 rules: all accepted\n");
    let (code, printed) = run("strict", "github", &typo);
    let begin = format!(
        "::error file=<stdin>,line=13,col=71::strict decoding error: unknown field \"{path}\"%0Ahelp: "
    );
    assert!(code == Some(1) && printed.starts_with(&begin), "{printed}");
    let (_, printed) = run("strict", "json", &typo);
    let line: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(line["decoding_error"], format!("strict decoding error: unknown field \"{path}\""));
    assert_eq!((&line["fields"][0]["line"], &line["fields"][0]["column"]), (&13.into(), &71.into()));
    let (_, printed) = run("strict", "sarif", &typo);
    assert!(
        printed.contains("\"ruleId\": \"shape\"") && printed.contains("\"startColumn\": 71"),
        "{printed}"
    );
    // Of the same file the server says nothing else.
    check(&typo.replace("scope: Namespaced", "scope: Whole"), 1, "1 version refused");
    let both = run("strict", "human", &typo.replace("scope: Namespaced", "scope: Whole")).1;
    assert!(!both.contains("Unsupported value"), "{both}");
}

#[test]
fn keys_that_are_there_twice() {
    let twice = crd(GOOD).replace("  scope: Namespaced\n", "  scope: Cluster\n  scope: Namespaced\n");
    check(&twice, 1, "error: strict decoding error: line 7: key \"scope\" already set in map");
    check(&twice, 1, "the key is on line 6 already");
    let output = run(&["check", "--field-validation", "ignore", "-"], &twice);
    assert_eq!(output.status.code(), Some(0));
    let list = crd(&GOOD
        .replace("type: integer", "type: array, items: {type: string, tpye: x}")
        .replace("self > 1", "self.size() > 1"));
    check(
        &list,
        0,
        "warning: unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.a.items.tpye\"",
    );
    check(&list, 0, "it drops such fields here even if it is strict");
}
