//! Compares native code of random expressions with the oracle: verdict, type, value, error, cost.
//!
//! `expr-compare COUNT SEED [INPUTS [FILE]]` prints counts and the first differences in full; all of them go to FILE, a line
//! each with the request and both answers. `expr-compare of REQUESTS [FILE]` asks what is in a file, a request of the oracle a
//! line. `ORACLE` names the oracle's program.

use std::{env, error::Error, fs, io::BufReader, process::ExitCode, time::Instant};
use tests::{
    comparison::{self, Comparison, EXPRESSIONS},
    expressions::Generator,
    native::expressions,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let start = Instant::now();
    let (requests, file) = match args.as_slice() {
        [of, requests, file @ ..] if of == "of" => {
            (comparison::requests(BufReader::new(fs::File::open(requests)?))?, file.first())
        }
        [count, seed, rest @ ..] => {
            let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
            let mut generator = Generator::new(seed.parse()?);
            let requests = (0..count.parse()?).flat_map(|number| generator.requests(number, inputs));
            (requests.collect(), rest.get(1))
        }
        _ => return Err("usage: expr-compare COUNT SEED [INPUTS [FILE]], or of REQUESTS [FILE]".into()),
    };
    let comparison = Comparison::of(&EXPRESSIONS, &requests, expressions::answers)?;
    comparison.print();
    println!("{} s", start.elapsed().as_secs());
    if let Some(file) = file {
        fs::write(file, comparison.lines())?;
    }
    Ok(if comparison.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
