//! The place in the tokens, and mistakes that leave the grammar intact.

use super::{NOWHERE, Node, Parser, lexer::TokenKind, placeholder};
use crate::{ast::Expr, diagnostic::Diagnostic};

impl<'a> Parser<'a> {
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

    /// Steps over a token and returns its offset. The caller knows that it is not the end.
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

    /// Reports a mistake that leaves the grammar intact, and returns a placeholder for the tree.
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

    pub(super) fn placeholder_at(&self, offset: u32) -> Node {
        Node { expr: Box::new(placeholder(offset)), height: 0 }
    }
}
