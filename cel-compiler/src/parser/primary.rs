//! The beginnings of operands: names, literals, lists, maps and messages.

use super::{
    NOWHERE, Node, Parser, UNNUMBERED,
    grammar::{Follow, STARTS_ELEMENT, STARTS_FIELD, State, TokenSet},
    habits,
    lexer::TokenKind,
    macros,
    member::Args,
    number::{self, double, int, uint},
    recovery::Stuck,
    unescape::{Form, unescape},
};
use crate::ast::Function;
use crate::ast::{Call, ExprKind, ListElement, Literal, MapEntry, Struct, StructField};
use crate::diagnostic::Diagnostic;

impl<'a> Parser<'a> {
    pub(super) fn primary(&mut self) -> Node {
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
            TokenKind::Ident => self.name(),
            TokenKind::Dot if self.kind_ahead(1) == TokenKind::Ident => self.name(),
            // The dot may begin a selection whose operand is missing.
            TokenKind::Dot => {
                let stuck = self.stuck_behind(State::Primary);
                self.missing(stuck)
            }
            _ => {
                let stuck = self.stuck(State::Primary);
                self.missing(stuck)
            }
        }
    }

    /// Leaves a rule. Its placeholder has no place in cel-go's tree.
    pub(super) fn missing(&mut self, stuck: Stuck) -> Node {
        self.recover(stuck);
        self.placeholder_at(NOWHERE)
    }

    fn nested(&mut self) -> Node {
        self.at += 1;
        self.open(Follow::NESTED);
        let node = self.expression();
        self.close();
        let end = self.expect(State::NestedEnd);
        self.settle(end);
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
            let stuck = self.stuck_behind(State::Number);
            return self.missing(stuck);
        }
        let negative = self.take(TokenKind::Minus).is_some();
        let text = self.text();
        let literal = match self.kind() {
            TokenKind::Int => int(text, negative).ok_or(("invalid int literal", number::INT_RANGE)),
            TokenKind::Double => {
                double(text, negative).ok_or(("invalid double literal", number::DOUBLE_RANGE))
            }
            _ => uint(text).ok_or(("invalid uint literal", number::UINT_RANGE)),
        };
        self.at += 1;
        match literal {
            Ok(literal) => Node::leaf(offset, ExprKind::Literal(literal)),
            Err((message, help)) => {
                self.mistakes.push(Diagnostic::new(offset, message).with_help(help));
                self.placeholder_at(offset)
            }
        }
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
        self.items(&LIST, |parser, _| {
            let optional = parser.optional_mark();
            let element = parser.expression();
            height = height.max(element.height);
            elements.push(ListElement { value: *element.expr, optional });
            Ok(())
        });
        Node::new(offset, ExprKind::List(elements), height)
    }

    fn map(&mut self) -> Node {
        let offset = self.advance();
        let (mut entries, mut height) = (vec![], 0);
        self.items(&MAP, |parser, colon| {
            parser.open(Follow::KEY);
            let optional = parser.optional_mark();
            let mistakes = parser.mistakes.len();
            let key = parser.expression();
            parser.close();
            let offset = parser.offset();
            if let Err(stuck) = parser.expect(colon) {
                // cel-go does not look at the key.
                parser.mistakes.truncate(mistakes);
                return Err(stuck);
            }
            let value = parser.expression();
            height = height.max(key.height).max(value.height);
            entries.push(MapEntry { id: UNNUMBERED, offset, key: *key.expr, value: *value.expr, optional });
            Ok(())
        });
        Node::new(offset, ExprKind::Map(entries), height)
    }

    /// Items of a list, map or message with the closing token. One comma may follow the last item, and may stand alone
    /// (`[,]`).
    fn items(&mut self, form: &ItemForm, item: impl FnMut(&mut Self, State) -> Result<(), Stuck>) {
        let read = self.try_items(form, item);
        self.settle(read);
    }

    fn try_items(
        &mut self,
        form: &ItemForm,
        mut item: impl FnMut(&mut Self, State) -> Result<(), Stuck>,
    ) -> Result<(), Stuck> {
        self.choose(form.items)?;
        if form.starts.has(self.kind()) {
            self.open(form.follow);
            let mut read = item(self, form.colon);
            while read.is_ok() && self.kind() == TokenKind::Comma && form.starts.has(self.kind_ahead(1)) {
                self.at += 1;
                read = item(self, form.next_colon);
            }
            self.settle(read);
            self.close();
        }
        self.choose(form.comma)?;
        self.take(TokenKind::Comma);
        self.expect(form.end)
    }

    /// An identifier, a call of a global function or a message literal.
    fn name(&mut self) -> Node {
        let start = self.offset();
        let leading_dot = self.take(TokenKind::Dot).is_some();
        if let Some(brace) = self.message_brace() {
            return self.message(leading_dot, brace);
        }
        let text = self.text();
        let offset = self.advance();
        let name = if leading_dot { format!(".{text}") } else { text.to_owned() };
        let mistakes = self.mistakes.len();
        let node = if self.kind() == TokenKind::LeftParen {
            self.global_call(name)
        } else {
            Node::leaf(offset, ExprKind::Ident(name))
        };
        if !is_reserved(text) {
            return node;
        }
        // cel-go does not look at the arguments.
        self.mistakes.truncate(mistakes);
        let node = self.mistake(start, format!("reserved identifier: {text}"));
        if let (Some(help), Some(mistake)) = (habits::reserved(text), self.mistakes.last_mut()) {
            mistake.help = Some(help.to_owned());
        }
        node
    }

    fn global_call(&mut self, function: String) -> Node {
        let offset = self.offset();
        let mut args = Args::default();
        let read = self.args(&mut args, State::GlobalCallArgs, State::GlobalCallEnd);
        self.settle(read);
        let Args { mut args, height } = args;
        if function == "has" && args.len() == 1 {
            let expansion = macros::has(offset, args.swap_remove(0), self.is_of_map);
            return Node { expr: Box::new(self.expanded(expansion)), height };
        }
        Node::new(
            offset,
            ExprKind::Call(Call { function: Function::Named(function), target: None, args }),
            height,
        )
    }

    /// The brace behind an unbroken chain of names. It opens a message only there.
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
        let mut start = None;
        self.items(&MESSAGE, |parser, colon| {
            let start = *start.get_or_insert(parser.offset());
            parser.open(Follow::KEY);
            let optional = parser.optional_mark();
            let name = parser.field_name();
            parser.close();
            let offset = parser.offset();
            parser.expect(colon)?;
            let mistakes = parser.mistakes.len();
            let value = parser.expression();
            if name.is_none() {
                // cel-go reports this at the start of the field list, and does not look at the value.
                parser.mistakes.truncate(mistakes);
                parser.mistake(start, "unsupported ident kind");
            }
            let name = name.unwrap_or_default().to_owned();
            height = height.max(value.height);
            fields.push(StructField { id: UNNUMBERED, offset, name, value: *value.expr, optional });
            Ok(())
        });
        Node::new(offset, ExprKind::Struct(Struct { type_name, fields }), height)
    }
}

/// The first tokens of the items of a list, map or message, and the states between the items.
struct ItemForm {
    starts: TokenSet,
    follow: Follow,
    items: State,
    colon: State,
    next_colon: State,
    comma: State,
    end: State,
}

const LIST: ItemForm = ItemForm {
    starts: STARTS_ELEMENT,
    follow: Follow::ELEMENT,
    items: State::ListItems,
    comma: State::ListComma,
    end: State::ListEnd,
    ..MAP
};

const MAP: ItemForm = ItemForm {
    starts: STARTS_ELEMENT,
    follow: Follow::ENTRY,
    items: State::MapItems,
    colon: State::MapColon,
    next_colon: State::MapNextColon,
    comma: State::MapComma,
    end: State::MapEnd,
};

const MESSAGE: ItemForm = ItemForm {
    starts: STARTS_FIELD,
    items: State::MessageItems,
    colon: State::MessageColon,
    next_colon: State::MessageNextColon,
    comma: State::MessageComma,
    end: State::MessageEnd,
    ..MAP
};

/// Words that cannot name variables or functions, only fields (cel-go: `parser/parser.go`, `reservedIds`).
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
