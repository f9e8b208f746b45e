//! Texts about costs for people: how to get below a limit, and a table of all costs.

use crate::{check::VersionReport, terminal};
use cel_compiler::{
    cost::{
        EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT,
        advice::{Advice, Cause, Expression},
        is_cost_error,
    },
    crd::check::{CostedExpression, Costs, FieldError, ROOT, RuleReport},
    schema::steps_text,
};
use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

/// An error about costs, with its notes and help.
#[derive(Debug)]
pub struct CostError<'v> {
    /// The error.
    pub error: &'v FieldError,
    /// Other errors of the server with the same cause.
    pub also: Vec<&'v FieldError>,
    /// The parts of the cost.
    pub notes: Vec<String>,
    /// Advice.
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
    let writer = Writer { costs: &costs, file };
    let mut ranked = ranked(&version.schema.rules);
    let is_total_too_dear = is_too_dear_within_limits(&ranked);
    if !is_total_too_dear {
        // They fit into the total once each of the others is below its own limit.
        ranked.retain(|ranked| ranked.cost > EXPRESSION_COST_LIMIT);
    }
    // Advice takes dozens of estimates for each expression.
    let has_total_help = is_total_too_dear && ranked.len() <= ADVISED_IN_ALL;
    let most = if has_total_help { ADVISED_IN_ALL } else { ADVISED };
    let wanted: HashSet<&str> = ranked.iter().take(most).map(|ranked| &*ranked.path).collect();
    let mut expressions = HashMap::new();
    costs.visit(&|path| wanted.contains(path), &mut |costed| {
        expressions.insert(costed.path, costed.expression);
    });
    let mut found = Vec::new();
    let mut total = by_path.get(ROOT).cloned().unwrap_or_default();
    let total_help = has_total_help.then(|| writer.total_help(&ranked, &expressions));
    if is_total_too_dear {
        let help = total_help.clone();
        let of_total = |error| CostError { error, also: Vec::new(), notes: Vec::new(), help };
        found.extend(total.pop().map(of_total));
    }
    for (i, ranked) in ranked.iter().enumerate() {
        if let Some([error, also @ ..]) = by_path.get(&*ranked.path).map(Vec::as_slice) {
            let expression = expressions.get(&ranked.path).filter(|_| i < ADVISED);
            let advice = expression.map(|expression| costs.advice(expression));
            let is_too_dear = ranked.cost > EXPRESSION_COST_LIMIT;
            let causes = advice.as_ref().map(|advice| advice.causes.as_slice()).unwrap_or_default();
            let help = advice.as_ref().filter(|_| is_too_dear).map(|advice| match &advice.remedy {
                None if makes_text(&version.schema.rules, &ranked.path) => TEXT_HELP.to_owned(),
                _ => writer.help(advice),
            });
            found.push(CostError {
                error,
                also: [also, &std::mem::take(&mut total)].concat(),
                notes: notes(ranked, causes),
                help: help.or_else(|| total_help.clone().filter(|_| !is_too_dear)),
            });
        }
    }
    found
}

/// True for an expression with `string(..)`, whose size the server does not know.
fn makes_text(rules: &[RuleReport], path: &str) -> bool {
    let of_rule =
        |rule: &&RuleReport| path.rsplit_once('.').map(|(path, _)| path) == rule.path.strip_suffix(".rule");
    let rule = rules.iter().find(of_rule);
    let text = |rule: &RuleReport| match path.ends_with(".rule") {
        true => rule.props().rule.contains("string("),
        false => rule.props().message_expression.contains("string("),
    };
    rule.is_some_and(text)
}

const TEXT_HELP: &str = "simplify it: no bounds make it cheap enough; `'%d'.format([n])` is cheap where `string(n) + '..'` is not";

/// Cost of an expression.
struct Ranked {
    path: String,
    cost: u64,
    cost_of_one: u64,
    cardinality: u64,
}

