//! Patterns in Go's syntax (Go: `syntax.Parse` with the flags of `regexp.Compile`).

use super::{
    ErrorKind, Flags, RegexError, before,
    class::Class,
    escape, tail,
    tree::{Id, Node, Op, Tree},
};

type Result<T> = std::result::Result<T, RegexError>;

/// The tree of a pattern, and its root.
#[inline]
pub(super) fn parse(pattern: &str) -> Result<(Tree, Id)> {
    let tree = Tree::new(Flags::ONE_LINE);
    let mut parser = Parser { pattern, tree, classes: escape::Known::new(), ranges: 0 };
    let mut rest = pattern;
    let mut last_repeat = "";
    while !rest.is_empty() {
        let at = rest;
        rest = match parser.repetition(at, last_repeat)? {
            Some(after) => {
                last_repeat = at;
                after
            }
            None => {
                last_repeat = "";
                parser.piece(at)?
            }
        };
    }
    let root = parser.tree.finish().map_err(|kind| parser.whole(kind))?;
    Ok((parser.tree, root))
}

struct Parser<'p> {
    pattern: &'p str,
    tree: Tree,
    classes: escape::Known,
    /// The number of ranges in all `[..]` so far.
    ranges: usize,
}

/// A repetition operator: its kind and bounds.
struct Repetition {
    op: Op,
    min: u32,
    max: Option<u32>,
}

impl<'p> Parser<'p> {
    /// An error with the whole pattern.
    #[inline]
    fn whole(&self, kind: ErrorKind) -> RegexError {
        RegexError::new(kind, self.pattern)
    }

    /// Parses an item at the start of the text that is no repetition. Returns the text after it.
    #[inline]
    fn piece(&mut self, text: &'p str) -> Result<&'p str> {
        let flags = self.tree.flags;
        let op = match text.chars().next() {
            Some('(') if text.starts_with("(?") => return self.special_group(text),
            Some('[') => return self.class(text),
            Some('\\') => return self.escape(text),
            Some('(') => self.tree.open(true),
            Some('|') => self.tree.bar(),
            Some(')') => self.tree.close(),
            Some('^') => self.op(if flags.has(Flags::ONE_LINE) { Op::BeginText } else { Op::BeginLine }),
            Some('$') => self.op(if flags.has(Flags::ONE_LINE) { Op::EndText } else { Op::EndLine }),
            Some('.') => self.op(if flags.has(Flags::DOT_NEWLINE) { Op::Any } else { Op::AnyButNewline }),
            Some(character) => self.tree.push_literal(character.into()),
            None => Ok(()),
        };
        op.map_err(|kind| self.whole(kind))?;
        Ok(tail(text))
    }

    #[inline]
    fn op(&mut self, op: Op) -> std::result::Result<(), ErrorKind> {
        self.tree.push_op(op).map(drop)
    }

    /// Parses `*`, `+`, `?` or `{n,m}`, if it is next. Returns the text after it.
    #[inline]
    fn repetition(&mut self, text: &'p str, last_repeat: &'p str) -> Result<Option<&'p str>> {
        let Some((repetition, after)) = repetition_operator(text)? else { return Ok(None) };
        let (after, lazy) = match after.strip_prefix('?') {
            Some(after) => (after, true),
            None => (after, false),
        };
        if !last_repeat.is_empty() {
            return Err(RegexError::new(ErrorKind::RepeatOp, before(last_repeat, after)));
        }
        let flags = self.tree.flags;
        let flags = flags.with(Flags::UNGREEDY, flags.has(Flags::UNGREEDY) != lazy);
        let Repetition { op, min, max } = repetition;
        let node = Node { min, max, ..Node::new(op, flags) };
        let Some(id) = self.tree.repeat(node).map_err(|kind| self.whole(kind))? else {
            return Err(RegexError::new(ErrorKind::MissingRepeatArgument, before(text, after)));
        };
        let repeats = op == Op::Repeat && (min >= 2 || max.is_some_and(|max| max >= 2));
        if repeats && !self.tree.repeats_at_most(id, MAX_REPEAT) {
            return Err(RegexError::new(ErrorKind::RepeatSize, before(text, after)));
        }
        Ok(Some(after))
    }

