//! Compares types that derive `XValidation` with the oracle: random trees of types with rules, written as Rust and built, judge
//! random objects and updates. `ORACLE` names the oracle's program.
//!
//! `struct-compare COUNT SEED [PAIRS [FILE]]` prints counts, and the first differences with the smallest tree and objects that
//! show them. All differences go to FILE as they were found.

use std::{env, error::Error, fs, io::Write, process::ExitCode, time::Instant};
use tests::structs::{
    generator::Generator,
    judgement::{Difference, Judgement, requests},
    model::Tree,
    rules::{Rules, settle},
    shrink::shrink,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: struct-compare COUNT SEED [PAIRS [FILE]]".into());
    };
    let pairs = rest.first().map_or(Ok(100), |pairs| pairs.parse())?;
    let file = rest.get(1).map(fs::File::create).transpose()?;
    let seed = seed.parse()?;
    let mut run = Run { file, ..Run::new(seed, pairs) };
    let count: usize = count.parse()?;
    for first in (0..count).step_by(BATCH) {
        run.batch(first..count.min(first + BATCH))?;
    }
    for (tree, difference) in &run.first {
        let (tree, difference) = shrink(tree, difference)?;
        println!("---\n{}--- {}\n{}", tree.source(), difference.request, difference.text);
    }
    run.all.comparison.print();
    let differences = run.all.differences.len() + run.refusals;
    println!(
        "seed {seed}: {count} trees of {} types, {} rules, {} unreadable, {} unsettled, {differences} different",
        run.types, run.rule_count, run.all.unreadable, run.all.unsettled
    );
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Run {
    seed: u64,
    /// Objects and updates for each tree.
    pairs: usize,
    generator: Generator,
    rules: Rules,
    types: usize,
    rule_count: usize,
    /// Rules that only one of compiler and server refuses.
    refusals: usize,
    all: Judgement,
    /// Of each batch the first difference.
    first: Vec<(Tree, Difference)>,
    file: Option<fs::File>,
}

impl Run {
    fn new(seed: u64, pairs: usize) -> Self {
        Run {
            seed,
            pairs,
            generator: Generator::new(seed),
            rules: Rules::new(seed),
            types: 0,
            rule_count: 0,
            refusals: 0,
            all: Judgement::default(),
            first: Vec::new(),
            file: None,
        }
    }

    fn batch(&mut self, numbers: std::ops::Range<usize>) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let mut trees: Vec<Tree> = numbers.clone().map(|number| self.generator.tree(number)).collect();
        trees.iter_mut().for_each(|tree| self.rules.add(tree));
        let refusals = settle(&mut trees)?;
        refusals.iter().take(5).for_each(|text| println!("{text}"));
        self.refusals += refusals.len();
        self.types += trees.iter().map(|tree| tree.items.len()).sum::<usize>();
        self.rule_count += trees.iter_mut().map(|tree| tree.rules().len()).sum::<usize>();
        let of_tree = |tree: &Tree| {
            let requests = requests(tree, self.pairs, self.seed ^ (tree.number as u64) << 20);
            requests.into_iter().map(|request| (tree.number, request)).collect::<Vec<_>>()
        };
        let asked: Vec<_> = trees.iter().flat_map(of_tree).collect();
        let judgement = Judgement::of(&trees, &asked)?;
        let (found, seconds) = (judgement.differences.len(), start.elapsed().as_secs());
        println!("trees {numbers:?}: {found} differences, {seconds} s");
        for difference in &judgement.differences {
            if let Some(file) = &mut self.file {
                writeln!(file, "--- t{}: {}\n{}", difference.tree, difference.request, difference.text)?;
            }
        }
        if let Some(difference) = judgement.differences.first().filter(|_| self.file.is_none())
            && self.first.len() < MOST_SHOWN
        {
            let tree = trees.iter().find(|tree| tree.number == difference.tree).ok_or("a tree")?;
            self.first.push((tree.clone(), difference.clone()));
        }
        self.all.add(judgement);
        Ok(())
    }
}

/// Trees in a program.
const BATCH: usize = 100;

/// Differences that are shrunk.
const MOST_SHOWN: usize = 3;
