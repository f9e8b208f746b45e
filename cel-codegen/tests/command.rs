//! The command on files of all kinds: what it prints, and its exit code.

#[path = "command/explain.rs"]
mod explain;
#[path = "command/fields.rs"]
mod fields;
#[path = "command/hidden.rs"]
mod hidden;
#[path = "command/lints.rs"]
mod lints;
#[path = "command/mistakes.rs"]
mod mistakes;
#[path = "command/orders.rs"]
mod orders;
#[path = "command/server_warnings.rs"]
mod server_warnings;
#[path = "command/size.rs"]
mod size;

use std::{
    env, fs,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
};

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.dev}
spec:
  group: example.dev
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: SCHEMA
";

const GOOD: &str =
    "{type: object, properties: {a: {type: integer, x-kubernetes-validations: [{rule: self > 1}]}}}";

fn crd(schema: &str) -> String {
    CRD.replace("SCHEMA", schema)
}

/// A folder of its own with files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(path, text).expect("written");
    }
    folder
}

fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
    command.args(arguments);
    run_command(command, input)
}

fn run_command(mut command: Command, input: &str) -> Output {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    let mut stdin = child.stdin.take().expect("stdin");
    let input = input.to_owned();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("ran");
    // The command may have read as much as it wanted.
    drop(writer.join().expect("no panic"));
    output
}

/// Checks a text; exit code, and what is printed on both streams must contain.
fn check(text: &str, code: i32, expected: &str) {
    let output = run(&["check", "-"], text);
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let shown: String = text.chars().take(200).collect();
    assert_eq!(output.status.code(), Some(code), "{shown}\n{printed:.2000}");
    assert!(printed.contains(expected), "{shown}\n{printed:.2000}");
    assert!(!printed.contains("panicked"), "{printed:.2000}");
}

#[test]
fn what_installs_and_what_is_refused() {
    check(&crd(GOOD), 0, "1 file, 1 CRD, 1 version, 1 rule: all accepted");
    check(
        &crd(&GOOD.replace("> 1", "> 'x'")),
        1,
        "found no matching overload for '_>_' applied to '(int, string)'",
    );
    check(&crd("{type: object, additionalProperties: true}"), 1, "must not be used at the root");
    check(
        &crd("{type: object, maxProperties: many}"),
        1,
        "`maxProperties` must be an integer, found a string",
    );
    check(
        &crd("{type: object, properties: {a: {items: [{type: string}], type: array}}}"),
        1,
        "items must be a schema object",
    );
    let judged = "{type: object, properties: {a: {type: integer, default: 1, x-kubernetes-validations: [{rule: self > 5}]}}}";
    check(&crd(judged), 1, "Invalid value: 1: failed rule: self > 5");
}

/// Creating and updating a CRD accepts it.
#[test]
fn rules_with_the_same_text() {
    let twice = GOOD.replace(
        "{rule: self > 1}",
        "{rule: 'self > \"1\".size()'}, {rule: 'self > \"1\".size()', message: m}",
    );
    check(&crd(&twice), 0, "warning: the node has another rule with this text");
    check(&crd(&twice), 0, "2 rules: all accepted, 1 warning");
    let output = run(&["check", "--server-side", "-"], &crd(&twice));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{printed}");
    let text = "Internal error: duplicate entries for key [rule=\"self > \\\"1\\\".size()\"]";
    assert!(printed.contains(text), "{printed}");
    let output = run(&["check", "--format", "json", "-"], &crd(&twice));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(printed.contains("\"warnings\":[{"), "{printed}");
    check(
        &crd(&GOOD.replace("{rule: self > 1}", "{rule: self > 1}, {rule: self > 2}")),
        0,
        "2 rules: all accepted",
    );
}

#[test]
fn what_cannot_be_read() {
    check("a: [1, 2", 2, "not valid YAML");
    check(&crd(GOOD)[..120], 1, "must have exactly one version marked as storage version");
    check(
        &crd(GOOD).replace("group: example.dev", "group: 3"),
        1,
        "`spec.group` must be a string, found an integer",
    );
    check(
        &crd(GOOD).replace("/v1\n", "/v1beta1\n"),
        2,
        "a CustomResourceDefinition of `apiextensions.k8s.io/v1` is needed",
    );
    check("kind: Deployment", 2, "no CustomResourceDefinition in it, but a `Deployment`: ");
    check("", 2, "no CustomResourceDefinition in it");
    check("\u{0}\u{1}", 2, "not valid YAML");
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for i in 1..12 {
        bomb += &format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 10].join(", "));
    }
    check(&bomb, 2, "the file's aliases stand for too much");
}

