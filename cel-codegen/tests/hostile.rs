//! Files that are made to hurt: the command answers within seconds and megabytes. It is built as users build it:
//! `cargo test --release -p cel-codegen --features hostile-tests --test hostile`.
//!
//! The limits are ten times what an optimised build takes on a slow machine. Only a wrong growth breaks them.

#[path = "hostile/diff.rs"]
mod diff;
#[path = "hostile/objects.rs"]
mod objects;

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A CRD whose schema is some lines of YAML.
fn crd(schema: &str) -> String {
    let mut text = String::from(
        "apiVersion: apiextensions.k8s.io/v1
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
      openAPIV3Schema:
",
    );
    for line in schema.lines() {
        writeln!(text, "        {line}").expect("a String takes anything");
    }
    text
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|n| line(n) + "\n").collect()
}

fn listed(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path
}

/// Runs the command with a limit on its memory, in kilobytes, and one on its processor time, in seconds. Five would do; a wrong growth takes
/// minutes.
fn run(arguments: &[&str]) -> Output {
    let output = Command::new("sh")
        .args(["-c", "ulimit -v 600000; ulimit -t 40; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_cel-codegen")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    assert!(output.status.code().is_some(), "{} for {:.200?}", output.status, arguments);
    output
}

/// Checks a file; the exit code must be this, and what is printed must contain that.
fn check(name: &str, text: &str, code: i32, expected: &str) -> String {
    let path = file(name, text);
    let output = run(&["check", path.to_str().expect("UTF-8")]);
    let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{name}: {printed:.2000}");
    assert!(printed.contains(expected), "{name}: {printed:.2000}");
    let longest = printed.lines().map(str::len).max().unwrap_or_default();
    assert!(longest < 10_000, "{name}: a line of {longest} bytes");
    printed.into_owned()
}

const EXCESSIVE: &str = "the file's aliases stand for too much";

#[test]
fn anchors_that_stand_for_each_other() {
    let mut text = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for n in 1.. {
        if text.len() > 1_000_000 {
            break;
        }
        writeln!(text, "a{n}: &a{n} [{}]", vec![format!("*a{}", n - 1); 9].join(", ")).expect("a String");
    }
    check("nested.yaml", &text, 2, EXCESSIVE);
}

/// The limit holds for a whole file, also if it is a stream of JSON.
#[test]
fn objects_of_json_that_are_too_large_together() {
    let object = format!("{{\"a\": [{}]}}\n", vec!["0"; 2_200_000].join(","));
    check("large.json", &object, 2, "no CustomResourceDefinition in it");
    check("two.json", &object.repeat(2), 2, "the file's values are larger than 64 MiB");
}

#[test]
fn a_line_of_a_million_tabs() {
    let tabs = "\t".repeat(1_000_000);
    check("tabs.yaml", &tabs, 2, "a tab cannot indent");
    check("tabs_in_value.yaml", &format!("a: {tabs}b"), 2, "no CustomResourceDefinition in it");
}

#[test]
fn millions_of_empty_documents() {
    check("empty.yaml", &"---\n".repeat(8_000_000), 2, "the file's values are larger than 64 MiB");
    check("empty.json", &"{}\n".repeat(10_000_000), 2, "the file's values are larger than 64 MiB");
    check("few.yaml", &"---\n".repeat(200_000), 2, "no CustomResourceDefinition in it");
}

#[test]
fn millions_of_empty_lines() {
    check("lines.yaml", &("\n".repeat(33_000_000) + "a: ["), 2, "unclosed bracket");
}

#[test]
fn millions_of_anchors_and_keys_on_a_line() {
    let too_large = "the file's values are larger than 64 MiB";
    check("anchors.yaml", &format!("a: [{}]", "&a x,".repeat(6_000_000)), 2, too_large);
    check("colons.yaml", &format!("a: [{}]", "b:,".repeat(10_000_000)), 2, too_large);
    let keys: String = (0..3_000_000).map(|n| format!("k{n},")).collect();
    check("keys.yaml", &format!("a: {{{keys}}}"), 2, too_large);
    check(
        "tab_lines.yaml",
        &format!("a:\n{}  b: 1", "  \t\n".repeat(8_000_000)),
        2,
        "a tab stands on an empty line",
    );
    let key = format!("a: {{k{}: 1}}", "\n".repeat(30_000_000));
    check("key.yaml", &key, 2, "a key and its `:` stand on one line");
}

#[test]
fn a_long_text_a_hundred_thousand_times() {
    let head = format!("a: &a \"{}\"\nb:\n", "x".repeat(1_000_000));
    check("texts.yaml", &(head.clone() + &"- *a\n".repeat(100_000)), 2, EXCESSIVE);
    check("keys_of_text.yaml", &(head + &"- {*a : 1}\n".repeat(100_000)), 2, EXCESSIVE);
}

#[test]
fn two_hundred_thousand_keys() {
    let schema =
        format!("type: object\nproperties:\n{}", lines(200_000, |n| format!("  k{n}: {{type: string}}")));
    check("keys.yaml", &crd(&schema), 1, TOO_LARGE);
    let schema = format!("type: object\nproperties:\n{}", lines(200_000, |n| format!("  k{n}: {{}}")));
    check(
        "short_keys.yaml",
        &crd(&schema),
        1,
        "Required value: must not be empty for specified object fields",
    );
}

/// The server reads no more than 3 MiB of JSON.
const TOO_LARGE: &str = "Request entity too large: limit is 3145728";

#[test]
fn merges_of_a_hundred_thousand_keys() {
    let keys = lines(100_000, |n| format!("  k{n}: 1"));
    check("merges.yaml", &format!("a: &a\n{keys}b:\n{}", "  <<: *a\n".repeat(9)), 2, EXCESSIVE);
    let many = lines(9, |n| format!("b{n}: {{<<: *a}}"));
    check("merges_apart.yaml", &format!("a: &a\n{keys}{many}"), 2, EXCESSIVE);
    check("merge.yaml", &format!("a: &a\n{keys}b:\n  <<: *a\n"), 2, "no CustomResourceDefinition in it");
}

#[test]
fn a_hundred_thousand_wrong_rules() {
    let rules = lines(100_000, |n| format!("    - rule: self.b{n} > 1"));
    let schema =
        format!("type: object\nproperties:\n  a:\n    type: integer\n    x-kubernetes-validations:\n{rules}");
    let printed = check("wrong_rules.yaml", &crd(&schema), 1, "100000 rules: 1 version refused");
    assert_eq!(printed.matches("type 'int' does not support field selection").count(), 100_000);
}

#[test]
fn one_line_of_twenty_thousand_rules() {
    for name in ["a", "é"] {
        let rules = listed(20_000, |n| format!(r#"{{"rule": "self.b{n} > 1 && 'é' == self"}}"#));
        let schema = format!(
            r#"{{"type": "object", "properties": {{"{name}": {{"type": "integer", "x-kubernetes-validations": [{rules}]}}}}}}"#
        );
        let text = format!(
            r#"{{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {{"name": "widgets.example.dev"}}, "spec": {{"group": "example.dev", "scope": "Namespaced", "names": {{"kind": "Widget", "plural": "widgets"}}, "versions": [{{"name": "v1", "served": true, "storage": true, "schema": {{"openAPIV3Schema": {schema}}}}}]}}}}"#
        );
        let printed = check("line.json", &text, 1, "20000 rules: 1 version refused");
        let last = r#""self.b19999 > 1 &&"#;
        let column = text.find(last).map(|at| text[..at].chars().count() + "\"self.".len());
        assert!(printed.contains(&format!("line.json:1:{}: type 'int'", column.expect("the rule"))));
    }
}

#[test]
fn one_rule_of_nine_thousand_mistakes() {
    let rule = format!("[{}].size() > 0", listed(9_000, |n| format!("nobody{n}")));
    let schema = format!("type: object\nx-kubernetes-validations:\n- rule: '{rule}'");
    let printed = check("mistakes.yaml", &crd(&schema), 1, "expression code point size exceeds limit");
    assert_eq!(printed.matches("error: ").count(), 1);
    let rule = format!("[{}].size() > 0", listed(9_000, |n| format!("no{n}")));
    let schema = format!("type: object\nx-kubernetes-validations:\n- rule: '{rule}'");
    let printed = check("mistakes.yaml", &crd(&schema), 1, ": 8900 more errors were truncated");
    assert_eq!(printed.matches("undeclared reference to").count(), 100);
}

#[test]
fn a_hundred_thousand_properties_with_rules() {
    let schema = |rule: &str, count| {
        let rules = lines(count, |n| {
            format!("  p{n}:\n    type: integer\n    x-kubernetes-validations:\n    - rule: {rule} > {n}")
        });
        crd(&format!("type: object\nproperties:\n{rules}"))
    };
    check("ruled.yaml", &schema("self", 100_000), 1, TOO_LARGE);
    // As many as a server reads, four times.
    let four = |rule: &str| format!("{}---\n", schema(rule, 25_000)).repeat(4);
    check("ruled.yaml", &four("self"), 0, "100000 rules: all accepted");
    check("ruled.yaml", &four("self.x"), 1, "100000 rules: 4 versions refused");
}

#[test]
fn rules_on_twenty_thousand_fields_and_advice_for_them() {
    let properties = lines(20_000, |n| format!("  prop{n}: {{type: integer}}"));
    let schema = |rules: String| {
        crd(&format!("type: object\nproperties:\n{properties}x-kubernetes-validations:\n{rules}"))
    };
    let right = lines(20_000, |n| format!("- rule: self.prop{n} > 0"));
    check("fields.yaml", &schema(right), 0, "20000 rules: all accepted");
    let wrong = lines(20_000, |n| format!("- rule: self.prap{n} > 0"));
    check("advice.yaml", &schema(wrong), 1, "help: did you mean `prop0`?");
}

#[test]
fn thirty_thousand_required_names() {
    let names = listed(30_000, |n| format!("n{n}"));
    let properties = lines(30_000, |n| format!("      n{n}: {{type: string}}"));
    let schema = format!(
        "type: object\nproperties:\n  o:\n    type: object\n    default: {{}}\n    required: [{names}]\n    properties:\n{properties}    x-kubernetes-validations:\n    - rule: has(self.n1)"
    );
    let printed = check("required.yaml", &crd(&schema), 1, "1 version refused");
    assert_eq!(printed.matches("Required value").count(), 30_000);
}

#[test]
fn twenty_thousand_defaults_against_as_many_values() {
    let values = |letter: char| listed(20_000, |n| format!("{letter}{n}"));
    let schema = |letter| {
        crd(&format!(
            "type: object\nproperties:\n  o:\n    type: array\n    default: [{}]\n    items:\n      type: string\n      enum: [{}]",
            values(letter),
            values('v')
        ))
    };
    check("enum.yaml", &schema('v'), 0, "all accepted");
    check("enum.yaml", &schema('w'), 1, "more errors were truncated");
}

/// Each rule is compiled once, not once an item.
#[test]
fn long_rules_on_the_items_of_a_long_default() {
    let rule = vec!["self > 5"; 1_000].join(" || ") + " || true";
    let many = lines(400, |n| format!("    - rule: self >= 0 - {n}"));
    let list = |rules: &str, count| {
        format!(
            "type: object
properties:
  l:
    type: array
    maxItems: {count}
    default: [{}]
    items:
      type: integer
      x-kubernetes-validations:
{rules}",
            listed(count, |_| "0".to_owned())
        )
    };
    let long = list(&format!("      - rule: {rule}"), 400);
    check("long-rule-on-default.yaml", &crd(&long), 0, "all accepted");
    let many = list(&many.replace("    - ", "      - "), 1_000);
    check("many-rules-on-default.yaml", &crd(&many), 0, "all accepted");
}

/// Each step of a chain doubles what the next one copies. All chains of a file share a limit.
#[test]
fn two_thousand_chains_of_opt_map() {
    let rule = "optional.of(1)".to_owned() + &".optMap(x, x + x)".repeat(10) + ".hasValue()";
    let rules = lines(2_000, |n| format!("- rule: {rule} || {n} > 0"));
    let schema = format!("type: object\nx-kubernetes-validations:\n{rules}");
    check("chains.yaml", &crd(&schema), 1, "the expressions up to this one are too large");
}

#[test]
fn twenty_thousand_wrong_keys_of_a_list() {
    let list = |keys: &str, properties: &str| {
        let items = format!("items: {{type: object, required: [{keys}], properties: {{{properties}}}}}");
        crd(&format!(
            "type: object\nproperties:\n  o:\n    type: array\n    x-kubernetes-list-type: map\n    x-kubernetes-list-map-keys: [{keys}]\n    {items}"
        ))
    };
    let keys = listed(20_000, |n| format!("key{n}"));
    check("list_keys.yaml", &list(&keys, "a: {type: string}"), 1, "more errors were truncated");
    check(
        "same_list_keys.yaml",
        &list(&listed(20_000, |_| "a".to_owned()), "a: {type: string}"),
        1,
        "more errors were truncated",
    );
    let properties = listed(20_000, |n| format!("key{n}: {{type: string}}"));
    check("right_list_keys.yaml", &list(&keys, &properties), 0, "all accepted");
    // Few keys show little each: the sum counts.
    let lists = lines(4_000, |n| {
        let keys = listed(70, |n| format!("key{n}"));
        format!(
            "  l{n}: {{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [{keys}], items: {{type: object}}}}"
        )
    });
    check(
        "lists.yaml",
        &crd(&format!("type: object\nproperties:\n{lists}")),
        1,
        "more errors were truncated",
    );
}

#[test]
fn ten_thousand_wrong_keys_of_rules() {
    let rule =
        |i| format!("- {{rule: 'self.n > oldSelf.n + {i}', optionalOldSelf: true, fieldPath: .name{i}}}");
    let properties = lines(90, |i| format!("  somename{i}: {{type: string}}"));
    let rules = lines(10_000, rule);
    let text = format!(
        "type: object\nproperties:\n  n: {{type: integer}}\n{properties}\nx-kubernetes-validations:\n{rules}"
    );
    check("advice.yaml", &crd(&text), 1, "must be a valid path");
}

#[test]
fn rules_that_are_too_dear() {
    let rules = lines(5_000, |n| format!("    - rule: self.all(x, self.all(y, x != y || x == '{n}'))"));
    let schema = format!(
        "type: object\nproperties:\n  a:\n    type: array\n    items: {{type: string}}\n    x-kubernetes-validations:\n{rules}"
    );
    check("dear.yaml", &crd(&schema), 1, "5000 rules: 1 version refused");
}

#[test]
fn long_lines_are_cut() {
    let long = "x".repeat(10_000_000);
    let schema = format!(
        "type: object\nproperties:\n  a: {{type: integer, description: '{long}', x-kubernetes-validations: [{{rule: self.b > 1}}]}}"
    );
    check("long.yaml", &crd(&schema), 1, TOO_LARGE);
    let schema = schema.replace(&long, &"x".repeat(3_000_000));
    check("long.yaml", &crd(&schema), 1, "does not support field selection");
    let long = "p".repeat(1_000_000);
    let schema = format!(
        "type: object\nx-kubernetes-validations:\n- {{rule: self.b, message: '{long}', fieldPath: .{long}}}"
    );
    check("long_path.yaml", &crd(&schema), 1, "must be a valid path");
}

#[test]
fn marks_and_breaks() {
    let marks = "\u{feff}".repeat(100);
    check("marks.yaml", &format!("{marks}{}", crd("type: object")), 2, "more than two byte order marks");
    check("mark.yaml", &format!("\u{feff}{}", crd("type: object")), 0, "all accepted");
    // A comment that is one only to people.
    let hidden = crd("type: object # of widgets\u{2028}maximum: 1");
    check("hidden.yaml", &hidden, 2, "U+2028 is a line break to `kubectl`");
    let broken = crd("type: object # of widgets\u{85}        properties: {a: {type: wrong}}");
    check("broken.yaml", &broken, 1, "Unsupported value: \"wrong\"");
    check("quoted.yaml", &crd("{type: object, description: 'a\u{2028}b'}"), 0, "all accepted");
}

#[test]
fn numbers_are_those_of_the_server() {
    let schema = |max: &str| {
        crd(&format!(
            "type: object\nproperties:\n  a: {{type: string, maxLength: {max}, x-kubernetes-validations: [{{rule: self.size() > 1}}]}}"
        ))
    };
    for max in ["1e3", "1000.0", "0x10", "1_000"] {
        check("number.yaml", &schema(max), 0, "all accepted");
    }
    check(
        "number.yaml",
        &schema("99999999999999999999"),
        1,
        "`maxLength` must be an integer, found a number",
    );
    check("number.yaml", &schema("1.5"), 1, "`maxLength` must be an integer, found a number");
}

#[test]
fn types_of_many_levels() {
    let ty = |levels: usize| format!("x={}int{}", "list(".repeat(levels), ")".repeat(levels));
    let output = run(&["explain", "x == x", "--var", &ty(50)]);
    assert!(output.status.success());
    let output = run(&["explain", "x == x", "--var", &ty(10_000)]);
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.contains("is not of the form `name=type`") && printed.len() < 1_000, "{printed:.2000}");
}

#[test]
fn little_stack_is_enough() {
    let deep =
        format!("{}{{type: object}}{}", "{type: object, properties: {a: ".repeat(240), "}}".repeat(240));
    let path = file("deep.yaml", &crd(&deep));
    let output = Command::new("sh")
        .args(["-c", "ulimit -s 256; exec \"$0\" check \"$1\"", env!("CARGO_BIN_EXE_cel-codegen")])
        .arg(&path)
        .output()
        .expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn pipes_and_devices_have_no_end() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipes");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("crd.yaml"), crd("type: object")).expect("written");
    let pipe = folder.join("pipe.yaml");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for (name, target) in [("zero.yaml", "/dev/zero"), ("loop", ".")] {
        std::os::unix::fs::symlink(target, folder.join(name)).expect("a link");
    }
    let output = run(&["check", folder.to_str().expect("UTF-8")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for path in [pipe.to_str().expect("UTF-8"), "/dev/zero"] {
        let output = run(&["check", path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("neither a file nor a folder"));
    }
}

/// Linux calls them regular files. They have no size, and some of them wait until there is more to read.
#[test]
#[cfg(target_os = "linux")]
fn files_of_the_kernel_are_empty() {
    for path in ["/proc/kmsg", "/proc/self/mounts"] {
        let output = run(&["check", path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
    }
    let shell = |script: &str| {
        let output = Command::new("bash").args(["-c", script, env!("CARGO_BIN_EXE_cel-codegen")]).output();
        output.expect("a shell").status.code()
    };
    let path = file("piped.yaml", &crd("type: object"));
    let path = path.to_str().expect("UTF-8");
    assert_eq!(shell(&format!("\"$0\" check <(cat {path})")), Some(0));
    assert_eq!(shell(&format!("\"$0\" check /dev/stdin < {path}")), Some(0));
    assert_eq!(shell(&format!("cat {path} | \"$0\" check /dev/stdin")), Some(0));
    assert_eq!(shell(&format!("\"$0\" check - < {path}")), Some(0));
}

#[test]
fn nobody_has_to_read_the_output() {
    let rules = lines(2_000, |n| format!("    - rule: self.b{n} > 1"));
    let schema =
        format!("type: object\nproperties:\n  a:\n    type: integer\n    x-kubernetes-validations:\n{rules}");
    let path = file("unread.yaml", &crd(&schema));
    let output = Command::new("sh")
        .args(["-c", "\"$0\" check \"$1\" | head -1", env!("CARGO_BIN_EXE_cel-codegen")])
        .arg(&path)
        .output()
        .expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(String::from_utf8_lossy(&output.stdout).contains("field selection"));
}

#[test]
fn fields_that_nobody_knows() {
    let unknown = lines(100_000, |n| format!("k{n}: 1"));
    check("unknown.yaml", &crd(&format!("type: object\n{unknown}")), 1, "k1\"");
    let items = format!(
        "type: object\nproperties:\n  a:\n    type: array\n    items: {{type: string, {}}}",
        listed(100_000, |n| format!("k{n}: 1"))
    );
    check("dropped.yaml", &crd(&items), 0, "100 warnings");
    let twice = lines(40_000, |n| format!("  k{}: {{type: string}}", n / 2));
    check("twice.yaml", &crd(&format!("type: object\nproperties:\n{twice}")), 1, "already set in map");
    let json = format!(
        "{{\"apiVersion\": \"apiextensions.k8s.io/v1\", \"kind\": \"CustomResourceDefinition\", \"spec\": {{{}}}}}",
        listed(100_000, |_| "\"names\": {\"plural\": \"a\"}".to_owned())
    );
    check("twice.json", &json, 1, "duplicate field \"spec.names\"");
}
