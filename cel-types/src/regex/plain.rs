//! Patterns that only compare texts: `^v1`, `^(TCP|UDP)$`.

use super::{
    Flags, parser,
    tree::{Id, Op, Tree},
};

/// A pattern as a comparison with some texts. It matches if one of them fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plain {
    /// `^(a|b)$`: the text is one of these.
    Equals(Vec<String>),
    /// `^(a|b)`: it begins with one of these.
    StartsWith(Vec<String>),
    /// `(a|b)$`: it ends with one of these.
    EndsWith(Vec<String>),
    /// `a|b`: it contains one of these.
    Contains(Vec<String>),
}

/// The comparison that matches the same texts as a pattern, if there is one with few texts.
///
/// ```
/// use cel_types::regex::{Plain, plain};
///
/// let texts = |texts: &[&str]| texts.iter().map(|text| text.to_string()).collect();
/// assert_eq!(plain(r"^v1\.(1|0|0)$"), Some(Plain::Equals(texts(&["v1.0", "v1.1"]))));
/// assert_eq!(plain("^arn:.*"), Some(Plain::StartsWith(texts(&["arn:"]))));
/// assert_eq!(plain("^a+$"), None);
/// ```
#[must_use]
#[inline]
pub fn plain(pattern: &str) -> Option<Plain> {
    let (tree, root) = parser::parse(pattern).ok()?;
    let mut parts: &[Id] = if tree[root].op == Op::Concat { &tree[root].subs } else { &[root] };
    let begins = parts.first().is_some_and(|part| tree[*part].op == Op::BeginText);
    if begins {
        parts = parts.get(1..)?;
    }
    let ends = parts.last().is_some_and(|part| tree[*part].op == Op::EndText);
    if ends {
        parts = parts.get(..parts.len().saturating_sub(1))?;
    } else if parts.last().is_some_and(|part| is_anything(&tree, *part)) {
        // `.*` at the end fits an empty text, too.
        parts = parts.get(..parts.len().saturating_sub(1))?;
    }
    let mut texts = joined(&tree, parts)?;
    texts.sort_unstable();
    texts.dedup();
    Some(match (begins, ends) {
        (true, true) => Plain::Equals(texts),
        (true, false) => Plain::StartsWith(texts),
        (false, true) => Plain::EndsWith(texts),
        (false, false) => Plain::Contains(texts),
    })
}

/// True for `.*`
#[inline]
fn is_anything(tree: &Tree, id: Id) -> bool {
    let node = &tree[id];
    node.op == Op::Star && node.subs.iter().all(|sub| matches!(tree[*sub].op, Op::Any | Op::AnyButNewline))
}

/// All texts that fit the parts one after the other.
#[inline]
fn joined(tree: &Tree, parts: &[Id]) -> Option<Vec<String>> {
    let mut texts = vec![String::new()];
    for part in parts {
        let next = texts_of(tree, *part)?;
        if texts.len().saturating_mul(next.len()) > MOST {
            return None;
        }
        let with_each =
            |text: String| next.iter().map(move |next| [text.as_str(), next].concat()).collect::<Vec<_>>();
        texts = texts.into_iter().flat_map(with_each).collect();
    }
    Some(texts)
}

/// All texts that fit a part, if they are few.
#[inline]
fn texts_of(tree: &Tree, id: Id) -> Option<Vec<String>> {
    let node = &tree[id];
    let texts = match node.op {
        Op::Empty => vec![String::new()],
        Op::Literal if !node.flags.has(Flags::FOLD) => {
            vec![node.text.iter().map(|code_point| char::from_u32(*code_point)).collect::<Option<String>>()?]
        }
        Op::Class => {
            let ranges = node.class.ranges();
            let size = ranges
                .iter()
                .map(|(first, last)| last.saturating_sub(*first).saturating_add(1))
                .fold(0, u32::saturating_add);
            if usize::try_from(size).is_ok_and(|size| size > MOST) {
                return None;
            }
            let characters = ranges.iter().flat_map(|(first, last)| *first..=*last);
            characters.map(|c| char::from_u32(c).map(String::from)).collect::<Option<_>>()?
        }
        Op::Capture | Op::Concat => joined(tree, &node.subs)?,
        Op::Alternate => {
            let mut texts = Vec::new();
            for sub in &node.subs {
                texts.extend(texts_of(tree, *sub)?);
            }
            texts
        }
        Op::Quest => {
            let mut texts = joined(tree, &node.subs)?;
            texts.push(String::new());
            texts
        }
        _ => return None,
    };
    (texts.len() <= MOST && texts.iter().all(|text| text.len() <= LONGEST)).then_some(texts)
}

/// The most texts.
const MOST: usize = 16;
/// The most bytes of a text in a part.
const LONGEST: usize = 256;

#[cfg(test)]
mod tests {
    use super::{Plain, plain};
    use crate::regex::{Program, Search};

    #[inline]
    fn fits(plain: &Plain, text: &str) -> bool {
        match plain {
            Plain::Equals(texts) => texts.iter().any(|one| text == one),
            Plain::StartsWith(texts) => texts.iter().any(|one| text.starts_with(one)),
            Plain::EndsWith(texts) => texts.iter().any(|one| text.ends_with(one)),
            Plain::Contains(texts) => texts.iter().any(|one| text.contains(one)),
        }
    }

    /// Random patterns of a small alphabet match the same texts as their programs.
    #[test]
    fn the_same_texts_as_the_program() {
        const PARTS: [&str; 24] = [
            "a", "b", "ab", "^", "$", "(", ")", "|", "?", ".*", ".", "[ab]", "[^a]", "\\.", "(?i)", "(?:",
            "\n", "é", "*", "\\z", "\\A", "(?m)", "(?s)", "",
        ];
        const TEXTS: [&str; 16] = [
            "", "a", "b", "ab", "ba", "aab", "abb", ".", "a.b", "A", "é", "aé", "a\nb", "\n", "ab\n", "b\nab",
        ];
        let mut seed = 7_u64;
        let mut next = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap() % most
        };
        let mut plains = 0;
        for _ in 0..40_000 {
            let pattern: String = (0..next(7)).map(|_| PARTS[next(PARTS.len())]).collect();
            let (Some(plain), Ok(program)) = (plain(&pattern), Program::new(&pattern)) else { continue };
            plains += 1;
            for text in TEXTS {
                let expected = program.is_match(text, &mut Search::new(u64::MAX)).unwrap();
                assert_eq!(fits(&plain, text), expected, "{pattern:?} {text:?} {plain:?}");
            }
        }
        assert!(plains > 3_000, "{plains}");
    }

    #[test]
    fn many_texts_are_no_comparison() {
        assert_eq!(plain("^[a-z]$"), None);
        assert_eq!(plain("^(a|b)(a|b)(a|b)(a|b)(a|b)$"), None);
        assert_eq!(plain(&format!("^{}$", "a?".repeat(1_000))), None);
        assert_eq!(plain(&"a".repeat(100_000)), None);
    }
}
