//! Targets of `optMap` before Kubernetes 1.32 (cel-go 0.20: `cel/library.go`, `checker.go`).
//!
//! The macro puts the same nodes of its target into the tree twice, so the checker finds two types for each. It refuses
//! a node if the second type has new type variables. The types of `[]` and of all macros that build a list have some:
//! `self.l.map(x, x)[?0].optMap(y, y)`.

use super::{Checker, errors};
use crate::{
    ast::{Call, Comprehension, Expr, ExprKind, Macro},
    library::KubernetesVersion,
    visit::children,
};
use cel_types::Operator;

impl Checker<'_, '_> {
    /// Reports the nodes in the target of `optMap` or `optFlatMap` that have two types; `call` is the expansion of the macro.
    pub(super) fn check_shared_target(&mut self, call: &Call) {
        if self.env.version() >= KubernetesVersion::COPIED_TARGETS {
            return;
        }
        if let Some((target, copy)) = targets(call) {
            self.compare_types(target, copy);
        }
    }

    /// True if the types of the node and of all nodes below it are equal. Reports the innermost difference.
    fn compare_types(&mut self, first: &Expr, second: &Expr) -> bool {
        let pairs = children(first).into_iter().zip(children(second));
        let are_equal = pairs.fold(true, |equal, (first, second)| self.compare_types(first, second) && equal);
        let (old, new) = (self.type_of(first), self.type_of(second));
        if are_equal && old != new {
            let error = errors::incompatible_type(first.offset, &old, &new);
            // A target within a target is compared twice.
            if !self.diagnostics.iter().any(|known| *known == error) {
                self.report(error);
            }
        }
        are_equal && old == new
    }
}

/// The two copies of the target in `target.hasValue() ? .. target.value() .. : optional.none()`.
fn targets(call: &Call) -> Option<(&Expr, &Expr)> {
    let [condition, mapped, _] = call.args.as_slice() else { return None };
    let bind = match &mapped.kind {
        ExprKind::Call(of) if call.function.is(Operator::Conditional) => of.args.first()?,
        _ => mapped,
    };
    match &bind.kind {
        ExprKind::Comprehension(fold) if fold.from == Macro::Bind => {
            let Comprehension { accu_init, .. } = &**fold;
            Some((target_of(condition)?, target_of(accu_init)?))
        }
        _ => None,
    }
}

fn target_of(call: &Expr) -> Option<&Expr> {
    match &call.kind {
        ExprKind::Call(Call { target: Some(target), .. }) => Some(target),
        _ => None,
    }
}
