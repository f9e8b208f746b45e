//! Calls each function, operator and macro with values of n and of 4n parts. Time and memory must grow like the cost, unless the
//! server's code is no better (`growth/exceptions.rs`). With valgrind, instructions are counted instead of time.

use crate::{
    growth::{Case, Exception, Finding, expressions, instructions, measure, native},
    program::{Asked, Report, Result},
};

/// Measures the interpreter.
pub fn interpreter(asked: &Asked, report: &mut Report) -> Result<()> {
    let cases = cases(asked);
    if !instructions::can_count() {
        return judge(
            &cases,
            &cases.iter().map(|case| Some(measure(case))).collect::<Vec<_>>(),
            "ms",
            report,
        );
    }
    let share = asked.share.to_string();
    let again = ["evaluate", asked.subject, "--one-of", &share, "--containing", &asked.containing];
    let findings = instructions::count(&cases, &again)?;
    judge(&cases, &findings.into_iter().map(Some).collect::<Vec<_>>(), INSTRUCTIONS, report)
}

/// The part of [`interpreter`] that runs in valgrind.
pub fn evaluate(asked: &Asked, _: &mut Report) -> Result<()> {
    cases(asked).iter().for_each(instructions::evaluate);
    Ok(())
}

/// Measures the compiled code.
pub fn compiled(asked: &Asked, report: &mut Report) -> Result<()> {
    if !instructions::can_count() {
        println!("there is no valgrind here: nothing is measured");
        return Ok(());
    }
    let cases = cases(asked);
    judge(&cases, &native::count(&cases)?, INSTRUCTIONS, report)
}

fn cases(asked: &Asked) -> Vec<Case> {
    let chosen = expressions().into_iter().filter(|expr| expr.contains(&asked.containing));
    chosen.step_by(asked.share).filter_map(|expr| Case::new(&expr)).collect()
}

const INSTRUCTIONS: &str = "million instructions";

/// Reports cases that grow too fast.
fn judge(cases: &[Case], findings: &[Option<Finding>], unit: &str, report: &mut Report) -> Result<()> {
    let (mut measured, mut known) = (0, 0);
    for (case, finding) in cases.iter().zip(findings) {
        let Some(finding) = finding else { continue };
        measured += 1;
        match Exception::of(&case.expr, finding) {
            _ if !finding.is_suspicious() => {}
            Some(_) => known += 1,
            None => report.differs(line(case, finding, unit))?,
        }
    }
    let left = cases.len() - measured;
    println!("{measured} expressions measured, {known} take too much as on the server, {left} not compiled");
    Ok(())
}

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
