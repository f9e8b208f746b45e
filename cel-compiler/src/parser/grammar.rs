//! The tokens that cel-go's grammar allows at each place (`parser/gen/CEL.g4`), as far as syntax errors depend on it.

use super::lexer::TokenKind::{self, *};

/// A set of kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TokenSet(u64);

impl TokenSet {
    pub(super) const NONE: TokenSet = TokenSet(0);

    const fn of(kinds: &[TokenKind]) -> Self {
        match kinds {
            [] => TokenSet::NONE,
            [kind, rest @ ..] => TokenSet::one(*kind).or(TokenSet::of(rest)),
        }
    }

    const fn one(kind: TokenKind) -> Self {
        TokenSet(1 << kind as u64)
    }

    pub(super) const fn or(self, other: TokenSet) -> Self {
        TokenSet(self.0 | other.0)
    }

    pub(super) fn has(self, kind: TokenKind) -> bool {
        self.0 & TokenSet::one(kind).0 != 0
    }
}

/// Tokens that can come behind a grammar rule inside another rule.
#[derive(Clone, Copy)]
pub(super) struct Follow {
    pub(super) tokens: TokenSet,
    /// The outer rule can end there too, so its own follow tokens count as well.
    pub(super) may_end: bool,
}

impl Follow {
    const fn only(tokens: TokenSet) -> Self {
        Follow { tokens, may_end: false }
    }

    const fn or_end(tokens: TokenSet) -> Self {
        Follow { tokens, may_end: true }
    }

    const NOTHING: Follow = Follow::only(TokenSet::NONE);
    const RULE_END: Follow = Follow::or_end(TokenSet::NONE);
    const EXPRESSION: Follow = Follow::only(STARTS_EXPRESSION);
    /// Behind the whole expression.
    pub(super) const WHOLE: Follow = Follow::only(TokenSet::of(&[End]));
    /// Behind an operand outside `?:`, or in the condition of one.
    pub(super) const OPERAND: Follow = Follow::or_end(OPERATORS.or(TokenSet::of(&[Question])));
    /// Behind an operand between `?` and `:`.
    pub(super) const THEN: Follow = Follow::only(OPERATORS.or(TokenSet::of(&[Colon])));
    /// Behind the first part of an operand, and behind each selection, call or index on it.
    pub(super) const PRIMARY: Follow = Follow::or_end(SELECTORS);
    pub(super) const ARGUMENT: Follow = Follow::only(TokenSet::of(&[Comma, RightParen]));
    pub(super) const NESTED: Follow = Follow::only(TokenSet::of(&[RightParen]));
    pub(super) const INDEX: Follow = Follow::only(TokenSet::of(&[RightBracket]));
    pub(super) const ELEMENT: Follow = Follow::only(LIST_GOES_ON);
    /// Behind an entry of a map or a field of a message.
    pub(super) const ENTRY: Follow = Follow::only(MAP_GOES_ON);
    /// Behind the key of an entry or the name of a field.
    pub(super) const KEY: Follow = Follow::only(TokenSet::of(&[Colon]));
}

/// A state of cel-go's parser. In each state it asks for certain tokens.
#[derive(Clone, Copy)]
pub(super) enum State {
    End,
    ConditionalColon,
    Operand,
    MinusOperand,
    NotOperand,
    Primary,
    Number,
    Selector,
    FieldName,
    CallArgs,
    CallEnd,
    GlobalCallArgs,
    GlobalCallEnd,
    Index,
    IndexEnd,
    NestedEnd,
    ListItems,
    ListComma,
    ListEnd,
    MapItems,
    MapColon,
    MapNextColon,
    MapComma,
    MapEnd,
    MessageItems,
    MessageColon,
    MessageNextColon,
    MessageComma,
    MessageEnd,
}

/// Tokens that a [`State`] asks for.
pub(super) struct Demand {
    pub(super) wanted: TokenSet,
    /// Name of the wanted tokens in reports.
    pub(super) description: &'static str,
    /// Tokens that can come behind the wanted token, if only one is wanted.
    pub(super) next: Follow,
}

