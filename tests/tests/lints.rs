//! Lints find what is wrong and say nothing of what is right: tables of both.

#[path = "lints/hostile.rs"]
mod hostile;

use cel_codegen::{
    check::FileReport,
    lints::{LintReport, Lints},
};
use cel_compiler::{
    crd::{decl_type::decl_type, document, props::SchemaProps},
    env::Env,
    library::KubernetesVersion,
    lints::{self, BESIDE, Context, Finding, LINTS, Level, Levels, Lint},
    schema::{Access, AccessStep, DeclKind, DeclType, Schema, ValidationRule},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
};
use tests::{
    corpus::Corpus,
    lint_tables::{Entry, Shown, answers, difference, entries, shown},
    recorded::{cases, data},
};

/// What is found in the last of some rules of a file.
fn found(entry: &Entry, rule: &str, levels: Levels) -> Vec<LintReport> {
    let minimum =
        entry.json["minimum"].as_str().map(|release| KubernetesVersion::for_new_rules(release).unwrap());
    let report = FileReport::new("crd.json".to_owned(), entry.crd(rule), KubernetesVersion::NEW_EXPRESSIONS);
    let report = report.with_lints(&Lints { levels, minimum });
    let errors: Vec<String> =
        report.versions().flat_map(|version| version.errors().map(ToString::to_string)).collect();
    assert!(errors.is_empty(), "{rule}: {errors:?}");
    let found = report.versions().flat_map(|version| &version.lints);
    let last = entry.with_first(rule).len();
    found.filter(|lint| lint.finding.rule + 1 == last).cloned().collect()
}

/// The same of a Rust type whose lists serde always writes.
fn of_rust(entry: &Value, rule: &str) -> Vec<Finding> {
    let mut node = node(entry);
    if let DeclKind::Object { fields, .. } = &mut node.kind {
        fields
            .as_mut_vec()
            .iter_mut()
            .for_each(|field| field.access = Access::of(vec![AccessStep::new("f", false)]));
    }
    of_node(&node, rule)
}

/// The schema of an entry.
fn node(entry: &Value) -> DeclType {
    decl_type(&SchemaProps::read(&document::read(&entry["schema"].to_string()).unwrap()[0]).0, false)
}

/// What is found without a search for objects, as the derive does.
fn of_node(node: &DeclType, rule: &str) -> Vec<Finding> {
    let schema = Schema::default();
    let rule = ValidationRule { rule: rule.to_owned(), message: Some("no".to_owned()), ..Default::default() };
    lints::of_node(&Env::for_node(&schema, node), node, &[rule], &Context::default())
}

fn all() -> Levels {
    let mut levels = Levels::default();
    levels.set("all", Level::Warn).unwrap();
    levels
}

#[test]
fn nine_in_ten_mistakes_are_found() {
    let mut by_lint: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut missed = Vec::new();
    for entry in entries("mistakes.yaml") {
        let lint = entry.json["lint"].as_str().unwrap();
        for rule in &entry.rules {
            let names: Vec<&str> = match entry.json["serde"].as_bool() {
                Some(true) => of_rust(&entry.json, rule).iter().map(|finding| finding.lint.name).collect(),
                _ => found(&entry, rule, all()).iter().map(|lint| lint.finding.lint.name).collect(),
            };
            let (count, total) = by_lint.entry(lint.to_owned()).or_default();
            *total += 1;
            match names.contains(&lint) {
                true => *count += 1,
                false => missed.push(format!("{lint}: {rule}")),
            }
        }
    }
    assert_eq!(by_lint.len(), LINTS.len());
    assert!(by_lint.values().all(|(_, total)| *total >= 10), "{by_lint:?}");
    let total: usize = by_lint.values().map(|(_, total)| total).sum();
    assert!(total >= 200, "{total}");
    println!("{} of {total} mistakes found; missed: {missed:#?}", total - missed.len());
    assert!(missed.len() * 10 <= total, "{missed:#?}");
}

