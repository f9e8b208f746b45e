//! Compares native validators of other projects' CRDs with the oracle: all examples of their objects and random changes of these,
//! as new objects and as updates. Half of the changed objects are valid except for rules.

use crate::{
    comparison::{Comparison, SCHEMAS},
    corpus::{Corpus, cases::cases},
    native::schemas::answers,
    objects::{Objects, Pool},
    program::{Asked, Report, Result},
};
use std::time::Instant;

/// Compares each example with this many random changes.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let Some(folder) = Corpus::folder() else { return Ok(()) };
    let start = Instant::now();
    let corpus = Corpus::read(&folder)?;
    let mut pool = Pool::default();
    corpus.examples.iter().for_each(|(_, object)| pool.add(object));
    let mut objects = Objects::new(asked.seed, &pool);
    let mut requests = Vec::new();
    let (mut found, mut valid) = (0, 0);
    for version in corpus.versions() {
        let cases = cases(&corpus, &version, &mut objects, asked.count)?;
        found += cases.len();
        for case in cases {
            valid += case.valid;
            requests.extend(case.requests(&version));
        }
    }
    println!(
        "{} CRDs, {} examples, {found} objects of their versions, {} requests, {valid} of them with changes \
         that are valid but for rules, {} s",
        corpus.crds.len(),
        corpus.examples.len(),
        requests.len(),
        start.elapsed().as_secs()
    );
    Comparison::of(&SCHEMAS, &requests, answers)?.report(report)
}
