//! Limits for the costs of a CRD's expressions, and the server's errors above them (k8s: `apiextensions/validation`).

use cel_types::cost::Factor;

/// Limit for the cost of a rule times its cardinality, and for one evaluation of a message expression.
pub const EXPRESSION_COST_LIMIT: u64 = 10_000_000;

/// Limit for all expressions of a schema together.
pub const SCHEMA_COST_LIMIT: u64 = 100_000_000;

/// The server's error about an expression that costs too much; `what` is `rule` or `messageExpression`.
#[must_use]
pub fn expression_cost_error(what: &str, cost: u64) -> Option<String> {
    excess(expression_cost_text(what), cost, EXPRESSION_COST_LIMIT)
}

/// The parts of the same text in front of and behind the factor by which the cost is too high.
#[must_use]
pub fn expression_cost_text(what: &str) -> (String, &'static str) {
    (format!("estimated {what} cost{EXCEEDS}"), TRY)
}

/// The parts of the server's error about a schema whose expressions cost too much together, around the factor.
#[must_use]
pub fn total_cost_text() -> (String, &'static str) {
    let what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
    (format!("{what}{EXCEEDS}"), TRY)
}

/// The costs of all expressions of a schema; `P` identifies an expression.
#[derive(Clone, Debug)]
pub struct TotalCost<P> {
    total: u64,
    dearest: Vec<(P, u64)>,
}

impl<P> TotalCost<P> {
    /// Adds the cost of an expression.
    pub fn add(&mut self, which: P, cost: u64) {
        self.total = self.total.saturating_add(cost);
        if cost < DEAR {
            return;
        }
        let place = self.dearest.partition_point(|(_, other)| *other >= cost);
        self.dearest.insert(place, (which, cost));
        self.dearest.truncate(MOST_SHOWN);
    }

    /// The sum.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The server's error about a schema whose expressions cost too much together.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        excess(total_cost_text(), self.total, SCHEMA_COST_LIMIT)
    }

    /// The expressions that contribute most to the total, most expensive first, with their costs. The server reports [`CONTRIBUTED`]
    /// for each.
    pub fn dearest(&self) -> impl Iterator<Item = &(P, u64)> {
        self.dearest.iter()
    }
}

impl<P> Default for TotalCost<P> {
    fn default() -> Self {
        TotalCost { total: 0, dearest: Vec::new() }
    }
}

fn excess((before, after): (String, &str), cost: u64, limit: u64) -> Option<String> {
    (cost > limit).then(|| format!("{before}{}{after}", Factor::new(cost, limit).as_str()))
}

const EXCEEDS: &str = " exceeds budget by factor of ";
const TRY: &str = " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are \
                   declared)";

/// True for the server's errors about costs that are too high.
#[must_use]
pub fn is_cost_error(text: &str) -> bool {
    text == CONTRIBUTED || text.contains(EXCEEDS)
}

/// The server's text about an expression that makes the total too large.
pub const CONTRIBUTED: &str =
    "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";

/// The server does not list cheaper expressions as contributing.
const DEAR: u64 = 1_000_000;

/// The server lists at most this many contributing expressions.
const MOST_SHOWN: usize = 4;