#[test]
fn at_most_one_in_a_hundred_right_rules_is_told_of() {
    let (mut total, mut told) = (0, Vec::new());
    for entry in entries("right.yaml") {
        for rule in &entry.rules {
            total += 1;
            let found = found(&entry, rule, Levels::default());
            told.extend(
                found.iter().map(|lint| format!("{rule}: {} {}", lint.finding.lint.name, lint.finding.text)),
            );
        }
    }
    assert!(total >= 650, "{total}");
    println!("{} findings in {total} right rules: {told:#?}", told.len());
    assert!(told.len() * 100 <= total, "{told:#?}");
}

#[test]
fn right_rules_are_told_of_no_more_often_without_objects() {
    let (mut total, mut told) = (0, Vec::new());
    for entry in entries("right.yaml") {
        let node = node(&entry.json);
        let rules: Vec<&String> = entry.rules.iter().filter(|_| entry.json["around"].is_null()).collect();
        total += rules.len();
        let found = rules
            .into_iter()
            .flat_map(|rule| of_node(&node, rule).into_iter().map(move |found| (rule, found)));
        let is_told = |lint: &Lint| lint.level != Level::Allow;
        told.extend(
            found
                .filter(|(_, found)| is_told(found.lint))
                .map(|(rule, found)| format!("{rule}: {} {}", found.lint.name, found.text)),
        );
    }
    println!("{} findings in {total} right rules: {told:#?}", told.len());
    assert!(told.len() * 100 <= total, "{told:#?}");
}

/// The objects that are shown of the mistakes, in order.
fn all_shown() -> Vec<Shown> {
    let of_entry = |entry: Entry| {
        let rules = entry.rules.iter().map(|rule| shown(&entry.crd(rule)));
        rules.flatten().collect::<Vec<_>>()
    };
    entries("mistakes.yaml")
        .into_iter()
        .filter(|entry| entry.json["serde"] != true)
        .flat_map(of_entry)
        .collect()
}

/// `RECORD=1 ORACLE=target/oracle/oracle` asks again.
#[test]
fn objects_that_are_shown_get_the_recorded_answer() {
    let shown = all_shown();
    let file = "lints/witnesses.jsonl";
    if env::var_os("RECORD").is_some() {
        let answers = answers(&shown).expect("the oracle answers");
        let lines = shown.iter().zip(answers).map(|(shown, answer)| {
            let objects = &shown.request["objects"][0];
            serde_json::json!({"rule": shown.lint.source, "asked": objects, "objects": answer["objects"]})
                .to_string()
                + "\n"
        });
        fs::write(data(file), lines.collect::<String>()).unwrap();
    }
    let recorded = cases(file);
    assert_eq!(recorded.len(), shown.len());
    for (case, shown) in recorded.iter().zip(&shown) {
        assert_eq!(case.line["asked"], shown.request["objects"][0], "{}: {}", case.id, shown.lint.source);
        assert_eq!(difference(shown, &case.line), None, "{}", case.id);
    }
    let of_keys = shown.iter().filter(|shown| shown.lint.finding.lint.name == "unguarded_optional").count();
    assert!(of_keys >= 36, "{of_keys}");
}

/// `BLESS=1` writes the parts of the book that are made here.
#[test]
fn the_book_has_all_lints() {
    in_the_book("lints", &LINTS.iter().map(|lint| section(lint)).collect::<Vec<_>>().join("\n"));
    in_the_book(
        "lints of the derive",
        &BESIDE.iter().map(|lint| of_rust_alone(lint)).collect::<Vec<_>>().join("\n"),
    );
}

/// A lint of what stands beside the rules, as the book shows it. `tests/ui/lint` has its words.
fn of_rust_alone(Lint { name, level, summary, reason, example }: &Lint) -> String {
    let (level, wrong, right) = (level.name(), example.wrong.join("\n"), example.right.join("\n"));
    format!(
        "### `{name}`\n\n{summary} {reason} Level: {level}.\n\n```rust,ignore\n// wrong\n{wrong}\n\n// right\n{right}\n```\n"
    )
}