    /// Parses `(?P<name>`, `(?flags)` or `(?flags:`.
    #[inline]
    fn special_group(&mut self, text: &'p str) -> Result<&'p str> {
        let name = text.strip_prefix("(?P<").filter(|name| !name.is_empty());
        let name = name.or_else(|| text.strip_prefix("(?<").filter(|name| !name.is_empty()));
        if let Some(name) = name {
            let Some((name, after)) = name.split_once('>') else {
                return Err(RegexError::new(ErrorKind::NamedCapture, text));
            };
            if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
                return Err(RegexError::new(ErrorKind::NamedCapture, before(text, after)));
            }
            self.tree.open(true).map_err(|kind| self.whole(kind))?;
            return Ok(after);
        }
        self.flags(text)
    }

    #[inline]
    fn flags(&mut self, text: &'p str) -> Result<&'p str> {
        let mut rest = tail(tail(text));
        let (mut flags, mut on, mut seen) = (self.tree.flags, true, false);
        while let Some(character) = rest.chars().next() {
            rest = tail(rest);
            match character {
                'i' => flags = flags.with(Flags::FOLD, on),
                'm' => flags = flags.with(Flags::ONE_LINE, !on),
                's' => flags = flags.with(Flags::DOT_NEWLINE, on),
                'U' => flags = flags.with(Flags::UNGREEDY, on),
                '-' if on => {
                    (on, seen) = (false, false);
                    continue;
                }
                ':' | ')' if on || seen => {
                    if character == ':' {
                        self.tree.open(false).map_err(|kind| self.whole(kind))?;
                    }
                    self.tree.flags = flags;
                    return Ok(rest);
                }
                _ => break,
            }
            seen = true;
        }
        Err(RegexError::new(ErrorKind::PerlSyntax, before(text, rest)))
    }

    /// Parses an escape. It begins with a backslash.
    #[inline]
    fn escape(&mut self, text: &'p str) -> Result<&'p str> {
        let rest = tail(tail(text));
        let op = match text.as_bytes().get(1) {
            Some(b'A') => Op::BeginText,
            Some(b'b') => Op::WordBoundary,
            Some(b'B') => Op::NoWordBoundary,
            Some(b'z') => Op::EndText,
            Some(b'C') => return Err(RegexError::new(ErrorKind::Escape, before(text, rest))),
            Some(b'Q') => {
                let (literal, after) = rest.split_once(r"\E").unwrap_or((rest, ""));
                for character in literal.chars() {
                    self.tree.push_literal(character.into()).map_err(|kind| self.whole(kind))?;
                }
                return Ok(after);
            }
            _ => return self.escaped_characters(text),
        };
        self.op(op).map_err(|kind| self.whole(kind))?;
        Ok(rest)
    }

    #[inline]
    fn escaped_characters(&mut self, text: &'p str) -> Result<&'p str> {
        // Allocated even if it is not needed, because nodes are counted.
        let id = self.tree.allocate(Node::new(Op::Class, self.tree.flags));
        if let Some((class, after)) = escape::class(text, self.tree.flags, &mut self.classes)? {
            self.tree[id].class = class;
            self.tree.push(id).map_err(|kind| self.whole(kind))?;
            return Ok(after);
        }
        self.tree.release(id);
        let (character, after) = escape::character(text)?;
        self.tree.push_literal(character).map_err(|kind| self.whole(kind))?;
        Ok(after)
    }

    /// Parses `[..]`.
    #[inline]
    fn class(&mut self, text: &'p str) -> Result<&'p str> {
        let id = self.tree.allocate(Node::new(Op::Class, self.tree.flags));
        let mut rest = tail(text);
        let negated = rest.starts_with('^');
        if negated {
            rest = tail(rest);
        }
        let mut class = Class::default();
        let mut first = true;
        // A bracket at the beginning is a character.
        while first || !rest.starts_with(']') {
            first = false;
            rest = self.class_item(text, rest, &mut class)?;
        }
        class.clean();
        self.tree[id].class = if negated { class.negated() } else { class };
        self.tree.push(id).map_err(|kind| self.whole(kind))?;
        Ok(tail(rest))
    }

    /// Adds the item at the start of `text` to a class. `whole` is the text of the class.
    #[inline]
    fn class_item(&mut self, whole: &str, text: &'p str, class: &mut Class) -> Result<&'p str> {
        let flags = self.tree.flags;
        let set = match escape::posix_class(text, flags)? {
            None => escape::class(text, flags, &mut self.classes)?,
            set => set,
        };
        if let Some((set, after)) = set {
            self.count_ranges(set.ranges().len())?;
            class.add_class(&set);
            return Ok(after);
        }
        let (first, mut rest) = class_character(whole, text)?;
        let mut last = first;
        // A `-` at the end is a character.
        if let Some(after) =
            rest.strip_prefix('-').filter(|after| !after.is_empty() && !after.starts_with(']'))
        {
            (last, rest) = class_character(whole, after)?;
            if last < first {
                return Err(RegexError::new(ErrorKind::CharRange, before(text, rest)));
            }
        }
        if flags.has(Flags::FOLD) {
            self.count_ranges(last.saturating_sub(first).min(FOLDED) as usize)?;
            class.add_folded(first, last);
        } else {
            class.add(first, last);
        }
        Ok(rest)
    }

    #[inline]
    fn count_ranges(&mut self, count: usize) -> Result<()> {
        self.ranges = self.ranges.saturating_add(count);
        if self.ranges > MAX_RANGES { Err(RegexError::beyond_limit(self.pattern)) } else { Ok(()) }
    }
}

#[inline]
fn class_character<'p>(whole: &str, text: &'p str) -> Result<(u32, &'p str)> {
    match text.chars().next() {
        None => Err(RegexError::new(ErrorKind::MissingBracket, whole)),
        Some('\\') => escape::character(text),
        Some(character) => Ok((character.into(), tail(text))),
    }
}

/// The operator at the start of the text, without a `?` after it. A `{` that begins no operator is a character.
#[inline]
fn repetition_operator(text: &str) -> Result<Option<(Repetition, &str)>> {
    let op = match text.chars().next() {
        Some('*') => Op::Star,
        Some('+') => Op::Plus,
        Some('?') => Op::Quest,
        Some('{') => return counted_repetition(text),
        _ => return Ok(None),
    };
    Ok(Some((Repetition { op, min: 0, max: None }, tail(text))))
}

/// `{n}`, `{n,}` or `{n,m}`
#[inline]
fn counted_repetition(text: &str) -> Result<Option<(Repetition, &str)>> {
    let Some((min, rest)) = number(tail(text)) else { return Ok(None) };
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => match number(rest) {
            Some((max, rest)) => (Some(max), rest),
            None => return Ok(None),
        },
    };
    let Some(after) = rest.strip_prefix('}') else { return Ok(None) };
    if min > MAX_REPEAT || max.is_some_and(|max| max > MAX_REPEAT || min > max) {
        return Err(RegexError::new(ErrorKind::RepeatSize, before(text, after)));
    }
    Ok(Some((Repetition { op: Op::Repeat, min, max }, after)))
}

/// A number without leading zeros. A number that does not fit becomes larger than every limit.
#[inline]
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    if digits.is_empty() || digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}

/// The greatest product of a repetition and all repetitions around it.
const MAX_REPEAT: u32 = 1000;

/// The greatest number of ranges in all `[..]` of a pattern. `[\pLa]` has 650 ranges: a pattern of 100 kB could have 10 million.
const MAX_RANGES: usize = 1 << 19;

/// About the number of characters that have another case.
const FOLDED: u32 = 3000;
