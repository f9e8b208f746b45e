//! Operands: selections, calls and indexes, and what they begin with.

use super::{
    Node, Parser, UNNUMBERED,
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
            operand = match self.kind() {
                TokenKind::Dot => match self.select(operand) {
                    Ok(select) => select,
                    Err(operand) => return operand,
                },
                TokenKind::LeftBracket => self.index(operand),
                _ => return operand,
            };
        }
    }

    /// `.field`, `.?field` or `.function(args)`; without a name, the operand that ends there.
    fn select(&mut self, operand: Node) -> Result<Node, Node> {
        let dot = self.at;
        let offset = self.advance();
        if self.take(TokenKind::Question).is_some() {
            self.optional_syntax(offset, ".?");
            return Ok(self.optional_select(operand, offset));
        }
        let callable = self.kind() == TokenKind::Ident && self.kind_ahead(1) == TokenKind::LeftParen;
        let Some(name) = self.field_name() else {
            // ANTLR has not read the dot: it stops what is around as well.
            self.at = dot;
            return Err(operand);
        };
        if callable {
            return Ok(self.member_call(operand, name));
        }
        let select = Select { operand: operand.expr, field: name.to_owned(), test_only: false };
        Ok(self.counted(Expr::unnumbered(offset, ExprKind::Select(select)), operand.height))
    }

    fn optional_select(&mut self, operand: Node, offset: u32) -> Node {
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
            Some((_, since)) if since > self.version => *self.missing_macro(offset, function, since).expr,
            Some((expand, _)) => self.expanded(expand(Invocation { offset, target: *target.expr, args })),
            None => {
                let call = Call { function: function.to_owned(), target: Some(target.expr), args };
                Expr::unnumbered(offset, ExprKind::Call(call))
            }
        };
        self.counted(expr, height)
    }

    fn index(&mut self, operand: Node) -> Node {
        let offset = self.advance();
        let optional = self.take(TokenKind::Question).is_some();
        if optional {
            self.optional_syntax(offset, "[?");
        }
        let function = if optional { "_[?_]" } else { "_[_]" };
        let outer = self.open(&[TokenKind::RightBracket]);
        let index = self.expression();
        self.close(outer);
        self.expect(TokenKind::RightBracket, "`]`");
        self.operator_call(offset, function, [operand, index])
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
            let optional = self.optional_mark();
            let element = self.expression();
            height = height.max(element.height);
            elements.push(ListElement { value: *element.expr, optional });
        }
        self.close(outer);
        Node::new(offset, ExprKind::List(elements), height)
    }

    fn map(&mut self) -> Node {
        let offset = self.advance();
        let outer = self.open(&[TokenKind::Comma, TokenKind::Colon, TokenKind::RightBrace]);
        let (mut entries, mut height) = (vec![], 0);
        while self.another(entries.is_empty(), TokenKind::RightBrace, "`}`") {
            let optional = self.optional_mark();
            let mistakes = self.mistakes.len();
            let key = self.expression();
            let offset = self.entry_colon(mistakes);
            let value = self.expression();
            height = height.max(key.height).max(value.height);
            entries.push(MapEntry { id: UNNUMBERED, offset, key: *key.expr, value: *value.expr, optional });
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
        if !first {
            self.skip_one(&[TokenKind::Comma, close], &format!("`,` or {close_text}"));
        }
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
        let (mut args, height) = self.args();
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
        let outer = self.open(&[TokenKind::Comma, TokenKind::Colon, TokenKind::RightBrace]);
        let (mut fields, mut height) = (vec![], 0);
        while self.another(fields.is_empty(), TokenKind::RightBrace, "`}`") {
            let start = self.offset();
            let optional = self.optional_mark();
            let is_superfluous = matches!(self.kind_ahead(1), TokenKind::Ident | TokenKind::EscapedIdent);
            let name = self.field_name();
            // cel-go looks at fields with a colon only.
            if name.is_none() && !is_superfluous && self.kind() == TokenKind::Colon {
                self.mistake(start, "unsupported ident kind");
            }
            let name = name.unwrap_or_default().to_owned();
            let offset = self.expect(TokenKind::Colon, "`:`");
            let value = self.expression();
            height = height.max(value.height);
            fields.push(StructField { id: UNNUMBERED, offset, name, value: *value.expr, optional });
        }
        self.close(outer);
        Node::new(offset, ExprKind::Struct(Struct { type_name, fields }), height)
    }
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
