//! What people are told of costs: how to get below a limit, and a table of what everything costs.

use crate::check::VersionReport;
use cel_codegen::{
    cost::{
        EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT,
        advice::{Advice, Cause, Expression},
        is_cost_error,
    },
    crd::check::{CostedExpression, Costs, FieldError, ROOT},
    schema::steps_text,
};
use std::{cmp::Reverse, collections::HashMap};

/// An error about costs with what belongs to it.
#[derive(Debug)]
pub struct CostError<'v> {
    /// The error.
    pub error: &'v FieldError,
    /// What the server says besides, for the same reason.
    pub also: Vec<&'v FieldError>,
    /// What the cost consists of.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// The errors about costs, each expression once. `file` is the name of the file.
#[must_use]
pub fn errors<'v>(version: &'v VersionReport, file: &str) -> Vec<CostError<'v>> {
    let errors = version.schema.crd_errors.iter();
    let errors: Vec<&FieldError> = errors.filter(|error| is_cost_error(&error.detail)).collect();
    if errors.is_empty() {
        return Vec::new();
    }
    let mut by_path: HashMap<&str, Vec<&FieldError>> = HashMap::new();
    for error in errors {
        by_path.entry(&error.field).or_default().push(error);
    }
    let costs = Costs::new(&version.props, &version.schema, version.kubernetes);
    let mut expressions = costs.expressions();
    expressions.sort_by_key(|costed| Reverse(costed.expression.cost()));
    let writer = Writer { costs: &costs, file };
    let mut found = Vec::new();
    let mut total = by_path.get(ROOT).cloned().unwrap_or_default();
    let mut total_help = None;
    if is_too_dear_within_limits(&expressions) {
        total_help = (expressions.len() <= ADVISED_IN_ALL).then(|| writer.total_help(&expressions));
        let help = total_help.clone();
        let of_total = |error| CostError { error, also: Vec::new(), notes: Vec::new(), help };
        found.extend(total.pop().map(of_total));
    } else {
        // Once the others are below their limits, these do not matter.
        expressions.retain(|costed| costed.expression.cost() > EXPRESSION_COST_LIMIT);
    }
    for (i, costed) in expressions.iter().enumerate() {
        if let Some([error, also @ ..]) = by_path.get(&*costed.path).map(Vec::as_slice) {
            // The dearest come first: advice for some of thousands is enough to begin with.
            let advice = (i < ADVISED).then(|| costs.advice(&costed.expression));
            let is_too_dear = costed.expression.cost() > EXPRESSION_COST_LIMIT;
            let causes = advice.as_ref().map(|advice| advice.causes.as_slice()).unwrap_or_default();
            let help = advice.as_ref().filter(|_| is_too_dear).map(|advice| writer.help(advice));
            found.push(CostError {
                error,
                also: [also, &std::mem::take(&mut total)].concat(),
                notes: writer.notes(&costed.expression, causes),
                help: help.or_else(|| total_help.clone().filter(|_| !is_too_dear)),
            });
        }
    }
    found
}

/// True if all expressions together are above their limit even when each of them is below its own.
fn is_too_dear_within_limits(expressions: &[CostedExpression<'_>]) -> bool {
    let costs = expressions.iter().map(|costed| costed.expression.cost().min(EXPRESSION_COST_LIMIT));
    costs.fold(0, u64::saturating_add) > SCHEMA_COST_LIMIT
}

struct Writer<'c> {
    costs: &'c Costs<'c>,
    file: &'c str,
}

impl<'c> Writer<'c> {
    fn total_help(&self, expressions: &[CostedExpression<'c>]) -> String {
        let all: Vec<&Expression<'_>> = expressions.iter().map(|costed| &costed.expression).collect();
        self.help(&self.costs.total_advice(&all))
    }

    fn notes(&self, expression: &Expression<'_>, causes: &[Cause<'_>]) -> Vec<String> {
        let mut cost = format!("costs {}", expression.cost());
        if expression.cardinality() != 1 {
            cost += &format!(": {} for each of {}", expression.cost_of_one(), expression.cardinality());
        }
        let causes = (!causes.is_empty()).then(|| format!("depends on {}", bounds_text(causes)));
        [cost].into_iter().chain(causes).collect()
    }

