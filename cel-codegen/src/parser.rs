//! CEL text to a syntax tree with macros expanded, as cel-go 0.29 in the 1.37 API server does it.
//!
//! Recursive descent. What the grammar nests without bound (operators of one level, selections, elements) is parsed in
//! loops, and the server's limits bound the rest, so that a rule never exhausts the stack of a proc macro.

mod ids;
mod lexer;
mod macros;
#[cfg(test)]
mod tests;
mod unescape;

use lexer::{Token, TokenKind, tokenize};
use macros::Invocation;
use unescape::{Form, unescape};

use crate::{
    ast::{Call, Expr, ExprId, ExprKind, ListElement, Literal, MapEntry, Select, Struct, StructField},
    diagnostic::{Diagnostic, Diagnostics},
};

/// Parses an expression.
///
/// Ids are dense from 1, children before parents: the root's id is the number of ids. Mistakes that leave the grammar
/// intact (reserved names, macro arguments, numbers out of range) are all reported, a syntax error only once.
pub fn parse(source: &str) -> Result<Expr, Diagnostics> {
    let size = source.chars().count();
    if size > MAX_CODE_POINTS {
        let message =
            format!("expression code point size exceeds limit: size: {size}, limit {MAX_CODE_POINTS}");
        return Err(Diagnostic::without_place(message).into());
    }
    let mut diagnostics = Diagnostics::default();
    let tokens = tokenize(source, &mut diagnostics);
    let mut parser = Parser::new(source, tokens, diagnostics);
    let mut expr = *parser.expression().expr;
    parser.expect(TokenKind::End, "an operator");
    if let Some(limit) = parser.exceeded {
        return Err(Diagnostic::without_place(limit).into());
    }
    let diagnostics = parser.into_diagnostics();
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    ids::number(&mut expr);
    Ok(expr)
}

struct Parser<'a> {
    source: &'a str,
    /// Never empty: the last is [`TokenKind::End`], and `at` does not go beyond it.
    tokens: Vec<Token>,
    at: usize,
    /// Of the lexer, and the first syntax error.
    diagnostics: Diagnostics,
    /// What is wrong apart from the grammar.
    mistakes: Vec<Diagnostic>,
    /// Where the first syntax error is. What follows is read only to complete what is before it, whose own mistakes are
    /// reported, as in cel-go.
    syntax_error: Option<u32>,
    /// The tokens that open constructs wait for: reading goes on there after a syntax error.
    awaited: Vec<TokenKind>,
    /// The limit that was exceeded. cel-go reports it before all else.
    exceeded: Option<&'static str>,
    nesting: Nesting,
}

/// How often grammar rules that the server counts are open (cel-go: `recursionListener`).
///
/// `relation` and `calc` open once per `expr`, and once more for each right operand of their operators around.
#[derive(Default)]
struct Nesting {
    exprs: u32,
    right_relations: u32,
    right_calcs: u32,
}

/// An expression and how many selections, calls and so on are nested in it (cel-go: `checkAndIncrementRecursionDepth`).
///
/// Boxed, because the unoptimised build of a proc macro keeps every value it passes on the stack, level by level.
struct Node {
    expr: Box<Expr>,
    height: u32,
}

impl<'a> Parser<'a> {
    fn new(source: &'a str, tokens: Vec<Token>, diagnostics: Diagnostics) -> Self {
        let nesting = Nesting::default();
        Parser {
            source,
            tokens,
            at: 0,
            mistakes: vec![],
            diagnostics,
            syntax_error: None,
            awaited: vec![],
            exceeded: None,
            nesting,
        }
    }

    fn expression(&mut self) -> Node {
        self.nesting.exprs += 1;
        let node = if self.check_nesting() {
            self.conditional()
        } else {
            self.placeholder()
        };
        self.nesting.exprs -= 1;
        node
    }

