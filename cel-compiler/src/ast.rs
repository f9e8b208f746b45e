//! The syntax tree of a CEL expression after macro expansion: cel-go's `ast.Expr`, with code-point offsets.

use cel_types::Operator;
use std::{
    fmt::{self, Display, Formatter},
    ops::Deref,
};

/// Identifies a node within one tree. Types, references and sizes are stored under it, as in cel-go.
///
/// Ids are dense from 1. Copies by `optMap` get new ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// One node of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// Identifies the node.
    pub id: ExprId,
    /// Where cel-go reports the node: its first code point, an operator's token, a call's `(`, a select's dot, an index' `[`.
    pub offset: u32,
    /// Kind of the node.
    pub kind: ExprKind,
}

/// The kinds of nodes of the CEL specification.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `1`, `'a'`, `null`, …
    Literal(Literal),
    /// `self`; a leading dot stays part of the name (`.self`).
    Ident(String),
    /// `operand.field`; `has(operand.field)` if `test_only`.
    Select(Select),
    /// A function, member function or operator. Operators have cel-go's names: `_+_`, `@in`, `_[_]`, `_?._`.
    Call(Call),
    /// `[a, ?b]`
    List(Vec<ListElement>),
    /// `{k: v, ?k: v}`
    Map(Vec<MapEntry>),
    /// `google.protobuf.Duration{seconds: 1}`
    Struct(Struct),
    /// Expansion of `all`, `exists`, `map` and the other macros over lists and maps.
    Comprehension(Box<Comprehension>),
}

/// A literal value.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the CEL types")]
pub enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
}

/// `operand.field`
#[derive(Clone, Debug, PartialEq)]
pub struct Select {
    /// Operand that the field is read from.
    pub operand: Box<Expr>,
    /// The field's name, without backticks.
    pub field: String,
    /// True for the argument of `has()`.
    pub test_only: bool,
}

/// `function(args)` or `target.function(args)`
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The function or operator.
    pub function: Function,
    /// The receiver of a member call.
    pub target: Option<Box<Expr>>,
    /// The arguments, without the receiver.
    pub args: Vec<Expr>,
}

/// The function that a call names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Function {
    /// `a + b`
    Operator(Operator),
    /// `size(a)`, `a.size()`, and the functions in expansions: `cel.@mapInsert`.
    Named(String),
}

/// The same, borrowed, so that it can be matched with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee<'f> {
    /// `a + b`
    Op(Operator),
    /// `size`, `optional.of`
    Named(&'f str),
}

impl Function {
    /// The function in a form for `match`.
    #[must_use]
    pub fn callee(&self) -> Callee<'_> {
        match self {
            Function::Operator(operator) => Callee::Op(*operator),
            Function::Named(name) => Callee::Named(name),
        }
    }

    /// True for this operator.
    #[must_use]
    pub fn is(&self, operator: Operator) -> bool {
        *self == Function::Operator(operator)
    }

    /// True for steps of a chain: `a[b]`, `a[?b]`, `a.?b`.
    #[must_use]
    pub fn is_step(&self) -> bool {
        matches!(self, Function::Operator(Operator::Index | Operator::OptIndex | Operator::OptSelect))
    }
}

impl<'f> Callee<'f> {
    /// The name as cel-go writes it: `_+_`, `size`.
    #[must_use]
    pub fn name(self) -> &'f str {
        match self {
            Callee::Op(operator) => operator.name(),
            Callee::Named(name) => name,
        }
    }
}

