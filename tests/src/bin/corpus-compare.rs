//! Compares native validators of other projects' CRDs with the oracle: all examples of their objects and random changes of
//! these, as new objects and as updates.
//!
//! `corpus-compare [COUNT [SEED [FILE]]]` changes each example COUNT times, half of the changes such that the object is valid
//! but for rules. Differences go to FILE. `ORACLE` names the oracle's program, `CORPUS` the folder with the CRDs.

use std::{env, error::Error, fs, process::ExitCode, time::Instant};
use tests::{
    comparison::{Comparison, SCHEMAS},
    corpus::{Corpus, cases::cases},
    native::schemas::answers,
    objects::{Objects, Pool},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let count = args.first().map_or(Ok(100), |count| count.parse())?;
    let seed = args.get(1).map_or(Ok(1), |seed| seed.parse())?;
    let Some(folder) = Corpus::folder() else {
        println!("there is no corpus here: nothing is compared");
        return Ok(ExitCode::SUCCESS);
    };
    let start = Instant::now();
    let corpus = Corpus::read(&folder)?;
    let mut pool = Pool::default();
    corpus.examples.iter().for_each(|(_, object)| pool.add(object));
    let mut objects = Objects::new(seed, &pool);
    let mut requests = Vec::new();
    let (mut found, mut valid) = (0, 0);
    for version in corpus.versions() {
        let cases = cases(&corpus, &version, &mut objects, count)?;
        found += cases.len();
        for case in cases {
            valid += case.valid;
            requests.extend(case.requests(&version));
        }
    }
    println!(
        "seed {seed}: {} CRDs, {} examples, {found} objects of their versions, {} requests, {valid} of them with changes \
         that are valid but for rules, {} s",
        corpus.crds.len(),
        corpus.examples.len(),
        requests.len(),
        start.elapsed().as_secs()
    );
    let comparison = Comparison::of(&SCHEMAS, &requests, answers)?;
    comparison.print();
    println!("{} s", start.elapsed().as_secs());
    if let Some(file) = args.get(2) {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