    /// `condition ? then : otherwise`. Only the last nests without parentheses.
    fn conditional(&mut self) -> Node {
        let condition = self.operation(Level::Or);
        let Some(offset) = self.take(TokenKind::Question) else {
            return condition;
        };
        let outer = self.open(&[TokenKind::Colon]);
        let then = self.operation(Level::Or);
        self.close(outer);
        self.expect(TokenKind::Colon, "`:`");
        let otherwise = self.expression();
        self.operator_call(offset, "_?_:_", [condition, then, otherwise])
    }

    /// Operators that bind at least as tightly as `lowest`, left to right.
    fn operation(&mut self, lowest: Level) -> Node {
        let mut left = self.unary();
        while let Some((level, function)) = operator(self.kind()) {
            if level < lowest {
                break;
            }
            left = match level {
                Level::Or => self.logic(left, function, Level::And),
                Level::And => self.logic(left, function, Level::Relation),
                Level::Relation => self.infix(left, function, level, Level::Sum),
                Level::Sum => self.infix(left, function, level, Level::Product),
                Level::Product => self.infix(left, function, level, Level::Unary),
                Level::Unary => break,
            };
        }
        left
    }

    /// A chain of `&&` or `||`, which becomes a balanced tree.
    fn logic(&mut self, first: Node, function: &'static str, operand: Level) -> Node {
        let symbol = self.kind();
        let mut terms = vec![first];
        let mut offsets = vec![];
        while let Some(offset) = self.take(symbol) {
            offsets.push(offset);
            terms.push(self.operation(operand));
        }
        balance(function, &mut terms.into_iter(), &offsets)
    }

    fn infix(&mut self, left: Node, function: &'static str, level: Level, operand: Level) -> Node {
        let offset = self.advance();
        self.open_right(level, 1);
        let right = if self.check_nesting() {
            self.operation(operand)
        } else {
            self.placeholder()
        };
        self.open_right(level, -1);
        self.operator_call(offset, function, [left, right])
    }

    fn open_right(&mut self, level: Level, by: i32) {
        let count = match level {
            Level::Relation => &mut self.nesting.right_relations,
            _ => &mut self.nesting.right_calcs,
        };
        *count = count.saturating_add_signed(by);
    }

    /// Runs of `!` or `-`, of which pairs cancel. A single `-` before a number is part of the number.
    fn unary(&mut self) -> Node {
        let (symbol, function) = match self.kind() {
            TokenKind::Not => (TokenKind::Not, "!_"),
            TokenKind::Minus if !self.at_negative_number() => (TokenKind::Minus, "-_"),
            _ => return self.member(),
        };
        let offset = self.offset();
        let start = self.at;
        while self.kind() == symbol {
            self.at += 1;
        }
        let odd = (self.at - start) % 2 == 1;
        let operand = self.member();
        if odd {
            Node::operator_call(offset, function, [operand])
        } else {
            operand
        }
    }

    fn at_negative_number(&self) -> bool {
        self.kind() == TokenKind::Minus && matches!(self.kind_ahead(1), TokenKind::Int | TokenKind::Double)
    }

    fn member(&mut self) -> Node {
        let mut operand = self.primary();
        loop {
            operand = match self.kind() {
                TokenKind::Dot => self.select(operand),
                TokenKind::LeftBracket => self.index(operand),
                _ => return operand,
            };
        }
    }

    /// `.field`, `.?field` or `.function(args)`
    fn select(&mut self, operand: Node) -> Node {
        let offset = self.advance();
        let optional = self.take(TokenKind::Question).is_some();
        let (name_kind, name_offset) = (self.kind(), self.offset());
        let name = match self.field_name() {
            Some(name) => name,
            None if optional => "",
            None => return operand,
        };
        if optional {
            let field = Node::leaf(name_offset, ExprKind::Literal(Literal::String(name.to_owned())));
            self.operator_call(offset, "_?._", [operand, field])
        } else if name_kind == TokenKind::Ident && self.kind() == TokenKind::LeftParen {
            self.member_call(operand, name)
        } else {
            let select = Select {
                operand: operand.expr,
                field: name.to_owned(),
                test_only: false,
            };
            self.counted(Expr::unnumbered(offset, ExprKind::Select(select)), operand.height)
        }
    }

