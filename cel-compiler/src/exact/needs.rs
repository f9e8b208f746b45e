//! Finds the rules that may show behaviour of the Go implementation that others cannot reach.

use super::leftovers;
use crate::ast::Callee::{self, Named, Op};
use crate::{
    ast::{Call, Expr, ExprKind, Literal, Macro},
    checker::CheckedExpr,
    env::{Env, OLD_SELF},
    plan::Plan,
    types::Type,
    visit::{any, any_child, children},
};
use cel_types::Operator::{Conditional, Equals, NotEquals, OptSelect};

/// True if an expression needs exact code. Most rules do not, even if their objects are JSON.
///
/// - A map may have keys that the server compares by address, or panics over: `{[1]: 2}`, `{dyn(self.a): 2}`, `{b'a': 2}`.
/// - An empty list or map may get a name. The server replaces it by one that it can add to: `self.?l.optMap(l, l + [1])`.
/// - A call may be charged for values that an earlier round of a loop has left ([`leftovers`]).
/// - A chain may find an optional that its own steps do not look into: `[self.?a][0].b`, `dyn(self.?a).b.c`.
/// - The expression builds a message: `google.protobuf.Duration{seconds: 1}`.
/// - Its loops nest so deeply that rustc would take minutes for them.
pub(crate) fn needs(checked: &CheckedExpr, plan: &Plan, env: &Env<'_>, is_message: bool) -> bool {
    plan.has_identities()
        || any(checked.expr(), &mut |expr| has_keys_to_hash(expr, checked))
        || any(checked.expr(), &mut |expr| matches!(expr.kind, ExprKind::Struct(_)))
        || nests_loops(checked.expr(), MOST_LOOPS)
        || may_show_named(checked)
        || may_find_optionals(checked)
        || is_message && names_plain_old_self(checked, env)
        || leftovers::may_be_charged(checked, plan, env)
}

/// True if a node is a map literal with keys that make the server panic when it hashes them.
fn has_keys_to_hash(expr: &Expr, checked: &CheckedExpr) -> bool {
    let is_opaque = |key: &Expr| matches!(checked.type_of(key.id), Type::Bytes | Type::Opaque(..));
    matches!(&expr.kind, ExprKind::Map(entries) if entries.iter().any(|entry| is_opaque(&entry.key)))
}

/// True if an expression names a list or a map, and its result may differ between the new one and the original.
fn may_show_named(checked: &CheckedExpr) -> bool {
    let asks = |expr: &Expr| match &expr.kind {
        ExprKind::Call(call) => {
            let function = checked.callee(expr.id, call).0;
            matches!(function, Named("dyn" | "optional.ofNonZeroValue")) || adds_lists(expr, checked)
        }
        _ => false,
    };
    let root = checked.expr();
    any(root, &mut |expr| names_collection(expr, checked)) && any(root, &mut |expr| asks(expr))
}

/// True if a node gives a name to a value that may be a list or a map.
fn names_collection(expr: &Expr, checked: &CheckedExpr) -> bool {
    let ExprKind::Comprehension(fold) = &expr.kind else { return false };
    let may_be_collection = matches!(
        checked.type_of(fold.accu_init.id),
        Type::List(_) | Type::Map(_) | Type::Object(_) | Type::Dyn | Type::Any | Type::Param(_)
    );
    fold.from == Macro::Bind && !fold.accu_var.starts_with('@') && may_be_collection
}

/// True if a node adds two lists. The additions in expansions of macros do not count.
pub(crate) fn adds_lists(expr: &Expr, checked: &CheckedExpr) -> bool {
    let is_accumulator = |left: &&Expr| matches!(&left.kind, ExprKind::Ident(name) if name.starts_with('@'));
    checked.overloads(expr.id).iter().any(|overload| overload.id == "add_list")
        && !children(expr).first().is_some_and(is_accumulator)
}

