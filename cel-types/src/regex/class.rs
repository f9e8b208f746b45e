//! Sets of characters.

use super::{fold, tables};

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
    let name = canonical(name);
    let class = match name.as_str() {
        "Any" => return Some(Class::new(&[(0, LAST)])),
        "Ascii" => return Some(Class::new(&[(0, 0x7f)])),
        "Assigned" => assigned(),
        name => table(name).or_else(|| table(alias(name)?))?,
    };
    Some(class)
}

/// A category, of one or two letters, or a script.
fn table(name: &str) -> Option<Class> {
    let parts: &dyn Fn(&str) -> bool = match name {
        "Cn" => return Some(assigned().negated()),
        "C" => {
            let mut class = union(|part| is_category(part) && part.starts_with('C'));
            class.add_class(&assigned().negated());
            class.clean();
            return Some(class);
        }
        "Lc" => &|part| matches!(part, "Ll" | "Lt" | "Lu"),
        "L" | "M" | "N" | "P" | "S" | "Z" => &|part| is_category(part) && part.starts_with(name),
        _ => &|part| part == name,
    };
    Some(union(parts)).filter(|class| !class.0.is_empty())
}

fn assigned() -> Class {
    union(is_category)
}

/// Scripts have longer names.
fn is_category(name: &str) -> bool {
    name.len() == 2
}

fn union(wanted: impl Fn(&str) -> bool) -> Class {
    let mut class = Class::default();
    for (_, ranges) in tables::CLASSES.iter().filter(|(name, _)| wanted(name)) {
        for range in ranges.chunks_exact(2) {
            if let [first, last] = range {
                class.0.push((*first, *last));
            }
        }
    }
    class.clean();
    class
}

fn alias(name: &str) -> Option<&'static str> {
    let index = tables::ALIASES.binary_search_by_key(&name, |(alias, _)| alias).ok()?;
    tables::ALIASES.get(index).map(|(_, category)| *category)
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
