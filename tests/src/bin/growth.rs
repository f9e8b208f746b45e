//! Evaluates each function, operator and macro over values of n and of 4n parts: time and memory must grow as what is charged.
//!
//! `growth [SHARE [TEXT]]` measures one of SHARE expressions, of those that contain a text. Expressions that take too much are printed
//! with their numbers, and the exit code is 1, unless the server's code does no better (`growth/exceptions.rs`). Where valgrind is
//! installed, instructions are counted instead of time. `growth native [SHARE [TEXT]]` measures the code that the compiler makes of them,
//! which needs valgrind.

use std::{env, error::Error, process::ExitCode};
use tests::growth::{Case, Exception, Finding, expressions, instructions, measure, native};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let (mode, args) = match args.split_first() {
        Some((first, rest)) if [EVALUATE, NATIVE].contains(&&**first) => (first.as_str(), rest),
        _ => ("", args.as_slice()),
    };
    let share: usize = args.first().map_or(Ok(1), |share| share.parse())?;
    let text = args.get(1).map_or("", String::as_str);
    let chosen = expressions().into_iter().filter(|expr| expr.contains(text)).step_by(share);
    let cases: Vec<Case> = chosen.filter_map(|expr| Case::new(&expr)).collect();
    if mode == EVALUATE {
        cases.iter().for_each(instructions::evaluate);
        return Ok(ExitCode::SUCCESS);
    }
    let counted = "million instructions";
    let (findings, unit): (Vec<Option<Finding>>, _) = match mode == NATIVE {
        true => (native::count(&cases)?, counted),
        false if instructions::can_count() => {
            let findings = instructions::count(&cases, &[EVALUATE, &share.to_string(), text])?;
            (findings.into_iter().map(Some).collect(), counted)
        }
        false => (cases.iter().map(|case| Some(measure(case))).collect(), "ms"),
    };
    Ok(report(&cases, &findings, unit))
}

/// Prints what takes too much.
fn report(cases: &[Case], findings: &[Option<Finding>], unit: &str) -> ExitCode {
    let (mut measured, mut suspicious, mut known) = (0, 0, 0);
    for (case, finding) in cases.iter().zip(findings) {
        let Some(finding) = finding else { continue };
        measured += 1;
        match Exception::of(&case.expr, finding) {
            _ if !finding.is_suspicious() => {}
            Some(_) => known += 1,
            None => {
                suspicious += 1;
                println!("{}", line(case, finding, unit));
            }
        }
    }
    let left = cases.len() - measured;
    println!(
        "{measured} expressions measured, {suspicious} take too much, {known} as on the server, {left} not compiled"
    );
    if suspicious == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

const EVALUATE: &str = "evaluate";
const NATIVE: &str = "native";

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
