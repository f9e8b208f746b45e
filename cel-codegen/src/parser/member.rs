//! Operands: selections, calls and indexes, and what they begin with.

use super::{
    NOWHERE, Node, Parser, UNNUMBERED,
    cursor::starts_expression,
    lexer::TokenKind,
    macros::{self, Invocation},
    number::{double, int, uint},
    unescape::{Form, unescape},
};
use crate::{
    ast::{Call, Expr, ExprKind, ListElement, Literal, MapEntry, Select, Struct, StructField},
    decls::KubernetesVersion,
    diagnostic::Diagnostic,
};

impl<'a> Parser<'a> {
    pub(super) fn member(&mut self) -> Node {
        let mut operand = self.primary();
        loop {
            let read = match self.kind() {
                TokenKind::Dot => self.select(operand),
                TokenKind::LeftBracket => self.index(operand),
                _ => return operand,
            };
            operand = match read {
                Ok(node) => node,
                Err(node) => return node,
            };
        }
    }

    /// `.field`, `.?field` or `.function(args)`; as an error, the operand that ends with a syntax error.
    fn select(&mut self, operand: Node) -> Result<Node, Node> {
        let dot = self.at;
        let offset = self.advance();
        if self.take(TokenKind::Question).is_some() {
            self.optional_syntax(offset, ".?");
            return Ok(self.optional_select(operand, offset));
        }
        let callable = self.kind() == TokenKind::Ident && self.kind_ahead(1) == TokenKind::LeftParen;
        let Some(name) = self.field_name() else {
            // ANTLR has not read the dot: behind an operand around it may be the next.
            self.at = dot;
            self.skip();
            return Err(operand);
        };
        if callable {
            return self.member_call(operand, name);
        }
        let select = Select { operand: operand.expr, field: name.to_owned(), test_only: false };
        Ok(self.counted(Expr::unnumbered(offset, ExprKind::Select(select)), operand.height))
    }

