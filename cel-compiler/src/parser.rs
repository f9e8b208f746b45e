//! CEL text to a syntax tree with macros expanded, as cel-go 0.29 in the 1.37 API server does it.
//!
//! Recursive descent. Loops parse the parts that the grammar nests without bound (operators of one level, selections, elements).
//! The server's limits bound the rest, so a rule never exhausts the stack of a proc macro.

mod brackets;
mod cursor;
mod grammar;
mod habits;
mod lexer;
mod macros;
mod member;
mod number;
mod primary;
mod printable;
mod recovery;
use cel_types::Operator;
#[cfg(test)]
mod tests;
mod tree;
mod unescape;

use grammar::{Follow, STARTS_EXPRESSION, STARTS_MEMBER, State};
pub(crate) use habits::{IMMUTABLE, PATH};
pub(crate) use lexer::{Token, TokenKind, tokenize};
pub(crate) use macros::{ACCU, macro_since};
pub(crate) use macros::{ASK_OLD_SELF, SELF_IS_THERE};
use recovery::Recovery;

use std::{cell::Cell, rc::Rc};

use crate::{
    ast::{Call, Expr, ExprId, ExprKind, Literal},
    diagnostic::{Diagnostic, Diagnostics},
    library::KubernetesVersion,
};

/// Parses an expression with all macros and all syntax.
///
/// # Errors
/// As [`parse_for`].
pub fn parse(source: &str) -> Result<Expr, Diagnostics> {
    parse_for(source, KubernetesVersion::STORED_EXPRESSIONS)
}

/// Parses an expression with the macros and the syntax of a version.
///
/// Ids are dense from 1, children before parents: the root's id is the number of ids. If the grammar is intact, all mistakes are
/// reported (reserved names, macro arguments, numbers out of range). After a syntax error only the first error is reported.
///
/// # Errors
/// The mistakes. Syntax that the version lacks is reported with cel-go's text.
pub fn parse_for(source: &str, version: KubernetesVersion) -> Result<Expr, Diagnostics> {
    parse_within(source, version, &Copies::default(), false)
}

/// The same for one of several expressions that share a limit. `is_of_map`: `self` is a map, which only advice needs to know.
///
/// # Errors
/// As [`parse_for`].
pub fn parse_within(
    source: &str,
    version: KubernetesVersion,
    copies: &Copies,
    is_of_map: bool,
) -> Result<Expr, Diagnostics> {
    let size = source.chars().count();
    if size > MAX_CODE_POINTS {
        let message =
            format!("expression code point size exceeds limit: size: {size}, limit {MAX_CODE_POINTS}");
        return Err(Diagnostic::without_place(message).into());
    }
    let mut diagnostics = Diagnostics::default();
    let tokens = tokenize(source, version, &mut diagnostics);
    let mut parser = Parser::new(source, version, tokens, diagnostics, copies);
    parser.is_of_map = is_of_map;
    parser.open(Follow::WHOLE);
    let mut expr = *parser.expression().expr;
    parser.close();
    let end = parser.expect(State::End);
    parser.settle(end);
    let diagnostics = parser.into_diagnostics();
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    tree::number(&mut expr);
    Ok(expr)
}

struct Parser<'a> {
    source: &'a str,
    version: KubernetesVersion,
    /// Never empty: the last token is [`TokenKind::End`], and `at` does not go beyond it.
    tokens: Vec<Token>,
    at: usize,
    /// The errors of the lexer.
    diagnostics: Diagnostics,
    /// Mistakes that leave the grammar intact.
    mistakes: Vec<Diagnostic>,
    recovery: Recovery,
    /// The limit that the expression exceeded. cel-go reports it before all else.
    exceeded: Option<&'static str>,
    nesting: Nesting,
    /// How many nodes macros have copied in this expression.
    copied: usize,
    copies: &'a Copies,
    /// `self` is a map.
    is_of_map: bool,
}

/// How many nodes the macros of several expressions may still copy together. Clones share the number.
///
/// `x.optMap(v, v + 1).optMap(v, v + 1)` copies `x` three times: each `optMap` doubles the tree. The server has no such limits. It
/// takes 27 s for a chain of eleven, the longest within [`Copies::PER_EXPRESSION`], and three times as long for each further step.
#[derive(Clone, Debug)]
pub struct Copies(Rc<Cell<usize>>);

impl Copies {
    /// The limit of one expression.
    pub const PER_EXPRESSION: usize = 50_000;
    /// The limit of all expressions that share one, for example all rules of a file.
    pub const SHARED: usize = 1_000_000;
}

impl Default for Copies {
    fn default() -> Self {
        Copies(Rc::new(Cell::new(Copies::SHARED)))
    }
}

/// Number of open grammar rules, for each rule that the server counts (cel-go: `recursionListener`).
///
/// `relation` and `calc` open once per `expr`, except for the last part of `?:`. They open once more for each enclosing right
/// operand of their operators.
#[derive(Default)]
struct Nesting {
    exprs: u32,
    at_last_part: u32,
    right_relations: u32,
    right_calcs: u32,
}

