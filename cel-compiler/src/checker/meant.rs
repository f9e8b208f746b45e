//! Variables that unknown macros should declare: `x` in `self.l.any(x, x > 0)`. They are no mistakes of their own.

use super::{Checker, habits, operands};
use crate::{
    ast::{Call, Comprehension, Expr, ExprId, ExprKind, Function, Macro},
    diagnostic::write,
    library::KubernetesVersion,
};
use cel_types::Operator;

/// All names: the variable of a macro is missing.
pub(super) const ANY: &str = "*";

impl Checker<'_, '_> {
    /// The variables that a call should declare if its function is an unknown macro.
    pub(super) fn meant_by(&self, call: &Call) -> Vec<String> {
        // Nearly all rules have known functions only.
        if matches!(call.function, Function::Operator(_)) || self.takes_so_many(call) {
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
        if habits::plain(name) == "isinstance" {
            let types = call.args.iter().filter_map(|arg| match &arg.kind {
                ExprKind::Ident(name) => habits::type_name(name).map(|_| name.clone()),
                _ => None,
            });
            return types.collect();
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

    /// True if the function exists with that many arguments: `self.l.sort()`, but not `self.l.sort(x, x.port)`.
    fn takes_so_many(&self, call: &Call) -> bool {
        let Some(function) = self.env.function(&call.function) else { return false };
        let count = call.args.len() + usize::from(call.target.is_some());
        call.args.len() < 2
            || function.overloads(self.env.version()).any(|overload| overload.args.len() == count)
    }

    /// The `n` of `self.l.map(i, n, n > 0)`, and the macro that has two variables.
    pub(super) fn second_variable_of_map(
        &self,
        expr: &Expr,
        map: &Comprehension,
    ) -> Option<(ExprId, String)> {
        if map.from != Macro::Map || self.env.version() < KubernetesVersion::TWO_VARIABLES {
            return None;
        }
        let ExprKind::Call(Call { function, args, .. }) = &map.loop_step.kind else { return None };
        let condition = args.first().filter(|_| function.is(Operator::Conditional))?;
        let ExprKind::Ident(name) = &condition.kind else { return None };
        let is_unknown = self.resolve_ident(name, name).is_none();
        let list = operands::renamed(expr, map, "map", "transformList").filter(|_| is_unknown)?;
        Some((condition.id, format!("`map` has one variable; {}", write(&list))))
    }
}
