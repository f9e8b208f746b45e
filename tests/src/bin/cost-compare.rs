//! Compares costs with the oracle: `cost-compare expressions COUNT SEED` estimates of random expressions, `cost-compare rules COUNT SEED`
//! estimates of random rules in random schemas and the errors about them, `cost-compare corpus FOLDER` the same of all CRDs below a
//! folder, as they are, without bounds and with bounds a hundred times as large, `cost-compare limits COUNT SEED` what rules cost on
//! objects so large that limits are reached. `ORACLE` names the oracle's program.

use serde_json::{Value, json};
use std::{
    env,
    error::Error,
    path::PathBuf,
    process::{Command, ExitCode},
};
use tests::{
    comparison::{Comparison, SCHEMAS},
    costs::{self, limits::LargeObjects, schemas::Schemas},
    expressions::Generator,
    native::{self, schemas::Request},
    schemas,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let different = match args.as_slice() {
        ["expressions", count, seed] => expressions(count.parse()?, seed.parse()?)?,
        ["rules", count, seed] => rules(count.parse()?, seed.parse()?)?,
        ["limits", count, seed] => limits(count.parse()?, seed.parse()?)?,
        ["corpus", folder] => corpus(folder)?,
        _ => {
            return Err(
                "usage: cost-compare (expressions | rules | limits) COUNT SEED | corpus FOLDER".into()
            );
        }
    };
    Ok(if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn expressions(count: usize, seed: u64) -> Result<usize> {
    let mut generator = Generator::new(seed);
    let requests = (0..count).flat_map(|number| generator.requests(number, 1)).map(without_values);
    compare("expressions", "expr", &requests.collect::<Vec<_>>(), costs::of_expression, costs::of_answer)
}

fn rules(count: usize, seed: u64) -> Result<usize> {
    let mut schemas = Schemas::new(seed);
    let schemas: Vec<Value> = (0..count).map(|_| schemas.schema()).collect();
    let requests: Vec<Value> = schemas.iter().map(request).collect();
    let different = compare("schemas", "schema", &requests, costs::of_schema, costs::of_rules)?;
    Ok(different + errors(&schemas)?)
}

/// Asks about a schema's objects in a few requests.
fn limits(count: usize, seed: u64) -> Result<usize> {
    let mut objects = LargeObjects::new(seed);
    let requests: Vec<Request> =
        (0..count).flat_map(|number| objects.requests(&number.to_string(), 4)).collect();
    let comparison = Comparison::of(&SCHEMAS, &requests, native::schemas::answers)?;
    comparison.print();
    Ok(comparison.differences.len())
}

fn corpus(folder: &str) -> Result<usize> {
    let folder = PathBuf::from(folder);
    if !folder.is_dir() {
        println!("{} is no folder: nothing to compare", folder.display());
        return Ok(0);
    }
    let (files, _) = cel_codegen::input::files(&[folder]);
    let mut found = Vec::new();
    for file in files {
        found.extend(schemas::of_text(&cel_codegen::input::read(&file.path)?));
    }
    let mut different = 0;
    for (name, factor) in [("schemas", Some(1)), ("without bounds", None), ("with larger bounds", Some(100))]
    {
        let changed: Vec<Value> =
            found.iter().map(|(_, schema)| costs::with_bounds(schema, factor)).collect();
        let requests: Vec<Value> = changed.iter().map(request).collect();
        different += compare(name, "schema", &requests, costs::of_schema, costs::of_rules)?;
        different += errors(&changed)?;
    }
    Ok(different)
}

/// Compares what is said of schemas, the errors of costs above all.
fn errors(changed: &[Value]) -> Result<usize> {
    let (mut found, mut different) = (0, 0);
    for (schema, theirs) in changed.iter().zip(schemas::ask(changed)?) {
        found += theirs["crd_errors"].as_array().map_or(0, Vec::len);
        let ours = without_variable_numbers(&schemas::ours(schema))?;
        let entries = schemas::differences(&without_variable_numbers(&theirs)?, &ours).entries;
        different += usize::from(!entries.is_empty());
        for line in entries.iter().take(3) {
            println!("{line:.1000}");
        }
    }
    println!("{found} errors, {different} schemas different");
    Ok(different)
}

/// An answer whose texts do not tell the numbers of type variables: the server goes over them in random order, and so gives the same
/// variable now this number, now that.
fn without_variable_numbers(answer: &Value) -> Result<Value> {
    let text = answer.to_string();
    let parts = text.split(VARIABLE).enumerate();
    let parts = parts.map(|(i, part)| match i {
        0 => part,
        _ => part.trim_start_matches(|c: char| c.is_ascii_digit()),
    });
    Ok(serde_json::from_str(&parts.collect::<Vec<_>>().join(VARIABLE))?)
}

/// How the names of type variables begin.
const VARIABLE: &str = "_var";

/// Asks about the schema of a resource.
fn request(schema: &Value) -> Value {
    json!({"schema": schema, "isResourceRoot": true, "only": ["rules"]})
}

/// Prints the first differences and a summary, and gives the number of differences.
fn compare(
    name: &str,
    mode: &str,
    requests: &[Value],
    ours: fn(&Value) -> Value,
    theirs: fn(&Value) -> Value,
) -> Result<usize> {
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    let answers =
        native::talk(Command::new(oracle).args(["-mode", mode, "-stable"]), requests.iter().cloned())?;
    let (mut different, mut estimates) = (0, 0);
    for (request, answer) in requests.iter().zip(&answers) {
        if answer.get("panic").is_some() || answer.get("schema_error").is_some() {
            continue;
        }
        let (theirs, ours) = (theirs(answer), ours(request));
        estimates += theirs["rules"].as_array().map_or(1, Vec::len);
        if theirs != ours {
            different += 1;
            if different <= 5 {
                println!("{request}\n  theirs {theirs}\n  ours   {ours}");
            }
        }
    }
    println!("{} {name}, {estimates} estimates, {different} different", requests.len());
    Ok(different)
}

/// Only the types of variables are asked about.
fn without_values(mut request: Value) -> Value {
    if let Some(vars) = request["vars"].as_object_mut() {
        for (_, var) in vars {
            *var = json!({"type": var["type"]});
        }
    }
    request
}
