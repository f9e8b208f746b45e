//! Patterns that read a text once, from its beginning, without going back: `^[^@]+`, `^v[0-9]+$`.

use super::{
    Flags, parser,
    tree::{Id, Op, Tree},
};

/// A pattern as steps through a text. Each step takes as many characters as it can. No step would have to give one back to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The parts of the text, from its beginning.
    pub steps: Vec<Step>,
    /// The text ends there.
    pub is_whole: bool,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// These characters.
    Text(String),
    /// Bytes of these ranges, ends included.
    Bytes {
        /// The ranges. All bytes of characters beyond ASCII are among them, or none.
        ranges: Vec<(u8, u8)>,
        /// At least so many.
        least: u32,
        /// At most so many, if there is a limit.
        most: Option<u32>,
    },
}

/// The steps that find the same matches as a pattern, if there are such.
///
/// ```
/// use cel_types::regex::{Scan, Step, scan};
///
/// let digits = Step::Bytes { ranges: vec![(b'0', b'9')], least: 1, most: None };
/// let steps = vec![Step::Text("v".to_owned()), digits];
/// assert_eq!(scan("^v[0-9]+$"), Some(Scan { steps, is_whole: true }));
/// assert_eq!(scan("^[a-z]+z"), None);
/// assert_eq!(scan("[0-9]+"), None);
/// ```
#[must_use]
#[inline]
pub fn scan(pattern: &str) -> Option<Scan> {
    let (tree, root) = parser::parse(pattern).ok()?;
    let mut parts: &[Id] = if tree[root].op == Op::Concat { &tree[root].subs } else { &[root] };
    let (first, rest) = parts.split_first()?;
    if tree[*first].op != Op::BeginText {
        return None;
    }
    parts = rest;
    let is_whole = parts.last().is_some_and(|part| tree[*part].op == Op::EndText);
    if is_whole {
        parts = parts.get(..parts.len().saturating_sub(1))?;
    }
    let mut steps = Vec::new();
    parts.iter().try_for_each(|part| add(&tree, *part, &mut steps))?;
    let ranges: usize = steps.iter().map(Step::ranges).map(<[_]>::len).sum();
    (ranges <= MOST && (1..=MOST).contains(&steps.len()) && never_go_back(&steps))
        .then_some(Scan { steps, is_whole })
}

/// The most steps, and the most ranges.
const MOST: usize = 16;

impl Step {
    /// The ranges of its bytes.
    #[inline]
    fn ranges(&self) -> &[(u8, u8)] {
        match self {
            Step::Text(_) => &[],
            Step::Bytes { ranges, .. } => ranges,
        }
    }

    /// True if it may begin with one of these bytes.
    #[inline]
    fn begins_in(&self, ranges: &[(u8, u8)]) -> bool {
        let has = |(first, last): (u8, u8)| ranges.iter().any(|(from, to)| first <= *to && *from <= last);
        match self {
            Step::Text(text) => text.bytes().next().is_some_and(|byte| has((byte, byte))),
            Step::Bytes { ranges, .. } => ranges.iter().any(|range| has(*range)),
        }
    }

    /// True if it may be empty.
    #[inline]
    fn may_be_empty(&self) -> bool {
        matches!(self, Step::Bytes { least: 0, .. })
    }
}

/// True if no step of variable length takes a byte that a later step may need.
#[inline]
fn never_go_back(steps: &[Step]) -> bool {
    steps.iter().enumerate().all(|(i, step)| match step {
        Step::Bytes { ranges, least, most } if *most != Some(*least) => {
            let behind = steps.iter().skip(i.saturating_add(1));
            let end = behind
                .clone()
                .position(|step| !step.may_be_empty())
                .map_or(usize::MAX, |end| end.saturating_add(1));
            !behind.take(end).any(|step| step.begins_in(ranges))
        }
        _ => true,
    })
}

/// Adds the steps of a part of a pattern.
#[inline]
fn add(tree: &Tree, id: Id, steps: &mut Vec<Step>) -> Option<()> {
    let node = &tree[id];
    let (least, most) = match node.op {
        Op::Empty => return Some(()),
        Op::Capture | Op::Concat => return node.subs.iter().try_for_each(|sub| add(tree, *sub, steps)),
        Op::Literal if !node.flags.has(Flags::FOLD) => {
            let text: String = node.text.iter().map(|code| char::from_u32(*code)).collect::<Option<_>>()?;
            match steps.last_mut() {
                Some(Step::Text(before)) => before.push_str(&text),
                _ => steps.push(Step::Text(text)),
            }
            return Some(());
        }
        _ if node.is_character() => {
            steps.push(bytes(tree, id, 1, Some(1))?);
            return Some(());
        }
        _ if node.flags.has(Flags::UNGREEDY) => return None,
        Op::Star => (0, None),
        Op::Plus => (1, None),
        Op::Quest => (0, Some(1)),
        Op::Repeat => (node.min, node.max),
        _ => return None,
    };
    let [sub] = node.subs.as_slice() else { return None };
    steps.push(bytes(tree, *sub, least, most)?);
    Some(())
}

