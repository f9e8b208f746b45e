//! What all rules of a schema cost, each at every place where it counts (k8s: `apiextensions/validation`, `CELSchemaContext`).

use super::{Amount, Level, Sizes};
use crate::{
    env::Env,
    rule::{self, MaxCost},
    schema::{DeclKind, DeclType, Definition, Schema, Step, ValidationRule},
};
use std::{cell::RefCell, collections::HashMap};

/// A rule at a place of a schema.
#[derive(Clone, Debug)]
pub struct PlacedRule<'s> {
    /// The rule.
    pub rule: &'s ValidationRule,
    /// The type that it is written in.
    pub definition: &'s Definition,
    /// From the root to the node that it is on.
    pub way: Vec<Level<'s>>,
    /// The node, or a reference to it.
    pub node: &'s DeclType,
    /// What one evaluation costs at most.
    pub max_cost: MaxCost,
    /// How often the node can be in an object.
    pub cardinality: Amount,
}

impl PlacedRule<'_> {
    /// What all evaluations of the rule cost at most, and one of its message expression, as they count for limits.
    #[must_use]
    pub fn costs(&self) -> MaxCost {
        let rule = self.max_cost.rule.clone().multiply(self.cardinality.clone());
        MaxCost { rule, ..self.max_cost.clone() }
    }

    /// From the root to the node.
    #[must_use]
    pub fn path(&self) -> Vec<Step<'_>> {
        self.way.iter().map(|level| level.step).collect()
    }
}

/// The rules of a schema in which no type is wrong, parents before children. One that is no program costs nothing and is left out.
#[must_use]
pub fn placed_rules(schema: &Schema) -> Vec<PlacedRule<'_>> {
    let mut walk = Walk { schema, has_rules: RefCell::default(), way: Vec::new(), found: Vec::new() };
    if let Some((id, definition)) = schema.definitions.get_key_value(&schema.root) {
        walk.node(&definition.node, (id, definition), Some(Amount::Number(1)));
    }
    walk.found
}

/// A type, with its id.
type Owner<'s> = (&'s str, &'s Definition);

struct Walk<'s> {
    schema: &'s Schema,
    /// Whether there is a rule in a type, by its id.
    has_rules: RefCell<HashMap<&'s str, bool>>,
    way: Vec<Level<'s>>,
    found: Vec<PlacedRule<'s>>,
}

impl<'s> Walk<'s> {
    /// `cardinality` is how often the node can be in an object; `None` once a list or map around it has no bound.
    fn node(&mut self, node: &'s DeclType, owner: Owner<'s>, cardinality: Option<Amount>) {
        if !self.has_rules(node) {
            return;
        }
        let (mut inner, mut inner_owner) = (node, owner);
        let mut same = vec![(inner, inner_owner)];
        while let DeclKind::Ref(id) = &inner.kind {
            let Some(definition) = self.schema.definitions.get(id) else { return };
            (inner, inner_owner) = (&definition.node, (id.as_str(), definition));
            same.push((inner, inner_owner));
        }
        let env = Env::for_node(self.schema, node);
        let sizes = Sizes::within(&env, owner.0);
        let below = sizes.bound(node).zip(cardinality.clone());
        let cardinality_here =
            cardinality.clone().unwrap_or_else(|| Amount::Number(sizes.max_cardinality(node)));
        // A type's rules come before those of the field that uses it.
        for at in (0..same.len()).rev() {
            let (holder, (_, definition)) = same[at];
            let is_bounded_anew = same[..at].iter().any(|(outer, _)| outer.max.is_some());
            for rule in &holder.rules {
                let known = rule.max_cost.get().filter(|_| !is_bounded_anew);
                let max_cost = match known {
                    Some([rule, message]) => Some(MaxCost {
                        rule: Amount::Number(*rule),
                        message_expression: Amount::Number(*message),
                    }),
                    None => rule::max_cost(env.clone(), owner.0, node, rule),
                };
                self.found.extend(max_cost.map(|max_cost| PlacedRule {
                    rule,
                    definition,
                    way: self.way.clone(),
                    node,
                    max_cost,
                    cardinality: cardinality_here.clone(),
                }));
            }
        }
        let repeated = below.map(|(bound, times)| times.multiply(bound));
        self.children(inner, inner_owner, cardinality, repeated);
    }

    fn children(
        &mut self,
        node: &'s DeclType,
        owner: Owner<'s>,
        once: Option<Amount>,
        repeated: Option<Amount>,
    ) {
        match &node.kind {
            DeclKind::List { items, .. } => {
                self.child(Level { node, step: Step::Items }, items, owner, repeated)
            }
            DeclKind::Map { values } => {
                self.child(Level { node, step: Step::Values }, values, owner, repeated)
            }
            DeclKind::Object { fields, .. } => {
                for field in fields {
                    let level = Level { node, step: Step::Field(&field.name) };
                    self.child(level, &field.node, owner, once.clone());
                }
            }
            _ => {}
        }
    }

    fn child(&mut self, level: Level<'s>, node: &'s DeclType, owner: Owner<'s>, cardinality: Option<Amount>) {
        self.way.push(level);
        self.node(node, owner, cardinality);
        self.way.pop();
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
        // What nests itself is asked only once.
        self.has_rules.borrow_mut().insert(id, false);
        let found =
            self.schema.definitions.get(id).is_some_and(|definition| self.has_rules(&definition.node));
        self.has_rules.borrow_mut().insert(id, found);
        found
    }
}