/// True if an optional may be hidden in another value: in a list or a map, in another optional, or in a dyn value.
fn may_find_optionals(checked: &CheckedExpr) -> bool {
    any(checked.expr(), &mut |expr| {
        let ty = checked.type_of(expr.id);
        let kept = |child: &Expr| checked.type_of(child.id).optional_value().is_none();
        holds_optional(ty)
            || match &expr.kind {
                ExprKind::Literal(_) | ExprKind::Ident(_) | ExprKind::Select(_) => false,
                ExprKind::Call(call) => {
                    !takes_optionals(call, checked.callee(expr.id, call).0, ty)
                        && !children(expr).into_iter().all(kept)
                }
                ExprKind::List(elements) => {
                    !elements.iter().all(|element| element.optional || kept(&element.value))
                }
                ExprKind::Map(entries) => {
                    !entries.iter().all(|entry| kept(&entry.key) && (entry.optional || kept(&entry.value)))
                }
                ExprKind::Struct(_) => true,
                ExprKind::Comprehension(fold) => ty.optional_value().is_none() && !kept(&fold.result),
            }
    })
}

/// True if the type of a call shows what it does with its optional operands.
fn takes_optionals(call: &Call, function: Callee<'_>, ty: &Type) -> bool {
    match function {
        Op(Conditional) => ty.optional_value().is_some(),
        Op(Equals | NotEquals) | Named("or" | "orValue" | "hasValue" | "value" | "type") => true,
        _ => call.function.is_step(),
    }
}

/// True if values of a type hold optionals.
fn holds_optional(ty: &Type) -> bool {
    let is_optional = |ty: &Type| ty.optional_value().is_some() || holds_optional(ty);
    match ty {
        Type::List(element) => is_optional(element),
        Type::Map(entry) => is_optional(&entry.0) || is_optional(&entry.1),
        Type::Opaque(..) => ty.optional_value().is_some_and(is_optional),
        _ => false,
    }
}

/// True if a message expression names `oldSelf` and the checker takes it for an optional. In a message it never is one.
fn names_plain_old_self(checked: &CheckedExpr, env: &Env<'_>) -> bool {
    let declared = env.variable(OLD_SELF);
    declared.is_some_and(|variable| variable.ty.optional_value().is_some())
        && checked.uses_identifier(OLD_SELF)
}

/// The properties of a variable that an expression reads; `None` if it uses the variable as a whole.
pub(crate) fn properties<'e>(expr: &'e Expr, variable: &str) -> Option<Vec<&'e str>> {
    let is_variable =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Ident(name) if name.trim_start_matches('.') == variable);
    match &expr.kind {
        ExprKind::Ident(_) if is_variable(expr) => None,
        ExprKind::Select(select) if is_variable(&select.operand) => Some(vec![&select.field]),
        ExprKind::Call(call) => match (call.function.callee(), call.args.as_slice()) {
            (Op(OptSelect), [operand, Expr { kind: ExprKind::Literal(Literal::String(name)), .. }])
                if is_variable(operand) =>
            {
                Some(vec![name])
            }
            _ => properties_below(expr, variable),
        },
        _ => properties_below(expr, variable),
    }
}

fn properties_below<'e>(expr: &'e Expr, variable: &str) -> Option<Vec<&'e str>> {
    let mut all = Vec::new();
    for child in children(expr) {
        all.extend(properties(child, variable)?);
    }
    Some(all)
}

/// True if more loops than that are inside each other.
fn nests_loops(expr: &Expr, most: usize) -> bool {
    match &expr.kind {
        ExprKind::Comprehension(fold) if fold.from != Macro::Bind => {
            let before = [&fold.accu_init, &fold.iter_range];
            let round = [&fold.loop_condition, &fold.loop_step, &fold.result];
            before.into_iter().any(|part| nests_loops(part, most))
                || most
                    .checked_sub(1)
                    .is_none_or(|most| round.into_iter().any(|part| nests_loops(part, most)))
        }
        _ => any_child(expr, &mut |child| nests_loops(child, most)),
    }
}

/// The time that rustc takes for loops in loops grows faster than their number: 2 s for 20, minutes for 80.
const MOST_LOOPS: usize = 16;
