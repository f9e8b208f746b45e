//! Collects names and constants of expressions. They suggest objects that the expressions judge differently.

use cel_compiler::ast::Callee::Op;
use cel_compiler::{
    ast::{Expr, ExprKind, Literal},
    library::KubernetesVersion,
    parser,
    schema::escaping::escape,
    visit::children,
};
use cel_types::Operator::{In, Index, OptIndex, OptSelect};
use std::collections::BTreeSet;

/// Constants and names of expressions.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// `self.size() < 10` has 10, which may be a number or a length.
    pub(super) ints: Vec<i64>,
    pub(super) floats: Vec<f64>,
    /// `self.startsWith('a')` has `a`.
    pub(super) texts: Vec<String>,
    pub(super) patterns: Vec<String>,
    /// The functions that are called: `quantity(self.size)` needs texts that are quantities.
    pub(super) functions: BTreeSet<String>,
    /// The fields that are read: `self.spec.name` has `spec` and `name`.
    pub(super) names: BTreeSet<String>,
}

impl Hints {
    /// Adds the hints of an expression. One that does not parse has none.
    pub fn add(&mut self, expression: &str, version: KubernetesVersion) {
        if let Ok(expr) = parser::parse_for(expression, version) {
            self.expr(&expr);
        }
    }

    /// Adds a field by its name.
    pub fn add_name(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// True if an expression reads the property.
    pub(crate) fn names_property(&self, name: &str) -> bool {
        self.names.contains(name) || escape(name).is_some_and(|name| self.names.contains(&*name))
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Select(select) => self.add_name(&select.field),
            ExprKind::Call(call) => {
                self.functions.insert(call.function.to_string());
                let argument = call.args.last().map(|argument| &argument.kind);
                if let ("matches" | "find" | "findAll", Some(ExprKind::Literal(Literal::String(pattern)))) =
                    (&*call.function, argument)
                {
                    push(&mut self.patterns, pattern);
                }
                if let (
                    Op(OptSelect | Index | OptIndex | In),
                    Some(ExprKind::Literal(Literal::String(name))),
                ) = (call.function.callee(), argument)
                {
                    self.add_name(name);
                }
            }
            ExprKind::Ident(_)
            | ExprKind::List(_)
            | ExprKind::Map(_)
            | ExprKind::Struct(_)
            | ExprKind::Comprehension(_) => {}
        }
        children(expr).into_iter().for_each(|child| self.expr(child));
    }

    fn literal(&mut self, literal: &Literal) {
        match literal {
            Literal::Int(value) => push(&mut self.ints, value),
            Literal::Uint(value) => push(&mut self.ints, &i64::try_from(*value).unwrap_or(i64::MAX)),
            Literal::Double(value) => push(&mut self.floats, value),
            Literal::String(text) => push(&mut self.texts, text),
            Literal::Bytes(_) | Literal::Null | Literal::Bool(_) => {}
        }
    }
}

/// Adds a constant. The first ones are enough.
fn push<T: Clone + PartialEq>(list: &mut Vec<T>, value: &T) {
    if list.len() < MOST && !list.contains(value) {
        list.push(value.clone());
    }
}

const MOST: usize = 40;