/// A character that is repeated.
#[inline]
fn bytes(tree: &Tree, mut id: Id, least: u32, most: Option<u32>) -> Option<Step> {
    while let (Op::Capture, [sub]) = (tree[id].op, tree[id].subs.as_slice()) {
        id = *sub;
    }
    let node = &tree[id];
    let ranges = match node.op {
        Op::Any => vec![(0, u8::MAX)],
        Op::AnyButNewline => vec![(0, b'\n' - 1), (b'\n' + 1, u8::MAX)],
        Op::Literal if node.is_character() && !node.flags.has(Flags::FOLD) => {
            let byte = u8::try_from(*node.text.first()?).ok().filter(u8::is_ascii)?;
            vec![(byte, byte)]
        }
        Op::Class => {
            let of_bytes = |(first, last): &(u32, u32)| {
                let first = u8::try_from(*first).ok().filter(|first| *first <= FIRST_BEYOND_ASCII)?;
                let last = match u8::try_from(*last) {
                    Ok(last) if last.is_ascii() => last,
                    _ if *last == u32::from(char::MAX) => u8::MAX,
                    _ => return None,
                };
                Some((first, last))
            };
            node.class.ranges().iter().map(of_bytes).collect::<Option<Vec<_>>>()?
        }
        _ => return None,
    };
    // Several bytes of one character count once: only a step without numbers takes them.
    let takes_all = ranges.last()?.1 == u8::MAX;
    (!takes_all || least <= 1 && most.is_none()).then_some(Step::Bytes { ranges, least, most })
}

/// No byte of a character before it has this one.
const FIRST_BEYOND_ASCII: u8 = 0x80;

#[cfg(test)]
mod tests {
    use super::{Scan, Step, scan};
    use crate::regex::{Program, Search};

    /// The end of the match.
    fn end(scan: &Scan, text: &str) -> Option<usize> {
        let mut at = 0;
        for step in &scan.steps {
            let rest = &text.as_bytes()[at..];
            at += match step {
                Step::Text(text) => rest.starts_with(text.as_bytes()).then_some(text.len())?,
                Step::Bytes { ranges, least, most } => {
                    let is_in = |byte: &&u8| ranges.iter().any(|(first, last)| (first..=last).contains(byte));
                    let most = most.map_or(usize::MAX, |most| most as usize);
                    let length = rest.iter().take(most).take_while(is_in).count();
                    (length >= *least as usize).then_some(length)?
                }
            };
        }
        (!scan.is_whole || at == text.len()).then_some(at)
    }

    /// Random patterns find the same matches as their programs.
    #[test]
    fn the_same_matches_as_the_program() {
        const PARTS: [&str; 30] = [
            "a", "b", "ab", "(a)", "$", "(", ")", "|", "?", ".*", ".", "[ab]", "[^a]", "\\.", "(?i)", "(?:",
            "+", "é", "*", "\\z", "[a-y]", "(?U)", "(?s)", "[^a-z]", "{2}", "{1,2}", "{0,3}", "[b-é]", "\\d",
            "[^é]",
        ];
        const TEXTS: [&str; 18] = [
            "", "a", "b", "ab", "ba", "aab", "abb", ".", "a.b", "A", "é", "aé", "a\nb", "\n", "aaaa", "éé",
            "1a", "ab1",
        ];
        let mut seed = 7_u64;
        let mut next = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % most
        };
        let mut scans = 0;
        for _ in 0..60_000 {
            let rest: String = (0..next(7)).map(|_| PARTS[next(PARTS.len())]).collect();
            let pattern = format!("^{rest}");
            let (Some(scan), Ok(program)) = (scan(&pattern), Program::new(&pattern)) else { continue };
            scans += 1;
            for text in TEXTS {
                let expected = program.find(text, 0, &mut Search::new(u64::MAX)).unwrap();
                let found = end(&scan, text);
                assert_eq!(found, expected.map(|(_, end)| end), "{pattern:?} {text:?} {scan:?}");
                assert!(found.is_none_or(|end| text.is_char_boundary(end)), "{pattern:?} {text:?}");
            }
        }
        assert!(scans > 5_000, "{scans}");
    }

    #[test]
    fn patterns_that_go_back_are_none() {
        for pattern in [
            "^[a-z]+z",
            "^a*[b-z]?a",
            "^a?a",
            "^[a-z]*?$",
            "^(ab)+$",
            "^(?i)k+$",
            "^.{3}$",
            "^[a-z]+|b$",
            "a+",
        ] {
            assert_eq!(scan(pattern), None, "{pattern}");
        }
        assert_eq!(scan(&format!("^{}$", "a?".repeat(1_000))), None);
    }
}
