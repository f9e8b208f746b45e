//! Operands: selections, calls and indexes.

use super::{
    Copies, NOWHERE, Node, Parser,
    grammar::{Follow, NAMES, STARTS_EXPRESSION, State},
    lexer::TokenKind,
    macros::{self, Invocation},
    placeholder,
    recovery::Stuck,
    tree,
};
use crate::{
    ast::{Call, Expr, ExprKind, Literal, Select},
    diagnostic::Diagnostic,
    library::KubernetesVersion,
};
use cel_types::Operator;

impl<'a> Parser<'a> {
    pub(super) fn member(&mut self) -> Node {
        self.open(Follow::PRIMARY);
        let mut operand = self.primary();
        self.close();
        loop {
            let (node, read) = match self.kind() {
                TokenKind::Dot => self.select(operand),
                TokenKind::LeftBracket => self.index(operand),
                _ => return operand,
            };
            operand = node;
            if let Err(stuck) = read {
                self.recover(stuck);
                return operand;
            }
        }
    }

    /// `.field`, `.?field` or `.function(args)`.
    fn select(&mut self, operand: Node) -> (Node, Result<(), Stuck>) {
        match self.kind_ahead(1) {
            TokenKind::Question => (self.optional_select(operand), Ok(())),
            TokenKind::Ident if self.kind_ahead(2) == TokenKind::LeftParen => self.member_call(operand),
            name if NAMES.has(name) => {
                let offset = self.advance();
                let field = self.name_of_field().to_owned();
                let select = Select { operand: operand.expr, field, test_only: false };
                (self.counted(Expr::unnumbered(offset, ExprKind::Select(select)), operand.height), Ok(()))
            }
            _ => (operand, Err(self.stuck_behind(State::Selector))),
        }
    }

    fn optional_select(&mut self, operand: Node) -> Node {
        let offset = self.advance();
        self.at += 1;
        self.optional_syntax(offset, ".?");
        let name_offset = self.offset();
        self.open(Follow::PRIMARY);
        let name = self.field_name().unwrap_or_default();
        self.close();
        let field = Node::leaf(name_offset, ExprKind::Literal(Literal::String(name.to_owned())));
        self.operator_call(offset, Operator::OptSelect, [operand, field])
    }

