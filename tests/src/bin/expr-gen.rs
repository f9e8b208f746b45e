//! Prints requests for the oracle's `-mode expr`: `expr-gen COUNT SEED [INPUTS]`.

use std::{env, error::Error};
use tests::expressions::Generator;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: expr-gen COUNT SEED [INPUTS]".into());
    };
    let inputs = rest.first().map_or(Ok(5), |inputs| inputs.parse())?;
    let mut generator = Generator::new(seed.parse()?);
    for number in 0..count.parse()? {
        generator.requests(number, inputs).iter().for_each(|request| println!("{request}"));
    }
    Ok(())
}