#[test]
fn too_much_of_anything() {
    check(&"[".repeat(100 << 20), 2, "larger than 32 MiB");
    check(&"[".repeat(1 << 20), 2, "nested deeper than 500 levels");
    check(&format!("{}{}", "{a: ".repeat(100_000), "}".repeat(100_000)), 2, "nested deeper than 500 levels");
    let long = format!("{} > 1", "self + ".repeat(30_000));
    check(&crd(&GOOD.replace("self > 1", &long)), 1, "expression code point size exceeds limit: size: ");
    let deep = format!("{}self > 1{}", "(".repeat(40_000), ")".repeat(40_000));
    check(&crd(&GOOD.replace("self > 1", &deep)), 1, "recursion");
    let many = format!("self > 0{}", " || self > 1".repeat(7_000));
    check(&crd(&GOOD.replace("self > 1", &many)), 0, "all accepted");
}

#[test]
fn deep_schemas_need_little_stack() {
    let properties = |levels: usize| {
        format!("{}{{type: object}}{}", "{type: object, properties: {a: ".repeat(levels), "}}".repeat(levels))
    };
    let items = |levels: usize| {
        format!("{}{{type: object}}{}", "{type: array, items: ".repeat(levels), "}".repeat(levels))
    };
    let lists = format!("{{type: object, properties: {{a: {}}}}}", items(480));
    let not = format!("{{type: object, {}}}", "not: {".repeat(480) + &"}".repeat(480));
    for schema in [properties(240), lists, not] {
        let ruled = schema.replacen(
            "{type: object",
            "{x-kubernetes-validations: [{rule: self == self}], type: object",
            1,
        );
        let run = move || {
            let version = cel_compiler::library::KubernetesVersion::NEW_EXPRESSIONS;
            let report = cel_codegen::check::FileReport::new("deep".to_owned(), crd(&ruled), version);
            assert_eq!(report.versions().count(), 1, "{:?}", report.content.err());
        };
        let thread = thread::Builder::new().stack_size(2 << 20).spawn(run).expect("started");
        thread.join().expect("no overflow");
    }
}

#[test]
fn folders_are_searched() {
    let bad = crd(&GOOD.replace("> 1", ">"));
    let folder = folder(
        "searched",
        &[("b/good.yaml", &crd(GOOD)), ("a.yml", "kind: Deployment\n"), ("c.json", "{}"), ("notes.txt", "[")],
    );
    let path = folder.to_str().expect("UTF-8");
    let output = run(&["check", path], "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 file, 1 CRD, 1 version, 1 rule: all accepted\n");
    assert_eq!(output.status.code(), Some(0));

    fs::write(folder.join("bad.yaml"), bad).expect("written");
    fs::write(folder.join("broken.yaml"), "a: [").expect("written");
    let output = run(&["check", "--format", "json", path, "no/such/file"], "");
    let lines: Vec<serde_json::Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0]["file"].as_str().expect("text").ends_with("b/good.yaml")
            || lines[1]["crd"] == "widgets.example.dev"
    );
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("broken.yaml:1:") && errors.contains("no/such/file: No such file"), "{errors}");
    assert_eq!(output.status.code(), Some(2), "what cannot be read wins");
}

