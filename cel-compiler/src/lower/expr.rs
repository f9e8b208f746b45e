//! Expressions: calls the function for each kind of expression.

use super::{attribute::Purpose, block::Block, comprehension::Keep, state::Lowering, variables::variable};
use crate::ast::Callee::Op;
use crate::{
    ast::{Expr, ExprKind},
    diagnostic::Diagnostic,
    ir::{Local, Operand, Operation, Repr, Value},
    types::Type,
    visit::children,
};
use cel_types::Operator::{And, Conditional, Index, OptIndex, OptSelect, Or};

impl<'s> Lowering<'_, 's> {
    /// The value of a node. Makes the server's charges for it, in the server's order.
    pub(super) fn lower(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        if self.is_too_large() {
            return Operand::new(Value::Nothing, Repr::Null); // never compiled
        }
        match self.shared(expr) {
            Some(shared) => self.run_shared(&shared, block),
            None if self.is_apart(expr) => self.apart(expr, block),
            None => self.lower_kind(expr, block),
        }
    }

    pub(super) fn lower_kind(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        if let Some(constant) = self.plan.constant(expr) {
            return self.constant(constant, self.type_of(expr));
        }
        let value = match &expr.kind {
            ExprKind::Literal(_) => self.no_code(expr),
            ExprKind::Ident(_) => self.attribute(expr, Purpose::Value, block),
            ExprKind::Select(select) if select.test_only => self.has(expr, select, true, block),
            ExprKind::Select(_) => self.attribute(expr, Purpose::Value, block),
            ExprKind::Call(call) => match call.function.callee() {
                Op(And) => self.logic(call, false, block),
                Op(Or) => self.logic(call, true, block),
                Op(Index | Conditional | OptSelect | OptIndex) => self.attribute(expr, Purpose::Value, block),
                _ => self.call(expr, call, block),
            },
            ExprKind::List(elements) => self.list_literal(elements, block),
            ExprKind::Map(entries) => self.map_literal(entries, block),
            ExprKind::Struct(_) => self.no_code(expr),
            ExprKind::Comprehension(fold) => self.comprehension(expr, fold, Keep::List, block),
        };
        if value.repr.is_too_deep() { self.dynamic(value) } else { value }
    }

    pub(super) fn type_of(&self, expr: &Expr) -> Type {
        self.checked.type_of(expr.id).clone()
    }

    /// Reports an expression that the checker accepted but that has no code: a mistake of the compiler. The result is never compiled.
    pub(super) fn no_code(&mut self, expr: &Expr) -> Operand {
        let nothing = Operand::new(Value::Nothing, Repr::Null);
        let mut below = vec![expr];
        while let Some(inner) = below.pop() {
            if self.unsupported.contains(&inner.id) {
                return nothing; // follows from the report about `inner`
            }
            below.extend(children(inner));
        }
        self.unsupported.push(expr.id);
        let error =
            Diagnostic::new(expr.offset, "internal error: cel-compiler has no code for this expression");
        self.missing.push(error.with_help("please report the rule: this is a mistake of cel-compiler"));
        nothing
    }

    /// A name that no other value of the function has: `__cel_ports`, the second `__cel_ports_2`. No constant of the user's begins with
    /// `__cel_`. A constant `ports` would turn `for ports in ..` into a pattern.
    pub(super) fn fresh(&mut self, hint: &str) -> Local {
        let is_of_names = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let hint: String = hint.chars().filter(is_of_names).collect();
        let mut name = hint.clone();
        while self.names.contains_key(&name) {
            let number = self.names.entry(hint.clone()).or_insert(1);
            *number += 1;
            name = format!("{hint}_{number}");
        }
        self.names.insert(name.clone(), 1);
        variable(&name)
    }

    /// A fresh name for a value, derived from its source.
    pub(super) fn fresh_for(&mut self, value: &Value) -> Local {
        let hint = value.hint().to_owned();
        self.fresh(&hint)
    }

    /// The value of an expression. JSON that the expression does not read further becomes a dynamic value.
    pub(super) fn result(&mut self, value: Operand) -> Operand {
        let is_json = self.env.holds_json() && !(value.repr.is_static() && self.is_comparable(&value.repr));
        if is_json { self.dynamic(value) } else { value }
    }

    /// The value of a rule. The checker has made sure that it is a boolean.
    pub(super) fn verdict(&mut self, value: Operand) -> Operand {
        if value.repr != Repr::Dynamic {
            return value;
        }
        self.lift(vec![value], Operation::call(Repr::Bool, false, "dynamic::verdict", 1))
    }

    /// The value of a message. For the checker it is a text.
    pub(super) fn text(&mut self, value: Operand) -> Operand {
        if value.repr != Repr::Dynamic {
            return self.coerce(value, &Repr::String);
        }
        self.lift(vec![value], Operation::call(Repr::String, true, "dynamic::message", 1))
    }

    /// A condition of a macro as a boolean, even if it never has a value.
    pub(super) fn predicate(&mut self, expr: &Expr, block: &mut Block) -> Operand {
        let value = self.lower(expr, block);
        self.condition(value)
    }
}
