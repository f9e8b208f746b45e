//! The place in the tokens, and what is reported there.

use super::{NOWHERE, Node, Parser, lexer::TokenKind, operator, placeholder};
use crate::{
    ast::Expr,
    diagnostic::{Diagnostic, Diagnostics},
};

impl<'a> Parser<'a> {
    /// All mistakes if the grammar is intact; otherwise what comes first, from which the rest mostly follows.
    pub(super) fn into_diagnostics(self) -> Diagnostics {
        let mut diagnostics = self.diagnostics;
        let intact = diagnostics.is_empty();
        let end = self.syntax_error.unwrap_or(u32::MAX);
        for mistake in self.mistakes.into_iter().filter(|mistake| mistake.offset < Some(end)) {
            diagnostics.push(mistake);
        }
        if intact { diagnostics } else { diagnostics.into_first() }
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    pub(super) fn kind_ahead(&self, count: usize) -> TokenKind {
        self.tokens.get(self.at + count).map_or(TokenKind::End, |token| token.kind)
    }

    pub(super) fn offset(&self) -> u32 {
        self.tokens[self.at].offset
    }

    pub(super) fn text(&self) -> &'a str {
        let token = self.tokens[self.at];
        &self.source[token.start..token.end]
    }

    /// Steps over a token that is known not to be the end.
    pub(super) fn advance(&mut self) -> u32 {
        let offset = self.offset();
        self.at += 1;
        offset
    }

    pub(super) fn take(&mut self, kind: TokenKind) -> Option<u32> {
        if self.kind() != kind {
            return None;
        }
        Some(self.advance())
    }

    /// Takes a token that must come here, where one token before it may be too much. False if reading cannot go on as if it
    /// had been there, as it can where the token that is there instead may follow it.
    pub(super) fn expect(
        &mut self,
        kind: TokenKind,
        description: &str,
        follows: fn(TokenKind) -> bool,
    ) -> bool {
        let is_here = self.kind() == kind;
        let is_next = !self.recovering() && self.kind_ahead(1) == kind;
        if !is_here {
            self.report(description);
        }
        if is_here || is_next {
            // Nothing reads on behind the end, which is expected last.
            self.at = (self.at + if is_here { 1 } else { 2 }).min(self.tokens.len() - 1);
            return true;
        }
        if follows(self.kind()) {
            return true;
        }
        self.skip();
        false
    }

    /// Steps over a single token that is too much before a wanted one, which must come here; false if none does.
    pub(super) fn skip_one(&mut self, is_wanted: impl Fn(TokenKind) -> bool, description: &str) -> bool {
        if is_wanted(self.kind()) {
            return true;
        }
        let superfluous = !self.recovering() && is_wanted(self.kind_ahead(1));
        self.report(description);
        if superfluous {
            self.at += 1;
        } else {
            self.skip();
        }
        superfluous
    }

    fn recovering(&self) -> bool {
        self.recovery == Some(self.at)
    }

    /// Reports that something else was expected here, if this is the first syntax error.
    pub(super) fn report(&mut self, expected: &str) {
        self.recovery = Some(self.at);
        if self.syntax_error.is_some() {
            return;
        }
        let found = match self.kind() {
            TokenKind::End => "the end".to_owned(),
            _ => format!("`{}`", abbreviate(self.text())),
        };
        let mut diagnostic = Diagnostic::new(self.offset(), format!("expected {expected}, found {found}"));
        diagnostic.help = help(self.text()).map(str::to_owned);
        self.diagnostics.push(diagnostic);
        self.syntax_error = Some(self.offset());
    }

    /// Reports that something else was expected behind the next token, which itself is not read: ANTLR had looked at both to
    /// choose a rule.
    pub(super) fn report_behind(&mut self, expected: &str) {
        self.at += 1;
        self.report(expected);
        self.at -= 1;
        self.recovery = Some(self.at);
    }

    /// Goes to a token that can follow an operand or that an open construct waits for.
    pub(super) fn skip(&mut self) {
        self.skip_to(|_| false);
    }

    /// As [`Self::skip`], or to a token that is wanted.
    pub(super) fn skip_to(&mut self, is_wanted: fn(TokenKind) -> bool) {
        while !self.at_follower() && !is_wanted(self.kind()) {
            self.at += 1;
        }
        self.recovery = Some(self.at);
    }

    fn at_follower(&self) -> bool {
        match self.kind() {
            TokenKind::End | TokenKind::Question => true,
            kind => operator(kind).is_some() || self.awaited.contains(&kind),
        }
    }

    /// As [`Self::open`] of what is an operand itself, behind which a selection can follow.
    pub(super) fn open_primary(&mut self) -> usize {
        self.open(&[TokenKind::Dot, TokenKind::LeftBracket])
    }

    /// Notes what a construct waits for; gives what [`Self::close`] needs to forget it.
    pub(super) fn open(&mut self, awaited: &[TokenKind]) -> usize {
        let outer = self.awaited.len();
        self.awaited.extend_from_slice(awaited);
        outer
    }

    pub(super) fn close(&mut self, outer: usize) {
        self.awaited.truncate(outer);
    }

    /// Ends reading.
    pub(super) fn stop(&mut self) {
        self.at = self.tokens.len() - 1;
    }

    /// Reports what is wrong apart from the grammar, and gives what stands for it in the tree.
    pub(super) fn mistake(&mut self, offset: u32, message: impl Into<String>) -> Node {
        self.mistakes.push(Diagnostic::new(offset, message));
        self.placeholder_at(offset)
    }

    pub(super) fn expanded(&mut self, expansion: Result<Expr, Diagnostic>) -> Expr {
        expansion.unwrap_or_else(|diagnostic| {
            let offset = diagnostic.offset.unwrap_or_default();
            self.mistakes.push(match offset {
                NOWHERE => Diagnostic::before_text(diagnostic.message),
                _ => diagnostic,
            });
            placeholder(offset)
        })
    }

    pub(super) fn placeholder(&self) -> Node {
        self.placeholder_at(self.offset())
    }

    pub(super) fn placeholder_at(&self, offset: u32) -> Node {
        Node { expr: Box::new(placeholder(offset)), height: 0 }
    }
}

/// As [`starts_expression`], apart from operators.
pub(super) fn starts_member(kind: TokenKind) -> bool {
    starts_expression(kind) && !matches!(kind, TokenKind::Minus | TokenKind::Not)
}

pub(super) fn starts_expression(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(kind, Int | Uint | Double | String | Bytes | True | False | Null)
        || matches!(kind, Ident | Dot | Minus | Not | LeftParen | LeftBracket | LeftBrace)
}

/// Advice for words of other languages.
fn help(found: &str) -> Option<&'static str> {
    match found {
        "and" => Some("use `&&`"),
        "or" => Some("use `||`"),
        _ => None,
    }
}

/// As much of a token as fits into a message.
fn abbreviate(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", printable(&text[..end])),
        None => printable(text),
    }
}

/// Text with what does not show, or breaks the line, escaped.
pub(super) fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => printable.push(c),
            _ => printable.extend(c.escape_debug()),
        }
    }
    printable
}

const MAX_QUOTED: usize = 24;
