//! Finds bounds that make expressions cheap enough.
//!
//! An estimate depends on lists, maps and texts of the schema. Lists and maps around a rule's node say how often the rule counts;
//! the values that it reads say how much one evaluation costs. The search repeats the estimate with other bounds on them, and
//! finds the largest bound that passes.

mod optionals;

pub use super::size::Bounded;
use super::{
    Amount, Bounds, EXPRESSION_COST_LIMIT, Level, SCHEMA_COST_LIMIT, Sizes, estimate_with, estimate_within,
    size::REQUEST_BYTES,
};
use crate::{
    checker::CheckedExpr,
    env::Env,
    schema::{Bound, DeclKind, DeclType, Step},
};
use std::{cell::RefCell, ptr};

/// An expression of a rule at one place of a schema, with everything that its cost depends on.
#[derive(Debug)]
pub struct Expression<'s> {
    env: Env<'s>,
    checked: CheckedExpr,
    node: &'s DeclType,
    /// The levels from the root of the schema to the node.
    way: Vec<Level<'s>>,
    /// True if the cost counts once for each value that the node can have.
    is_repeated: bool,
    /// The values at the node and below whose sizes the estimate looks up, each once.
    reads: Vec<Cause<'s>>,
    /// Cost of one evaluation.
    once: u64,
}

/// A list, map or text that a cost depends on.
#[derive(Clone, Debug)]
pub struct Cause<'s> {
    /// The path from the root of the schema.
    pub path: Vec<Step<'s>>,
    /// The list, map or text.
    pub node: &'s DeclType,
}

/// How to make an expression cheap enough.
#[derive(Clone, Debug)]
pub struct Advice<'s> {
    /// Values whose sizes the cost depends on. A bound on the first helps most.
    pub causes: Vec<Cause<'s>>,
    /// Bounds that are enough. `None`: the cost is too high even with the smallest bounds.
    pub remedy: Option<Remedy<'s>>,
    /// What to write where no bound helps.
    pub simpler: Option<String>,
}

/// Bounds that make an expression cheap enough.
#[derive(Clone, Debug)]
pub struct Remedy<'s> {
    /// The lists, maps and texts that all need the bound.
    pub causes: Vec<Cause<'s>>,
    /// The largest bound that is enough; at most the size of a request.
    pub max: u64,
}

impl<'s> Expression<'s> {
    /// An expression of a rule on a node; `way` leads to the node from the root. With `is_repeated` it counts for each value of the node.
    pub(crate) fn new(
        env: Env<'s>,
        checked: CheckedExpr,
        way: Vec<Level<'s>>,
        node: &'s DeclType,
        is_repeated: bool,
    ) -> Self {
        let (once, reads) = reads(&checked, &Sizes::new(&env), node, &way);
        let once = number(&once);
        Expression { env, checked, node, way, is_repeated, reads, once }
    }

    /// The path to its node.
    #[must_use]
    pub fn path(&self) -> Vec<Step<'s>> {
        steps(&self.way).collect()
    }

    /// Highest cost in one object.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.cost_within(&Bounds::default())
    }

    /// Highest cost of one evaluation.
    #[must_use]
    pub fn cost_of_one(&self) -> u64 {
        self.once
    }

    /// How often its cost counts in one object.
    #[must_use]
    pub fn cardinality(&self) -> u64 {
        self.cardinality_within(&Sizes::new(&self.env), &Bounds::default())
    }

    fn cost_within(&self, bounds: &Bounds) -> u64 {
        let sizes = Sizes::new(&self.env);
        let once = if self.reads.iter().any(|read| bounds.contain(read.node)) {
            number(&estimate_within(&self.checked, &sizes, self.node, bounds).max)
        } else {
            self.once
        };
        once.saturating_mul(self.cardinality_within(&sizes, bounds))
    }

    fn cardinality_within(&self, sizes: &Sizes<'_, 's>, bounds: &Bounds) -> u64 {
        if self.is_repeated { number(&sizes.cardinality(&self.way, self.node, bounds)) } else { 1 }
    }

    /// Sizes that the cost depends on, outermost first.
    #[must_use]
    pub fn causes(&self) -> Vec<Cause<'s>> {
        let mut all = self.depends_on();
        all.truncate(MOST_CAUSES);
        let (cost, least) = (self.cost(), self.cost_within(&smallest(&all)));
        let matters = |cause: &&Cause<'s>| {
            let others = all.iter().filter(|other| !ptr::eq(other.node, cause.node));
            // A bound on one of two nested lists may not help alone. A bound on either of two compared texts helps.
            self.cost_within(&smallest([*cause])) != cost || self.cost_within(&smallest(others)) != least
        };
        all.iter().filter(matters).cloned().collect()
    }

    /// Another form of a part whose cost no bound lowers.
    fn simpler(&self) -> Option<String> {
        let written = optionals::comparison(&self.checked, self.checked.expr())?;
        Some(format!("the value of an optional has no bound; {written}"))
    }

    /// True if the smallest bounds on some values bring it below its limit.
    #[must_use]
    pub fn can_pass(&self, bounded: &[Cause<'s>]) -> bool {
        self.cost_within(&smallest(bounded)) <= EXPRESSION_COST_LIMIT
    }

    /// The lists, maps and texts around its node, and those that it reads, whatever their bounds.
    #[must_use]
    pub fn depends_on(&self) -> Vec<Cause<'s>> {
        let levels = self.way.iter().enumerate();
        let around = levels.filter(|(_, level)| self.is_repeated && level.repeats());
        let around = around.filter_map(|(depth, level)| {
            Some(Cause { path: steps(&self.way).take(depth).collect(), node: self.env.resolve(level.node)? })
        });
        around.chain(self.reads.iter().cloned()).collect()
    }
}