    /// The name of a field. If it is missing, this reports the mistake and returns `None`.
    pub(super) fn field_name(&mut self) -> Option<&'a str> {
        let choice = self.choose(State::FieldName);
        if NAMES.has(self.kind()) {
            return Some(self.name_of_field());
        }
        let stuck = choice.err().unwrap_or_else(|| self.stuck(State::FieldName));
        self.recover(stuck);
        None
    }

    /// The name at the current token, without backticks.
    pub(super) fn name_of_field(&mut self) -> &'a str {
        let text = self.text();
        if text.starts_with('`') {
            self.name_in_backticks();
        }
        self.at += 1;
        text.trim_matches('`')
    }

    fn member_call(&mut self, target: Node) -> (Node, Result<(), Stuck>) {
        self.at += 1;
        let function = self.text();
        self.at += 1;
        let offset = self.offset();
        let mut args = Args::default();
        let read = self.args(&mut args, State::CallArgs, State::CallEnd);
        let Args { args, height } = args;
        let height = height.max(target.height);
        let known = macros::find(function, args.len()).filter(|(_, since)| *since <= self.version);
        let expr = match known {
            Some(_) if macros::copies_target(function) && !self.may_copy(&target.expr) => placeholder(offset),
            Some((expand, _)) => {
                let expansion = self.expanded(expand(Invocation { offset, target: *target.expr, args }));
                self.as_needed(expansion)
            }
            None => {
                let call = Call { function: function.into(), target: Some(target.expr), args };
                Expr::unnumbered(offset, ExprKind::Call(call))
            }
        };
        (self.counted(expr, height), read)
    }

    /// An expansion. After a syntax error only its kind matters, so this returns a small stand-in: each `optMap` of a chain
    /// would double the tree.
    pub(super) fn as_needed(&self, expansion: Expr) -> Expr {
        match expansion.kind {
            ExprKind::Call(_) | ExprKind::Comprehension(_) if self.has_syntax_error() => {
                let call = Call { function: "".into(), target: None, args: vec![] };
                Expr::unnumbered(expansion.offset, ExprKind::Call(call))
            }
            _ => expansion,
        }
    }

    /// Reports macros that copy too much and returns false. Each `optMap` of a chain doubles the nodes that the next one copies.
    fn may_copy(&mut self, target: &Expr) -> bool {
        let size = tree::size(target);
        self.copied += size;
        let exceeded = match self.copies.0.get().checked_sub(size) {
            _ if self.copied > Copies::PER_EXPRESSION => Some(TOO_MANY_COPIES),
            None => Some(TOO_MANY_SHARED_COPIES),
            Some(left) => {
                self.copies.0.set(left);
                None
            }
        };
        if exceeded.is_some() {
            self.abandon(exceeded);
        }
        exceeded.is_none()
    }

    fn index(&mut self, operand: Node) -> (Node, Result<(), Stuck>) {
        let offset = self.advance();
        let choice = self.choose(State::Index);
        let optional = self.take(TokenKind::Question).is_some();
        if optional {
            self.optional_syntax(offset, "[?");
        }
        let function = if optional { Operator::OptIndex } else { Operator::Index };
        let (index, read) = match choice {
            Ok(()) => {
                self.open(Follow::INDEX);
                let index = self.expression();
                self.close();
                (index, self.expect(State::IndexEnd))
            }
            Err(stuck) => (self.placeholder_at(NOWHERE), Err(stuck)),
        };
        (self.operator_call(offset, function, [operand, index]), read)
    }

    /// Reports the syntax of optionals where the version lacks it (cel-go: `parser/parser.go`).
    pub(super) fn optional_syntax(&mut self, offset: u32, syntax: &str) {
        if let Some(help) = self.version.lacks(syntax, KubernetesVersion::OPTIONAL_SYNTAX) {
            let message = format!("unsupported syntax '{syntax}'");
            self.mistakes.push(Diagnostic::new(offset, message).with_help(help));
        }
    }

    /// Reports a name in backticks where the version lacks them. cel-go's text for this has a colon.
    fn name_in_backticks(&mut self) {
        if let Some(help) = self.version.lacks("`..`", KubernetesVersion::NAMES_IN_BACKTICKS) {
            let message = "unsupported syntax: '`'";
            self.mistakes.push(Diagnostic::new(self.offset(), message).with_help(help));
        }
    }

    /// Takes the `?` of an optional part of a literal, if there is one.
    pub(super) fn optional_mark(&mut self) -> bool {
        let mark = self.take(TokenKind::Question);
        if let Some(offset) = mark {
            self.optional_syntax(offset, "?");
        }
        mark.is_some()
    }

    /// Arguments with their parentheses. No trailing comma.
    pub(super) fn args(&mut self, args: &mut Args, start: State, end: State) -> Result<(), Stuck> {
        self.at += 1;
        self.choose(start)?;
        if STARTS_EXPRESSION.has(self.kind()) {
            self.open(Follow::ARGUMENT);
            loop {
                let arg = self.expression();
                args.height = args.height.max(arg.height);
                args.args.push(*arg.expr);
                if self.take(TokenKind::Comma).is_none() {
                    break;
                }
            }
            self.close();
        }
        self.expect(end)
    }
}

/// The arguments that could be read, and the greatest height among them.
#[derive(Default)]
pub(super) struct Args {
    pub(super) args: Vec<Expr>,
    pub(super) height: u32,
}

const TOO_MANY_COPIES: &str = "the expression is too large once its macros are expanded: optMap() and optFlatMap() copy what they \
                               are called on, so each in a chain doubles it; nest them instead";
const TOO_MANY_SHARED_COPIES: &str = "the expressions up to this one are too large once their macros are expanded: optMap() and \
                                      optFlatMap() copy what they are called on, so each in a chain doubles it; nest them \
                                      instead";
