//! Compares types that derive `XValidation` with the oracle: random trees of types with rules, written as Rust and built, judge
//! random objects and updates. `ORACLE` names the oracle's program.
//!
//! `struct-compare TYPES SEED [PAIRS [FILE]]` makes trees until there are so many types, and for each type so many updates; a
//! quarter as many objects are new. It prints counts, and the first differences with the smallest tree and objects that
//! show them. All differences go to FILE as they were found. With `FROM=139` the trees before that one are left out: so a comparison
//! can be done in parts.

use std::{
    env,
    error::Error,
    fs,
    io::Write,
    process::ExitCode,
    time::{Duration, Instant},
};
use tests::structs::{
    generator::Generator,
    judgement::{Difference, Judge, Judgement, requests},
    model::Tree,
    rules::{Rules, settle},
    shrink::shrink,
};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [types, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: struct-compare TYPES SEED [PAIRS [FILE]]".into());
    };
    let (types, seed) = (types.parse()?, seed.parse()?);
    let pairs = rest.first().map_or(Ok(100), |pairs| pairs.parse())?;
    let file = rest.get(1).map(fs::File::create).transpose()?;
    let from = env::var("FROM").map_or(Ok(0), |from| from.parse())?;
    let mut run = Run { file, from, ..Run::new(seed, pairs) };
    while run.types < types {
        run.batch(types)?;
    }
    for (tree, difference) in run.first.iter().take(MOST_SHOWN) {
        let (tree, difference) = shrink(tree, difference, SHRINKING)?;
        println!("---\n{}--- {}\n{}", tree.source(), difference.request, difference.text);
    }
    run.all.comparison.differences.clear(); // they are shown as types
    run.all.comparison.print();
    let differences = run.all.differences.len() + run.refusals;
    println!(
        "seed {seed}: {} trees of {} types ({} differ), {} rules, {} updates, {} unreadable, {} unsettled, {} trees refused, {differences} different",
        run.trees,
        run.types,
        run.first.len(),
        run.rule_count,
        run.all.updates,
        run.all.unreadable,
        run.all.unsettled,
        run.refused
    );
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

struct Run {
    seed: u64,
    /// Updates for each type.
    pairs: usize,
    generator: Generator,
    rules: Rules,
    trees: usize,
    /// The first tree that is compared.
    from: usize,
    types: usize,
    rule_count: usize,
    /// Trees that compare opaque values in generic types.
    refused: usize,
    /// Rules that only one of compiler and server refuses.
    refusals: usize,
    all: Judgement,
    /// Of each tree that differs the first difference.
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
            trees: 0,
            from: 0,
            types: 0,
            rule_count: 0,
            refused: 0,
            refusals: 0,
            all: Judgement::default(),
            first: Vec::new(),
            file: None,
        }
    }

    /// Trees for one program, until there are so many types.
    fn batch(&mut self, types: usize) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let mut trees = Vec::new();
        while self.types < types && trees.len() < BATCH {
            let mut tree = self.generator.tree(self.trees + trees.len());
            self.rules.add(&mut tree);
            self.types += tree.items.len();
            trees.push(tree);
        }
        let first = self.trees;
        self.trees += trees.len();
        trees.retain(|tree| tree.number >= self.from);
        if trees.is_empty() {
            return Ok(());
        }
        let refusals = settle(&mut trees)?;
        refusals.iter().take(5).for_each(|text| println!("{text}"));
        self.refusals += refusals.len();
        self.rule_count += trees.iter_mut().map(|tree| tree.rules().len()).sum::<usize>();
        let judge = Judge::new(&trees)?;
        let built = start.elapsed().as_secs();
        let mut judgement = judge.ask(&self.requests(&trees))?;
        judgement.differences.extend(judge.differences);
        self.refused += judge.refused;
        let (first, found) = (first.max(self.from), judgement.differences.len());
        println!(
            "trees {first}..{}: {found} differences, {} updates, built in {built} s, judged in {} s",
            self.trees,
            judgement.updates,
            start.elapsed().as_secs() - built
        );
        self.keep(&trees, judgement)
    }

    fn requests(&self, trees: &[Tree]) -> Vec<(usize, serde_json::Value)> {
        let of_tree = |tree: &Tree| {
            let requests =
                requests(tree, self.pairs * tree.items.len(), self.seed ^ (tree.number as u64) << 20);
            requests.into_iter().map(|request| (tree.number, request)).collect::<Vec<_>>()
        };
        trees.iter().flat_map(of_tree).collect()
    }

    /// Of each tree that differs the first difference is shrunk.
    fn keep(&mut self, trees: &[Tree], mut judgement: Judgement) -> Result<(), Box<dyn Error>> {
        judgement.differences.sort_by_key(|difference| difference.tree);
        for of_tree in judgement.differences.chunk_by(|a, b| a.tree == b.tree) {
            let tree = trees.iter().find(|tree| Some(tree.number) == of_tree.first().map(|first| first.tree));
            let (tree, first) = tree.zip(of_tree.first()).ok_or("a tree")?;
            self.first.push((tree.clone(), first.clone()));
            if let Some(file) = &mut self.file {
                writeln!(file, "=== t{}\n{}", tree.number, tree.source())?;
                for difference in of_tree {
                    writeln!(file, "--- t{}: {}\n{}", tree.number, difference.request, difference.text)?;
                }
            }
        }
        self.all.add(judgement);
        Ok(())
    }
}

/// Trees in a program.
const BATCH: usize = 50;

/// Differences that are shrunk.
const MOST_SHOWN: usize = 3;

/// For one difference.
const SHRINKING: Duration = Duration::from_secs(180);
