//! Prints the CustomResourceDefinition of the Scaler as YAML; with `--costs` what its rules cost at most, dearest first.

use std::error::Error;

use cel_runtime::{CostBound, SCHEMA_COST_LIMIT, XValidation};
use examples::Scaler;

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().any(|argument| argument == "--costs") {
        print_costs();
    } else {
        print!("{}", examples::crd_yaml()?);
    }
    Ok(())
}

fn print_costs() {
    let mut costs = Scaler::x_costs();
    costs.sort_by_key(|cost| std::cmp::Reverse(cost.estimated_cost));
    println!("{:>9} {:>7} {:>8} {:>6}  rule", "at most", "of", "each", "times");
    for cost in &costs {
        let share = format!("{:.2} %", cost.share() * 100.0);
        println!(
            "{:>9} {share:>7} {:>8} {:>6}  {} ({}:{})",
            cost.estimated_cost, cost.max_cost, cost.cardinality, cost.path, cost.file, cost.line
        );
        println!("{:36}{}", "", cost.rule);
        let bounds: Vec<String> = cost.bounds.iter().map(bound).collect();
        if !bounds.is_empty() {
            println!("{:36}{}", "", bounds.join(", "));
        }
    }
    let total: u64 = costs.iter().map(|cost| cost.estimated_cost + cost.message_expression_max_cost).sum();
    println!("{total:>9} of {SCHEMA_COST_LIMIT} with what message expressions cost");
}

fn bound(bound: &CostBound) -> String {
    match bound.max {
        Some(max) => format!("{} {} {max}", bound.path, bound.keyword),
        None => format!("{} without {}", bound.path, bound.keyword),
    }
}
