//! The pages of `docs/spec` are true: each expression in their tables is evaluated (`cargo oracle compare specification` asks the API
//! server's own code). The limits are those of the code, and the sections that it cites are there.

use super::read;
use cel_compiler::cost::{EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT};
use cel_runtime::Options;
use regex::Regex;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tests::{
    costs, interpreted,
    specification::{PAGES, cells, differences},
};

#[test]
fn expressions_in_the_specification_give_what_it_says() {
    let (rows, different) = differences(|requests| {
        let mut answers = interpreted::answers(requests)?;
        for (request, answer) in requests.iter().zip(&mut answers) {
            answer["static_cost"] = costs::of_expression(request);
        }
        Ok(answers)
    })
    .expect("the pages");
    assert!(rows > 500, "the tables have moved: {rows}");
    assert!(different.is_empty(), "{}:\n{}", different.len(), different.join("\n"));
}

#[test]
fn limits_in_the_specification_are_those_of_the_code() {
    let page = read("docs/spec/cost.md");
    let options = Options::default();
    let limits: [(&str, i128); 4] = [
        ("one evaluation", options.per_call_limit.into()),
        ("all evaluations on one object", options.budget.into()),
        ("estimate of one rule or messageExpression", EXPRESSION_COST_LIMIT.into()),
        ("estimate of a schema", SCHEMA_COST_LIMIT.into()),
    ];
    for (name, value) in limits {
        let row = page.lines().map(cells).find(|cells| cells[0] == name);
        let row = row.unwrap_or_else(|| panic!("docs/spec/cost.md has no row `{name}`"));
        assert_eq!(row[1].replace(',', ""), value.to_string(), "{name}");
    }
}

/// In comments and on the pages themselves: `docs/spec/cost.md A.4, A.5`, `[library.md](library.md) §5.3`.
#[test]
fn sections_that_are_cited_are_there() {
    let citation =
        Regex::new("(semantics|cost|library|parser)[.]md[)]?((?:,| and)? (?:§[0-9.]+|[A-D][.][0-9]))+")
            .unwrap();
    let section = Regex::new("[A-D][.][0-9]|§[0-9]+([.][0-9]+)?").unwrap();
    let mut files = sources();
    files.extend(PAGES.map(|page| root().join(format!("docs/spec/{page}.md"))));
    let mut cited = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("a file").replace('\n', " ");
        for found in citation.captures_iter(&text) {
            let page = read(&format!("docs/spec/{}.md", &found[1]));
            for section in section.find_iter(&found[0]) {
                assert!(has_section(&page, section.as_str()), "{}: {}", file.display(), &found[0]);
                cited += 1;
            }
        }
    }
    assert!(cited > 30, "citations have moved: {cited}");
}

/// `### A.4 Calls`, `## 5. Equality`
fn has_section(page: &str, section: &str) -> bool {
    let number = section.trim_start_matches('§');
    let mut headings = page.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    headings.any(|heading| heading.strip_prefix(number).is_some_and(|rest| rest.starts_with([' ', '.'])))
        || page.contains(&format!("**{number} "))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources of the crates.
fn sources() -> Vec<PathBuf> {
    let crates = ["cel-codegen", "cel-compiler", "cel-derive", "cel-runtime", "cel-types"];
    let mut folders: Vec<PathBuf> = crates.iter().map(|name| root().join(name).join("src")).collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(extension) if extension == "rs" => sources.push(path),
                _ => {}
            }
        }
    }
    sources
}
