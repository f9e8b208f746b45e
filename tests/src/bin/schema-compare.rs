//! Compares native validators of random schemas with the oracle: verdicts, texts, places and costs, of new objects and of updates.
//!
//! `schema-compare COUNT SEED [OBJECTS [FILE]]` prints counts and the first differences; all of them go to FILE, a line each
//! with the request and both answers. `ORACLE` names the oracle's program.

use std::{env, error::Error, fs, process::ExitCode, time::Instant};
use tests::{
    comparison::{Comparison, SCHEMAS},
    native::schemas::answers,
    ruled_schemas::Schemas,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: schema-compare COUNT SEED [OBJECTS [FILE]]".into());
    };
    let objects = rest.first().map_or(Ok(5), |objects| objects.parse())?;
    let start = Instant::now();
    let mut generator = Schemas::new(seed.parse()?);
    let schemas = generator.schemas(count.parse()?)?;
    let mut requests = Vec::new();
    for (number, schema) in schemas.iter().enumerate() {
        requests.extend(generator.requests(&number.to_string(), schema, objects));
    }
    let comparison = Comparison::of(&SCHEMAS, &requests, answers)?;
    comparison.print();
    println!("{count} schemas, {} s", start.elapsed().as_secs());
    if let Some(file) = rest.get(1) {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
