//! Variables that unknown macros should declare: `x` in `self.l.any(x, x > 0)`. They are no mistakes of their own.

use super::{Checker, habits, operands, qualified_name};
use crate::{
    ast::{Call, Comprehension, Expr, ExprId, ExprKind, Function, Macro},
    diagnostic::{in_single_quotes, write},
    library::KubernetesVersion,
    types::Type,
    unparser::{unparse, unparse_operand},
    visit::children,
};
use cel_types::Operator;
use std::collections::BTreeMap;

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

    /// Advice for a call with a function name from another language.
    pub(super) fn suggest_for_call(&self, call: &Call) -> Option<String> {
        if self.diagnostics.is_full() {
            return None;
        }
        if let Some(help) = self.suggest_variable(call) {
            return Some(help);
        }
        let first = call.target.as_deref().or_else(|| call.args.first());
        habits::function(call, first.map(|first| self.substitution.apply(&self.type_of(first))).as_ref())
    }

    /// Advice for a macro without its variable. It is the one name that means nothing else: `self.l.all(t, t in ['a', 'b'])`.
    fn suggest_variable(&self, call: &Call) -> Option<String> {
        let (Some(list), [condition]) = (&call.target, call.args.as_slice()) else { return None };
        let name = habits::own_macro(&call.function)?;
        let mut names = BTreeMap::new();
        self.undeclared(condition, &mut Vec::new(), &mut names, false)?;
        let (variable, is_object) = names.pop_first().filter(|_| names.is_empty())?;
        // `Fast` is the value of an enum.
        if !variable.starts_with(|first: char| first.is_ascii_lowercase()) || habits::is_module(variable) {
            return None;
        }
        let condition = in_single_quotes(&unparse(condition));
        let written = format!("{}.{name}({variable}, {condition})", unparse_operand(list));
        let is_field = || match self.substitution.apply(&self.type_of(list)) {
            Type::List(item) => self.has_field(&item, variable),
            _ => false,
        };
        let is_variable = (is_object || self.is_right(&written)) && !is_field();
        is_variable.then(|| habits::with_variable(name, &written))
    }

    /// Collects the names in an expression that mean nothing here, and whether something is read from them. `bound` are the variables
    /// of macros in the expression. `None` if one of these macros lacks its own variable.
    fn undeclared<'x>(
        &self,
        expr: &'x Expr,
        bound: &mut Vec<&'x str>,
        found: &mut BTreeMap<&'x str, bool>,
        is_read: bool,
    ) -> Option<()> {
        match &expr.kind {
            ExprKind::Ident(name) => {
                if !bound.contains(&name.as_str()) && self.resolve_ident(name, name).is_none() {
                    *found.entry(name).or_default() |= is_read;
                }
                Some(())
            }
            ExprKind::Select(select) => {
                let is_name = qualified_name(expr)
                    .is_some_and(|(first, name)| self.resolve_ident(first, &name).is_some());
                if is_name { Some(()) } else { self.undeclared(&select.operand, bound, found, true) }
            }
            ExprKind::Call(call) => {
                if call.target.is_some() && call.args.len() == 1 && habits::is_like_macro(&call.function) {
                    return None;
                }
                if let Some(target) = call.target.as_deref().filter(|target| !self.is_library(target, call)) {
                    self.undeclared(target, bound, found, true)?;
                }
                call.args.iter().try_for_each(|arg| self.undeclared(arg, bound, found, false))
            }
            ExprKind::Comprehension(fold) => {
                self.undeclared(&fold.iter_range, bound, found, true)?;
                self.undeclared(&fold.accu_init, bound, found, false)?;
                let outer = bound.len();
                bound.extend([fold.accu_var.as_str(), &fold.iter_var]);
                bound.extend(fold.iter_var2.as_deref());
                let inner = [&fold.loop_condition, &fold.loop_step, &fold.result];
                inner.into_iter().try_for_each(|expr| self.undeclared(expr, bound, found, false))?;
                bound.truncate(outer);
                Some(())
            }
            _ => children(expr).into_iter().try_for_each(|expr| self.undeclared(expr, bound, found, false)),
        }
    }

    /// True for the `sets` of `sets.contains(a, b)`.
    fn is_library(&self, target: &Expr, call: &Call) -> bool {
        let name = qualified_name(target).map(|(_, prefix)| format!("{prefix}.{}", call.function));
        name.is_some_and(|name| self.env.function(&name).is_some())
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
