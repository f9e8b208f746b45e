//! Reading manifests.

use examples::{Document, Expectation, documents};

fn check(text: &str, expected: &[(usize, &str)]) {
    let all = documents(text);
    let found: Vec<(usize, &str)> = all.iter().map(|document| (document.line, document.text())).collect();
    assert_eq!(found, expected);
}

#[test]
fn documents_are_taken_apart_at_markers() {
    check("a: 1\n", &[(1, "a: 1\n")]);
    check("a: 1\n---\nb: 2\n", &[(1, "a: 1\n"), (2, "---\nb: 2\n")]);
    check("a: 1\n...\nb: 2", &[(1, "a: 1\n"), (3, "b: 2")]);
    check("--- # first\na: 1\r\n---\r\nb: 2", &[(1, "--- # first\na: 1\r\n"), (3, "---\r\nb: 2")]);
    check("a: |\n  x\n  ---\n----: 1\n", &[(1, "a: |\n  x\n  ---\n----: 1\n")]);
}

#[test]
fn documents_without_content_are_left_out() {
    check("", &[]);
    check("# nothing\n---\n\n--- \n", &[]);
    check("%YAML 1.2\n---\n\u{feff}a: 1\n---\n", &[(2, "---\n\u{feff}a: 1\n")]);
}

fn problem(text: &str) -> String {
    match documents(text).first().map(Document::read) {
        Some(Err(problem)) => problem.to_string(),
        other => panic!("{text}: {:?}", other.map(|result| result.is_ok())),
    }
}

#[test]
fn problems_name_their_kind_and_line() {
    let head = "\n---\napiVersion: example.dev/v1\nkind: Scaler\nmetadata: {name: a}\n";
    for (text, expected) in [
        ("a: [\n", "not YAML: "),
        ("- a\n", "not a Scaler: "),
        ("spec: {}\n", "found apiVersion ``, kind ``"),
        ("apiVersion: example.dev/v1\nkind: Scalar\n", "found apiVersion `example.dev/v1`, kind `Scalar`"),
        ("apiVersion: example.dev/v2\nkind: Scaler\n", "found apiVersion `example.dev/v2`, kind `Scaler`"),
        (&format!("{head}spec: {{tier: a}}\n"), "line 6"),
        (&format!("{head}spec:\n  maxReplicas: 1\n  tier: 8080\n"), "line 8"),
        (&format!("{head}spec: {{tier: a, maxReplicas: '1'}}\n"), "invalid type: string \"1\""),
    ] {
        let found = problem(text);
        assert!(found.contains(expected), "{text}\n{found}");
    }
}

#[test]
fn expectations_are_comments() {
    let expectation = |text: &str| documents(text).first().and_then(Document::expectation);
    assert_eq!(expectation("a: 1\n"), None);
    assert_eq!(expectation("# What it is\n# expect: accepted\na: 1\n"), Some(Expectation::Accepted));
    let refused = Some(Expectation::Refused(vec!["a: b".to_owned(), "c: d".to_owned()]));
    assert_eq!(expectation("# expect: refused: c: d\n# expect: refused: a: b\na: 1\n"), refused);
}
