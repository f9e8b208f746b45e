//! Changes to the text of a rule.

use crate::{
    diagnostic::Diagnostics,
    library::KubernetesVersion,
    parser::{Token, TokenKind, tokenize},
};
use std::ops::Range;

/// A change to a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// The replacements, in the order of the text. They do not overlap.
    pub replacements: Vec<Replacement>,
}

/// A part of a text and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The part, in code points.
    pub range: Range<u32>,
    /// The new text.
    pub text: String,
}

impl Edit {
    pub(super) fn new(replacements: impl IntoIterator<Item = (Range<u32>, String)>) -> Self {
        let replacements =
            replacements.into_iter().map(|(range, text)| Replacement { range, text }).collect();
        Edit { replacements }
    }

    /// Both changes. What they have in common is done once.
    pub(super) fn and(mut self, other: Edit) -> Edit {
        for replacement in other.replacements {
            if !self.replacements.contains(&replacement) {
                self.replacements.push(replacement);
            }
        }
        self.replacements.sort_by_key(|replacement| (replacement.range.start, replacement.range.end));
        self
    }

    /// The changed text.
    #[must_use]
    pub fn apply(&self, source: &str) -> String {
        let byte =
            |offset: u32| source.char_indices().nth(offset as usize).map_or(source.len(), |(at, _)| at);
        let (mut text, mut done) = (String::new(), 0);
        for Replacement { range, text: new } in &self.replacements {
            text += source.get(done..byte(range.start)).unwrap_or_default();
            text += new;
            done = byte(range.end);
        }
        text + source.get(done..).unwrap_or_default()
    }
}

/// The tokens of a rule, to find where its parts begin and end.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    source: &'a str,
    list: Vec<Token>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        let mut list = tokenize(source, KubernetesVersion::STORED_EXPRESSIONS, &mut Diagnostics::default());
        // The question mark in `a.?b` and `[?a]` is not the one of `a ? b : c`.
        for i in 1..list.len() {
            let is_behind = matches!(
                list[i - 1].kind,
                TokenKind::Dot | TokenKind::LeftBracket | TokenKind::LeftBrace | TokenKind::Comma
            );
            if is_behind && list[i].kind == TokenKind::Question {
                list[i].kind = TokenKind::Dot;
            }
        }
        Tokens { source, list }
    }

    /// The token that begins at an offset.
    pub(super) fn at(&self, offset: u32) -> Option<usize> {
        self.list.binary_search_by_key(&offset, |token| token.offset).ok()
    }

    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.list.get(at).map(|token| token.kind)
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.list.get(at).and_then(|token| self.source.get(token.start..token.end)).unwrap_or_default()
    }

    /// The range of a token, in code points.
    pub(super) fn range(&self, at: usize) -> Option<Range<u32>> {
        let token = self.list.get(at)?;
        let length = self.source.get(token.start..token.end)?.chars().count();
        Some(token.offset..token.offset + u32::try_from(length).ok()?)
    }

    /// The first token of the operand that ends before a token: behind an open bracket, or an operator that `ends` names.
    pub(super) fn first_before(&self, at: usize, ends: &dyn Fn(TokenKind) -> bool) -> usize {
        let mut depth = 0_usize;
        for i in (0..at).rev() {
            match self.list[i].kind {
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => depth += 1,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                    if depth == 0 {
                        return i + 1;
                    }
                    depth -= 1;
                }
                kind if depth == 0 && ends(kind) => return i + 1,
                _ => {}
            }
        }
        0
    }

    /// The last token of the operand that begins at a token: before a closing bracket, or an operator that `ends` names.
    pub(super) fn last_from(&self, at: usize, ends: &dyn Fn(TokenKind) -> bool) -> usize {
        let mut depth = 0_usize;
        for i in at..self.list.len() {
            match self.list[i].kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    if depth == 0 {
                        return i.saturating_sub(1);
                    }
                    depth -= 1;
                }
                TokenKind::End => return i.saturating_sub(1),
                kind if depth == 0 && ends(kind) => return i.saturating_sub(1),
                _ => {}
            }
        }
        self.list.len().saturating_sub(1)
    }

    /// A condition in front of the whole rule, or of the last argument of the macro whose `(` is at an offset:
    /// `!has(a) || (b ? c : d)`. `joined` is `||` or `&&`.
    pub(super) fn guarded(&self, of_macro: Option<u32>, guard: &str, joined: TokenKind) -> Option<Edit> {
        let (first, last) = match of_macro {
            None => (0, self.list.len().checked_sub(2)?),
            Some(offset) => self.last_argument(self.at(offset)?)?,
        };
        let loose = |kind: TokenKind| match joined {
            TokenKind::And => matches!(kind, TokenKind::Or | TokenKind::Question),
            _ => kind == TokenKind::Question,
        };
        let (begin, end) = (self.range(first)?.start, self.range(last)?.end);
        let operator = if joined == TokenKind::And { "&&" } else { "||" };
        Some(match self.is_at_top(first, last, &loose) {
            true => Edit::new([(begin..begin, format!("{guard} {operator} (")), (end..end, ")".to_owned())]),
            false => Edit::new([(begin..begin, format!("{guard} {operator} "))]),
        })
    }

    /// The first and last token of an operand of `&&`, `||` or `?:`. The offsets of its parts are between `lowest` and `highest`.
    pub(super) fn operand(&self, lowest: u32, highest: u32) -> Option<(usize, usize)> {
        use TokenKind::{And, Colon, Comma, Or, Question};
        let is_end = |kind: TokenKind| matches!(kind, And | Or | Question | Colon | Comma);
        let (mut first, highest) = (self.at(lowest)?, self.at(highest)?);
        loop {
            first = self.first_before(first, &is_end);
            let last = self.last_from(first, &is_end);
            if last >= highest {
                return Some((first, last));
            }
            // The first token is in parentheses: `(a + 1) > 2`.
            first = first.checked_sub(1)?;
        }
    }

    /// The tokens of the last argument of a call whose `(` is known.
    fn last_argument(&self, open: usize) -> Option<(usize, usize)> {
        if self.kind(open) != Some(TokenKind::LeftParen) {
            return None;
        }
        let mut first = open + 1;
        loop {
            let last = self.last_from(first, &|kind| kind == TokenKind::Comma);
            match self.kind(last + 1)? {
                // A comma may follow the last argument.
                TokenKind::Comma if self.kind(last + 2)? != TokenKind::RightParen => first = last + 2,
                _ => return (first <= last).then_some((first, last)),
            }
        }
    }

    /// True if a token between two tokens, outside all brackets, has a wanted kind.
    fn is_at_top(&self, first: usize, last: usize, is: &dyn Fn(TokenKind) -> bool) -> bool {
        let mut depth = 0_i32;
        (first..=last).any(|i| {
            match self.list[i].kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => depth -= 1,
                kind => return depth == 0 && is(kind),
            }
            false
        })
    }
}