/// An expression, and the depth of selections, calls and other counted nodes in it (cel-go: `checkAndIncrementRecursionDepth`).
///
/// Boxed, because the unoptimised build of a proc macro keeps every passed value on the stack, at each level.
struct Node {
    expr: Box<Expr>,
    height: u32,
}

impl<'a> Parser<'a> {
    fn new(
        source: &'a str,
        version: KubernetesVersion,
        tokens: Vec<Token>,
        diagnostics: Diagnostics,
        copies: &'a Copies,
    ) -> Self {
        let nesting = Nesting::default();
        let recovery = Recovery::after(diagnostics.iter().count());
        Parser {
            source,
            version,
            tokens,
            at: 0,
            mistakes: vec![],
            diagnostics,
            recovery,
            exceeded: None,
            nesting,
            copied: 0,
            copies,
            is_of_map: false,
        }
    }

    fn expression(&mut self) -> Node {
        self.nesting.exprs += 1;
        let node = if self.check_nesting() { self.conditional() } else { self.placeholder_at(NOWHERE) };
        self.nesting.exprs -= 1;
        node
    }

    /// `condition ? then : otherwise`. Only `otherwise` nests without parentheses.
    fn conditional(&mut self) -> Node {
        self.open(Follow::OPERAND);
        let condition = self.operation(Level::Or);
        self.close();
        let Some(offset) = self.take(TokenKind::Question) else {
            return condition;
        };
        self.open(Follow::THEN);
        let then = self.operation(Level::Or);
        self.close();
        let otherwise = match self.expect(State::ConditionalColon) {
            Ok(()) => {
                self.nesting.at_last_part += 1;
                let otherwise = self.expression();
                self.nesting.at_last_part -= 1;
                otherwise
            }
            Err(stuck) => self.missing(stuck),
        };
        self.operator_call(offset, Operator::Conditional, [condition, then, otherwise])
    }

    /// Operators that bind at least as tightly as `lowest`, left to right.
    fn operation(&mut self, lowest: Level) -> Node {
        let mut left = self.unary();
        while let Some((level, operator)) = operator(self.kind()) {
            if level < lowest {
                break;
            }
            left = match level {
                Level::Or => self.logic(left, operator, Level::And),
                Level::And => self.logic(left, operator, Level::Relation),
                Level::Relation => self.infix(left, operator, level, Level::Sum),
                Level::Sum => self.infix(left, operator, level, Level::Product),
                Level::Product => self.infix(left, operator, level, Level::Unary),
                Level::Unary => break,
            };
        }
        left
    }

    /// A chain of `&&` or `||`. It becomes a balanced tree.
    fn logic(&mut self, first: Node, operator: Operator, operand: Level) -> Node {
        let symbol = self.kind();
        let mut terms = vec![first];
        let mut offsets = vec![];
        while let Some(offset) = self.take(symbol) {
            offsets.push(offset);
            terms.push(self.operation(operand));
        }
        balance(operator, &mut terms.into_iter(), &offsets)
    }

    fn infix(&mut self, left: Node, operator: Operator, level: Level, operand: Level) -> Node {
        let offset = self.advance();
        self.open_right(level, 1);
        let right = if self.check_nesting() { self.operation(operand) } else { self.placeholder_at(NOWHERE) };
        self.open_right(level, -1);
        self.operator_call(offset, operator, [left, right])
    }

    fn open_right(&mut self, level: Level, by: i32) {
        let count = match level {
            Level::Relation => &mut self.nesting.right_relations,
            _ => &mut self.nesting.right_calcs,
        };
        *count = count.saturating_add_signed(by);
    }

    /// Runs of `!` or `-`. Pairs cancel. A single `-` before a number is part of the number.
    fn unary(&mut self) -> Node {
        match self.kind() {
            TokenKind::Not => self.negation(),
            TokenKind::Minus if !self.at_negative_number() => self.negative(),
            kind if STARTS_MEMBER.has(kind) => self.member(),
            _ => self.no_operand(),
        }
    }

    fn no_operand(&mut self) -> Node {
        let missing = self.placeholder_at(self.offset());
        let choice = self.choose(State::Operand);
        if STARTS_EXPRESSION.has(self.kind()) {
            return self.unary();
        }
        let stuck = choice.err().unwrap_or_else(|| self.stuck(State::Operand));
        self.recover(stuck);
        missing
    }

    fn negation(&mut self) -> Node {
        let offset = self.offset();
        let mut odd = false;
        while self.take(TokenKind::Not).is_some() {
            odd = !odd;
            self.choose_again(State::NotOperand);
        }
        let operand = self.member();
        if odd { Node::operator_call(offset, Operator::Not, [operand]) } else { operand }
    }

