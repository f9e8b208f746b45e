//! Objects in which a rule comes to a certain part of it, as the search's first guesses.
//!
//! In `self.kind != 'A' || self.items.all(i, has(i.a) && i.b > 1)` the part `i.b` is reached if the kind is `A` and an item has `a`. These are the
//! wishes; what is read there is left out at the end.

use super::{
    draft::{Draft, Place},
    shape::{At, Focus, Space},
    wishes::{Wishes, literal, operands},
    work::FAST,
};
use cel_compiler::{
    ast::{Callee, Comprehension, Expr, ExprKind, Literal, Macro},
    crd::document::Node,
    library::KubernetesVersion,
    parser,
    schema::escaping::escape,
};
use cel_types::Operator;

/// A part of a rule that reads a field.
#[derive(Clone, Copy, Debug)]
pub struct Read<'r> {
    /// The text of the rule.
    pub rule: &'r str,
    /// The servers that it is for.
    pub version: KubernetesVersion,
    /// Where the part is.
    pub offset: u32,
    /// What it reads.
    pub key: &'r str,
}

/// On the way from a rule to a part of it.
enum Step<'e> {
    /// A condition has this value.
    Wish(&'e Expr, bool),
    /// The part is in what a macro does in each round.
    Enter(&'e Comprehension),
    /// An operand beside it is not to fail.
    Beside(&'e Expr),
}

/// Objects that lack what a rule reads, in which it comes there: each with the object before an update.
#[must_use]
pub fn lacking(space: &Space, focus: &Focus, read: &Read<'_>) -> Vec<[Node; 2]> {
    let Ok(expr) = parser::parse_for(read.rule, read.version) else { return Vec::new() };
    let mut steps = Vec::new();
    let Some(part) = find(&expr, read, &mut steps) else { return Vec::new() };
    space.work().add(steps.len());
    let Some(base) = base(space, focus) else { return Vec::new() };
    let mut found: Vec<[_; 2]> = Vec::new();
    for choice in 0..CHOICES {
        let mut wishes = Wishes::new(Draft::new(space), base.clone(), choice);
        let is_lacking = lack(&mut wishes, &steps, part).is_some();
        space.work().add(OF_A_DRAFT + wishes.draft.steps() / FAST);
        if !is_lacking {
            continue;
        }
        let objects = wishes.draft.into_objects();
        if !found.contains(&objects) {
            found.push(objects);
        }
    }
    found
}

fn lack<'e>(wishes: &mut Wishes<'e, '_>, steps: &[Step<'e>], part: &'e Expr) -> Option<()> {
    for step in steps {
        match step {
            // Others may hold anyway.
            Step::Wish(condition, value) => {
                wishes.wish(condition, *value).unwrap_or_else(|| wishes.make_reads(condition));
            }
            Step::Enter(fold) => wishes.enter(fold)?,
            Step::Beside(operand) => wishes.make_reads(operand),
        }
    }
    let place = wishes.place(part)?;
    wishes.draft.make(&place);
    wishes.draft.remove(&place)
}

/// The rule's node in small objects.
fn base(space: &Space, focus: &Focus) -> Option<Place> {
    let draft = Draft::new(space);
    let mut place = Place::new(false, Vec::new());
    for at in &focus.0 {
        place = match at {
            At::Field(name) => place.entry(name),
            At::Element => draft.element(&place, &|_| true)?,
        };
    }
    Some(place)
}

/// The part, and the steps to it.
fn find<'e>(expr: &'e Expr, read: &Read<'_>, steps: &mut Vec<Step<'e>>) -> Option<&'e Expr> {
    if expr.offset == read.offset && reads(expr, read.key) {
        return Some(expr);
    }
    let before = steps.len();
    let below = |part: &'e Expr, conditions: Vec<Step<'e>>, steps: &mut Vec<Step<'e>>| {
        steps.extend(conditions);
        let found = find(part, read, steps);
        if found.is_none() {
            steps.truncate(before);
        }
        found
    };
    match &expr.kind {
        ExprKind::Call(call) => match (operator(expr), call.args.as_slice()) {
            (Some(logic @ (Operator::And | Operator::Or)), [one, other]) => {
                let value = logic == Operator::And;
                below(one, vec![Step::Wish(other, value)], steps)
                    .or_else(|| below(other, vec![Step::Wish(one, value)], steps))
            }
            (Some(Operator::Conditional), [condition, then, otherwise]) => {
                let of_then = vec![Step::Wish(condition, true)];
                let of_otherwise = vec![Step::Wish(condition, false)];
                below(condition, Vec::new(), steps)
                    .or_else(|| below(then, of_then, steps))
                    .or_else(|| below(otherwise, of_otherwise, steps))
            }
            _ => operands(call).into_iter().find_map(|operand| {
                let others = operands(call).into_iter().filter(|other| !std::ptr::eq(*other, operand));
                below(operand, others.map(Step::Beside).collect(), steps)
            }),
        },
        ExprKind::Comprehension(fold) if fold.from == Macro::Bind => {
            below(&fold.accu_init, Vec::new(), steps).or_else(|| below(&fold.result, Vec::new(), steps))
        }
        ExprKind::Comprehension(fold) => {
            let round = fold.round()?;
            let wish = |predicate| Step::Wish(predicate, true);
            let of_transform: Vec<_> = round.predicate.into_iter().map(wish).collect();
            below(&fold.iter_range, Vec::new(), steps)
                .or_else(|| below(round.predicate?, vec![Step::Enter(fold)], steps))
                .or_else(|| {
                    let conditions = [Step::Enter(fold)].into_iter().chain(of_transform).collect();
                    below(round.transform?, conditions, steps)
                })
        }
        ExprKind::Select(select) => below(&select.operand, Vec::new(), steps),
        ExprKind::List(elements) => {
            elements.iter().find_map(|element| below(&element.value, Vec::new(), steps))
        }
        ExprKind::Map(entries) => {
            let parts = entries.iter().flat_map(|entry| [&entry.key, &entry.value]);
            parts.into_iter().find_map(|part| below(part, Vec::new(), steps))
        }
        ExprKind::Literal(_) | ExprKind::Ident(_) | ExprKind::Struct(_) => None,
    }
}

fn operator(expr: &Expr) -> Option<Operator> {
    match &expr.kind {
        ExprKind::Call(call) => match call.function.callee() {
            Callee::Op(operator) => Some(operator),
            Callee::Named(_) => None,
        },
        _ => None,
    }
}

/// `a.key`, `a['key']`
fn reads(expr: &Expr, key: &str) -> bool {
    match &expr.kind {
        ExprKind::Select(select) => {
            !select.test_only && (select.field == key || escape(key).is_some_and(|key| key == select.field))
        }
        ExprKind::Call(call) => {
            let name = call.args.get(1).and_then(literal);
            call.function.is(Operator::Index) && matches!(name, Some(Literal::String(name)) if name == key)
        }
        _ => false,
    }
}

/// So many ways are tried to come to the part.
const CHOICES: usize = 2;
const OF_A_DRAFT: usize = 8;
