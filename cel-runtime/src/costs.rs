//! Highest costs of the rules of a custom resource, as the API server estimates them when it gets the CRD.

use crate::node::Node;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A type at the root of a CRD's schema: the type that `#[derive(CustomResource)]` makes, or a type with `#[x_validation(root)]`. The
/// compiler checks the cost of its rules.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the root of a CRD's schema",
    label = "only a whole custom resource knows what its rules cost",
    note = "call it on the type that `#[kube(..)]` makes, or add `#[x_validation(root)]` to `{Self}`"
)]
pub trait Root: Node {
    /// The table of costs, as the derive writes it.
    #[doc(hidden)]
    const COSTS: &'static str;

    /// The amounts in that table that depend on bounds given as Rust expressions.
    #[doc(hidden)]
    const COST_AMOUNTS: &'static [u64];
}

/// Highest cost of a rule at one place of the schema. The server adds up the costs of all rules. [`estimated_cost`] and
/// [`message_expression_max_cost`] may each be at most [`EXPRESSION_COST_LIMIT`], the sum for all rules at most [`SCHEMA_COST_LIMIT`].
///
/// [`estimated_cost`]: RuleEstimate::estimated_cost
/// [`message_expression_max_cost`]: RuleEstimate::message_expression_max_cost
///
/// It prints as `spec.listeners[].name: 6291540 = 20 times 314577, 63 % of what a rule may cost: self != ''`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RuleEstimate {
    /// The path of the rule's node from the root: `spec.listeners[].name`. `[]` is an item of a list or a value of a map.
    pub path: String,
    /// The expression.
    pub rule: String,
    /// The Rust type that contains it.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The file that contains it, relative to the `Cargo.toml` of its crate.
    pub file: String,
    /// The line there.
    pub line: u64,
    /// Highest cost of one evaluation.
    pub max_cost: u64,
    /// How many such nodes an object can have.
    pub cardinality: u64,
    /// Highest cost of all evaluations in an object.
    pub estimated_cost: u64,
    /// Highest cost of its message expression.
    pub message_expression_max_cost: u64,
    /// Sizes that the cost depends on. Lists and maps around the node say how many such nodes there can be. The rule reads the other lists,
    /// maps and texts.
    pub bounds: Vec<CostBound>,
}

/// A list, map or text that the cost of a rule depends on.
/// It prints as `spec.listeners: maxItems 64`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CostBound {
    /// The path from the root, as in [`RuleEstimate::path`].
    pub path: String,
    /// The keyword that bounds it: `maxItems`, `maxProperties` or `maxLength`.
    pub keyword: String,
    /// The bound. Without one the server assumes the size that fits into a request of 3 MiB.
    pub max: Option<u64>,
}

impl RuleEstimate {
    /// The share of the limit for one rule; 1.0 is all of it.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    #[inline]
    pub fn share(&self) -> f64 {
        self.estimated_cost as f64 / EXPRESSION_COST_LIMIT as f64
    }
}

impl fmt::Display for RuleEstimate {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RuleEstimate { path, rule, max_cost, cardinality, estimated_cost, .. } = self;
        let path = if path.is_empty() { "<nil>" } else { path };
        let share = self.share() * 100.0;
        write!(f, "{path}: {estimated_cost} = {cardinality} times {max_cost}, ")?;
        write!(f, "{share:.0} % of what a rule may cost: {rule}")
    }
}

impl fmt::Display for CostBound {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CostBound { path, keyword, max } = self;
        match max {
            Some(max) => write!(f, "{path}: {keyword} {max}"),
            None => write!(f, "{path}: no {keyword}"),
        }
    }
}

/// Limit for a rule in all its evaluations, and for a message expression in one evaluation (k8s: `apiextensions/validation`).
pub const EXPRESSION_COST_LIMIT: u64 = 10_000_000;

/// Limit for all rules and message expressions of a CRD's schema together (k8s: `apiextensions/validation`).
pub const SCHEMA_COST_LIMIT: u64 = 100_000_000;

/// Reads a table of costs.
pub(crate) fn read<R: Root + ?Sized>() -> Vec<RuleEstimate> {
    let table: Value = serde_json::from_str(R::COSTS).unwrap_or_default();
    table.as_array().into_iter().flatten().map(|row| read_row(row, R::COST_AMOUNTS)).collect()
}

#[inline]
fn read_row(row: &Value, amounts: &[u64]) -> RuleEstimate {
    let text = |key| text(row.get(key));
    let number = |key| amount(row.get(key), amounts).unwrap_or_default();
    let bounds = row.get("bounds").and_then(Value::as_array);
    let bound = |bound: &Value| CostBound {
        path: self::text(bound.get(0)),
        keyword: self::text(bound.get(1)),
        max: amount(bound.get(2), amounts),
    };
    RuleEstimate {
        path: text("path"),
        rule: text("rule"),
        type_name: text("type"),
        file: text("file"),
        line: number("line"),
        max_cost: number("max_cost"),
        cardinality: number("cardinality"),
        estimated_cost: number("estimated_cost"),
        message_expression_max_cost: number("message_expression_max_cost"),
        bounds: bounds.into_iter().flatten().map(bound).collect(),
    }
}

#[inline]
fn text(value: Option<&Value>) -> String {
    value.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A number, or the number that an index selects from `amounts`.
#[inline]
fn amount(value: Option<&Value>, amounts: &[u64]) -> Option<u64> {
    match value? {
        Value::Array(place) => amounts.get(usize::try_from(place.first()?.as_u64()?).ok()?).copied(),
        value => value.as_u64(),
    }
}
