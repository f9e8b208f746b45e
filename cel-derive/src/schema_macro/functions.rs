//! The functions of an item's rules: their names, and the costs of their rules.

use cel_compiler::{
    rule::CompiledRule,
    schema::{DeclKind, DeclType, KnownCost, Schema, ValidationRule},
};
use std::collections::HashMap;

/// The functions so far. Iterating gives the name of the next one.
#[derive(Default)]
pub(super) struct Functions {
    count: u32,
    costs: Costs,
    is_partial: bool,
}

/// Maximum costs, by the address of the rule in the schema.
#[derive(Default)]
pub(super) struct Costs(HashMap<*const ValidationRule, KnownCost>);

impl Iterator for Functions {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let name = format!("rule_{}", self.count);
        self.count = self.count.checked_add(1)?;
        Some(name)
    }
}

impl Functions {
    /// For an item with mistakes. Its rules are checked, and become no functions.
    pub(super) fn partial() -> Functions {
        Functions { is_partial: true, ..Functions::default() }
    }

    pub(super) fn are_partial(&self) -> bool {
        self.is_partial
    }

    /// Keeps the cost of a rule in the schema, if it is a number.
    pub(super) fn keep_cost(&mut self, rule: &ValidationRule, compiled: &CompiledRule) {
        if let Some(cost) = compiled.known_cost() {
            self.costs.0.insert(rule, cost);
        }
    }

    /// Copies the costs of the rules on a keyed map's values. Each property has these rules, and they cost the
    /// same there.
    pub(super) fn keep_cost_of_keys(&mut self, properties: &[&DeclType]) {
        let Some((first, others)) = properties.split_first() else { return };
        for other in others {
            for (rule, same) in other.rules.iter().zip(&first.rules) {
                let cost = self.costs.of(same).cloned();
                self.costs.0.extend(cost.map(|cost| (std::ptr::from_ref(rule), cost)));
            }
        }
    }

    pub(super) fn into_costs(self) -> Costs {
        self.costs
    }
}

impl Costs {
    fn of(&self, rule: &ValidationRule) -> Option<&KnownCost> {
        self.0.get(&std::ptr::from_ref(rule))
    }

    /// Writes the costs into the definition whose rules were compiled.
    pub(super) fn write(&self, schema: &mut Schema, definition: &str) {
        if let Some(definition) = schema.definitions.get_mut(definition) {
            self.write_node(&mut definition.node);
        }
    }

    fn write_node(&self, node: &mut DeclType) {
        for rule in &mut node.rules {
            if let Some(cost) = self.of(rule) {
                rule.max_cost = Some(cost.clone());
            }
        }
        match &mut node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => self.write_node(inner),
            DeclKind::Object { fields, .. } => {
                fields.as_mut_vec().iter_mut().for_each(|field| self.write_node(&mut field.node));
            }
            _ => {}
        }
    }
}
