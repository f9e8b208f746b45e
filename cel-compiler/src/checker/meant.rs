//! Variables that unknown macros should declare: `x` in `self.l.any(x, x > 0)`. They are no mistakes of their own.

use super::{Checker, habits};
use crate::ast::{Call, Expr, ExprKind, Function};

/// All names: the variable of a macro is missing.
pub(super) const ANY: &str = "*";

impl Checker<'_, '_> {
    /// The variables that a call should declare if its function is an unknown macro.
    pub(super) fn meant_by(&self, call: &Call) -> Vec<String> {
        // Nearly all rules have known functions only.
        if matches!(call.function, Function::Operator(_)) || self.env.function(&call.function).is_some() {
            return Vec::new();
        }
        // `self.m.filter(k, v, v > 0)`, `self.l.all(x > 0)`, `all(x in self.l, x > 0)`
        let (name, count) = (&*call.function, call.args.len());
        let is_macro = habits::has_many_variables(name, count)
            || match &call.target {
                Some(_) if count == 1 && habits::is_like_macro(name) => true,
                Some(_) => habits::arity(name).is_some(),
                None => habits::is_like_macro(name),
            };
        if is_macro {
            return vec![ANY.to_owned()];
        }
        // The last argument is the condition.
        let Some((_, variables)) = call.args.split_last() else { return Vec::new() };
        if call.target.is_none() && variables.len() < 2 {
            return Vec::new();
        }
        let undeclared = |arg: &Expr| match &arg.kind {
            ExprKind::Ident(name) if self.resolve_ident(name, name).is_none() => Some(name.clone()),
            _ => None,
        };
        variables.iter().map_while(undeclared).collect()
    }
}
