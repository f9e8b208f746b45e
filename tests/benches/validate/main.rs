//! Time of a compiled rule: against the same check written by hand without counters, and, with the feature `compare`,
//! against an interpreter.
//!
//! `cargo bench -p tests --bench validate --features compare` prints the table, an argument behind `--` only the rules with it
//! in their names; without `--bench`, as `cargo test --all-targets` runs it, each case is only checked once.
//!
//! `ours` is a whole `x_validate()`: the walk, the rule, the report. What that takes for a rule `self.on` is the same for all, and
//! dwarfs a comparison by hand, so `net` is `ours` with the price of a plain function call in its place.
//!
//! `--repeat COUNT NAME` judges one object so many times, for `instructions.sh`, and without a name prints the names.
//!
//! A second table has `x_evaluate()`, which also notes the cost of each rule, beside the same of `include_crd!` over JSON.

mod case;
mod clock;
#[cfg(feature = "compare")]
mod interpreter;
mod rules;

use case::{Case, Peer};
use clock::Times;
use std::env;

fn main() {
    let mut cases = rules::cases();
    let walk = rules::walk();
    cases.iter().chain([&walk]).for_each(Case::check);
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--repeat") {
        return repeat(&cases, &arguments[at + 1..]);
    }
    if !arguments.iter().any(|argument| argument == "--bench") {
        println!("{} cases give the expected verdicts", cases.len());
        for case in &cases {
            if let Some(Peer::Wrong(error)) = case.interpreted {
                println!("kube-cel is wrong of `{}`: it {error}", case.name);
            }
        }
        return;
    }
    if let Some(wanted) = arguments.iter().find(|argument| !argument.starts_with('-')) {
        cases.retain(|case| case.name.contains(wanted));
    }
    let rows: Vec<Row> = cases.iter().map(|case| Row::new(case, &walk)).collect();
    print(&rows);
    print_reports(&rows);
}

fn repeat(cases: &[Case], arguments: &[String]) {
    let [count, name] = arguments else {
        return cases.iter().for_each(|case| println!("{}", case.name));
    };
    let case = cases.iter().find(|case| case.name == name).expect("a case");
    (case.ours)(count.parse().expect("a number"));
}

struct Row {
    name: &'static str,
    times: Times,
    net: f64,
    /// Mistake in the interpreter's verdict.
    peer_error: Option<&'static str>,
}

impl Row {
    fn new(case: &Case, walk: &Case) -> Row {
        let times = clock::time(case, walk);
        // The difference of two small times: it is not taken for faster than by hand.
        let net = (times.ours - times.walk).max(times.hand);
        let peer_error = match case.interpreted {
            Some(Peer::Wrong(error)) => Some(error),
            Some(Peer::Right(_)) | None => None,
        };
        Row { name: case.name, times, net, peer_error }
    }

    fn against_hand(&self) -> f64 {
        self.times.ours / self.times.hand
    }

    fn net_against_hand(&self) -> f64 {
        self.net / self.times.hand
    }

    fn of_interpreter(&self) -> Option<f64> {
        Some(self.times.interpreted? / self.times.ours)
    }
}

fn print(rows: &[Row]) {
    println!(
        "{:<34} {:>9} {:>9} {:>7} {:>9} {:>7} {:>11} {:>7}",
        "ns per object", "hand", "ours", "ratio", "net", "ratio", "kube-cel", "ratio"
    );
    for row in rows {
        let Times { hand, ours, interpreted, .. } = row.times;
        let (ratio, net_ratio) = (row.against_hand(), row.net_against_hand());
        print!("{:<34} {hand:>9.1} {ours:>9.1} {ratio:>7.2} {:>9.1} {net_ratio:>7.2}", row.name, row.net);
        match (interpreted, row.of_interpreter(), row.peer_error) {
            (.., Some(error)) => println!(" wrong: it {error}"),
            (Some(interpreted), Some(ratio), None) => println!(" {interpreted:>11.1} {ratio:>7.0}"),
            _ => println!(" {:>11} {:>7}", "-", "-"),
        }
    }
    let whole = mean(rows.iter().map(Row::against_hand));
    let net = mean(rows.iter().map(Row::net_against_hand));
    print!("{:<34} {:>9} {:>9} {whole:>7.2} {:>9} {net:>7.2}", "geometric mean", "", "", "");
    // Where the interpreter is right.
    let ratios: Vec<f64> = rows.iter().filter_map(Row::of_interpreter).collect();
    match ratios.is_empty() {
        false => println!(" {:>11} {:>7.0}", "", mean(ratios.into_iter())),
        true => println!(),
    }
    let walk = rows.iter().map(|row| row.times.walk).fold(f64::INFINITY, f64::min);
    println!("the least of {} rounds; walk and report take {walk:.1}", clock::ROUNDS);
}

/// Whole reports of typed objects and of the same as JSON.
fn print_reports(rows: &[Row]) {
    println!("\n{:<34} {:>9} {:>9} {:>7}", "ns per report", "typed", "JSON", "ratio");
    for Row { name, times, .. } in rows {
        let [typed, json] = times.reports;
        println!("{name:<34} {typed:>9.1} {json:>9.1} {:>7.2}", json / typed);
    }
    let ratio = mean(rows.iter().map(|row| row.times.reports[1] / row.times.reports[0]));
    println!("{:<34} {:>9} {:>9} {ratio:>7.2}", "geometric mean", "", "");
}

/// The geometric mean of some ratios.
fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    (sum / count).exp()
}
