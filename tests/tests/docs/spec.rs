//! The pages of `docs/spec` are true: each expression in their tables is evaluated, by the API server's own code where `ORACLE` names it.
//! The limits are those of the code, and the sections that it cites are there.

use super::read;
use cel_compiler::cost::{EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT};
use cel_runtime::Options;
use regex::Regex;
use serde_json::{Value, json};
use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};
use tests::{answers::comparable, costs, interpreted};

const PAGES: [&str; 4] = ["semantics", "cost", "library", "parser"];

/// A row of a table that begins with the column `expression`.
struct Row {
    place: String,
    expr: String,
    /// The other columns: name and cell.
    cells: Vec<(String, String)>,
    /// `self`, as the page declares it.
    vars: Value,
}

impl Row {
    fn cell(&self, column: &str) -> Option<&str> {
        let cell = self.cells.iter().find(|(name, _)| name == column);
        cell.map(|(_, text)| text.as_str()).filter(|text| !text.is_empty())
    }

    fn request(&self, expr: &str) -> Value {
        let env = if self.expr.contains(".includes(") { "stored" } else { "new" };
        json!({"expr": expr, "vars": self.vars, "env": env})
    }

    /// The difference between the page and the answer; none if they agree.
    fn difference(&self, answer: &Value, expected: Option<&Value>) -> Option<String> {
        let given = match (self.cell("gives"), expected) {
            (_, Some(expected)) => is_value(answer, expected),
            (None, None) => true,
            (Some(text), None) => is_error(answer, text),
        };
        let costs = self.is_number("cost", &answer["runtime_cost"]);
        let estimate = self.is_number("estimate", &answer["static_cost"]["max"]);
        let is = given && costs && estimate;
        (!is).then(|| format!("{}: `{}`\n  page {:?}\n  is   {answer}", self.place, self.expr, self.cells))
    }

    /// `1,000`; true if the row does not say it.
    fn is_number(&self, column: &str, value: &Value) -> bool {
        let is = |cell: &str| value.as_u64().is_some_and(|value| cell.replace(',', "").parse() == Ok(value));
        self.cell(column).is_none_or(is)
    }
}

fn is_value(answer: &Value, expected: &Value) -> bool {
    answer.get("value").is_some() && comparable(answer)["value"] == comparable(expected)["value"]
}

/// `error: text` of an evaluation, `refused: text` of the compiler.
fn is_error(answer: &Value, cell: &str) -> bool {
    match (cell.strip_prefix("error: "), cell.strip_prefix("refused: ")) {
        (Some(text), _) => answer["error"] == code(text),
        (_, Some(text)) => answer["compile_error"].as_str().is_some_and(|error| {
            // Our words of syntax errors are others.
            code(text) == "Syntax error" || error.contains(code(text))
        }),
        _ => false,
    }
}

/// The text between backticks, one or two.
fn code(cell: &str) -> &str {
    let ticks = cell.len() - cell.trim_start_matches('`').len();
    let inner = cell.get(ticks..cell.len().saturating_sub(ticks)).unwrap_or_default();
    if ticks > 1 { inner.trim() } else { inner }
}

/// The cells of a row; `\|` is no border.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\0");
    line.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// The blocks of JSON on a page: the schema of `self`, and `self`.
fn variables(page: &str) -> Value {
    let mut blocks = page.split("```json\n").skip(1).filter_map(|block| block.split("```").next());
    let mut next = || blocks.next().map(|block| serde_json::from_str::<Value>(block).expect("JSON"));
    match (next(), next()) {
        (Some(schema), Some(object)) => json!({"self": {"type": schema, "value": object}}),
        _ => json!({}),
    }
}

fn rows(page: &str) -> Vec<Row> {
    let name = format!("docs/spec/{page}.md");
    let text = read(&name);
    let vars = variables(&text);
    let mut columns = Vec::new();
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if !line.starts_with('|') {
            columns.clear();
        } else if columns.is_empty() {
            columns = cells(line);
        } else if columns[0] == "expression" && !line.starts_with("|--") {
            let cells = cells(line);
            let place = format!("{name}:{}", i + 1);
            assert_eq!(cells.len(), columns.len(), "{place}: write `|` in a cell as `\\|`");
            rows.push(Row {
                place,
                expr: code(&cells[0]).to_owned(),
                cells: columns.iter().cloned().zip(cells).skip(1).collect(),
                vars: vars.clone(),
            });
        }
    }
    rows
}

fn answers(requests: &[Value]) -> Vec<Value> {
    if let Ok(oracle) = env::var("ORACLE") {
        return asked(&oracle, requests);
    }
    let mut answers = interpreted::answers(requests).expect("requests");
    for (request, answer) in requests.iter().zip(&mut answers) {
        answer["static_cost"] = costs::of_expression(request);
    }
    answers
}

fn asked(oracle: &str, requests: &[Value]) -> Vec<Value> {
    let lines: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let mut command = Command::new(oracle);
    command.args(["-mode", "expr", "-stable"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut oracle = command.spawn().expect("the oracle");
    let mut stdin = oracle.stdin.take().expect("piped");
    let writer = thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = oracle.wait_with_output().expect("answers");
    writer.join().expect("no panic").expect("written");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn expressions_in_the_specification_give_what_it_says() {
    let rows: Vec<Row> = PAGES.into_iter().flat_map(rows).collect();
    assert!(rows.len() > 500, "the tables have moved: {}", rows.len());
    let requests: Vec<Value> = rows.iter().map(|row| row.request(&row.expr)).collect();
    // A value is written as an expression, too.
    let literal =
        |row: &Row| row.cell("gives").filter(|cell| cell.starts_with('`')).map(code).map(str::to_owned);
    let literals: Vec<Value> =
        rows.iter().map(|row| row.request(&literal(row).unwrap_or_else(|| "0".to_owned()))).collect();
    let (is, expected) = (answers(&requests), answers(&literals));
    let different = rows.iter().zip(is.iter().zip(&expected)).filter_map(|(row, (answer, expected))| {
        row.difference(answer, literal(row).is_some().then_some(expected))
    });
    let different: Vec<String> = different.collect();
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
