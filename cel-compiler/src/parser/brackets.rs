//! Advice for brackets without their counterpart: `self.all(x, (x > 1 && x < 2)`.

use super::{
    grammar::State,
    lexer::{Token, TokenKind},
};

/// Advice for the token behind `before`, where the parser asks for the tokens of `state`.
pub(super) fn advice(before: &[Token], found: TokenKind, state: State) -> Option<String> {
    let wanted = state.demand().wanted;
    let open = open(before);
    let ending = PAIRS.iter().find(|pair| pair.closing == found);
    match (open.last(), ending) {
        (None, Some(ending)) if wanted.has(TokenKind::End) => {
            Some(format!("no `{}` is open here: remove the `{}`", ending.names.0, ending.names.1))
        }
        (Some(last), _) if !wanted.has(last.closing) => None,
        (Some(_), None) if found == TokenKind::End && open.len() > 1 => {
            Some(format!("{} brackets are not closed", open.len()))
        }
        (Some(last), _) if found == TokenKind::End || ending.is_some() => {
            Some(format!("a `{}` is not closed", last.names.0))
        }
        (Some(_) | None, _) => None,
    }
}

/// The brackets that are open behind some tokens, the innermost last.
fn open(tokens: &[Token]) -> Vec<&'static Pair> {
    let mut open: Vec<&Pair> = Vec::new();
    for token in tokens {
        if let Some(pair) = PAIRS.iter().find(|pair| pair.opening == token.kind) {
            open.push(pair);
        } else if open.last().is_some_and(|pair| pair.closing == token.kind) {
            open.pop();
        }
    }
    open
}

struct Pair {
    opening: TokenKind,
    closing: TokenKind,
    /// Their spelling in a rule.
    names: (char, char),
}

const PAIRS: [Pair; 3] = [
    Pair { opening: TokenKind::LeftParen, closing: TokenKind::RightParen, names: ('(', ')') },
    Pair { opening: TokenKind::LeftBracket, closing: TokenKind::RightBracket, names: ('[', ']') },
    Pair { opening: TokenKind::LeftBrace, closing: TokenKind::RightBrace, names: ('{', '}') },
];
