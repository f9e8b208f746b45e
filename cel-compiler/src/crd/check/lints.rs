//! The lints of all rules of a schema.

use super::{
    ROOT, SchemaReport,
    costs::{children, part},
    path::{of_part, of_rule},
};
use crate::{
    crd::{
        decl_type::decl_type,
        props::{RuleProps, SchemaProps},
    },
    env::Env,
    library::KubernetesVersion,
    lints::{self, Context, Finding},
    schema::{DeclType, Schema, Step, ValidationRule},
};
use std::collections::{HashMap, HashSet};

/// A mistake in a rule of a schema.
#[derive(Debug)]
pub struct RuleLint<'s> {
    /// `spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0]`
    pub path: String,
    /// The steps from the root of the schema to the rule's node.
    pub way: Vec<Step<'s>>,
    /// The rule.
    pub rule: &'s RuleProps,
    /// The mistake.
    pub finding: Finding,
}

/// The findings of the lints in the rules of a schema, parents before children. `report` is the server's answer about the schema,
/// `minimum` the oldest release that must accept it.
#[must_use]
pub fn lint<'s>(
    schema: &'s SchemaProps,
    report: &SchemaReport,
    version: KubernetesVersion,
    minimum: Option<KubernetesVersion>,
) -> Vec<RuleLint<'s>> {
    let costs = report.rules.iter().filter(|rule| rule.compile_error().is_none());
    let costs = costs.map(|rule| (&*rule.path, rule.estimated_cost)).collect();
    let mut walk = Walk { version, minimum, costs, way: Vec::new(), found: Vec::new() };
    walk.node(schema, None, false, ROOT, Around::default());
    walk.found
}

/// The list around a node.
#[derive(Clone, Copy, Default)]
struct Around<'s> {
    /// The node is an item of a list with these keys.
    item_keys: &'s [String],
    is_key: bool,
}

struct Walk<'r, 's> {
    version: KubernetesVersion,
    minimum: Option<KubernetesVersion>,
    /// The costs of rules, by path.
    costs: HashMap<&'r str, u64>,
    way: Vec<Step<'s>>,
    found: Vec<RuleLint<'s>>,
}

impl<'s> Walk<'_, 's> {
    /// `known` is the node's type, if it is part of the type of the node above.
    fn node(
        &mut self,
        schema: &'s SchemaProps,
        known: Option<&DeclType>,
        within_rules: bool,
        path: &str,
        around: Around<'s>,
    ) {
        let own = known.is_none().then(|| decl_type(schema, path == ROOT));
        let within_rules = within_rules || !schema.rules.is_empty();
        let Some(node) = known.or(own.as_ref()) else { return };
        if !schema.rules.is_empty() && node.has_type() {
            self.rules(schema, node, path, around);
        }
        // There may be thousands of keys, and as many properties.
        let keys: HashSet<&str> = around.item_keys.iter().map(String::as_str).collect();
        for (step, below, segment) in children(schema) {
            let known = part(schema, path, node, step, within_rules);
            let item_keys: &[String] = match (step, schema.list_type.as_deref()) {
                (Step::Items, Some("map")) => &schema.list_map_keys,
                _ => &[],
            };
            let inner =
                Around { item_keys, is_key: matches!(step, Step::Field(name) if keys.contains(name)) };
            self.way.push(step);
            self.node(below, known, within_rules, &[path, &segment].concat(), inner);
            self.way.pop();
        }
    }

    fn rules(&mut self, schema: &'s SchemaProps, node: &DeclType, path: &str, around: Around<'s>) {
        let definitions = Schema::default();
        let env = Env::for_crd_node(&definitions, node).with_version(self.version);
        let path_of = |rule| of_rule(path, rule);
        let cost = |rule: usize| self.costs.get(&*of_part(&path_of(rule), "rule")).copied().unwrap_or(0);
        let rules: Vec<ValidationRule> = schema.rules.iter().map(RuleProps::to_rule).collect();
        let context = Context {
            minimum: self.minimum,
            item_keys: around.item_keys.to_vec(),
            is_key: around.is_key,
            costs: (0..rules.len()).map(cost).collect(),
        };
        for finding in lints::of_node(&env, node, &rules, &context) {
            let Some(rule) = schema.rules.get(finding.rule) else { continue };
            self.found.push(RuleLint { path: path_of(finding.rule), way: self.way.clone(), rule, finding });
        }
    }
}
