//! Compares `cel-codegen check` with the oracle: `check-compare corpus FOLDER` all CRDs below a folder, `check-compare mutants FOLDER
//! COUNT SEED` the same with each rule changed at random COUNT times, `check-compare schemas COUNT SEED` random schemas,
//! `check-compare recorded` all recorded expressions. `ORACLE` names the oracle's program. `KUBERNETES=1.31` compares what
//! `--kubernetes 1.31` says with the program of that release (`tests/oracle/releases`), which `ORACLE` names then. `SHOW` is how many differences
//! are printed, 10 without it. `VERDICTS=1` compares only what is refused, not texts and costs.

use cel_compiler::library::KubernetesVersion;
use serde_json::Value;
use std::{env, error::Error, path::PathBuf, process::ExitCode};
use tests::{mutation::Random, random_schemas, releases, schemas};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let different = match args.as_slice() {
        ["corpus", folder] => compare(&corpus(folder)?)?,
        ["mutants", folder, count, seed] => mutants(&corpus(folder)?, count.parse()?, seed.parse()?)?,
        ["schemas", count, seed] => compare(&random(count.parse()?, seed.parse()?))?,
        ["recorded"] => compare(&releases::recorded()?)?,
        _ => {
            let modes = "corpus FOLDER | mutants FOLDER COUNT SEED | schemas COUNT SEED | recorded";
            return Err(format!("usage: check-compare {modes}").into());
        }
    };
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The schemas of all CRDs below a folder, with their names.
fn corpus(folder: &str) -> Result<Vec<(String, Value)>> {
    let folder = PathBuf::from(folder);
    if !folder.is_dir() {
        println!("{} is no folder: nothing to compare", folder.display());
        return Ok(Vec::new());
    }
    let (files, _) = cel_codegen::input::files(&[folder]);
    let mut found = Vec::new();
    for file in files {
        let text = cel_codegen::input::read(&file.path)?;
        found.extend(schemas::of_text(&text));
    }
    Ok(found)
}

fn random(count: usize, seed: u64) -> Vec<(String, Value)> {
    let mut random = Random::new(seed);
    (0..count).map(|i| (format!("schema {i}"), random_schemas::schema(&mut random))).collect()
}

fn mutants(corpus: &[(String, Value)], count: usize, seed: u64) -> Result<usize> {
    let mut random = Random::new(seed);
    let mut different = 0;
    for _ in 0..count {
        let mutants: Vec<(String, Value)> = corpus
            .iter()
            .map(|(name, schema)| (name.clone(), schemas::with_mutants(schema, &mut random)))
            .collect();
        different += compare(&mutants)?;
    }
    Ok(different)
}

/// Prints the first differences and a summary, and gives the number of differences.
fn compare(cases: &[(String, Value)]) -> Result<usize> {
    let release = env::var("KUBERNETES").ok();
    let version = release.as_deref().map(KubernetesVersion::for_new_rules).transpose();
    let version = version.map_err(|error| error.to_string())?;
    let schemas: Vec<Value> = cases.iter().map(|(_, schema)| schema.clone()).collect();
    let most = env::var("SHOW").map_or(Ok(10), |most| most.parse())?;
    let verdicts_only = env::var_os("VERDICTS").is_some();
    let (mut rules, mut different, mut accepted, mut places) = (0, 0, 0, 0);
    for ((name, schema), theirs) in cases.iter().zip(schemas::ask(&schemas)?) {
        let ours = match version {
            Some(version) => schemas::ours_for(schema, version),
            None => schemas::ours(schema),
        };
        rules += ours["rules"].as_array().map_or(0, Vec::len);
        let is_empty = |part: &str| ours[part].as_array().is_none_or(Vec::is_empty);
        accepted += usize::from(is_empty("crd_errors") && is_empty("crd_other_errors"));
        if verdicts_only {
            let found = releases::refused_by_one(&theirs, &ours);
            different += usize::from(!found.is_empty());
            found.iter().take(most).for_each(|line| println!("{name} {line:.900}"));
            continue;
        }
        let found = match version {
            Some(_) => schemas::differences(
                &schemas::without_values(theirs.clone()),
                &schemas::without_values(ours.clone()),
            ),
            None => schemas::differences(&theirs, &ours),
        };
        different += usize::from(!found.entries.is_empty());
        places += found.places;
        if different <= most && !found.entries.is_empty() {
            println!("{name} {} {schema:.1500}", theirs["panic"]);
            for line in found.entries.iter().take(6) {
                println!("  {line:.600}");
            }
        }
    }
    let count = cases.len();
    println!(
        "{count} schemas, {accepted} accepted, {rules} rules, {places} other places, {different} schemas different"
    );
    Ok(different)
}