/// The name as cel-go writes it: `_+_`, `size`.
impl Deref for Function {
    type Target = str;
    fn deref(&self) -> &str {
        self.callee().name()
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl From<Operator> for Function {
    fn from(operator: Operator) -> Function {
        Function::Operator(operator)
    }
}

impl From<&str> for Function {
    fn from(name: &str) -> Function {
        Function::Named(name.to_owned())
    }
}

/// An element of a list literal.
#[derive(Clone, Debug, PartialEq)]
pub struct ListElement {
    /// The element.
    pub value: Expr,
    /// True for `?element`.
    pub optional: bool,
}

/// An entry of a map literal.
#[derive(Clone, Debug, PartialEq)]
pub struct MapEntry {
    /// Entries have ids too.
    pub id: ExprId,
    /// Where the entry's colon is.
    pub offset: u32,
    /// The key.
    pub key: Expr,
    /// The value.
    pub value: Expr,
    /// True for `?key: value`.
    pub optional: bool,
}

/// A message literal.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// The name as written, with its dots.
    pub type_name: String,
    /// The fields in order.
    pub fields: Vec<StructField>,
}

/// A field of a message literal.
#[derive(Clone, Debug, PartialEq)]
pub struct StructField {
    /// Fields have ids too.
    pub id: ExprId,
    /// Where the field's colon is.
    pub offset: u32,
    /// The field's name.
    pub name: String,
    /// The value.
    pub value: Expr,
    /// True for `?name: value`.
    pub optional: bool,
}

/// A fold over a list or map, or (`Macro::Bind`) a name for a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    /// The macro that it comes from. The emitter knows each macro by name; the checker reads the expansion.
    pub from: Macro,
    /// Range of the iteration.
    pub iter_range: Expr,
    /// The variable of the element, key or index.
    pub iter_var: String,
    /// The variable of the value, in the two-variable macros.
    pub iter_var2: Option<String>,
    /// `@result`, or the name that `Macro::Bind` gives.
    pub accu_var: String,
    /// The accumulator's first value.
    pub accu_init: Expr,
    /// The loop goes on while this is not false.
    pub loop_condition: Expr,
    /// The accumulator's next value.
    pub loop_step: Expr,
    /// The value of the whole comprehension.
    pub result: Expr,
}

/// The macro a comprehension comes from. One- and two-variable forms share a name; `iter_var2` tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Macro {
    /// `range.all(x, predicate)`
    All,
    /// `range.exists(x, predicate)`
    Exists,
    /// `range.exists_one(x, predicate)`, and `existsOne` with two variables.
    ExistsOne,
    /// `range.map(x, transform)`, `range.map(x, predicate, transform)` and `transformList`.
    Map,
    /// `range.filter(x, predicate)`
    Filter,
    /// `range.transformMap(k, v, transform)`, with and without a predicate.
    TransformMap,
    /// `range.transformMapEntry(k, v, entry)`, with and without a predicate.
    TransformMapEntry,
    /// The names that `optMap`, `optFlatMap` and `sortBy` give: empty range, the result reads `accu_var`.
    Bind,
}

/// The parts of a macro over a list or map that each round evaluates.
#[derive(Clone, Copy, Debug)]
pub struct Round<'e> {
    /// The condition of the element.
    pub predicate: Option<&'e Expr>,
    /// The key that `transformMap` inserts: its first variable as written. With a leading dot this is the global variable.
    pub key: Option<&'e Expr>,
    /// The value that the macro computes from the element.
    pub transform: Option<&'e Expr>,
}

impl Comprehension {
    /// The parts of a round; `None` for a name ([`Macro::Bind`]), and for comprehensions that no macro expands to.
    #[must_use]
    pub fn round(&self) -> Option<Round<'_>> {
        let ExprKind::Call(step) = &self.loop_step.kind else {
            return None;
        };
        Some(match self.from {
            Macro::All | Macro::Exists => Round { predicate: step.args.get(1), key: None, transform: None },
            // `filter` then keeps the value of the global variable of this name, not the element.
            Macro::Filter if self.iter_var.starts_with('.') => round_of_map(step),
            Macro::ExistsOne | Macro::Filter => {
                Round { predicate: step.args.first(), key: None, transform: None }
            }
            Macro::Map => round_of_map(step),
            Macro::TransformMap | Macro::TransformMapEntry => round_of_transform(step),
            Macro::Bind => return None,
        })
    }
}

/// `@result + [t]`, or `p ? @result + [t] : @result`.
fn round_of_map(step: &Call) -> Round<'_> {
    let (predicate, sum) = guarded_step(step);
    let transform = sum.args.get(1).and_then(|list| match &list.kind {
        ExprKind::List(elements) => elements.first().map(|element| &element.value),
        _ => None,
    });
    Round { predicate, key: None, transform }
}

/// `cel.@mapInsert(@result, k, t)` or `cel.@mapInsert(@result, t)`, and the same with a predicate.
fn round_of_transform(step: &Call) -> Round<'_> {
    let (predicate, insert) = guarded_step(step);
    let (key, transform) = match insert.args.as_slice() {
        [_, key, transform] => (Some(key), Some(transform)),
        args => (None, args.last()),
    };
    Round { predicate, key, transform }
}

/// `step`, or `p ? step : @result`.
fn guarded_step(step: &Call) -> (Option<&Expr>, &Call) {
    match (step.function.callee(), step.args.as_slice()) {
        (Callee::Op(Operator::Conditional), [predicate, Expr { kind: ExprKind::Call(step), .. }, _]) => {
            (Some(predicate), step)
        }
        _ => (None, step),
    }
}
