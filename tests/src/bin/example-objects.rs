//! Judges random objects of the types in the examples in one process, and tells what panicked: `example-objects 1000000 SEED`.

use std::{env, error::Error, process::ExitCode, time::Instant};
use tests::example_objects::judge;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed] = args.as_slice() else { return Err("usage: example-objects COUNT SEED".into()) };
    let start = Instant::now();
    let outcome = judge(count.parse()?, seed.parse()?)?;
    for [old, new] in outcome.panics.iter().take(10) {
        println!("old {old}\nnew {new}");
    }
    let (objects, refused, panics) = (outcome.objects, outcome.refused, outcome.panics.len());
    println!("{objects} objects, {refused} refused, {panics} panics, {} s", start.elapsed().as_secs());
    Ok(if panics == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