    fn help(&self, advice: &Advice<'_>) -> String {
        let Some(remedy) = &advice.remedy else {
            return "simplify the rule: no bounds make it cheap enough".to_owned();
        };
        let max = remedy.max;
        match remedy.causes.as_slice() {
            [cause] => {
                let keyword = cause.bounded().keyword();
                let change = match cause.bound() {
                    None => format!("add `{keyword}: {max}`"),
                    Some(bound) => format!("lower `{keyword}` from {bound} to {max}"),
                };
                format!("{change} at {}", self.place(cause))
            }
            several => {
                let places = several
                    .iter()
                    .map(|cause| format!("`{}` at {}", cause.bounded().keyword(), self.place(cause)));
                format!("bound all of these by {max}: {}", places.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// `spec.list (crds/widget.yaml:20:25)`
    fn place(&self, cause: &Cause<'_>) -> String {
        let path = steps_text(&cause.path);
        match self.costs.place(&cause.path) {
            Some(at) => format!("{path} ({}:{}:{})", self.file, at.line, at.column),
            None => path,
        }
    }
}

/// `spec.list (maxItems 100), spec.list[].name (no maxLength)`
fn bounds_text(causes: &[Cause<'_>]) -> String {
    let bound = |cause: &Cause<'_>| {
        let keyword = cause.bounded().keyword();
        let bound = cause.bound().map_or_else(|| format!("no {keyword}"), |max| format!("{keyword} {max}"));
        format!("{} ({bound})", steps_text(&cause.path))
    };
    causes.iter().map(bound).collect::<Vec<_>>().join(", ")
}

/// What each expression of a version costs, dearest first, with what bounds it.
#[must_use]
pub fn table(version: &VersionReport) -> String {
    let costs = Costs::new(&version.props, &version.schema, version.kubernetes);
    let mut expressions = costs.expressions();
    expressions.sort_by_key(|costed| Reverse(costed.expression.cost()));
    let total = version.schema.total_static_cost;
    let mut text = format!(
        "{}, version {}: {total} ({} of {SCHEMA_COST_LIMIT})\n",
        version.crd,
        version.version,
        share(total, SCHEMA_COST_LIMIT)
    );
    let mut rows =
        vec![["cost", "share", "each", "times", "at", "expression", "bounded by"].map(str::to_owned)];
    rows.extend(expressions.iter().map(row));
    text += &aligned(&rows);
    text
}

fn row(costed: &CostedExpression<'_>) -> [String; COLUMNS] {
    let expression = &costed.expression;
    let at = steps_text(&expression.path());
    [
        expression.cost().to_string(),
        share(expression.cost(), EXPRESSION_COST_LIMIT),
        expression.cost_of_one().to_string(),
        expression.cardinality().to_string(),
        if at.is_empty() { "(root)".to_owned() } else { at },
        shortened(costed.text),
        bounds_text(&expression.causes()),
    ]
}

/// Numbers to the right, texts to the left.
fn aligned(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            if column < NUMBERS { format!("{cell:>width$}") } else { format!("{cell:width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text += "\n";
    }
    text
}

/// `62.9%`
#[expect(clippy::cast_precision_loss, reason = "one digit is shown")]
fn share(cost: u64, limit: u64) -> String {
    let percent = cost as f64 / limit as f64 * 100.0;
    if percent > 9_999.0 { "over 9999%".to_owned() } else { format!("{percent:.1}%") }
}

/// An expression in one line that is not too long.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN {
        return line;
    }
    let begin: String = line.chars().take(SHOWN - 1).collect();
    format!("{}…", begin.trim_end())
}

/// So many expressions that are too dear get advice, which takes dozens of estimates for each.
const ADVISED: usize = 100;
/// Of more expressions nobody is told which bounds would make all of them together cheap enough.
const ADVISED_IN_ALL: usize = 300;

const COLUMNS: usize = 7;
/// So many of the first columns hold numbers.
const NUMBERS: usize = 4;
/// As many characters of an expression are shown.
const SHOWN: usize = 48;
