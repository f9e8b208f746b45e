//! The tables of expressions in `docs/spec`, compared with the answers of the compiler or the oracle.

use crate::{answers::comparable, program::Result};
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The pages with such tables.
pub const PAGES: [&str; 4] = ["semantics", "cost", "library", "parser"];

/// A row of a table that begins with the column `expression`.
#[derive(Clone)]
struct Row {
    place: String,
    expr: String,
    /// The other columns: name and cell.
    cells: Vec<(String, String)>,
    /// The value of `self` in the page.
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

    /// The difference between the row and the answer. `None` if they agree.
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

    /// True if the column has this number (`1,000`), or the row does not have the column.
    fn is_number(&self, column: &str, value: &Value) -> bool {
        let is = |cell: &str| value.as_u64().is_some_and(|value| cell.replace(',', "").parse() == Ok(value));
        self.cell(column).is_none_or(is)
    }
}

fn is_value(answer: &Value, expected: &Value) -> bool {
    answer.get("value").is_some() && comparable(answer)["value"] == comparable(expected)["value"]
}

/// `error: text` for an evaluation, `refused: text` for the compiler.
fn is_error(answer: &Value, cell: &str) -> bool {
    match (cell.strip_prefix("error: "), cell.strip_prefix("refused: ")) {
        (Some(text), _) => answer["error"] == code(text),
        (_, Some(text)) => answer["compile_error"].as_str().is_some_and(|error| {
            // Our texts of syntax errors differ from the server's.
            code(text) == "Syntax error" || error.contains(code(text))
        }),
        _ => false,
    }
}

/// The text between backticks, single or double.
fn code(cell: &str) -> &str {
    let ticks = cell.len() - cell.trim_start_matches('`').len();
    let inner = cell.get(ticks..cell.len().saturating_sub(ticks)).unwrap_or_default();
    if ticks > 1 { inner.trim() } else { inner }
}

/// The cells of a row. `\|` does not end a cell.
pub fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|').trim_end_matches('|').replace("\\|", "\0");
    line.split('|').map(|cell| cell.trim().replace('\0', "|")).collect()
}

/// The JSON blocks of a page: the schema of `self`, and its value.
fn variables(page: &str) -> Result<Value> {
    let mut blocks = page.split("```json\n").skip(1).filter_map(|block| block.split("```").next());
    let mut next = || blocks.next().map(serde_json::from_str::<Value>).transpose();
    Ok(match (next()?, next()?) {
        (Some(schema), Some(object)) => json!({"self": {"type": schema, "value": object}}),
        _ => json!({}),
    })
}

fn rows(page: &str) -> Result<Vec<Row>> {
    let name = format!("docs/spec/{page}.md");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(&name))?;
    let vars = variables(&text)?;
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
            if cells.len() != columns.len() {
                return Err(format!("{place}: write `|` in a cell as `\\|`").into());
            }
            rows.push(Row {
                place,
                expr: code(&cells[0]).to_owned(),
                cells: columns.iter().cloned().zip(cells).skip(1).collect(),
                vars: vars.clone(),
            });
        }
    }
    Ok(rows)
}

/// Number of rows, and the rows that differ from the answers to these requests.
///
/// # Errors
/// If a page cannot be read, or the requests fail.
pub fn differences(answers: impl Fn(&[Value]) -> Result<Vec<Value>>) -> Result<(usize, Vec<String>)> {
    let rows = PAGES.into_iter().map(rows).collect::<Result<Vec<_>>>()?.concat();
    let requests: Vec<Value> = rows.iter().map(|row| row.request(&row.expr)).collect();
    // The expected value is an expression, too, so it is also evaluated.
    let literal =
        |row: &Row| row.cell("gives").filter(|cell| cell.starts_with('`')).map(code).map(str::to_owned);
    let literals: Vec<Value> =
        rows.iter().map(|row| row.request(&literal(row).unwrap_or_else(|| "0".to_owned()))).collect();
    let (is, expected) = (answers(&requests)?, answers(&literals)?);
    let different = rows.iter().zip(is.iter().zip(&expected)).filter_map(|(row, (answer, expected))| {
        row.difference(answer, literal(row).is_some().then_some(expected))
    });
    Ok((rows.len(), different.collect()))
}
