//! Costs of all rules of a schema, at every place where each rule counts (k8s: `apiextensions/validation`, `CELSchemaContext`).

use super::{Amount, Level, Sizes, size::Bounded};
use crate::{
    env::Env,
    rule::{self, MaxCost},
    schema::{DeclKind, DeclType, Definition, Schema, Step, ValidationRule, steps_text},
};
use std::{cell::RefCell, collections::HashMap};

/// A rule at a place of a schema.
#[derive(Clone, Debug)]
pub struct PlacedRule<'s> {
    /// The rule.
    pub rule: &'s ValidationRule,
    /// The type that declares the rule.
    pub definition: &'s Definition,
    /// The levels from the root to the rule's node.
    pub way: Vec<Level<'s>>,
    /// The node, or a reference to it.
    pub node: &'s DeclType,
    /// Highest cost of one evaluation.
    pub max_cost: MaxCost,
    /// How often the node can occur in an object.
    pub cardinality: Amount,
    /// The lists and maps around the node, outermost first, then the values that the rule reads.
    pub bounds: Vec<CostBound>,
}

/// A list, map or text that a cost depends on.
#[derive(Clone, Debug)]
pub struct CostBound {
    /// The path from the root.
    pub path: String,
    /// Unit of the count.
    pub bounded: Bounded,
    /// The bound, if the schema has one.
    pub max: Option<Amount>,
}

impl PlacedRule<'_> {
    /// Highest cost of all evaluations of the rule, and of one evaluation of its message expression, as limits count them.
    #[must_use]
    pub fn costs(&self) -> MaxCost {
        let rule = self.max_cost.rule.clone().multiply(self.cardinality.clone());
        MaxCost { rule, ..self.max_cost.clone() }
    }

    /// The steps from the root to the node.
    #[must_use]
    pub fn path(&self) -> Vec<Step<'_>> {
        self.way.iter().map(|level| level.step).collect()
    }
}

/// The rules of a schema without type errors, parents before children. A rule without a program costs nothing and is left out.
#[must_use]
pub fn placed_rules(schema: &Schema) -> Vec<PlacedRule<'_>> {
    let mut walk = Walk {
        schema,
        has_rules: RefCell::default(),
        way: Vec::new(),
        around: Vec::new(),
        found: Vec::new(),
    };
    if let Some((id, definition)) = schema.definitions.get_key_value(&schema.root) {
        walk.node(&definition.node, (id, definition), Some(Amount::Number(1)));
    }
    walk.found
}

/// A type, with its id.
type Owner<'s> = (&'s str, &'s Definition);

struct Walk<'s> {
    schema: &'s Schema,
    /// For each type's id, whether the type has a rule.
    has_rules: RefCell<HashMap<&'s str, bool>>,
    way: Vec<Level<'s>>,
    /// The lists and maps on the way.
    around: Vec<CostBound>,
    found: Vec<PlacedRule<'s>>,
}

impl<'s> Walk<'s> {
    /// `cardinality` is how often the node can occur in an object; `None` if a list or map around it has no bound.
    fn node(&mut self, node: &'s DeclType, owner: Owner<'s>, cardinality: Option<Amount>) {
        if !self.has_rules(node) {
            return;
        }
        let (mut inner, mut inner_owner) = (node, owner);
        let mut same = vec![(inner, inner_owner)];
        while let DeclKind::Ref(id) = &inner.kind {
            // Types of k8s-openapi are not stored in the schema. They have no rules, but a field with such a type can have some.
            let Some(definition) = self.schema.definitions.get(id) else { break };
            (inner, inner_owner) = (&definition.node, (id.as_str(), definition));
            same.push((inner, inner_owner));
        }
        let env = Env::for_node(self.schema, node);
        let sizes = Sizes::within(&env, owner.0);
        let bound = sizes.bound(node);
        let times = cardinality.clone().unwrap_or_else(|| Amount::Number(sizes.max_cardinality(node)));
        // A type's rules come before the rules of the field that uses it.
        for at in (0..same.len()).rev() {
            let (holder, (_, definition)) = same[at];
            let is_bounded_anew = same[..at].iter().any(|(outer, _)| outer.max.is_some());
            for rule in &holder.rules {
                let known = rule.max_cost.as_ref().filter(|_| !is_bounded_anew).map(MaxCost::from);
                let max_cost = known.or_else(|| rule::max_cost(env.clone(), owner.0, node, rule));
                let Some(max_cost) = max_cost else { continue };
                let mut bounds = self.around.clone();
                bounds.extend(max_cost.reads.iter().filter_map(|read| self.read(&sizes, node, read)));
                self.found.push(PlacedRule {
                    rule,
                    definition,
                    way: self.way.clone(),
                    node,
                    max_cost,
                    cardinality: times.clone(),
                    bounds,
                });
            }
        }
        let repeated = bound.clone().zip(cardinality.clone()).map(|(bound, times)| times.multiply(bound));
        let (child, bounded) = match &inner.kind {
            DeclKind::Object { fields, .. } => {
                for field in fields {
                    let level = Level { node, step: Step::Field(&field.name) };
                    self.below(level, &field.node, inner_owner, cardinality.clone());
                }
                return;
            }
            DeclKind::List { items, .. } => (items, Bounded::List),
            DeclKind::Map { values } => (values, Bounded::Map),
            _ => return,
        };
        let step = if bounded == Bounded::List { Step::Items } else { Step::Values };
        self.around.push(CostBound { path: self.path(), bounded, max: bound });
        self.below(Level { node, step }, child, inner_owner, repeated);
        self.around.pop();
    }

    fn below(&mut self, level: Level<'s>, node: &'s DeclType, owner: Owner<'s>, cardinality: Option<Amount>) {
        self.way.push(level);
        self.node(node, owner, cardinality);
        self.way.pop();
    }

    fn path(&self) -> String {
        let steps: Vec<Step<'_>> = self.way.iter().map(|level| level.step).collect();
        steps_text(&steps)
    }

    /// The bound of a value that a rule reads. `read` is its path from the rule's node.
    fn read(&self, sizes: &Sizes<'_, 's>, node: &'s DeclType, read: &str) -> Option<CostBound> {
        let (bounded, max) = sizes.named(node, read)?;
        let here = self.path();
        let dot = if here.is_empty() || read.is_empty() || read.starts_with('[') { "" } else { "." };
        Some(CostBound { path: format!("{here}{dot}{read}"), bounded, max })
    }

    /// True if there is a rule on a node or below it.
    fn has_rules(&self, node: &'s DeclType) -> bool {
        !node.rules.is_empty()
            || match &node.kind {
                DeclKind::Ref(id) => self.type_has_rules(id),
                DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => {
                    self.has_rules(inner)
                }
                DeclKind::Object { fields, .. } => fields.iter().any(|field| self.has_rules(&field.node)),
                _ => false,
            }
    }

    fn type_has_rules(&self, id: &'s str) -> bool {
        if let Some(known) = self.has_rules.borrow().get(id) {
            return *known;
        }
        // A type that nests itself is visited only once.
        self.has_rules.borrow_mut().insert(id, false);
        let found =
            self.schema.definitions.get(id).is_some_and(|definition| self.has_rules(&definition.node));
        self.has_rules.borrow_mut().insert(id, found);
        found
    }
}
