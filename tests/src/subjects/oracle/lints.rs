//! Checks the objects that lints show with the oracle: those for the tables, for other projects' CRDs and for random schemas.

use crate::{
    corpus::Corpus,
    lint_tables::{answers, difference, entries, shown},
    program::{Asked, Report, Result},
    ruled_schemas::Schemas,
};
use std::fs;

/// Checks all of them, with this many random schemas.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut texts: Vec<String> = Vec::new();
    for entry in entries("mistakes.yaml").iter().filter(|entry| entry.json["serde"] != true) {
        texts.extend(entry.rules.iter().map(|rule| entry.crd(rule)));
    }
    if let Some(folder) = Corpus::folder() {
        for file in Corpus::crd_files(&folder)? {
            texts.push(fs::read_to_string(file)?);
        }
    }
    let schemas = Schemas::new(asked.seed).schemas(asked.count)?;
    texts.extend(schemas.iter().map(|schema| schema.crd().to_string()));
    let all: Vec<_> = texts.iter().flat_map(|text| shown(text)).collect();
    println!("{} files, {} objects that lints show", texts.len(), all.len());
    for (shown, answer) in all.iter().zip(answers(&all)?) {
        if let Some(difference) = difference(shown, &answer) {
            report.differs(&difference)?;
        }
    }
    Ok(())
}
