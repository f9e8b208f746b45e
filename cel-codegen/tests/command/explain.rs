//! `explain`: the parts of a rule, their types and costs.

use super::{GOOD, crd, folder, run};

#[test]
fn rules_are_explained() {
    let output = run(&["explain", "self.size() > 1", "--var", "self=list(int)"], "");
    let expected = " place  cost  node      type       refers to
  1:13     3  _>_       bool       greater_int64
  1:10     2    size    int        list_size
   1:1     1      self  list(int)  variable self
  1:15     0    1       int
";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);

    let folder = folder("explained", &[("crd.yaml", &crd(GOOD))]);
    let file = folder.join("crd.yaml");
    let file = file.to_str().expect("UTF-8");
    let output = run(&["explain", "self + 1", "--crd", file, "--at", "a"], "");
    assert!(String::from_utf8_lossy(&output.stdout).contains("add_int64"));
    let output = run(&["explain", "self + 1", "--crd", file], "");
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["explain", "self.aa > 1", "--crd", file], "");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.ends_with("= help: did you mean `a`?\n"), "{printed}");
    let output = run(&["explain", "self > 1"], "");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("`--crd FILE --at spec`"), "{printed}");
    let output = run(&["explain", "self", "--crd", file, "--at", "a.b"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no `b` in `a`"));
}

/// The table shows what the rule is, and the error that it is none.
#[test]
fn expressions_that_are_no_rules() {
    let explain = |rule: &str| {
        let output = run(&["explain", rule, "--crd", "-", "--at", "a"], &crd(GOOD));
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, printed) = explain("self");
    assert_eq!(code, Some(1), "{printed}");
    let error = "error: cel expression must evaluate to a bool\n = help: write `self != 0`\n";
    assert!(printed.contains("variable self") && printed.ends_with(error), "{printed}");
    let (code, printed) = explain("'a'.matches('(')");
    assert_eq!(code, Some(1), "{printed}");
    assert_eq!(explain("self > 1").0, Some(0));
    assert_eq!(explain(" "), (Some(1), "rule is not specified\n".to_owned()));
    let output = run(&["explain", ""], "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "rule is not specified\n");
}

#[test]
fn the_crd_may_be_standard_input() {
    let output = run(&["explain", "self.a > 1", "--crd", "-", "--witness"], &crd(GOOD));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("greater_int64") && printed.contains("\naccepted: "), "{printed}");
}

/// A CRD says what a rule can read.
#[test]
fn a_variable_stands_in_no_crd() {
    let output = run(&["explain", "self > 1", "--crd", "-", "--var", "self=int"], &crd(GOOD));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be used with"));
}

#[test]
fn parts_of_a_rule_have_costs() {
    let schema =
        "{type: object, properties: {l: {type: array, maxItems: 9, items: {type: string, maxLength: 20}}}}";
    let folder = folder("parts", &[("crd.yaml", &crd(schema))]);
    let file = folder.join("crd.yaml");
    let arguments = ["explain", "self.l.all(x, x != 'a')", "--crd", file.to_str().expect("UTF-8")];
    let output = run(&arguments, "");
    let printed = String::from_utf8_lossy(&output.stdout);
    let line = |part: &str| {
        let line =
            printed.lines().find(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}\n{printed}"));
        line.split_whitespace().nth(1).and_then(|cost| cost.parse::<u64>().ok()).expect("a cost")
    };
    let (whole, step, compared) = (line("all(x, ..)"), line("step: "), line("_!=_"));
    assert!(printed.contains("at most 9 rounds"), "{printed}");
    assert!(whole > step && step > compared && compared % 9 == 0 && compared > 0, "{printed}");
    // What the server reckons.
    let output = run(
        &["check", "--format", "json", "-"],
        &crd(&schema.replacen(
            "{type: object",
            "{x-kubernetes-validations: [{rule: \"self.l.all(x, x != 'a')\"}], type: object",
            1,
        )),
    );
    let version: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(version["rules"][0]["static_max_cost"], whole);
}

#[test]
fn places_that_there_are_not() {
    let schema = "{type: object, properties: {list: {type: array, items: {type: object, properties: {name: {type: string}}}}}}";
    let folder = folder("places", &[("crd.yaml", &crd(schema)), ("other.yaml", "kind: Other\n")]);
    let path = |file: &str| folder.join(file).to_str().expect("UTF-8").to_owned();
    let file = path("crd.yaml");
    for (arguments, expected) in [
        (&["--crd", &file, "--at", "lst"][..], "there is no `lst`; did you mean `list`?"),
        (&["--crd", &file, "--at", "list[].nmae"], "there is no `nmae` in `list[]`; did you mean `name`?"),
        (&["--crd", &file, "--at", "list.name"], "`list` is a list or a map: write `list[].name`"),
        (&["--crd", &file, "--at", "list.nmae"], "`list` is a list or a map: did you mean `list[].name`?"),
        (
            &["--crd", &file, "--at", "list.items"],
            "`list` is a list or a map: write `list[]` for all items or values",
        ),
        (&["--crd", &file, "--at", "list[].name[]"], "`list[].name` has no items"),
        (&["--crd", &file, "--at", "other"], "there is no `other`; there is `list`"),
        (&["--crd", &file, "--version", "v2"], "has no version `v2`; did you mean `v1`?"),
        (&["--crd", &file, "--version", "beta"], "has no version `beta`; there is `v1`"),
        (&["--crd", &path("other.yaml")], "there is no CustomResourceDefinition in the file"),
        (&["--crd", "no/such/file"], "no/such/file: No such file"),
    ] {
        let arguments: Vec<&str> = ["explain", "self"].iter().chain(arguments).copied().collect();
        let output = run(&arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{arguments:?}: {errors}");
    }
}
