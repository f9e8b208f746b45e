//! Texts at the edges of a pattern: with the ends of a class, with another alternative, with the most repetitions and with one more.

use super::{LONGEST, write};
use regex_syntax::hir::{Class, Hir, HirKind};

/// Some texts that differ in one place from a small text that matches. Some match, and some just do not.
pub(super) fn edges(hir: &Hir) -> Vec<String> {
    let mut texts = match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Literal(_) => Vec::new(),
        HirKind::Class(class) => ends(class).into_iter().map(String::from).collect(),
        HirKind::Repetition(repetition) => {
            let item = small(&repetition.sub);
            let more = repetition.max.map(|max| [max, max.saturating_add(1)]);
            let fewer = repetition.min.checked_sub(1);
            let counts = more.into_iter().flatten().chain(fewer).chain([repetition.min]);
            let counted = counts.map(|count| item.repeat(shortened(count, &item)));
            let rest = repeated(&item, repetition.min.saturating_sub(1));
            counted.chain(edges(&repetition.sub).into_iter().map(|edge| edge + &rest)).collect()
        }
        HirKind::Capture(capture) => edges(&capture.sub),
        HirKind::Concat(parts) => of_parts(parts),
        HirKind::Alternation(parts) => {
            let whole = parts.iter().take(MOST).map(small);
            whole.chain(parts.iter().take(MOST).flat_map(edges)).collect()
        }
    };
    texts.retain(|text| text.len() <= LONGEST);
    texts.truncate(MOST);
    texts
}

/// The edges of each part, between small texts for the others.
fn of_parts(parts: &[Hir]) -> Vec<String> {
    let smalls: Vec<String> = parts.iter().map(small).collect();
    let whole = smalls.concat();
    if whole.len() > LONGEST {
        return Vec::new();
    }
    let (mut texts, mut begin) = (Vec::new(), 0);
    for (part, small) in parts.iter().zip(&smalls) {
        let end = begin + small.len();
        let around = whole.get(..begin).zip(whole.get(end..));
        if let Some((before, behind)) = around.filter(|_| texts.len() < MOST) {
            texts.extend(edges(part).iter().map(|edge| [before, edge, behind].concat()));
        }
        begin = end;
    }
    texts
}

/// A small text that matches. Optional parts are there once, so that they have edges.
fn small(hir: &Hir) -> String {
    let mut text = String::new();
    match hir.kind() {
        HirKind::Repetition(repetition) => {
            let least = repetition.min.max(1).min(repetition.max.unwrap_or(u32::MAX));
            text = repeated(&small(&repetition.sub), least);
        }
        HirKind::Capture(capture) => text = small(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(small).for_each(|part| text += &part),
        HirKind::Empty
        | HirKind::Look(_)
        | HirKind::Literal(_)
        | HirKind::Class(_)
        | HirKind::Alternation(_) => {
            write(hir, 0, 0, &mut text);
        }
    }
    text
}

fn repeated(item: &str, count: u32) -> String {
    item.repeat(shortened(count, item))
}

/// A number of repetitions that makes the text just too long, if more do.
fn shortened(count: u32, item: &str) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX).min(LONGEST / item.len().max(1) + 1)
}

/// The ends of the ranges, then the characters next to them.
fn ends(class: &Class) -> Vec<char> {
    let ranges: Vec<[char; 2]> = match class {
        Class::Unicode(class) => class.ranges().iter().map(|range| [range.start(), range.end()]).collect(),
        Class::Bytes(class) => {
            class.ranges().iter().map(|range| [range.start().into(), range.end().into()]).collect()
        }
    };
    let ranges = || ranges.iter().take(MOST_RANGES);
    let next_to = |[start, end]: &[char; 2]| {
        let before = u32::from(*start).checked_sub(1).and_then(char::from_u32);
        [before, u32::from(*end).checked_add(1).and_then(char::from_u32)]
    };
    let all = ranges().flatten().copied().chain(ranges().flat_map(next_to).flatten());
    all.filter(|c| c.is_ascii_graphic() || c.is_alphanumeric()).collect()
}

/// Number of texts of a pattern.
const MOST: usize = 64;
const MOST_RANGES: usize = 8;