    /// The name of a field, without backticks; none after reporting that there is none.
    fn field_name(&mut self) -> Option<&'a str> {
        let text = self.text();
        match self.kind() {
            TokenKind::Ident => {
                self.at += 1;
                Some(text)
            }
            TokenKind::EscapedIdent => {
                self.at += 1;
                Some(text.trim_matches('`'))
            }
            _ => {
                self.unexpected("a field name");
                None
            }
        }
    }

    fn member_call(&mut self, target: Node, function: &str) -> Node {
        let offset = self.offset();
        let (args, height) = self.args();
        let height = height.max(target.height);
        let expr = match macros::find(function, args.len()) {
            Some(expand) => self.expanded(expand(Invocation {
                offset,
                target: *target.expr,
                args,
            })),
            None => {
                let call = Call {
                    function: function.to_owned(),
                    target: Some(target.expr),
                    args,
                };
                Expr::unnumbered(offset, ExprKind::Call(call))
            }
        };
        self.counted(expr, height)
    }

    fn index(&mut self, operand: Node) -> Node {
        let offset = self.advance();
        let function = if self.take(TokenKind::Question).is_some() {
            "_[?_]"
        } else {
            "_[_]"
        };
        let outer = self.open(&[TokenKind::RightBracket]);
        let index = self.expression();
        self.close(outer);
        self.expect(TokenKind::RightBracket, "`]`");
        self.operator_call(offset, function, [operand, index])
    }

    /// Arguments with their parentheses, and the greatest height among them. No trailing comma.
    fn args(&mut self) -> (Vec<Expr>, u32) {
        self.at += 1;
        let (mut args, mut height) = (vec![], 0);
        if self.take(TokenKind::RightParen).is_some() {
            return (args, height);
        }
        let outer = self.open(&[TokenKind::Comma, TokenKind::RightParen]);
        loop {
            let arg = self.expression();
            height = height.max(arg.height);
            args.push(*arg.expr);
            if self.take(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.close(outer);
        self.expect(TokenKind::RightParen, "`,` or `)`");
        (args, height)
    }

    fn primary(&mut self) -> Node {
        match self.kind() {
            TokenKind::True => self.constant(Literal::Bool(true)),
            TokenKind::False => self.constant(Literal::Bool(false)),
            TokenKind::Null => self.constant(Literal::Null),
            TokenKind::Int | TokenKind::Uint | TokenKind::Double | TokenKind::Minus => self.number(),
            TokenKind::String => self.string(Form::Text),
            TokenKind::Bytes => self.string(Form::Bytes),
            TokenKind::LeftParen => self.nested(),
            TokenKind::LeftBracket => self.list(),
            TokenKind::LeftBrace => self.map(),
            TokenKind::Ident | TokenKind::Dot => self.name(),
            _ => self.no_primary(),
        }
    }

    /// Goes on behind a single token that is too much, as ANTLR does.
    fn no_primary(&mut self) -> Node {
        let superfluous = self.syntax_error.is_none() && starts_expression(self.kind_ahead(1));
        self.report("an expression");
        if superfluous {
            self.at += 1;
            return self.unary();
        }
        self.skip();
        self.placeholder()
    }

    fn nested(&mut self) -> Node {
        self.at += 1;
        let outer = self.open(&[TokenKind::RightParen]);
        let node = self.expression();
        self.close(outer);
        self.expect(TokenKind::RightParen, "`)`");
        node
    }

    fn constant(&mut self, literal: Literal) -> Node {
        let offset = self.advance();
        Node::leaf(offset, ExprKind::Literal(literal))
    }

    /// A number, with the `-` that is part of it.
    fn number(&mut self) -> Node {
        let offset = self.offset();
        let negative = self.take(TokenKind::Minus).is_some();
        let text = self.text();
        let literal = match self.kind() {
            TokenKind::Int => int(text, negative).ok_or("invalid int literal"),
            TokenKind::Double => double(text, negative).ok_or("invalid double literal"),
            TokenKind::Uint if !negative => uint(text).ok_or("invalid uint literal"),
            _ => {
                self.unexpected("a number");
                return self.placeholder();
            }
        };
        self.at += 1;
        self.literal(offset, literal)
    }

    fn string(&mut self, form: Form) -> Node {
        let text = self.text();
        let offset = self.advance();
        let literal = unescape(text, form).map(|value| match form {
            Form::Bytes => Literal::Bytes(value),
            Form::Text => Literal::String(String::from_utf8(value).expect("made of whole code points")),
        });
        self.literal(offset, literal)
    }

    fn literal(&mut self, offset: u32, literal: Result<Literal, &'static str>) -> Node {
        match literal {
            Ok(literal) => Node::leaf(offset, ExprKind::Literal(literal)),
            Err(message) => self.mistake(offset, message),
        }
    }

    fn list(&mut self) -> Node {
        let offset = self.advance();
        let outer = self.open(&[TokenKind::Comma, TokenKind::RightBracket]);
        let (mut elements, mut height) = (vec![], 0);
        while self.another(elements.is_empty(), TokenKind::RightBracket, "`]`") {
            let optional = self.take(TokenKind::Question).is_some();
            let element = self.expression();
            height = height.max(element.height);
            elements.push(ListElement {
                value: *element.expr,
                optional,
            });
        }
        self.close(outer);
        Node::new(offset, ExprKind::List(elements), height)
    }

    fn map(&mut self) -> Node {
        let offset = self.advance();
        let outer = self.open(&[TokenKind::Comma, TokenKind::Colon, TokenKind::RightBrace]);
        let (mut entries, mut height) = (vec![], 0);
        while self.another(entries.is_empty(), TokenKind::RightBrace, "`}`") {
            let optional = self.take(TokenKind::Question).is_some();
            let mistakes = self.mistakes.len();
            let key = self.expression();
            let offset = self.entry_colon(mistakes);
            let value = self.expression();
            height = height.max(key.height).max(value.height);
            entries.push(MapEntry {
                id: UNNUMBERED,
                offset,
                key: *key.expr,
                value: *value.expr,
                optional,
            });
        }
        self.close(outer);
        Node::new(offset, ExprKind::Map(entries), height)
    }

    /// Without its colon cel-go does not look at a key: its mistakes, all behind the first so many, are not reported.
    fn entry_colon(&mut self, mistakes: usize) -> u32 {
        let present = self.kind() == TokenKind::Colon || self.kind_ahead(1) == TokenKind::Colon;
        if !present && !starts_expression(self.kind()) {
            self.mistakes.truncate(mistakes);
        }
        self.expect(TokenKind::Colon, "`:`")
    }

    /// True if an item of a list, map or message follows; takes the closing token otherwise.
    ///
    /// One comma may follow the last item, and may stand alone (`[,]`).
    fn another(&mut self, first: bool, close: TokenKind, close_text: &str) -> bool {
        let comma = self.take(TokenKind::Comma).is_some();
        if self.take(close).is_some() {
            return false;
        }
        match (first, comma) {
            (true, false) | (false, true) => return true,
            (true, true) => self.unexpected(close_text),
            (false, false) => self.unexpected(&format!("`,` or {close_text}")),
        }
        false
    }

    /// An identifier, a call of a global function or a message literal.
    fn name(&mut self) -> Node {
        let start = self.offset();
        let leading_dot = self.take(TokenKind::Dot).is_some();
        if self.kind() != TokenKind::Ident {
            self.unexpected("an identifier");
            return self.placeholder();
        }
        if let Some(brace) = self.message_brace() {
            return self.message(leading_dot, brace);
        }
        let text = self.text();
        let offset = self.advance();
        let name = if leading_dot {
            format!(".{text}")
        } else {
            text.to_owned()
        };
        let reserved = is_reserved(text);
        let node = if self.kind() == TokenKind::LeftParen {
            self.global_call(name)
        } else {
            Node::leaf(offset, ExprKind::Ident(name))
        };
        if !reserved {
            return node;
        }
        self.mistake(start, format!("reserved identifier: {text}"))
    }

    fn global_call(&mut self, function: String) -> Node {
        let offset = self.offset();
        let (mut args, height) = self.args();
        if function == "has" && args.len() == 1 {
            let expansion = macros::has(offset, args.swap_remove(0));
            return Node {
                expr: Box::new(self.expanded(expansion)),
                height,
            };
        }
        Node::new(
            offset,
            ExprKind::Call(Call {
                function,
                target: None,
                args,
            }),
            height,
        )
    }

    /// The brace behind an unbroken chain of names: only there does it open a message.
    fn message_brace(&self) -> Option<usize> {
        let mut ahead = 1;
        while self.kind_ahead(ahead) == TokenKind::Dot && self.kind_ahead(ahead + 1) == TokenKind::Ident {
            ahead += 2;
        }
        (self.kind_ahead(ahead) == TokenKind::LeftBrace).then_some(self.at + ahead)
    }

    fn message(&mut self, leading_dot: bool, brace: usize) -> Node {
        let mut type_name = String::from(if leading_dot { "." } else { "" });
        while self.at < brace {
            type_name.push_str(self.text());
            self.at += 1;
        }
        let offset = self.advance();
        let outer = self.open(&[TokenKind::Comma, TokenKind::Colon, TokenKind::RightBrace]);
        let (mut fields, mut height) = (vec![], 0);
        while self.another(fields.is_empty(), TokenKind::RightBrace, "`}`") {
            let optional = self.take(TokenKind::Question).is_some();
            let name = self.field_name().unwrap_or_default().to_owned();
            let offset = self.expect(TokenKind::Colon, "`:`");
            let value = self.expression();
            height = height.max(value.height);
            fields.push(StructField {
                id: UNNUMBERED,
                offset,
                name,
                value: *value.expr,
                optional,
            });
        }
        self.close(outer);
        Node::new(offset, ExprKind::Struct(Struct { type_name, fields }), height)
    }
}

/// Tokens and reports.
impl<'a> Parser<'a> {
    /// All that is wrong, except mistakes behind a syntax error: they may only follow from it.
    fn into_diagnostics(self) -> Diagnostics {
        let mut diagnostics = self.diagnostics;
        let end = self.syntax_error.unwrap_or(u32::MAX);
        for mistake in self
            .mistakes
            .into_iter()
            .filter(|mistake| mistake.offset < Some(end))
        {
            diagnostics.push(mistake);
        }
        diagnostics
    }

    fn kind(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    fn kind_ahead(&self, count: usize) -> TokenKind {
        self.tokens
            .get(self.at + count)
            .map_or(TokenKind::End, |token| token.kind)
    }

    fn offset(&self) -> u32 {
        self.tokens[self.at].offset
    }

    fn text(&self) -> &'a str {
        let token = self.tokens[self.at];
        &self.source[token.start..token.end]
    }

    /// Steps over a token that is known not to be the end.
    fn advance(&mut self) -> u32 {
        let offset = self.offset();
        self.at += 1;
        offset
    }

    fn take(&mut self, kind: TokenKind) -> Option<u32> {
        if self.kind() != kind {
            return None;
        }
        Some(self.advance())
    }

    /// Takes a token that must come here and gives its place. One token before it may be too much, as in ANTLR.
    fn expect(&mut self, kind: TokenKind, description: &str) -> u32 {
        let offset = self.offset();
        let superfluous = self.syntax_error.is_none() && self.kind_ahead(1) == kind;
        if self.kind() != kind {
            self.report(description);
            if !superfluous {
                self.skip();
                return offset;
            }
            self.at += 1;
        }
        // Nothing reads on behind the end, where this is called last.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        offset
    }

    fn unexpected(&mut self, expected: &str) {
        self.report(expected);
        self.skip();
    }

    /// Reports that something else was expected here, if this is the first syntax error.
    fn report(&mut self, expected: &str) {
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

    /// Goes to a token that can follow an operand or that an open construct waits for.
    fn skip(&mut self) {
        while !self.at_follower() {
            self.at += 1;
        }
    }

    fn at_follower(&self) -> bool {
        match self.kind() {
            TokenKind::End | TokenKind::Dot | TokenKind::LeftBracket | TokenKind::Question => true,
            kind => operator(kind).is_some() || self.awaited.contains(&kind),
        }
    }

    /// Notes what a construct waits for; gives what [`Self::close`] needs to forget it.
    fn open(&mut self, awaited: &[TokenKind]) -> usize {
        let outer = self.awaited.len();
        self.awaited.extend_from_slice(awaited);
        outer
    }

    fn close(&mut self, outer: usize) {
        self.awaited.truncate(outer);
    }

    /// Ends reading.
    fn stop(&mut self) {
        self.at = self.tokens.len() - 1;
    }

    /// Reports what is wrong apart from the grammar, and gives what stands for it in the tree.
    fn mistake(&mut self, offset: u32, message: impl Into<String>) -> Node {
        self.mistakes.push(Diagnostic::new(offset, message));
        self.placeholder_at(offset)
    }

    fn expanded(&mut self, expansion: Result<Expr, Diagnostic>) -> Expr {
        expansion.unwrap_or_else(|diagnostic| {
            let offset = diagnostic.offset.unwrap_or_default();
            self.mistakes.push(diagnostic);
            placeholder(offset)
        })
    }

    fn placeholder(&self) -> Node {
        self.placeholder_at(self.offset())
    }

    fn placeholder_at(&self, offset: u32) -> Node {
        Node {
            expr: Box::new(placeholder(offset)),
            height: 0,
        }
    }

    fn operator_call<const N: usize>(&mut self, offset: u32, function: &str, args: [Node; N]) -> Node {
        let call = Node::operator_call(offset, function, args);
        self.counted(*call.expr, call.height)
    }

    /// False, after reporting, if a rule is open too often. What follows is not read: it could nest as deeply again.
    fn check_nesting(&mut self) -> bool {
        let Nesting {
            exprs,
            right_relations,
            right_calcs,
        } = self.nesting;
        let within = exprs + right_relations.max(right_calcs) <= MAX_NESTING;
        if !within {
            self.exceeded = Some("expression recursion limit exceeded: 250");
            self.stop();
        }
        within
    }

    /// A node that counts towards the height of the tree. A tree that is too high is dropped at once: to drop a still
    /// higher one could exhaust the stack.
    fn counted(&mut self, expr: Expr, height: u32) -> Node {
        if height < MAX_NESTING {
            return Node {
                expr: Box::new(expr),
                height: height + 1,
            };
        }
        self.exceeded.get_or_insert("max recursion depth exceeded");
        self.placeholder_at(expr.offset)
    }
}

impl Node {
    fn new(offset: u32, kind: ExprKind, height: u32) -> Self {
        Node {
            expr: Box::new(Expr::unnumbered(offset, kind)),
            height,
        }
    }

    fn leaf(offset: u32, kind: ExprKind) -> Self {
        Node::new(offset, kind, 0)
    }

    /// An operator's call, which itself does not count.
    fn operator_call<const N: usize>(offset: u32, function: &str, args: [Node; N]) -> Self {
        let height = args.iter().map(|arg| arg.height).max().unwrap_or(0);
        let args = args.into_iter().map(|arg| *arg.expr).collect();
        Node::new(
            offset,
            ExprKind::Call(Call {
                function: function.to_owned(),
                target: None,
                args,
            }),
            height,
        )
    }
}

impl Expr {
    /// A node of a tree in the making.
    fn unnumbered(offset: u32, kind: ExprKind) -> Self {
        Expr {
            id: UNNUMBERED,
            offset,
            kind,
        }
    }
}

fn starts_expression(kind: TokenKind) -> bool {
    match kind {
        TokenKind::Ident | TokenKind::Int | TokenKind::Uint | TokenKind::Double => true,
        TokenKind::String | TokenKind::Bytes => true,
        TokenKind::True | TokenKind::False | TokenKind::Null => true,
        TokenKind::LeftBracket | TokenKind::LeftBrace | TokenKind::LeftParen => true,
        TokenKind::Dot | TokenKind::Minus | TokenKind::Not => true,
        _ => false,
    }
}

/// The levels of operators from loose to tight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Relation,
    Sum,
    Product,
    Unary,
}

fn operator(kind: TokenKind) -> Option<(Level, &'static str)> {
    Some(match kind {
        TokenKind::Or => (Level::Or, "_||_"),
        TokenKind::And => (Level::And, "_&&_"),
        TokenKind::Equals => (Level::Relation, "_==_"),
        TokenKind::NotEquals => (Level::Relation, "_!=_"),
        TokenKind::Less => (Level::Relation, "_<_"),
        TokenKind::LessEquals => (Level::Relation, "_<=_"),
        TokenKind::Greater => (Level::Relation, "_>_"),
        TokenKind::GreaterEquals => (Level::Relation, "_>=_"),
        TokenKind::In => (Level::Relation, "@in"),
        TokenKind::Plus => (Level::Sum, "_+_"),
        TokenKind::Minus => (Level::Sum, "_-_"),
        TokenKind::Star => (Level::Product, "_*_"),
        TokenKind::Slash => (Level::Product, "_/_"),
        TokenKind::Percent => (Level::Product, "_%_"),
        _ => return None,
    })
}

/// cel-go's balanced tree of a chain (`parser/helper.go`, `balancingLogicManager`): the operator in the middle is the root.
fn balance(function: &'static str, terms: &mut impl Iterator<Item = Node>, offsets: &[u32]) -> Node {
    let middle = offsets.len() / 2;
    let Some(offset) = offsets.get(middle) else {
        return terms.next().expect("there is one more term than operators");
    };
    let left = balance(function, terms, &offsets[..middle]);
    let right = balance(function, terms, &offsets[middle + 1..]);
    Node::operator_call(*offset, function, [left, right])
}

/// Stands for what could not be read; as in cel-go, macros take it for neither name nor selection.
fn placeholder(offset: u32) -> Expr {
    Expr::unnumbered(offset, ExprKind::Literal(Literal::Null))
}

fn int(text: &str, negative: bool) -> Option<Literal> {
    let (digits, radix) = radix(text);
    let signed = if negative {
        format!("-{digits}")
    } else {
        digits.to_owned()
    };
    i64::from_str_radix(&signed, radix).ok().map(Literal::Int)
}

fn uint(text: &str) -> Option<Literal> {
    let (digits, radix) = radix(text.trim_end_matches(['u', 'U']));
    u64::from_str_radix(digits, radix).ok().map(Literal::Uint)
}

fn radix(text: &str) -> (&str, u32) {
    match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    }
}

/// Too small is zero, too large is an error.
fn double(text: &str, negative: bool) -> Option<Literal> {
    let value: f64 = text.parse().ok()?;
    value
        .is_finite()
        .then_some(Literal::Double(if negative { -value } else { value }))
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
fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\'' | '"' | '\\' => printable.push(c),
            _ => printable.extend(c.escape_debug()),
        }
    }
    printable
}

/// Words that are no variables or functions, although they are fields (cel-go: `parser/parser.go`, `reservedIds`).
fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "as" | "break"
            | "const"
            | "continue"
            | "else"
            | "for"
            | "function"
            | "if"
            | "import"
            | "let"
            | "loop"
            | "package"
            | "namespace"
            | "return"
            | "var"
            | "void"
            | "while"
    )
}

const UNNUMBERED: ExprId = ExprId(0);

/// k8s: cel-go's defaults, which the API server keeps.
const MAX_CODE_POINTS: usize = 100_000;
const MAX_NESTING: u32 = 250;

const MAX_QUOTED: usize = 24;
