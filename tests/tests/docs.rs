//! The book has all that a user can meet: every error of the derive, every key of its attribute.

#[path = "docs/links.rs"]
mod links;
#[path = "docs/spec.rs"]
mod spec;

use regex::Regex;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};
use tests::recorded::{cases, data};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names and numbers are `..`, so that one line of the book is about one error.
fn plain(error: &str) -> String {
    let names = Regex::new(r"`[^`]*`").unwrap().replace_all(error, "..");
    let names = Regex::new(r"(^|[^a-z])'[^']*'").unwrap().replace_all(&names, "$1..");
    Regex::new(r"[0-9][0-9.]*").unwrap().replace_all(&names, "..").trim().to_owned()
}

/// The errors in the first column of the tables.
fn errors_in_the_book() -> Vec<String> {
    let page = read("docs/errors.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split(" | ").next().unwrap_or_default().trim_start_matches("| "));
    let errors = cells.map(|cell| {
        let ticks = cell.len() - cell.trim_start_matches('`').len();
        plain(cell[ticks..cell.len() - ticks].trim())
    });
    errors.collect()
}

/// `..` stands for any text.
fn is_like(error: &str, pattern: &str) -> bool {
    let mut rest = error;
    let mut parts = pattern.split("..");
    let Some(after) = parts.next().and_then(|first| rest.strip_prefix(first)) else { return false };
    rest = after;
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty() || pattern.ends_with("..")
}

/// All errors in the recorded outputs of rustc, but for those in words of rustc's own.
fn recorded_errors() -> BTreeSet<String> {
    let mut errors = BTreeSet::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "stderr") {
                let text = fs::read_to_string(&path).unwrap();
                errors.extend(text.lines().filter_map(error).map(|error| error.to_owned()));
            }
        }
    }
    errors
}

/// The message in the first line of an error. Ours have no code, or the code of a bound or a constant that the derive has put there.
fn error(line: &str) -> Option<&str> {
    let message = match line.strip_prefix("error: ") {
        Some(message) => message,
        None => line.strip_prefix("error[E0277]: ")?,
    };
    let of_rustc = ["could not compile", "no rules expected", "the trait bound", "type `"];
    (!of_rustc.iter().any(|start| message.starts_with(start))).then_some(message)
}

#[test]
fn every_error_stands_in_the_book() {
    let book = errors_in_the_book();
    let file = Regex::new(r"^[^ ]+\.yaml:[0-9]+:[0-9]+: ").unwrap();
    let missing: Vec<String> = recorded_errors()
        .iter()
        .map(|error| plain(&file.replace(error, "")))
        .filter(|error| !book.iter().any(|known| is_like(error, known)))
        .collect();
    assert!(missing.is_empty(), "docs/errors.md does not list:\n{}", missing.join("\n"));
}

/// A case that fails prints its id, and why it is there.
#[test]
fn every_recorded_case_has_an_id_of_its_own_and_says_why_it_is_there() {
    let folder = fs::read_dir(data("")).unwrap();
    let files = folder.map(|file| file.unwrap().file_name().into_string().unwrap());
    for file in files.filter(|file| file.ends_with(".jsonl")) {
        let mut ids = BTreeSet::new();
        for case in cases(&file) {
            assert!(ids.insert(case.id.clone()), "{file} has two cases {:?}", case.id);
            assert!(!case.why.is_empty(), "{file}: {:?} does not say why it is there", case.id);
        }
    }
}

#[test]
fn every_key_of_the_attribute_stands_in_the_book() {
    let source = read("cel-derive/src/attr.rs");
    let page = read("docs/attributes.md");
    let lists = Regex::new(r"(?s)const (?:RULE|CONTAINER|FIELD)_KEYS: &\[&str\] =[ \n]*&\[(.*?)\]").unwrap();
    let keys: BTreeSet<String> = lists
        .captures_iter(&source)
        .flat_map(|list| {
            let names = Regex::new(r#""([a-z0-9_]+)""#).unwrap();
            names.captures_iter(&list[1]).map(|name| name[1].to_owned()).collect::<Vec<_>>()
        })
        .chain(["server_only".to_owned()])
        .collect();
    assert!(keys.len() > 15, "the lists of keys have moved: {keys:?}");
    for key in keys {
        assert!(page.contains(&format!("### `{key}`")), "docs/attributes.md has no section for `{key}`");
    }
}

/// A block that cannot be compiled by itself says in its first line which file it is from. That file is compiled.
#[test]
fn excerpts_stand_in_the_files_that_they_name() {
    let mut excerpts = 0;
    for page in ["docs/webhook.md", "docs/controller.md"] {
        let text = read(page);
        let blocks = text.split("```rust,ignore\n").skip(1);
        for block in blocks.filter_map(|rest| rest.split("```").next()) {
            let (file, excerpt) = block.split_once('\n').expect("a line with the file");
            let file = file.strip_prefix("// ").expect("the file is named in a comment");
            assert!(read(file).contains(excerpt), "{page}: this is not in {file}:\n{excerpt}");
            excerpts += 1;
        }
    }
    assert_eq!(excerpts, 4);
}

/// The methods that a type gets, those of the trait and those that the derive writes, each with the text in front of it.
fn methods() -> BTreeMap<String, String> {
    let of_trait = read("cel-runtime/src/validate.rs");
    let of_derive = read("cel-derive/src/expand.rs");
    let method = Regex::new(r"(?m)^ *(?:pub )?fn (x_[a-z_]+)").unwrap();
    let mut found = BTreeMap::new();
    for text in [&of_trait, &of_derive] {
        for name in method.captures_iter(text) {
            let before = &text[..name.get(0).unwrap().start()];
            let lines = before.lines().rev().take_while(|line| line.trim().starts_with("///"));
            let documentation: String = lines.map(|line| format!("{line}\n")).collect();
            found.entry(name[1].to_owned()).or_insert_with(String::new).push_str(&documentation);
        }
    }
    found
}

#[test]
fn every_method_of_a_type_has_an_example_and_stands_in_the_book() {
    let page = read("docs/methods.md");
    let programs: String = page.split("```").skip(1).step_by(2).collect();
    let methods = methods();
    assert!(methods.len() >= 8, "the methods have moved: {methods:?}");
    for (name, documentation) in &methods {
        assert!(!documentation.is_empty(), "{name} has no documentation");
        assert!(page.contains(&format!("`{name}`")), "docs/methods.md does not name `{name}`");
        assert!(programs.contains(name.as_str()), "no program in docs/methods.md calls `{name}`");
        let is_of_trait = name != "x_validations";
        assert!(!is_of_trait || documentation.contains("```"), "{name} has no example");
    }
}

#[test]
fn every_recorded_corner_case_stands_in_the_book() {
    let page = read("docs/corner-cases.md");
    let table = page.split("## All cases").nth(1).expect("the table");
    let number = Regex::new(r#""id":"([0-9]{1,2}): "#).unwrap();
    let files =
        ["schema_cases.jsonl", "corner_schemas.jsonl"].map(|file| read(&format!("tests/data/{file}")));
    let numbers: BTreeSet<&str> = files
        .iter()
        .flat_map(|text| number.captures_iter(text))
        .map(|id| id.get(1).unwrap().as_str())
        .collect();
    assert!(numbers.len() > 50, "the numbers of the cases have moved");
    for number in numbers {
        assert!(
            table.contains(&format!("\n| {number} | ")),
            "docs/corner-cases.md does not describe case {number}"
        );
    }
}