impl Cause<'_> {
    /// Its bound, if that is a number.
    #[must_use]
    pub fn bound(&self) -> Option<u64> {
        match self.node.max? {
            Bound::Value(max) => Some(max),
            Bound::Symbol(_) => None,
        }
    }

    /// Unit of the count.
    #[must_use]
    pub fn bounded(&self) -> Bounded {
        Bounded::of(self.node)
    }
}

/// Cost of one evaluation, and the nodes whose sizes the estimate looks up.
pub(crate) fn reads<'s>(
    checked: &CheckedExpr,
    sizes: &Sizes<'_, 's>,
    node: &'s DeclType,
    way: &[Level<'s>],
) -> (Amount, Vec<Cause<'s>>) {
    let reads: RefCell<Vec<Cause<'s>>> = RefCell::default();
    let size_at = |path: &[&str]| {
        let (below, read, size) = sizes.find(node, path.get(1..)?)?;
        if let Some(read) = read.filter(|read| can_be_bounded(read)) {
            let mut reads = reads.borrow_mut();
            if !reads.iter().any(|known| ptr::eq(known.node, read)) {
                reads.push(Cause { path: steps(way).chain(below).collect(), node: read });
            }
        }
        Some(size)
    };
    let once = estimate_with(checked, sizes.version(), &size_at).max;
    (once, reads.into_inner())
}

/// The number of an amount. An amount that depends on a Rust expression counts as the largest number.
fn number(amount: &Amount) -> u64 {
    amount.number().unwrap_or(u64::MAX)
}

fn can_be_bounded(node: &DeclType) -> bool {
    match node.kind {
        DeclKind::List { .. } | DeclKind::Map { .. } => true,
        // The lengths of an enumeration's texts are known.
        DeclKind::String | DeclKind::IntOrString => node.enum_values.is_empty() || node.max.is_some(),
        DeclKind::Bytes => true,
        DeclKind::Bool
        | DeclKind::Int
        | DeclKind::Double
        | DeclKind::Duration
        | DeclKind::Date
        | DeclKind::DateTime
        | DeclKind::Object { .. }
        | DeclKind::Ref(_)
        | DeclKind::Opaque
        | DeclKind::Unknown
        | DeclKind::Error => false,
    }
}

fn steps<'s>(way: &[Level<'s>]) -> impl Iterator<Item = Step<'s>> {
    way.iter().map(|level| level.step)
}

fn smallest<'c, 's: 'c>(causes: impl IntoIterator<Item = &'c Cause<'s>>) -> Bounds {
    Bounds::new(causes.into_iter().map(|cause| cause.node), 1)
}

