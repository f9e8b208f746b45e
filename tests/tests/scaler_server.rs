//! The bundled manifests, judged by us, against what a real API server said.
//!
//! `cargo cluster record scalers` records the answers again.

use std::error::Error;
use std::fs;

use tests::server::{Answer, cases, differences, record};

#[test]
fn verdicts_texts_and_costs_are_those_of_the_server() -> Result<(), Box<dyn Error>> {
    let answers: Vec<Answer> =
        fs::read_to_string(record())?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let cases = cases()?;
    let mut failures = Vec::new();
    for (case, answer) in cases.iter().zip(&answers) {
        if case.place != answer.place || serde_json::to_value(&case.object)? != answer.object {
            return Err(format!("{}: changed since the answers were recorded", case.place).into());
        }
        failures
            .extend(differences(&case.object, answer).iter().map(|text| format!("{}: {text}", case.place)));
    }
    assert_eq!(cases.len(), answers.len(), "manifests have come or gone since the answers were recorded");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}
