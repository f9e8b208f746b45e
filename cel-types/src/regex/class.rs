//! Sets of characters.

use super::{fold, tables};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

/// Ranges of code points, ends included. They are sorted and separate only after [`clean`](Class::clean).
///
/// Clones share the ranges: all `\pL` of a pattern share the same 650 ranges.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Class(Option<Arc<Vec<(u32, u32)>>>);

impl Class {
    #[inline]
    pub(super) fn new(ranges: &[(u32, u32)]) -> Self {
        Class::of(ranges.to_vec())
    }

    #[inline]
    fn of(ranges: Vec<(u32, u32)>) -> Self {
        Class((!ranges.is_empty()).then(|| Arc::new(ranges)))
    }

    #[inline]
    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        self.0.as_ref().map_or(&[], |ranges| ranges)
    }

    /// The ranges, in a copy if they are shared.
    #[inline]
    fn ranges_mut(&mut self) -> &mut Vec<(u32, u32)> {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    /// Adds a range.
    #[inline]
    pub(super) fn add(&mut self, first: u32, last: u32) {
        add(self.ranges_mut(), first, last);
    }

    /// Adds the ranges of another class. If it needs more memory, it is cleaned first: `\pL|\pL|..` stays as large as `\pL`.
    #[inline]
    pub(super) fn add_class(&mut self, class: &Class) {
        let ranges = self.ranges_mut();
        let needs_room = ranges.capacity().saturating_sub(ranges.len()) < class.ranges().len();
        if ranges.len() >= LARGE && needs_room {
            self.clean();
            self.ranges_mut().reserve(LARGE);
        }
        let ranges = self.ranges_mut();
        for &(first, last) in class.ranges() {
            add(ranges, first, last);
        }
    }

    /// Adds a range, and the characters that differ from its characters only in case.
    #[inline]
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

    /// The class with the characters that differ only in case. It is clean.
    #[inline]
    pub(super) fn folded(&self) -> Class {
        let mut folded = Class::default();
        for &(first, last) in self.ranges() {
            folded.add_folded(first, last);
        }
        folded.clean();
        folded
    }

    /// The characters that a clean class does not contain.
    #[inline]
    pub(super) fn negated(&self) -> Class {
        let mut negated = Class::default();
        let mut next = 0;
        for &(first, last) in self.ranges() {
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

    /// Sorts the ranges and joins ranges that touch.
    #[inline]
    pub(super) fn clean(&mut self) {
        let is_clean = |pair: &[(u32, u32)]| match pair {
            [(_, last), (next, _)] => last.saturating_add(1) < *next,
            _ => true,
        };
        if self.ranges().windows(2).all(is_clean) {
            return;
        }
        let ranges = self.ranges_mut();
        ranges.sort_unstable_by_key(|&(first, last)| (first, std::cmp::Reverse(last)));
        ranges.dedup_by(|next, kept| {
            let touches = next.0 <= kept.1.saturating_add(1);
            if touches {
                kept.1 = kept.1.max(next.1);
            }
            touches
        });
    }

    #[inline]
    pub(super) fn contains(&self, character: u32) -> bool {
        self.ranges().iter().any(|&(first, last)| (first..=last).contains(&character))
    }
}

/// Adds a range. If it touches one of the last two, they are joined. This keeps alphabets in both cases short.
#[inline]
fn add(ranges: &mut Vec<(u32, u32)>, first: u32, last: u32) {
    for range in ranges.iter_mut().rev().take(2) {
        if first <= range.1.saturating_add(1) && range.0 <= last.saturating_add(1) {
            *range = (range.0.min(first), range.1.max(last));
            return;
        }
    }
    ranges.push((first, last));
}

/// The characters of `\p{name}`; `None` if Go has no such name. Case, spaces, `_` and `-` are ignored.
#[inline]
pub(super) fn named(name: &str) -> Option<Class> {
    NAMED.get(canonical(name).as_str()).cloned()
}

static NAMED: LazyLock<HashMap<&'static str, Class>> = LazyLock::new(|| {
    let mut named: HashMap<&'static str, Class> =
        tables::CLASSES.iter().map(|(name, ranges)| (*name, of_table(ranges))).collect();
    // Names of categories have two letters, names of scripts are longer.
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

#[inline]
fn of_table(ranges: &[u32]) -> Class {
    let pairs = ranges.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?)));
    Class::of(pairs.collect())
}

fn union(named: &HashMap<&'static str, Class>, wanted: impl Fn(&str) -> bool) -> Class {
    let parts = named.iter().filter(|(name, _)| wanted(name)).map(|(_, part)| part.ranges());
    let mut class = Class::of(parts.flatten().copied().collect());
    class.clean();
    class
}

#[inline]
fn canonical(name: &str) -> String {
    let mut canonical: String =
        name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).collect::<String>().to_ascii_lowercase();
    if let Some(first) = canonical.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    canonical
}

/// From this number of ranges on a class is cleaned before more are added.
const LARGE: usize = 2048;

/// The last code point.
pub(super) const LAST: u32 = char::MAX as u32;
