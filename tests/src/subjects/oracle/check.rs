//! Compares the answers of `cel-codegen check` and of the oracle about schemas.
//!
//! With `--kubernetes 1.31` these are the answers of `check --kubernetes 1.31`, and `ORACLE` is the program of that release
//! (`tests/oracle/releases`).

use crate::{
    corpus::Corpus,
    mutation::Random,
    program::{Asked, Report, Result},
    random_definitions, random_schemas, releases, schemas,
    validated_schemas::{Crds, schema_of},
};
use cel_compiler::library::KubernetesVersion;
use serde_json::{Value, json};

/// Compares all CRDs of other projects.
pub fn corpus(asked: &Asked, report: &mut Report) -> Result<()> {
    compare(&Corpus::schemas()?, asked, report)
}

/// Compares the same CRDs, with a random change in each rule.
pub fn mutants(asked: &Asked, report: &mut Report) -> Result<()> {
    let corpus = Corpus::schemas()?;
    let mut random = Random::new(asked.seed);
    for _ in 0..asked.count {
        let mutant = |(name, schema): &Case| (name.clone(), schemas::with_mutants(schema, &mut random));
        compare(&corpus.iter().map(mutant).collect::<Vec<_>>(), asked, report)?;
    }
    Ok(())
}

/// Compares random schemas.
pub fn random(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    let one = |i| (format!("schema {i}"), random_schemas::schema(&mut random));
    compare(&(0..asked.count).map(one).collect::<Vec<_>>(), asked, report)
}

/// Compares random schemas with restrictions and rules of all kinds.
pub fn restricted(asked: &Asked, report: &mut Report) -> Result<()> {
    let crds = Crds::new(asked.seed).all(asked.count)?;
    let named = crds.into_iter().enumerate();
    let cases: Vec<Case> =
        named.map(|(i, mut crd)| (format!("schema {i}"), schema_of(&mut crd).take())).collect();
    compare(&cases, asked, report)
}

/// Compares what is said of random CRDs outside of their schemas.
pub fn definitions(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    let crds: Vec<Value> = (0..asked.count).map(|_| random_definitions::definition(&mut random)).collect();
    let requests: Vec<Value> = crds.iter().map(|crd| json!({"id": 0, "crd": crd})).collect();
    let mut accepted = 0;
    for (crd, theirs) in crds.iter().zip(schemas::ask_definitions(&requests)?) {
        // The server panics at some CRDs without a schema.
        let Some(theirs) = theirs.map(without_consequences) else { continue };
        let ours = without_consequences(schemas::definition_errors(crd));
        accepted += usize::from(ours == json!([]));
        if theirs != ours {
            report.differs(format_args!("{crd}\n  server {theirs}\n  ours   {ours}"))?;
        }
    }
    println!("{} CRDs, {accepted} accepted", crds.len());
    Ok(())
}

/// Without a schema the server also says that no field can be selected. That is no mistake of its own.
fn without_consequences(mut errors: Value) -> Value {
    let of = |error: &Value, part: &str| error[1].as_str().is_some_and(|field| field.contains(part));
    if let Some(errors) = errors.as_array_mut()
        && errors.iter().any(|error| of(error, ".openAPIV3Schema"))
    {
        errors.retain(|error| !of(error, ".selectableFields"));
    }
    errors
}

/// Compares all recorded schemas and rules.
pub fn recorded(asked: &Asked, report: &mut Report) -> Result<()> {
    compare(&releases::recorded()?, asked, report)
}

/// Sorts the errors about each default value: the server visits the properties in it in Go's random order.
fn with_sorted_defaults(mut answer: Value) -> Value {
    let text = |error: &Value, key: &str| error[key].as_str().unwrap_or_default().to_owned();
    let detail = |error: &Value| match text(error, "field") {
        field if field.ends_with(".default") => text(error, "error"),
        _ => String::new(),
    };
    if let Some(errors) = answer["crd_other_errors"].as_array_mut() {
        errors.sort_by_cached_key(|error| (text(error, "field"), detail(error)));
    }
    answer
}

/// A schema with its name.
type Case = (String, Value);

/// Reports the differences and prints a summary.
fn compare(cases: &[Case], asked: &Asked, report: &mut Report) -> Result<()> {
    let version = asked.kubernetes.as_deref().map(KubernetesVersion::for_new_rules).transpose();
    let version = version.map_err(|error| error.to_string())?;
    let schemas: Vec<Value> = cases.iter().map(|(_, schema)| schema.clone()).collect();
    let (mut rules, mut accepted, mut places) = (0, 0, 0);
    for ((name, schema), theirs) in cases.iter().zip(schemas::ask(&schemas)?) {
        let ours = match version {
            Some(version) => schemas::ours_for(schema, version),
            None => schemas::ours(schema),
        };
        rules += ours["rules"].as_array().map_or(0, Vec::len);
        let is_empty = |part: &str| ours[part].as_array().is_none_or(Vec::is_empty);
        accepted += usize::from(is_empty("crd_errors") && is_empty("crd_other_errors"));
        let found = match (asked.verdicts, version) {
            (true, _) => releases::refused_by_one(&theirs, &ours),
            (false, None) => {
                let [theirs, ours] = [&theirs, &ours].map(|answer| with_sorted_defaults(answer.clone()));
                let found = schemas::differences(&theirs, &ours);
                places += found.places;
                found.entries
            }
            (false, Some(_)) => {
                schemas::differences(&schemas::without_values(theirs.clone()), &schemas::without_values(ours))
                    .entries
            }
        };
        if !found.is_empty() {
            let shown = found.iter().take(6).map(|line| format!("\n  {line:.900}")).collect::<String>();
            report.differs_as(
                format_args!("{name} {} {schema:.1500}{shown}", theirs["panic"]),
                format_args!("{name} {schema}\n  {}", found.join("\n  ")),
            )?;
        }
    }
    println!("{} schemas, {accepted} accepted, {rules} rules, {places} other places", cases.len());
    Ok(())
}