    fn optional_select(&mut self, operand: Node, offset: u32) -> Node {
        self.skip_one(is_name, "a field name");
        let name_offset = self.offset();
        let name = self.field_name().unwrap_or_default();
        let field = Node::leaf(name_offset, ExprKind::Literal(Literal::String(name.to_owned())));
        self.operator_call(offset, "_?._", [operand, field])
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
                self.report("a field name");
                None
            }
        }
    }

    fn member_call(&mut self, target: Node, function: &str) -> Result<Node, Node> {
        let offset = self.offset();
        let Args { args, height, closed } = self.args();
        let height = height.max(target.height);
        let expr = match macros::find(function, args.len()) {
            Some((_, since)) if since > self.version => *self.missing_macro(offset, function, since).expr,
            Some((expand, _)) => self.expanded(expand(Invocation { offset, target: *target.expr, args })),
            None => {
                let call = Call { function: function.to_owned(), target: Some(target.expr), args };
                Expr::unnumbered(offset, ExprKind::Call(call))
            }
        };
        let call = self.counted(expr, height);
        if closed { Ok(call) } else { Err(call) }
    }

    fn index(&mut self, operand: Node) -> Result<Node, Node> {
        let offset = self.advance();
        let optional = self.take(TokenKind::Question).is_some();
        if optional {
            self.optional_syntax(offset, "[?");
        }
        let function = if optional { "_[?_]" } else { "_[_]" };
        let outer = self.open(&[TokenKind::RightBracket]);
        let index = self.expression();
        self.close(outer);
        let closed = self.expect(TokenKind::RightBracket, "`]`", continues_member);
        let call = self.operator_call(offset, function, [operand, index]);
        if closed { Ok(call) } else { Err(call) }
    }

    /// A macro that the version lacks is a function that nobody declared.
    fn missing_macro(&mut self, offset: u32, function: &str, since: KubernetesVersion) -> Node {
        let help = self.version.lacks(&format!("{function}()"), since).unwrap_or_default();
        let message = format!("undeclared reference to '{function}' (in container '')");
        self.mistakes.push(Diagnostic::new(offset, message).with_help(help));
        self.placeholder_at(offset)
    }

    /// Reports the syntax of optionals where the version lacks it (cel-go: `parser/parser.go`).
    fn optional_syntax(&mut self, offset: u32, syntax: &str) {
        if let Some(help) = self.version.lacks(syntax, KubernetesVersion::OPTIONAL_SYNTAX) {
            let message = format!("unsupported syntax '{syntax}'");
            self.mistakes.push(Diagnostic::new(offset, message).with_help(help));
        }
    }

    /// The mark of an optional part of a literal.
    fn optional_mark(&mut self) -> bool {
        let mark = self.take(TokenKind::Question);
        if let Some(offset) = mark {
            self.optional_syntax(offset, "?");
        }
        mark.is_some()
    }

    /// Arguments with their parentheses. No trailing comma.
    fn args(&mut self) -> Args {
        self.at += 1;
        let (mut args, mut height) = (vec![], 0);
        let starts = |kind| kind == TokenKind::RightParen || starts_expression(kind);
        if !self.skip_one(starts, "an expression") {
            return Args { args, height, closed: false };
        }
        if self.take(TokenKind::RightParen).is_some() {
            return Args { args, height, closed: true };
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
        let closed = self.expect(TokenKind::RightParen, "`,` or `)`", continues_member);
        Args { args, height, closed }
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
            // ANTLR is between the operator and its operand, and has no place for what is missing.
            _ => self.placeholder_at(NOWHERE),
        }
    }

    /// Goes on behind a single token that is too much, as ANTLR does.
    pub(super) fn no_operand(&mut self) -> Node {
        let missing = self.placeholder();
        if self.skip_one(starts_expression, "an expression") { self.unary() } else { missing }
    }

    fn nested(&mut self) -> Node {
        self.at += 1;
        let outer = self.open_primary();
        let inner = self.open(&[TokenKind::RightParen]);
        let node = self.expression();
        self.close(inner);
        self.expect(TokenKind::RightParen, "`)`", |_| false);
        self.close(outer);
        node
    }

    fn constant(&mut self, literal: Literal) -> Node {
        let offset = self.advance();
        Node::leaf(offset, ExprKind::Literal(literal))
    }

    /// A number, with the `-` that is part of it.
    fn number(&mut self) -> Node {
        let offset = self.offset();
        if self.kind() == TokenKind::Minus && !self.at_negative_number() {
            self.report_behind("a number");
            return self.placeholder_at(NOWHERE);
        }
        let negative = self.take(TokenKind::Minus).is_some();
        let text = self.text();
        let literal = match self.kind() {
            TokenKind::Int => int(text, negative).ok_or("invalid int literal"),
            TokenKind::Double => double(text, negative).ok_or("invalid double literal"),
            _ => uint(text).ok_or("invalid uint literal"),
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
        let (mut elements, mut height) = (vec![], 0);
        self.items(&LIST, |parser| {
            let optional = parser.optional_mark();
            let element = parser.expression();
            height = height.max(element.height);
            elements.push(ListElement { value: *element.expr, optional });
            true
        });
        Node::new(offset, ExprKind::List(elements), height)
    }

    fn map(&mut self) -> Node {
        let offset = self.advance();
        let (mut entries, mut height) = (vec![], 0);
        self.items(&MAP, |parser| {
            let optional = parser.optional_mark();
            let mistakes = parser.mistakes.len();
            let key = parser.expression();
            let offset = parser.offset();
            if !parser.expect(TokenKind::Colon, "`:`", starts_expression) {
                // cel-go does not look at the key.
                parser.mistakes.truncate(mistakes);
                return false;
            }
            let value = parser.expression();
            height = height.max(key.height).max(value.height);
            entries.push(MapEntry { id: UNNUMBERED, offset, key: *key.expr, value: *value.expr, optional });
            true
        });
        Node::new(offset, ExprKind::Map(entries), height)
    }

    /// Items of a list, map or message with the closing token. `item` is false where none can follow.
    ///
    /// One comma may follow the last item, and may stand alone (`[,]`).
    fn items(&mut self, form: &ItemForm, mut item: impl FnMut(&mut Self) -> bool) {
        let starts_item = |kind| kind == TokenKind::Question || (form.starts)(kind);
        let ends = |kind| kind == TokenKind::Comma || kind == form.close;
        let outer = self.open_primary();
        let mut closes = self.skip_one(|kind| starts_item(kind) || ends(kind), form.first);
        if closes && starts_item(self.kind()) {
            let inner = self.open(&[TokenKind::Comma, TokenKind::Colon, form.close]);
            while item(self) && self.kind() == TokenKind::Comma && starts_item(self.kind_ahead(1)) {
                self.at += 1;
            }
            self.close(inner);
            closes = self.skip_one(ends, form.next);
        }
        if closes {
            self.take(TokenKind::Comma);
            self.expect(form.close, form.last, |_| false);
        }
        self.close(outer);
    }

    /// An identifier, a call of a global function or a message literal.
    fn name(&mut self) -> Node {
        let start = self.offset();
        if self.kind() == TokenKind::Dot && self.kind_ahead(1) != TokenKind::Ident {
            // The dot may begin a selection from an operand that is missing.
            self.report_behind("an identifier");
            return self.placeholder_at(NOWHERE);
        }
        let leading_dot = self.take(TokenKind::Dot).is_some();
        if let Some(brace) = self.message_brace() {
            return self.message(leading_dot, brace);
        }
        let text = self.text();
        let offset = self.advance();
        let name = if leading_dot { format!(".{text}") } else { text.to_owned() };
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
        let outer = self.open_primary();
        let Args { mut args, height, .. } = self.args();
        self.close(outer);
        if function == "has" && args.len() == 1 {
            let expansion = macros::has(offset, args.swap_remove(0));
            return Node { expr: Box::new(self.expanded(expansion)), height };
        }
        Node::new(offset, ExprKind::Call(Call { function, target: None, args }), height)
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
        let (mut fields, mut height) = (vec![], 0);
        self.items(&MESSAGE, |parser| {
            let start = parser.offset();
            let optional = parser.optional_mark();
            parser.skip_one(is_name, "a field name");
            let name = parser.field_name();
            let offset = parser.offset();
            if !parser.expect(TokenKind::Colon, "`:`", starts_expression) {
                return false;
            }
            if name.is_none() {
                parser.mistake(start, "unsupported ident kind");
            }
            let name = name.unwrap_or_default().to_owned();
            let value = parser.expression();
            height = height.max(value.height);
            fields.push(StructField { id: UNNUMBERED, offset, name, value: *value.expr, optional });
            true
        });
        Node::new(offset, ExprKind::Struct(Struct { type_name, fields }), height)
    }
}

/// Arguments as far as they could be read, and the greatest height among them.
struct Args {
    args: Vec<Expr>,
    height: u32,
    /// False if the closing parenthesis is missing in a way that ends the operand.
    closed: bool,
}

/// How the items of a list, map or message begin and end, and what is said where they do not.
struct ItemForm {
    starts: fn(TokenKind) -> bool,
    close: TokenKind,
    first: &'static str,
    next: &'static str,
    last: &'static str,
}

const LIST: ItemForm = ItemForm {
    starts: starts_expression,
    close: TokenKind::RightBracket,
    first: "an expression",
    next: "`,` or `]`",
    last: "`]`",
};

const MAP: ItemForm = ItemForm { close: TokenKind::RightBrace, next: "`,` or `}`", last: "`}`", ..LIST };

const MESSAGE: ItemForm = ItemForm { starts: is_name, first: "a field name", ..MAP };

fn is_name(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Ident | TokenKind::EscapedIdent)
}

fn continues_member(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Dot | TokenKind::LeftBracket)
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
