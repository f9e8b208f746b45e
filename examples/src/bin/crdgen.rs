//! Prints the CustomResourceDefinition of the Scaler as YAML. With `--costs` it prints the maximum cost of each rule, the most
//! expensive first. With `--check FILE` it prints nothing if the file contains this CRD, and otherwise a diff; this is a step for
//! CI.

use std::error::Error;
use std::process::ExitCode;

use cel_runtime::{CostBound, SCHEMA_COST_LIMIT, XValidation};
use examples::Scaler;
use serde_json::Value;
use similar::TextDiff;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        [] => print!("{}", examples::crd_yaml()?),
        ["--costs"] => print_costs(),
        ["--check", file] => return check(file),
        _ => {
            eprintln!("usage: crdgen [--costs | --check FILE]");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares the content: comments, quotes and the order of keys do not matter.
fn check(file: &str) -> Result<ExitCode, Box<dyn Error>> {
    let read = |text: &str| serde_saphyr::from_str::<Value>(text).map_err(|error| format!("{file}: {error}"));
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let (committed, generated) = (read(&text)?, read(&examples::crd_yaml()?)?);
    if committed == generated {
        return Ok(ExitCode::SUCCESS);
    }
    let (committed, generated) = (serde_saphyr::to_string(&committed)?, serde_saphyr::to_string(&generated)?);
    let diff = TextDiff::from_lines(&committed, &generated);
    print!("{}", diff.unified_diff().header(file, "the types"));
    eprintln!(
        "{file} is not what the types give; write it again with: cargo run -p examples --bin crdgen > {file}"
    );
    Ok(ExitCode::FAILURE)
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