/// A lint as the book shows it.
fn section(lint: &Lint) -> String {
    let Lint { name, level, summary, reason, example } = lint;
    let rules =
        |rules: &[&str]| rules.iter().map(|rule| format!("- rule: {}\n", quoted(rule))).collect::<String>();
    let (schema, level) = (example.schema, level.name());
    let (text, help) = of_example(lint);
    let help = help.map(|help| format!(" Help: {help}.")).unwrap_or_default();
    format!(
        "### `{name}`\n\n{summary} {reason} Level: {level}.\n\n```yaml\n# {schema}\n# wrong\n{}# right\n{}```\n\nIt says: {text}.{help}\n",
        rules(example.wrong),
        rules(example.right)
    )
}

fn quoted(rule: &str) -> String {
    if rule.starts_with('!') { format!("\"{rule}\"") } else { rule.to_owned() }
}

/// What a lint says of its example.
fn of_example(lint: &Lint) -> (String, Option<String>) {
    let schema = document::read(lint.example.schema).unwrap()[0].to_json();
    let (last, first) = lint.example.wrong.split_last().unwrap();
    let mut json = serde_json::json!({"lint": lint.name, "schema": schema, "minimum": "1.32", "rules": []});
    if let [first] = first {
        json["first"] = (*first).into();
    }
    if lint.name == "old_self_never_correlates" {
        json["around"] = "item".into();
    }
    if lint.name == "has_on_list_or_map_that_serde_always_writes" {
        let finding = of_rust(&json, last).into_iter().next().unwrap();
        return (finding.text, finding.help);
    }
    let found = found(&Entry { json, rules: Vec::new() }, last, all());
    let found = found.into_iter().find(|found| found.finding.lint == lint);
    let finding = found.unwrap_or_else(|| panic!("{}", lint.name)).finding;
    (finding.text, finding.help)
}

/// Compares a part of the book, between two comments.
fn in_the_book(part: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/lints.md");
    let page = fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- {part} -->\n"), format!("<!-- end of {part} -->"));
    let (before, rest) = page.split_once(&begin).unwrap();
    let (shown, after) = rest.split_once(&end).unwrap();
    let expected = format!("\n{}\n\n", expected.trim());
    if env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{before}{begin}{expected}{end}{after}")).unwrap();
        return;
    }
    assert_eq!(shown, expected);
}

/// What is found in the public CRDs, where they lie. Whoever blesses it has read each new line.
#[test]
fn the_book_has_what_is_found_in_public_crds() {
    let Some(folder) = Corpus::folder() else { return };
    let mut rows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in Corpus::crd_files(&folder).unwrap() {
        let project = file.parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let report = FileReport::new(String::new(), text, KubernetesVersion::NEW_EXPRESSIONS);
        for version in report.with_lints(&Lints::default()).versions() {
            for found in &version.lints {
                let name = found.finding.lint.name;
                let row =
                    format!("| {project} | {} | {} | `{name}` | right |", version.crd, place(&found.path));
                rows.entry(row).or_default().insert(version.version.clone());
            }
        }
    }
    let total = rows.len();
    assert!(total >= 25, "{total}");
    assert!(
        rows.keys().any(|row| row.contains("xbackends")
            && row.contains("spec.port.name")
            && row.contains("with_null"))
    );
    let rows: Vec<String> = rows.into_keys().collect();
    let head = "| project | CRD | rule | lint | read by hand |\n|---|---|---|---|---|";
    in_the_book("corpus", &format!("{total} findings:\n\n{head}\n{}", rows.join("\n")));
}

/// `spec.listeners[]`, rule 2, of `spec.versions[0].schema.openAPIV3Schema.properties[spec]..`
fn place(path: &str) -> String {
    let (_, path) = path.split_once("openAPIV3Schema").unwrap();
    let (way, rule) = path.split_once(".x-kubernetes-validations[").unwrap();
    let way = way.replace(".properties[", ".").replace(".items", "[]").replace(".additionalProperties", "[]");
    let way: String = way.replace("[]", "*").replace(']', "").replace('*', "[]");
    let way =
        if way.is_empty() { "the root".to_owned() } else { format!("`{}`", way.trim_start_matches('.')) };
    format!("{way} {}", rule.split_once(']').unwrap().0)
}
