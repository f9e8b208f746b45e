//! Compares what `cel-codegen check` says of unknown and repeated fields of CRDs with the answers of a real API server.
//!
//! `fields-compare COUNT SEED`: CRDs of ours and of the corpus with accidents in their keys. `fields-compare record` asks again for the answers in
//! `tests/data/field_cases.jsonl`. `APISERVER_BIN` names the server's program.

use std::{env, error::Error, fs, process::ExitCode};
use tests::{
    apiserver::Server,
    corpus::Corpus,
    fields::{self, Answer, Case, MODES},
    mutation::Random,
    validate::data,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let server = Server::start()?;
    let cases = match arguments.first().map(String::as_str) {
        Some("record") => record(&server)?,
        Some(count) => {
            let seed = arguments.get(1).map_or(Ok(1), |seed| seed.parse())?;
            with_accidents(&server, count.parse()?, seed)?
        }
        None => return Err("fields-compare COUNT [SEED] | record".into()),
    };
    let (mut answers, mut differences) = (0, 0);
    for case in &cases {
        for ((mode, name), answer) in MODES.iter().zip(&case.answers) {
            answers += 1;
            let found = match Answer::of_ours(case, *mode) {
                Ok(ours) => answer.differences(&ours),
                Err(error) => vec![format!("theirs {answer:?}\n  ours {error}")],
            };
            if !found.is_empty() {
                differences += 1;
                let body: String = case.body.chars().take(3_000).collect();
                println!("{} {} {name}\n{body}\n  {}", case.id, case.kind, found.join("\n  "));
            }
        }
    }
    println!("{} texts, {answers} answers: {differences} differences", cases.len());
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn record(server: &Server) -> Result<Vec<Case>> {
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
