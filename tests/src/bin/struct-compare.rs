//! Compares types that derive `XValidation` with the oracle: random trees of types with rules, written as Rust and built, judge
//! random objects and updates. `ORACLE` names the oracle's program.
//!
//! `struct-compare COUNT SEED [PAIRS]` prints counts, and of each kind of difference the smallest tree and object that show it.

use std::{env, error::Error, fs, io::Write, process::ExitCode, time::Instant};
use tests::structs::{
    generator::Generator,
    judgement::{Judgement, requests},
    model::Tree,
    rules::{Rules, settle},
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: struct-compare COUNT SEED [PAIRS]".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let pairs = rest.first().map_or(Ok(100), |pairs| pairs.parse())?;
    let (mut generator, mut rules) = (Generator::new(seed), Rules::new(seed));
    let mut file = rest.get(1).map(fs::File::create).transpose()?;
    let mut all = Judgement::default();
    let (mut types, mut rule_count, mut refusals) = (0, 0, 0);
    for first in (0..count).step_by(BATCH) {
        let start = Instant::now();
        let mut trees: Vec<Tree> =
            (first..count.min(first + BATCH)).map(|number| generator.tree(number)).collect();
        trees.iter_mut().for_each(|tree| rules.add(tree));
        let found = settle(&mut trees)?;
        found.iter().take(5).for_each(|text| println!("{text}"));
        refusals += found.len();
        types += trees.iter().map(|tree| tree.items.len()).sum::<usize>();
        rule_count += trees.iter_mut().map(|tree| tree.rules().len()).sum::<usize>();
        let asked: Vec<_> = trees
            .iter()
            .flat_map(|tree| {
                requests(tree, pairs, seed ^ (tree.number as u64) << 20)
                    .into_iter()
                    .map(|request| (tree.number, request))
            })
            .collect();
        let judgement = Judgement::of(&trees, &asked)?;
        println!(
            "trees {first}.., {} differences, {} s",
            judgement.differences.len(),
            start.elapsed().as_secs()
        );
        for difference in &judgement.differences {
            if let Some(file) = &mut file {
                writeln!(file, "--- t{}: {}\n{}", difference.tree, difference.request, difference.text)?;
            }
        }
        all.add(judgement);
    }
    all.comparison.print();
    let differences = all.differences.len() + refusals;
    println!(
        "seed {seed}: {count} trees of {types} types, {rule_count} rules, {} unreadable, {differences} different",
        all.unreadable
    );
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Trees in a program.
const BATCH: usize = 100;
