//! The costs of the rules as text. The runtime reads it when it is asked for them (`cel-runtime/src/costs.rs`).

use super::Root;
use crate::tokens::Tokens;
use cel_compiler::{
    cost::{Amount, PlacedRule},
    schema::steps_text,
};
use proc_macro2::Literal;
use std::fmt::Write as _;

/// The table, and those of its amounts that depend on bounds that are Rust expressions.
pub(super) fn consts(root: &Root<'_>, rules: &[PlacedRule<'_>]) -> Tokens {
    let mut table = Table { root, text: String::new(), amounts: Vec::new() };
    rules.iter().for_each(|rule| table.row(rule));
    let (text, amounts) = (Literal::string(&format!("[{}]", table.text)), table.amounts);
    let amounts = match amounts.is_empty() {
        true => String::new(),
        false => format!("const COST_AMOUNTS: &'static [__cel::u64] = &[{}];", amounts.join(", ")),
    };
    Tokens::parsed(format!("const COSTS: &'static __cel::str = {text}; {amounts}"))
}

struct Table<'r> {
    root: &'r Root<'r>,
    text: String,
    amounts: Vec<String>,
}

impl Table<'_> {
    fn row(&mut self, placed: &PlacedRule<'_>) {
        let at = &placed.rule.location;
        if !self.text.is_empty() {
            self.text.push(',');
        }
        let texts = [
            ("path", steps_text(&placed.path())),
            ("rule", placed.rule.rule.trim().to_owned()),
            ("type", placed.definition.name.clone()),
            ("file", at.file.clone()),
        ];
        self.text.push('{');
        for (key, text) in texts {
            let _ = write!(self.text, "\"{key}\":{},", serde_json::Value::from(text));
        }
        let _ = write!(self.text, "\"line\":{}", at.line);
        let costs = placed.costs();
        let amounts = [
            ("max_cost", &placed.max_cost.rule),
            ("cardinality", &placed.cardinality),
            ("estimated_cost", &costs.rule),
            ("message_expression_max_cost", &costs.message_expression),
        ];
        for (key, amount) in amounts {
            let _ = write!(self.text, ",\"{key}\":");
            self.amount(amount);
        }
        self.text.push_str(",\"bounds\":[");
        for (i, bound) in placed.bounds.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            let path = serde_json::Value::from(&*bound.path);
            let _ = write!(self.text, "{comma}[{path},\"{}\",", bound.bounded.keyword());
            match &bound.max {
                Some(max) => self.amount(max),
                None => self.text.push_str("null"),
            }
            self.text.push(']');
        }
        self.text.push_str("]}");
    }

    /// A number, or the index of an amount in `amounts`.
    fn amount(&mut self, amount: &Amount) {
        if let Some(number) = amount.number() {
            let _ = write!(self.text, "{number}");
        } else {
            let _ = write!(self.text, "[{}]", self.amounts.len());
            self.amounts.push(amount.to_constant(&self.root.bounds.to_string(), "__cel"));
        }
    }
}
