//! Highest costs of a rule and its message.

use super::Amount;
use crate::schema::KnownCost;

/// Highest cost of one evaluation of a rule, and of one evaluation of its message expression, if it has one.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "as their names say")]
pub struct MaxCost {
    pub rule: Amount,
    pub message_expression: Amount,
    /// The lists, maps and texts that the rule reads, as paths from its node.
    pub reads: Vec<String>,
}

impl From<&KnownCost> for MaxCost {
    fn from(known: &KnownCost) -> Self {
        MaxCost {
            rule: Amount::Number(known.rule),
            message_expression: Amount::Number(known.message_expression),
            reads: known.reads.clone(),
        }
    }
}
