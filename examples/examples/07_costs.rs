//! Costs of rules: how much of the server's limit each may take at most, and what one object took.
//!
//! ```text
//! spec.names: at most 322 of 10000000: self.all(n, n.startsWith('team-'))
//! this object: 17, 9999983 left
//! spec.names: `self.all(n, n.startsWith('team-'))` holds, cost 17
//! ```

use cel_runtime::{Options, XValidation};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Without the bounds the server would refuse the CRD, and this program would not compile.
#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Team", namespaced)]
#[schemars(transform = TeamSpec::x_validations)]
struct TeamSpec {
    #[schemars(length(max = 64), inner(length(max = 63)))]
    #[x_validation(rule = "self.all(n, n.startsWith('team-'))", allow(rule_per_item_on_list))]
    names: Vec<String>,
}

fn main() {
    for rule in Team::x_costs() {
        println!("{}: at most {} of 10000000: {}", rule.path, rule.estimated_cost, rule.rule);
    }
    let names = ["team-a", "team-b", "team-c"].map(str::to_owned).to_vec();
    let report = Team::new("all", TeamSpec { names }).x_evaluate(None, &Options::default());
    println!("this object: {}, {} left", report.runtime_cost, report.remaining_budget);
    for rule in &report.rules {
        println!("{}: `{}` {}, cost {}", rule.path, rule.rule, rule.verdict, rule.cost);
    }
}