    /// A `-` with no operand behind it is not read. It may be a minus between two operands, with the first one missing.
    fn negative(&mut self) -> Node {
        let offset = self.offset();
        let start = self.at;
        while self.kind() == TokenKind::Minus && STARTS_MEMBER.has(self.kind_ahead(1)) {
            self.at += 1;
        }
        let odd = (self.at - start) % 2 == 1;
        let operand = match self.kind() {
            TokenKind::Minus if self.at == start => {
                let stuck = self.stuck_behind(State::Operand);
                self.recover(stuck);
                return self.placeholder_at(offset);
            }
            TokenKind::Minus => {
                let stuck = self.stuck_behind(State::MinusOperand);
                self.recover(stuck);
                self.placeholder_at(NOWHERE)
            }
            _ => self.member(),
        };
        if odd { Node::operator_call(offset, Operator::Negate, [operand]) } else { operand }
    }

    fn at_negative_number(&self) -> bool {
        self.kind() == TokenKind::Minus && matches!(self.kind_ahead(1), TokenKind::Int | TokenKind::Double)
    }

    fn operator_call<const N: usize>(&mut self, offset: u32, operator: Operator, args: [Node; N]) -> Node {
        let call = Node::operator_call(offset, operator, args);
        self.counted(*call.expr, call.height)
    }

    /// Reports a rule that is open too often and returns false. The rest is not read: it could nest as deeply again.
    fn check_nesting(&mut self) -> bool {
        let Nesting { exprs, at_last_part, right_relations, right_calcs } = self.nesting;
        let operands = exprs - at_last_part + right_relations.max(right_calcs);
        let within = exprs.max(operands) <= MAX_NESTING;
        if !within {
            self.abandon(Some("expression recursion limit exceeded: 250"));
        }
        within
    }

    /// A node that counts towards the height of the tree. A tree that is too high is dropped at once: a later drop of a
    /// higher tree could exhaust the stack.
    fn counted(&mut self, expr: Expr, height: u32) -> Node {
        if height < MAX_NESTING {
            return Node { expr: Box::new(expr), height: height + 1 };
        }
        self.mistakes.push(Diagnostic::without_place("max recursion depth exceeded"));
        self.placeholder_at(expr.offset)
    }
}

impl Node {
    fn new(offset: u32, kind: ExprKind, height: u32) -> Self {
        Node { expr: Box::new(Expr::unnumbered(offset, kind)), height }
    }

    fn leaf(offset: u32, kind: ExprKind) -> Self {
        Node::new(offset, kind, 0)
    }

    /// An operator's call. It does not count towards the height.
    fn operator_call<const N: usize>(offset: u32, operator: Operator, args: [Node; N]) -> Self {
        let height = args.iter().map(|arg| arg.height).max().unwrap_or(0);
        let args = args.into_iter().map(|arg| *arg.expr).collect();
        Node::new(offset, ExprKind::Call(Call { function: operator.into(), target: None, args }), height)
    }
}

impl Expr {
    /// A node of an unfinished tree.
    fn unnumbered(offset: u32, kind: ExprKind) -> Self {
        Expr { id: UNNUMBERED, offset, kind }
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

fn operator(kind: TokenKind) -> Option<(Level, Operator)> {
    Some(match kind {
        TokenKind::Or => (Level::Or, Operator::Or),
        TokenKind::And => (Level::And, Operator::And),
        TokenKind::Equals => (Level::Relation, Operator::Equals),
        TokenKind::NotEquals => (Level::Relation, Operator::NotEquals),
        TokenKind::Less => (Level::Relation, Operator::Less),
        TokenKind::LessEquals => (Level::Relation, Operator::LessEquals),
        TokenKind::Greater => (Level::Relation, Operator::Greater),
        TokenKind::GreaterEquals => (Level::Relation, Operator::GreaterEquals),
        TokenKind::In => (Level::Relation, Operator::In),
        TokenKind::Plus => (Level::Sum, Operator::Add),
        TokenKind::Minus => (Level::Sum, Operator::Subtract),
        TokenKind::Star => (Level::Product, Operator::Multiply),
        TokenKind::Slash => (Level::Product, Operator::Divide),
        TokenKind::Percent => (Level::Product, Operator::Modulo),
        _ => return None,
    })
}

/// cel-go's balanced tree of a chain (`parser/helper.go`, `balancingLogicManager`): the operator in the middle is the root.
fn balance(operator: Operator, terms: &mut impl Iterator<Item = Node>, offsets: &[u32]) -> Node {
    let middle = offsets.len() / 2;
    let Some(offset) = offsets.get(middle) else {
        return terms.next().expect("there is one more term than operators");
    };
    let left = balance(operator, terms, &offsets[..middle]);
    let right = balance(operator, terms, &offsets[middle + 1..]);
    Node::operator_call(*offset, operator, [left, right])
}

/// Stands for an expression that could not be read. As in cel-go, macros see neither a name nor a selection in it.
fn placeholder(offset: u32) -> Expr {
    Expr::unnumbered(offset, ExprKind::Literal(Literal::Null))
}

const UNNUMBERED: ExprId = ExprId(0);

/// The offset of a placeholder for an operand without a place in cel-go. Only trees with errors hold it.
const NOWHERE: u32 = u32::MAX;

/// k8s: cel-go's defaults, which the API server keeps.
const MAX_CODE_POINTS: usize = 100_000;
const MAX_NESTING: u32 = 250;