/// Costs of all expressions, dearest first.
fn ranked(rules: &[RuleReport]) -> Vec<Ranked> {
    let mut ranked = Vec::new();
    for report in rules.iter().filter(|report| report.compile_error().is_none()) {
        let (registration, path) = (&report.registration, &report.path);
        let (cost, cost_of_one) = (report.estimated_cost, registration.max_cost);
        let cardinality = report.cardinality;
        ranked.push(Ranked { path: path.clone(), cost, cost_of_one, cardinality });
        let cost = registration.message_expression_max_cost;
        if cost > 0 {
            let path = path.strip_suffix("rule").unwrap_or(path);
            let path = format!("{path}messageExpression");
            ranked.push(Ranked { path, cost, cost_of_one: cost, cardinality: 1 });
        }
    }
    ranked.sort_by_key(|ranked| Reverse(ranked.cost));
    ranked
}

/// True if the total is above its limit even when each expression is cut down to its own.
fn is_too_dear_within_limits(ranked: &[Ranked]) -> bool {
    let costs = ranked.iter().map(|ranked| ranked.cost.min(EXPRESSION_COST_LIMIT));
    costs.fold(0, u64::saturating_add) > SCHEMA_COST_LIMIT
}

fn notes(ranked: &Ranked, causes: &[Cause<'_>]) -> Vec<String> {
    let mut cost = format!("costs {}", ranked.cost);
    if ranked.cardinality != 1 {
        cost += &format!(": {} for each of {}", ranked.cost_of_one, ranked.cardinality);
    }
    let causes = (!causes.is_empty()).then(|| format!("depends on {}", bounds_text(causes)));
    [cost].into_iter().chain(causes).collect()
}

struct Writer<'c> {
    costs: &'c Costs<'c>,
    file: &'c str,
}

impl<'c> Writer<'c> {
    fn total_help(&self, ranked: &[Ranked], expressions: &HashMap<String, Expression<'c>>) -> String {
        let all: Vec<&Expression<'_>> =
            ranked.iter().filter_map(|ranked| expressions.get(&ranked.path)).collect();
        self.help(&self.costs.total_advice(&all))
    }

    fn help(&self, advice: &Advice<'_>) -> String {
        let Some(remedy) = &advice.remedy else {
            let why = advice.simpler.as_deref().unwrap_or("no bounds make it cheap enough");
            return format!("simplify the rule: {why}");
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

/// Cost of each expression of a version and the bounds that it depends on, dearest first.
#[must_use]
pub fn table(version: &VersionReport) -> String {
    let costs = Costs::new(&version.props, &version.schema, version.kubernetes);
    let mut expressions = Vec::new();
    costs.visit(&|_| true, &mut |costed| expressions.push((costed.expression.cost(), row(&costed))));
    expressions.sort_by_key(|(cost, _)| Reverse(*cost));
    let total = version.schema.total_static_cost;
    let mut text = format!(
        "{}, version {}: {total} ({} of {SCHEMA_COST_LIMIT})\n",
        terminal::in_line(&version.crd),
        terminal::in_line(&version.version),
        share(total, SCHEMA_COST_LIMIT)
    );
    let mut rows =
        vec![["cost", "share", "each", "times", "at", "expression", "bounded by"].map(str::to_owned)];
    rows.extend(expressions.into_iter().map(|(_, row)| row));
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
        if at.is_empty() { "(root)".to_owned() } else { terminal::in_line(&at) },
        terminal::in_line(&shortened(costed.text)),
        terminal::in_line(&bounds_text(&expression.causes())),
    ]
}

/// A table: numbers are aligned to the right, texts to the left.
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

/// Number of expressions that get advice. Advice takes dozens of estimates for each expression.
const ADVISED: usize = 100;
/// With more expressions than this, there is no advice about the total.
const ADVISED_IN_ALL: usize = 300;

const COLUMNS: usize = 7;
/// Number of leading columns that hold numbers.
const NUMBERS: usize = 4;
/// Length of an expression in the table, in characters.
const SHOWN: usize = 48;
