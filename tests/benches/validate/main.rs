//! What a compiled rule costs: against the same check written by hand without counters, and, with the feature `compare`,
//! against an interpreter.
//!
//! `cargo bench -p tests --bench validate --features compare` prints the table; without `--bench`, as `cargo test
//! --all-targets` runs it, each case is only checked once.

mod case;
mod clock;
#[cfg(feature = "compare")]
mod interpreter;
mod rules;

use case::Case;
use std::env;

fn main() {
    let cases = rules::cases();
    cases.iter().for_each(Case::check);
    if env::args().any(|argument| argument == "--bench") {
        let walk = clock::time(&rules::walk());
        let rows: Vec<Row> =
            cases.iter().map(|case| Row { name: case.name, times: clock::time(case) }).collect();
        print(&walk, &rows);
    } else {
        println!("{} cases give the expected verdicts", cases.len());
    }
}

struct Row {
    name: &'static str,
    times: clock::Times,
}

fn print(walk: &clock::Times, rows: &[Row]) {
    println!("{:<42} {:>10} {:>10} {:>7} {:>12} {:>9}", "rule", "hand", "ours", "ratio", "kube-cel", "ratio");
    for Row { name, times } in rows {
        let interpreted = times.interpreted.map_or_else(
            || format!("{:>12} {:>9}", "-", "-"),
            |interpreted| format!("{interpreted:>12.1} {:>9.0}", interpreted / times.ours),
        );
        let ratio = times.ours / times.hand;
        println!("{name:<42} {:>10.1} {:>10.1} {ratio:>7.2} {interpreted}", times.hand, times.ours);
    }
    let ours = mean(rows.iter().map(|row| row.times.ours / row.times.hand));
    let interpreted: Option<Vec<f64>> =
        rows.iter().map(|row| Some(row.times.interpreted? / row.times.ours)).collect();
    let interpreted = interpreted.map_or("-".to_owned(), |ratios| format!("{:.0}", mean(ratios.into_iter())));
    println!("{:<42} {:>10} {:>10} {ours:>7.2} {:>12} {interpreted:>9}", "geometric mean", "", "", "");
    println!(
        "ns for one object, the least of {} rounds; the walk and the report of a rule `true` alone take {:.1}",
        clock::ROUNDS,
        walk.ours
    );
}

/// The geometric mean of some ratios.
fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    (sum / count).exp()
}
