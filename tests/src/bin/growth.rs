//! Evaluates each function, operator and macro over values of n and of 4n parts: time and memory must grow as what is charged.
//!
//! `growth [SHARE [TEXT]]` measures one of SHARE expressions, of those that contain a text. Expressions that take too much are printed
//! with their numbers, and the exit code is 1, unless the server's code does no better (`growth/exceptions.rs`). Where valgrind is
//! installed, instructions are counted instead of time.

use std::{env, error::Error, process::ExitCode};
use tests::growth::{Case, Exception, Finding, expressions, instructions, measure};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (is_below_valgrind, args) = match args.split_first() {
        Some((first, rest)) if first == EVALUATE => (true, rest),
        _ => (false, args.as_slice()),
    };
    let share: usize = args.first().map_or(Ok(1), |share| share.parse())?;
    let text = args.get(1).map_or("", String::as_str);
    let chosen = expressions().into_iter().filter(|expr| expr.contains(text)).step_by(share);
    let cases: Vec<Case> = chosen.filter_map(|expr| Case::new(&expr)).collect();
    if is_below_valgrind {
        cases.iter().for_each(instructions::evaluate);
        return Ok(ExitCode::SUCCESS);
    }
    let (findings, unit) = match instructions::can_count() {
        true => (instructions::count(&cases, &[EVALUATE, &share.to_string(), text])?, "million instructions"),
        false => (cases.iter().map(measure).collect(), "ms"),
    };
    let found = cases.iter().zip(&findings).filter(|(_, finding)| finding.is_suspicious());
    let (mut suspicious, mut known) = (0, 0);
    for (case, finding) in found {
        match Exception::of(&case.expr, finding) {
            Some(_) => known += 1,
            None => {
                suspicious += 1;
                println!("{}", line(case, finding, unit));
            }
        }
    }
    println!("{} expressions measured, {suspicious} take too much, {known} as on the server", cases.len());
    Ok(if suspicious == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

const EVALUATE: &str = "evaluate";

fn line(case: &Case, finding: &Finding, unit: &str) -> String {
    let [small, large] = finding.efforts;
    format!(
        "{}\n  {:.1} times longer at {} than at {} parts, {:.2} of the bound; at {}: {:.1} {unit}, cost {}{}, {} kB of {} kB input",
        case.expr,
        finding.growth,
        large.n,
        small.n,
        finding.share,
        large.n,
        large.nanos as f64 / 1e6,
        large.cost,
        if large.is_limited { " (the limit)" } else { "" },
        large.memory / 1000,
        large.input / 1000,
    )
}
