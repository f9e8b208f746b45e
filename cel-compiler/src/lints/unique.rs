//! `quadratic_uniqueness`: a rule that compares all items of a list with each other.

use super::{
    facts::holds,
    finding::Found,
    lint::{Example, Level, Lint},
    subject::{Subject, chain, literal, operands, operator, path},
};
use crate::{
    ast::{Callee, Comprehension, Expr, ExprKind, Literal, Macro},
    schema::{DeclKind, DeclType, ListType},
};
use cel_types::Operator;
use std::cmp::Ordering;

pub(super) static LINT: Lint = Lint {
    name: "quadratic_uniqueness",
    level: Level::Warn,
    summary: "A rule compares all items with each other to see that they differ.",
    reason: "It costs as much as the square of the list's length. `x-kubernetes-list-type: map` with `x-kubernetes-list-map-keys`, or `set`, has \
             the server see to it, says which item is there twice, and lets server-side apply merge the lists.",
    example: Example {
        schema: "{type: array, maxItems: 9, items: {type: object, required: [name], properties: {name: {type: string, maxLength: 9}}}}",
        wrong: &["self.all(x, self.exists_one(y, x.name == y.name))"],
        right: &["self.exists_one(y, y.name == 'main')"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    subject.each(&mut |expr| {
        let ExprKind::Comprehension(outer) = &expr.kind else { return };
        if outer.from != Macro::All || outer.iter_var2.is_some() {
            return;
        }
        let Some(inner) = outer.round().and_then(|round| only_one(round.predicate?)) else { return };
        if path(&inner.iter_range) != path(&outer.iter_range) || inner.iter_var == outer.iter_var {
            return;
        }
        let Some(DeclKind::List { items, list_type }) =
            subject.node_of(&outer.iter_range).map(|node| &node.kind)
        else {
            return;
        };
        let Some(keys) =
            inner.round().and_then(|round| keys(round.predicate?, [&outer.iter_var, &inner.iter_var]))
        else {
            return;
        };
        if let Some(help) = advice(subject, items, list_type, &keys) {
            let text = "the rule compares each item with all others, which the list's type can do".to_owned();
            found.add(&LINT, expr.offset, text).help(help);
        }
    });
}

/// The inner macro of `l.exists_one(y, ..)` and `l.filter(y, ..).size() == 1`.
fn only_one(predicate: &Expr) -> Option<&Comprehension> {
    if let ExprKind::Comprehension(fold) = &predicate.kind {
        return (fold.from == Macro::ExistsOne && fold.iter_var2.is_none()).then_some(fold);
    }
    let (operator, [one, other]) = operator(predicate)? else { return None };
    let Some(Literal::Int(count)) = literal(other) else { return None };
    // The comparison is true for one and false for two.
    let of = |size: i64| holds(operator, size.cmp(count));
    if of(1) != Some(true) || of(2) != Some(false) || holds(operator, Ordering::Equal).is_none() {
        return None;
    }
    let ExprKind::Call(call) = &one.kind else { return None };
    match (call.function.callee(), operands(call).as_slice()) {
        (Callee::Named("size"), [Expr { kind: ExprKind::Comprehension(fold), .. }]) => {
            (fold.from == Macro::Filter && fold.iter_var2.is_none()).then_some(fold)
        }
        _ => None,
    }
}

/// `name` and `port` for `x.name == y.name && x.port == y.port`; none for `x == y`.
fn keys<'e>(predicate: &'e Expr, [one, other]: [&str; 2]) -> Option<Vec<&'e str>> {
    let is = |expr: &Expr, variable: &str| matches!(&expr.kind, ExprKind::Ident(name) if name == variable);
    let key = |expr: &'e Expr, variable: &str| match &expr.kind {
        ExprKind::Select(select) if !select.test_only && is(&select.operand, variable) => {
            Some(&*select.field)
        }
        _ => None,
    };
    let mut found = Vec::new();
    for part in chain(predicate, Operator::And) {
        let (Operator::Equals, [left, right]) = operator(part)? else { return None };
        if is(left, one) && is(right, other) || is(left, other) && is(right, one) {
            continue;
        }
        let same = key(left, one).zip(key(right, other)).or_else(|| key(left, other).zip(key(right, one)))?;
        found.push((same.0 == same.1).then_some(same.0)?);
    }
    Some(found)
}

fn advice(
    subject: &Subject<'_, '_>,
    items: &DeclType,
    list_type: &ListType,
    keys: &[&str],
) -> Option<String> {
    match (list_type, keys) {
        (ListType::Set, []) => return Some("the list is a set already: remove the rule".to_owned()),
        (ListType::Map(known), _) => {
            let is_implied = !keys.is_empty() && known.iter().all(|known| keys.contains(&&**known));
            return is_implied.then(|| "the list's keys are these already: remove the rule".to_owned());
        }
        _ => {}
    }
    let is_scalar = |node: &DeclType| {
        matches!(
            node.kind,
            DeclKind::Bool | DeclKind::Int | DeclKind::Double | DeclKind::String | DeclKind::IntOrString
        )
    };
    if keys.is_empty() {
        return (is_scalar(items) && *list_type == ListType::Atomic)
            .then(|| "give the list `x-kubernetes-list-type: set`".to_owned());
    }
    let DeclKind::Object { fields, .. } = &items.kind else { return None };
    let can_be_key = |key: &&str| {
        fields
            .find(key)
            .is_some_and(|field| (field.required || field.node.defaulted) && is_scalar(&field.node))
    };
    let can_be_map = keys.iter().all(can_be_key) && *list_type == ListType::Atomic;
    let _ = subject;
    can_be_map.then(|| {
        format!(
            "give the list `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys: [{}]`",
            keys.join(", ")
        )
    })
}
