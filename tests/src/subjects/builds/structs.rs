//! Compares types that derive `XValidation` with the oracle: random trees of types with rules are written as Rust and built, and
//! judge random objects and updates.

use crate::{
    program::{Asked, Report, Result},
    structs::{
        generator::Generator,
        judgement::{Difference, Judge, Judgement, requests},
        model::Tree,
        rules::{Rules, settle},
        shrink::shrink,
    },
};
use serde_json::Value;
use std::time::{Duration, Instant};

/// Makes trees with this many types in total, and this many updates for each type; a quarter as many objects are new. Shows the
/// first differences, each with the smallest tree and objects for it.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut run = Run { from: asked.from, ..Run::new(asked.seed, asked.inputs) };
    while run.types < asked.count {
        run.batch(asked.count, report)?;
    }
    for (tree, difference) in run.first.iter().take(MOST_SHOWN) {
        let (tree, difference) = shrink(tree, difference, SHRINKING)?;
        println!("---\n{}--- {}\n{}", tree.source(), difference.request, difference.text);
    }
    run.all.comparison.differences.clear(); // they are shown as types
    run.all.comparison.report(report)?;
    println!(
        "{} trees of {} types ({} differ), {} rules, {} updates, {} unreadable, {} unsettled, {} trees refused",
        run.trees,
        run.types,
        run.first.len(),
        run.rule_count,
        run.all.updates,
        run.all.unreadable,
        run.all.unsettled,
        run.refused
    );
    Ok(())
}

struct Run {
    seed: u64,
    /// Number of updates for each type.
    pairs: usize,
    generator: Generator,
    rules: Rules,
    trees: usize,
    /// Number of the first tree that is compared.
    from: usize,
    types: usize,
    rule_count: usize,
    /// Number of trees that compare opaque values in generic types.
    refused: usize,
    all: Judgement,
    /// The first difference of each tree that has any.
    first: Vec<(Tree, Difference)>,
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
            all: Judgement::default(),
            first: Vec::new(),
        }
    }

    /// Makes and compares the trees of one program, fewer if there are this many types.
    fn batch(&mut self, types: usize, report: &mut Report) -> Result<()> {
        let start = Instant::now();
        let mut trees = Vec::new();
        while self.types < types && trees.len() < BATCH {
            let mut tree = self.generator.tree(self.trees + trees.len());
            self.rules.add(&mut tree);
            self.types += tree.items.len();
            trees.push(tree);
        }
        let first = self.trees.max(self.from);
        self.trees += trees.len();
        trees.retain(|tree| tree.number >= self.from);
        if trees.is_empty() {
            return Ok(());
        }
        let refusals = settle(&mut trees)?;
        refusals.iter().try_for_each(|text| report.differs(text))?;
        self.rule_count += trees.iter_mut().map(|tree| tree.rules().len()).sum::<usize>();
        let judge = Judge::new(&trees)?;
        let built = start.elapsed().as_secs();
        let mut judgement = judge.ask(&self.requests(&trees))?;
        judgement.differences.extend(judge.differences);
        self.refused += judge.refused;
        let found = judgement.differences.len();
        println!(
            "trees {first}..{}: {found} differences, {} updates, built in {built} s, judged in {} s",
            self.trees,
            judgement.updates,
            start.elapsed().as_secs() - built
        );
        self.keep(&trees, judgement, report)
    }

    fn requests(&self, trees: &[Tree]) -> Vec<(usize, Value)> {
        let of_tree = |tree: &Tree| {
            let requests =
                requests(tree, self.pairs * tree.items.len(), self.seed ^ (tree.number as u64) << 20);
            requests.into_iter().map(|request| (tree.number, request)).collect::<Vec<_>>()
        };
        trees.iter().flat_map(of_tree).collect()
    }

    /// Keeps the first difference of each tree, to make it smaller and show it.
    fn keep(&mut self, trees: &[Tree], mut judgement: Judgement, report: &mut Report) -> Result<()> {
        judgement.differences.sort_by_key(|difference| difference.tree);
        for of_tree in judgement.differences.chunk_by(|a, b| a.tree == b.tree) {
            let tree = trees.iter().find(|tree| Some(tree.number) == of_tree.first().map(|first| first.tree));
            let (tree, first) = tree.zip(of_tree.first()).ok_or("a tree")?;
            self.first.push((tree.clone(), first.clone()));
            let mut source = format!("=== t{}\n{}\n", tree.number, tree.source());
            for Difference { request, text, .. } in of_tree {
                let line = format!("{source}--- t{}: {request}\n{text}", tree.number);
                report.differs_as(format_args!("t{}: {request}", tree.number), line)?;
                source.clear();
            }
        }
        self.all.add(judgement);
        Ok(())
    }
}

/// Number of trees in a program.
const BATCH: usize = 50;

/// Number of differences that are made smaller and shown.
const MOST_SHOWN: usize = 3;

/// Time to make one difference smaller.
const SHRINKING: Duration = Duration::from_secs(180);