#[test]
fn arguments() {
    for (arguments, expected) in [
        (&["check"][..], "the following required arguments were not provided:\n  <PATH>..."),
        (&["check", "--format", "xml", "-"], "invalid value 'xml' for '--format <FORMAT>'"),
        (&["check", "--kubernetes", "1.99", "-"], "the newest known version of Kubernetes is 1.37"),
        (&["check", "--cost", "-"], "tip: a similar argument exists: '--costs'"),
        (&["chek"], "tip: a similar subcommand exists: 'check'"),
        (&["explain"], "required arguments were not provided:\n  <RULE>"),
        (&["explain", "x", "--var", "x"], "is not of the form `name=type`"),
        (&["explain", "x", "--var", "x=integer"], "of at most 100 levels; write `int`"),
        (&["explain", "x", "--at", "a"], "--crd <FILE>"),
    ] {
        let output = run(arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{arguments:?}: {errors}");
    }
    let help = run(&["--help"], "");
    assert!(help.status.success() && String::from_utf8_lossy(&help.stdout).contains("Exit code"));
    let completions = run(&["completions", "bash"], "");
    assert!(String::from_utf8_lossy(&completions.stdout).contains("--server-side"));
}

#[test]
fn nothing_to_check_is_a_mistake() {
    let folder = folder(
        "in_vain",
        &[
            ("empty/notes.txt", ""),
            ("others/deployment.yaml", "kind: Deployment"),
            ("crds/a.yaml", &crd(GOOD)),
        ],
    );
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    for (paths, code) in [
        (vec!["empty"], 2),
        (vec!["others"], 2),
        (vec!["crds"], 0),
        (vec!["crds", "others"], 2),
        (vec!["."], 0),
    ] {
        let paths: Vec<String> = paths.into_iter().map(path).collect();
        let arguments: Vec<&str> = ["check"].into_iter().chain(paths.iter().map(String::as_str)).collect();
        let output = run(&arguments, "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{paths:?}: {errors}");
        assert_eq!(errors.contains("no CustomResourceDefinition in any"), code == 2, "{paths:?}: {errors}");
    }
}

#[test]
fn templates_need_helm() {
    let template = crd(GOOD).replace("name: v1\n", "name: {{ .Values.version }}\n{{- if .Values.crds }}\n");
    check(&template, 2, "run `helm template` first");
    check("{{- if .Values.crds }}\n{{- end }}\n", 2, "run `helm template` first");
    check(&crd(&GOOD.replace("> 1", "> {{ .Values.min }}")), 2, "run `helm template` first");
    check(
        &crd(GOOD).replace("scope: Namespaced", "scope: \"{{ .Values.scope }}\""),
        1,
        "run `helm template` first",
    );
}

/// Styles are for terminals.
#[test]
fn output_into_a_file_has_no_styles() {
    let output = run(&["check", "-"], &crd(&GOOD.replace("> 1", "> 'x'")));
    assert!(!String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
}

#[test]
fn a_release_may_be_named() {
    let text = crd(&GOOD.replace("self > 1", "ip('1.2.3.4').family() == self"));
    assert!(run(&["check", "-"], &text).status.success());
    let output = run(&["check", "--kubernetes", "1.30", "-"], &text);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        printed.contains("undeclared reference to 'ip'") && printed.contains("from Kubernetes 1.31 on"),
        "{printed}"
    );
}

#[test]
fn lists_of_crds() {
    let indented = |kind: bool| {
        let text = if kind {
            crd(GOOD)
        } else {
            crd(GOOD).lines().skip(2).map(|line| format!("{line}\n")).collect()
        };
        text.trim_end().replace('\n', "\n  ")
    };
    let list = |head: &str, kind: bool| {
        format!("{head}items:\n- {}\n- {}\n", indented(kind), indented(kind).replace("widgets", "gadgets"))
    };
    let typed = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinitionList\n";
    for text in [list("apiVersion: v1\nkind: List\n", true), list(typed, true), list(typed, false)] {
        check(&text, 0, "1 file, 2 CRDs, 2 versions, 2 rules: all accepted");
        let wrong = text.replace("  scope: Namespaced", "  scpe: Namespaced");
        check(&wrong, 1, "unknown field \"spec.scpe\"");
        let folder = folder("lists", &[("list.yaml", &text)]);
        let file = folder.join("list.yaml");
        let file = file.to_str().expect("UTF-8");
        let output = run(&["explain", "self > 1", "--crd", file, "--at", "a"], "");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let output = run(&["structs", file], "");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains("rule = \"self > 1\""), "{printed}");
        let object = "apiVersion: example.dev/v1\nkind: WidgetList\nitems: [{metadata: {name: a}, a: 1}]\n";
        let output = run(&["validate", "--crd", file, "-"], object);
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(printed.contains("1 object: 1 refused"), "{printed}");
    }
    check(
        &list(&typed.replace("/v1\n", "/v1beta1\n"), true),
        2,
        "a CustomResourceDefinitionList of `apiextensions.k8s.io/v1` is needed",
    );
    check(&format!("{typed}items: []\n"), 2, "no CustomResourceDefinition in it");
}

#[test]
fn values_of_another_type() {
    for (from, to, expected) in [
        ("served: true", "served: \"yes\"", "`spec.versions[0].served` must be a boolean, found a string"),
        (
            "plural: widgets,",
            "plural: widgets, shortNames: w,",
            "`spec.names.shortNames` must be a list, found a string",
        ),
        (
            "name: widgets.example.dev",
            "name: widgets.example.dev, labels: {a: 1}",
            "`metadata.labels.a` must be a string, found an integer",
        ),
        (
            "storage: true",
            "storage: true\n    subresources: {status: 5}",
            "`spec.versions[0].subresources.status` must be an object",
        ),
        (
            "storage: true",
            "storage: true\n    additionalPrinterColumns: [{name: a, type: string, jsonPath: .a, priority: 1.5}]",
            "must be an integer of 32 bits",
        ),
    ] {
        check(&crd(GOOD).replace(from, to), 1, expected);
    }
}

#[test]
fn files_that_are_no_text() {
    let folder = folder("no_text", &[("empty.yaml", ""), ("comment.yaml", "# nothing\n---\n")]);
    fs::write(folder.join("binary.yaml"), b"kind: \xff\xfe\n").expect("written");
    for (file, expected) in [
        ("binary.yaml", "not a text: byte 6 is no UTF-8"),
        ("empty.yaml", "no CustomResourceDefinition in it"),
        ("comment.yaml", "no CustomResourceDefinition in it"),
    ] {
        let path = folder.join(file);
        let output = run(&["check", path.to_str().expect("UTF-8")], "");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && errors.contains(expected), "{file}: {errors}");
    }
}