impl State {
    pub(super) fn demand(self) -> Demand {
        use State::*;
        match self {
            End => Demand::token(TokenKind::End, "an operator", Follow::NOTHING),
            ConditionalColon | MapColon | MapNextColon | MessageColon | MessageNextColon => {
                Demand::token(Colon, "`:`", Follow::EXPRESSION)
            }
            Operand | NotOperand => Demand::choice(STARTS_EXPRESSION, "an expression"),
            MinusOperand => Demand::choice(STARTS_MEMBER, "an expression"),
            Primary => Demand::choice(STARTS_MEMBER, "an identifier"),
            Number => Demand::choice(NUMBERS, "a number"),
            Selector | FieldName => Demand::choice(NAMES, "a field name"),
            CallArgs | GlobalCallArgs => Demand::choice(AFTER_PAREN, "an expression"),
            CallEnd => Demand::token(RightParen, "`,` or `)`", Follow::PRIMARY),
            GlobalCallEnd => Demand::token(RightParen, "`,` or `)`", Follow::RULE_END),
            Index => Demand::choice(STARTS_ELEMENT, "an expression"),
            IndexEnd => Demand::token(RightBracket, "`]`", Follow::PRIMARY),
            NestedEnd => Demand::token(RightParen, "`)`", Follow::RULE_END),
            ListItems => Demand::choice(STARTS_ELEMENT.or(LIST_GOES_ON), "an expression"),
            ListComma => Demand::choice(LIST_GOES_ON, "`,` or `]`"),
            ListEnd => Demand::token(RightBracket, "`]`", Follow::RULE_END),
            MapItems => Demand::choice(STARTS_ELEMENT.or(MAP_GOES_ON), "an expression"),
            MessageItems => Demand::choice(STARTS_FIELD.or(MAP_GOES_ON), "a field name"),
            MapComma | MessageComma => Demand::choice(MAP_GOES_ON, "`,` or `}`"),
            MapEnd | MessageEnd => Demand::token(RightBrace, "`}`", Follow::RULE_END),
        }
    }
}

impl Demand {
    fn token(kind: TokenKind, description: &'static str, next: Follow) -> Self {
        Demand { wanted: TokenSet::one(kind), description, next }
    }

    fn choice(wanted: TokenSet, description: &'static str) -> Self {
        Demand { wanted, description, next: Follow::NOTHING }
    }
}

const NUMBERS: TokenSet = TokenSet::of(&[Int, Double]);

/// Tokens that an operand begins with. `-` is the sign of a number there.
pub(super) const STARTS_MEMBER: TokenSet = TokenSet::of(&[
    Int,
    Uint,
    Double,
    String,
    Bytes,
    True,
    False,
    Null,
    Ident,
    Dot,
    Minus,
    LeftParen,
    LeftBracket,
    LeftBrace,
]);

pub(super) const STARTS_EXPRESSION: TokenSet = STARTS_MEMBER.or(TokenSet::of(&[Not]));

/// Tokens that begin an element of a list, an entry of a map, or an index.
pub(super) const STARTS_ELEMENT: TokenSet = STARTS_EXPRESSION.or(TokenSet::of(&[Question]));

pub(super) const STARTS_FIELD: TokenSet = NAMES.or(TokenSet::of(&[Question]));

pub(super) const NAMES: TokenSet = TokenSet::of(&[Ident, EscapedIdent]);

const AFTER_PAREN: TokenSet = STARTS_EXPRESSION.or(TokenSet::of(&[RightParen]));

const LIST_GOES_ON: TokenSet = TokenSet::of(&[Comma, RightBracket]);

/// Tokens behind an entry of a map or a field of a message.
const MAP_GOES_ON: TokenSet = TokenSet::of(&[Comma, RightBrace]);

const SELECTORS: TokenSet = TokenSet::of(&[Dot, LeftBracket]);

const OPERATORS: TokenSet = TokenSet::of(&[
    Or,
    And,
    Equals,
    NotEquals,
    Less,
    LessEquals,
    Greater,
    GreaterEquals,
    In,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
]);
