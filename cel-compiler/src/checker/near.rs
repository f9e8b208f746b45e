//! Names with few differences.

use std::borrow::Cow;

/// The candidate with the fewest edits, if these are at most a third of its letters. Of several, the first in alphabetical order.
#[must_use]
pub fn nearest<'n>(written: &str, candidates: impl Iterator<Item = Cow<'n, str>>) -> Option<Cow<'n, str>> {
    if written.len() > LONGEST {
        return None;
    }
    let lower = written.to_lowercase();
    let near = candidates.filter_map(|candidate| {
        if written.len().abs_diff(candidate.len()) > MOST_EDITS * char::MAX.len_utf8() {
            return None;
        }
        let edits = edit_distance(&lower, &candidate.to_lowercase());
        let (shortest, longest) = (written.len().min(candidate.len()), written.len().max(candidate.len()));
        let is_near = edits <= longest.div_ceil(3).min(MOST_EDITS) && edits < written.len();
        // Two other letters make another word of a short one, as of `int` and `print`, if they have not only changed places.
        let is_typo = edits < 2 || shortest > 4 || sorted(&lower) == sorted(&candidate.to_lowercase());
        (is_near && is_typo).then_some((edits, candidate))
    });
    near.min().map(|(_, candidate)| candidate)
}

fn sorted(name: &str) -> Vec<char> {
    let mut letters: Vec<char> = name.chars().collect();
    letters.sort_unstable();
    letters
}

const MOST_EDITS: usize = 3;
/// A longer name is unlikely to be a typing mistake.
const LONGEST: usize = 100;

/// Insertions, deletions and replacements that lead from one text to the other.
#[must_use]
pub fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    // The row is one longer than `to`, so `j + 1` is in bounds.
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}