/// How an expression gets below its limit. `can_bound` takes a path from the root. It is false if no schema can bound the value there,
/// for example the `kind` of a resource.
#[must_use]
pub fn for_expression<'s>(
    expression: &Expression<'s>,
    can_bound: &dyn Fn(&[Step<'_>]) -> bool,
) -> Advice<'s> {
    let search = Search { expressions: &[expression], limit: EXPRESSION_COST_LIMIT, most: u64::MAX };
    let advice = search.advice(can_bound);
    let simpler = if advice.remedy.is_none() { expression.simpler() } else { None };
    Advice { simpler, ..advice }
}

/// How all expressions of a schema together get below their limit, once each of them is below its own.
#[must_use]
pub fn for_total<'s>(expressions: &[&Expression<'s>], can_bound: &dyn Fn(&[Step<'_>]) -> bool) -> Advice<'s> {
    Search { expressions, limit: SCHEMA_COST_LIMIT, most: EXPRESSION_COST_LIMIT }.advice(can_bound)
}

/// A search that tries bounds.
struct Search<'e, 's> {
    expressions: &'e [&'e Expression<'s>],
    limit: u64,
    /// The most that a single expression counts.
    most: u64,
}

impl<'s> Search<'_, 's> {
    fn advice(&self, can_bound: &dyn Fn(&[Step<'_>]) -> bool) -> Advice<'s> {
        let mut causes: Vec<Cause<'s>> = Vec::new();
        for cause in self.expressions.iter().flat_map(|expression| expression.causes()) {
            if can_bound(&cause.path) && !causes.iter().any(|known| ptr::eq(known.node, cause.node)) {
                causes.push(cause);
            }
        }
        causes.sort_by_cached_key(|cause| {
            (self.cost(std::slice::from_ref(cause), SENSIBLE), cause.bound().is_some(), cause.path.len())
        });
        let remedy = [SENSIBLE, 1].into_iter().find_map(|least| {
            let mut causes = self.alone(&causes, least).or_else(|| self.together(&causes, least))?;
            let max = self.largest(&causes, least);
            causes.retain(|cause| cause.bound().is_none_or(|bound| bound > max));
            Some(Remedy { causes, max })
        });
        Advice { causes, remedy, simpler: None }
    }

    fn cost(&self, causes: &[Cause<'s>], max: u64) -> u64 {
        let bounds = Bounds::new(causes.iter().map(|cause| cause.node), max);
        let costs = self.expressions.iter().map(|expression| expression.cost_within(&bounds).min(self.most));
        costs.fold(0, u64::saturating_add)
    }

    fn passes(&self, causes: &[Cause<'s>], max: u64) -> bool {
        self.cost(causes, max) <= self.limit
    }

    fn alone(&self, causes: &[Cause<'s>], max: u64) -> Option<Vec<Cause<'s>>> {
        causes.chunks(1).find(|cause| self.passes(cause, max)).map(<[_]>::to_vec)
    }

    /// The shortest beginning of `causes` that passes with the bound, without the causes that are not needed.
    fn together(&self, causes: &[Cause<'s>], max: u64) -> Option<Vec<Cause<'s>>> {
        let counts: Vec<usize> = (0..=causes.len()).collect();
        let count = counts.partition_point(|count| !self.passes(&causes[..*count], max));
        let mut needed = causes.get(..count)?.to_vec();
        for at in (0..count).rev() {
            let cause = needed.remove(at);
            if !self.passes(&needed, max) {
                needed.insert(at, cause);
            }
        }
        Some(needed)
    }

    /// The largest bound that passes; `least` is known to pass. If every bound passes, the number of bytes in a request.
    fn largest(&self, causes: &[Cause<'s>], least: u64) -> u64 {
        let mut passing = least;
        let own = causes.iter().filter_map(Cause::bound).max();
        let most = own.map_or(REQUEST_BYTES, |own| own.max(REQUEST_BYTES));
        while passing < most && self.passes(causes, passing.saturating_mul(2)) {
            passing = passing.saturating_mul(2);
        }
        if passing >= most {
            return most;
        }
        let mut failing = passing.saturating_mul(2);
        while failing - passing > 1 {
            let middle = passing + (failing - passing) / 2;
            if self.passes(causes, middle) {
                passing = middle;
            } else {
                failing = middle;
            }
        }
        passing
    }
}

/// The search looks at no more causes than this.
const MOST_CAUSES: usize = 50;

/// A smaller bound rarely leaves a useful list or text. Bounds on several are better then.
const SENSIBLE: u64 = 10;

#[cfg(test)]
mod tests;
