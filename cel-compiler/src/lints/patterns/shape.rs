//! Finds patterns that describe a whole text, by their shape.

/// The anchors that a pattern lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lints) struct Anchors {
    pub(in crate::lints) begin: bool,
    pub(in crate::lints) end: bool,
}

/// A part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    kind: Kind,
    /// `*`, `+`, `?`, `{2,}`. Such a repetition has no effect at an end without an anchor.
    is_repeated: bool,
    /// `*`, `?`, `{0,9}`: alone and without an anchor it is found in each text.
    may_be_none: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `[a-z]`, `\d`: characters of some kinds.
    Class {
        kinds: usize,
    },
    /// `(..)`
    Group,
    /// `.`
    Any,
    Begin,
    End,
    /// A character, `\b`.
    Other,
}

/// The anchors that a pattern lacks, if its shape shows that it describes a whole text; `None` for all other patterns.
pub(in crate::lints) fn missing(pattern: &str) -> Option<Anchors> {
    if pattern.starts_with("(?") && !pattern.starts_with("(?:") {
        return None;
    }
    let alternatives = alternatives(pattern)?;
    match alternatives.as_slice() {
        [parts] => of_parts(parts),
        all => of_alternatives(all).then_some(Anchors { begin: true, end: true }),
    }
}

/// True for `a|b` if the bar is outside all groups.
pub(super) fn has_alternatives(pattern: &str) -> bool {
    alternatives(pattern).is_none_or(|all| all.len() > 1)
}

/// The anchors that a pattern without alternatives lacks. A repetition at an end is of no use without an anchor. Characters of one kind alone
/// may be looked for anywhere: `[0-9]+` matches any text with a digit. `[0-9]*` matches all texts.
fn of_parts(parts: &[Part]) -> Option<Anchors> {
    let (first, last) = (parts.first()?, parts.last()?);
    let (has_begin, has_end) = (first.kind == Kind::Begin, last.kind == Kind::End);
    let inner = parts.get(usize::from(has_begin)..parts.len() - usize::from(has_end))?;
    let (first, last) = (inner.first()?, inner.last()?);
    let is_of_kind = |part: &Part| matches!(part.kind, Kind::Class { .. } | Kind::Group);
    let is_open = |part: &Part, is_anchored: bool| !is_anchored && part.is_repeated && is_of_kind(part);
    let is_pointless = is_open(first, has_begin) || is_open(last, has_end);
    let others = |is_anchored: bool, part: &Part| is_anchored || is_of_kind(part);
    let is_simple = matches!(inner, [Part { kind: Kind::Class { kinds: 0 | 1 }, may_be_none: false, .. }]);
    // `.*[a-z]+` is meant for a part of the text.
    if has_begin && has_end
        || !is_pointless
        || is_simple
        || !others(has_begin, first)
        || !others(has_end, last)
    {
        return None;
    }
    Some(Anchors { begin: !has_begin, end: !has_end })
}

/// True for `^a|b|c$`: the anchors apply only to the first and the last alternative. `^TCP|UDP$` is a mistake. `^-|-$` is not.
fn of_alternatives(all: &[Vec<Part>]) -> bool {
    let begins = |parts: &Vec<Part>| parts.first().is_some_and(|part| part.kind == Kind::Begin);
    let ends = |parts: &Vec<Part>| parts.last().is_some_and(|part| part.kind == Kind::End);
    let [first, middle @ .., last] = all else { return false };
    let is_word = |parts: &Vec<Part>| {
        let characters = parts.iter().filter(|part| part.kind == Kind::Other && !part.is_repeated).count();
        characters + 1 == parts.len() && characters >= SHORTEST_WORD
    };
    let are_words = middle.is_empty() && is_word(first) && is_word(last);
    begins(first)
        && ends(last)
        && !ends(first)
        && !begins(last)
        && (are_words || !middle.is_empty() && middle.iter().all(|parts| !begins(parts) && !ends(parts)))
}

/// The parts of each alternative; `None` for rare syntax.
fn alternatives(pattern: &str) -> Option<Vec<Vec<Part>>> {
    let chars: Vec<char> = pattern.chars().collect();
    let (mut all, mut parts, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(c) = chars.get(at) {
        let begin = at;
        at += 1;
        let kind = match c {
            '|' => {
                all.push(std::mem::take(&mut parts));
                continue;
            }
            '^' => Kind::Begin,
            '$' => Kind::End,
            '.' => Kind::Any,
            '(' => {
                at = end_of_group(&chars, begin)?;
                Kind::Group
            }
            '[' => {
                at = end_of_class(&chars, begin)?;
                Kind::Class { kinds: kinds(chars.get(begin + 1..at - 1)?) }
            }
            '\\' => {
                at += 1;
                match chars.get(begin + 1)? {
                    'd' | 'w' | 's' => Kind::Class { kinds: 1 },
                    'A' => Kind::Begin,
                    'z' => Kind::End,
                    'Q' | 'p' | 'P' | 'x' => return None,
                    _ => Kind::Other,
                }
            }
            '*' | '+' | '?' => return None,
            _ => Kind::Other,
        };
        let (end, is_repeated) = repetition(&chars, at);
        let may_be_none = match chars.get(at) {
            Some('*' | '?') => true,
            Some('{') => is_repeated && chars.get(at + 1) == Some(&'0'),
            _ => false,
        };
        parts.push(Part { kind, is_repeated, may_be_none });
        at = end;
    }
    all.push(parts);
    Some(all)
}

/// Number of ranges and kinds of characters in a class: 2 in `a-z_`.
fn kinds(class: &[char]) -> usize {
    // `[^a-z]` is everything else.
    let ranges = class.windows(3).filter(|part| part[1] == '-').count();
    let others = class.len().saturating_sub(3 * ranges);
    if class.first() == Some(&'^') { 0 } else { ranges + others.min(1) }
}

fn end_of_class(chars: &[char], begin: usize) -> Option<usize> {
    // A bracket at the begin is a character.
    let mut at = begin + 1;
    at += usize::from(chars.get(at) == Some(&'^'));
    at += usize::from(chars.get(at) == Some(&']'));
    loop {
        match chars.get(at)? {
            ']' => return Some(at + 1),
            '\\' => at += 2,
            '[' if chars.get(at + 1) == Some(&':') => return None,
            _ => at += 1,
        }
    }
}

fn end_of_group(chars: &[char], begin: usize) -> Option<usize> {
    let (mut at, mut depth) = (begin, 0_usize);
    loop {
        match chars.get(at)? {
            '[' => {
                at = end_of_class(chars, at)?;
                continue;
            }
            '\\' => at += 1,
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// Where a repetition ends, and whether it is open. An open one (`{3,}`) has no effect at an end; `{3}` has one.
fn repetition(chars: &[char], at: usize) -> (usize, bool) {
    let (end, is_open) = match chars.get(at) {
        Some('*' | '+' | '?') => (at + 1, true),
        Some('{') => match chars.iter().skip(at).position(|c| *c == '}') {
            Some(length) => {
                (at + length + 1, chars.get(at..at + length).is_some_and(|inside| inside.contains(&',')))
            }
            None => (at, false),
        },
        _ => (at, false),
    };
    (end + usize::from(is_open && chars.get(end) == Some(&'?')), is_open)
}

/// Number of letters in the shortest word.
const SHORTEST_WORD: usize = 2;
