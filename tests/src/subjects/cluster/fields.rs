//! Compares the answers of `cel-codegen check` and of a real API server about unknown and repeated fields of CRDs.

use crate::{
    apiserver::Server,
    corpus::Corpus,
    fields::{self, Answer, Case, MODES},
    mutation::Random,
    program::{Asked, Report, Result},
    validate::data,
};
use std::fs;

/// Compares with our CRDs and those of the corpus, with random changes in their keys.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    judge(&with_accidents(&Server::start()?, asked.count, asked.seed)?, report)
}

/// Asks a server again for the answers in `tests/data/field_cases.jsonl`.
pub fn record(_: &Asked, report: &mut Report) -> Result<()> {
    judge(&recorded(&Server::start()?)?, report)
}

fn judge(cases: &[Case], report: &mut Report) -> Result<()> {
    let mut answers = 0;
    for case in cases {
        for ((mode, name), answer) in MODES.iter().zip(&case.answers) {
            answers += 1;
            let found = match Answer::of_ours(case, *mode) {
                Ok(ours) => answer.differences(&ours),
                Err(error) => vec![format!("theirs {answer:?}\n  ours {error}")],
            };
            if !found.is_empty() {
                let (Case { id, why, kind, body, .. }, found) = (case, found.join("\n  "));
                report.differs(format_args!("{id} ({why}) {kind} {name}\n{body:.3000}\n  {found}"))?;
            }
        }
    }
    println!("{} texts, {answers} answers", cases.len());
    Ok(())
}

fn recorded(server: &Server) -> Result<Vec<Case>> {
    let file = data("field_cases.jsonl");
    let mut cases = Vec::new();
    let mut text = String::new();
    for line in fs::read_to_string(&file)?.lines() {
        let mut case: Case = serde_json::from_str(line)?;
        case.answers = fields::ask(server, &case)?;
        text += &format!("{}\n", serde_json::to_string(&case)?);
        cases.push(case);
    }
    fs::write(file, text)?;
    Ok(cases)
}

fn with_accidents(server: &Server, count: usize, seed: u64) -> Result<Vec<Case>> {
    let corpus = Corpus::with_invented()?;
    let mut random = Random::new(seed);
    let mut cases = Vec::new();
    for i in 0..count {
        let kind = if i.is_multiple_of(2) { "json" } else { "yaml" };
        let crd = &corpus.crds[random.below(corpus.crds.len())];
        let body = fields::with_accidents(crd, &mut random, kind);
        let mut case = Case {
            id: format!("{i}"),
            why: crd["metadata"]["name"].to_string(),
            kind: kind.to_owned(),
            body,
            answers: Vec::new(),
        };
        case.answers = fields::ask(server, &case)?;
        cases.push(case);
    }
    Ok(cases)
}
