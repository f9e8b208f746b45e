//! Sets of characters.

use super::{fold, tables};
use std::{collections::HashMap, sync::LazyLock};

/// Ranges of code points, ends included. Sorted and apart from each other only after [`clean`](Class::clean).
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Class(Vec<(u32, u32)>);

impl Class {
    pub(super) fn new(ranges: &[(u32, u32)]) -> Self {
        Class(ranges.to_vec())
    }

    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Adds a range; one of the last two takes it up if they touch, which keeps alphabets in both cases short.
    pub(super) fn add(&mut self, first: u32, last: u32) {
        for range in self.0.iter_mut().rev().take(2) {
            if first <= range.1.saturating_add(1) && range.0 <= last.saturating_add(1) {
                *range = (range.0.min(first), range.1.max(last));
                return;
            }
        }
        self.0.push((first, last));
    }

    pub(super) fn add_class(&mut self, class: &Class) {
        for &(first, last) in &class.0 {
            self.add(first, last);
        }
    }

    /// Adds a range, and what differs from its characters only in case.
    pub(super) fn add_folded(&mut self, first: u32, last: u32) {
        self.add(first, last);
        for &(from, to, _) in fold::rows(first, last) {
            for character in from.max(first)..=to.min(last) {
                for other in fold::others(character) {
                    self.add(other, other);
                }
            }
        }
    }

    /// The class together with what differs from its characters only in case, clean.
    pub(super) fn folded(&self) -> Class {
        let mut folded = Class::default();
        for &(first, last) in &self.0 {
            folded.add_folded(first, last);
        }
        folded.clean();
        folded
    }

    /// What a clean class does not contain.
    pub(super) fn negated(&self) -> Class {
        let mut negated = Class::default();
        let mut next = 0;
        for &(first, last) in &self.0 {
            if let Some(before) = first.checked_sub(1).filter(|before| next <= *before) {
                negated.add(next, before);
            }
            next = last.saturating_add(1);
        }
        if next <= LAST {
            negated.add(next, LAST);
        }
        negated
    }

    /// Sorts the ranges and joins those that touch.
    pub(super) fn clean(&mut self) {
        self.0.sort_unstable_by_key(|&(first, last)| (first, std::cmp::Reverse(last)));
        self.0.dedup_by(|next, kept| {
            let touches = next.0 <= kept.1.saturating_add(1);
            if touches {
                kept.1 = kept.1.max(next.1);
            }
            touches
        });
    }

    pub(super) fn contains(&self, character: u32) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&character))
    }
}

/// The characters of `\p{name}`, or nothing if Go has no such name. Case, spaces, `_` and `-` do not count.
pub(super) fn named(name: &str) -> Option<Class> {
    NAMED.get(canonical(name).as_str()).cloned()
}

static NAMED: LazyLock<HashMap<&'static str, Class>> = LazyLock::new(|| {
    let mut named: HashMap<&'static str, Class> =
        tables::CLASSES.iter().map(|(name, ranges)| (*name, of_table(ranges))).collect();
    // Categories have names of two letters, scripts longer ones.
    let assigned = union(&named, |name| name.len() == 2);
    named.insert("Cn", assigned.negated());
    named.insert("Assigned", assigned);
    for category in ["C", "L", "M", "N", "P", "S", "Z"] {
        let all = union(&named, |name| name.len() == 2 && name.starts_with(category));
        named.insert(category, all);
    }
    let cased = union(&named, |name| matches!(name, "Ll" | "Lt" | "Lu"));
    named.insert("Lc", cased);
    named.insert("Any", Class::new(&[(0, LAST)]));
    named.insert("Ascii", Class::new(&[(0, 0x7f)]));
    for (alias, category) in tables::ALIASES {
        let class = named.get(category).cloned().unwrap_or_default();
        named.insert(alias, class);
    }
    named
});

fn of_table(ranges: &[u32]) -> Class {
    let pairs = ranges.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    Class(pairs.collect())
}

fn union(named: &HashMap<&'static str, Class>, wanted: impl Fn(&str) -> bool) -> Class {
    let mut class = Class::default();
    for (_, part) in named.iter().filter(|(name, _)| wanted(name)) {
        class.0.extend_from_slice(&part.0);
    }
    class.clean();
    class
}

fn canonical(name: &str) -> String {
    let mut canonical: String =
        name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect::<String>().to_ascii_lowercase();
    if let Some(first) = canonical.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    canonical
}

/// The last code point.
pub(super) const LAST: u32 = char::MAX as u32;
