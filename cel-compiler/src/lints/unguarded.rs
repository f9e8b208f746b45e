//! `unguarded_optional`: a field that may be absent is read without `has()`.

mod guard;
mod implied;

use super::{
    facts::{Facts, Known, when},
    finding::{Found, Shows},
    lint::{Example, Level, Lint},
    null,
    subject::{Subject, chain, literal, operator, path, text, written},
};
use crate::{
    ast::{Comprehension, Expr, ExprId, ExprKind, Literal, Macro},
    schema::{DeclField, DeclKind, Encoding},
    types::Type,
    unparser,
};
use cel_types::Operator;
use guard::{Place, Role};
use implied::{Condition, Implied};
use std::collections::{HashMap, HashSet};

pub(super) static LINT: Lint = Lint {
    name: "unguarded_optional",
    level: Level::Warn,
    summary: "A field that may be absent is read without `has()`.",
    reason: "The server refuses an object without the field: the rule fails with `no such key`, and the author meant no such thing. \
             A field may be absent if it is neither in `required` nor has a default value, or if it is `nullable`.",
    example: Example {
        schema: "{type: object, properties: {class: {type: string}}}",
        wrong: &["self.class != 'none'"],
        right: &["!has(self.class) || self.class != 'none'"],
    },
};

pub(super) fn find(subject: &Subject<'_, '_>, found: &mut Found<'_>) {
    let mut walk = Walk {
        subject,
        facts: Facts::default(),
        conditions: Vec::new(),
        implied: Implied::new(subject.checked.expr()),
        elsewhere: HashSet::new(),
        replaced: null::replaced_reads(subject),
        told: HashMap::new(),
        conjunction: None,
        macros: Vec::new(),
        operand: subject.checked.expr(),
        role: Role::Whole,
        alternatives: Vec::new(),
        found,
    };
    walk.collect(subject.checked.expr(), true);
    walk.visit(subject.checked.expr());
}

struct Walk<'w, 'a, 's, 'f> {
    subject: &'w Subject<'a, 's>,
    facts: Facts,
    /// The conditions that hold at the current place.
    conditions: Vec<Option<Condition<'w>>>,
    implied: Implied,
    /// Fields in a `has()` whose answer is used in another way than by `&&`, `||` and `?:`, as in `has(self.a) == has(self.b)`.
    /// The lint does not report them.
    elsewhere: HashSet<String>,
    /// Reads that another lint replaces by `has()`.
    replaced: HashSet<ExprId>,
    /// The fields that are reported, each with the number of its finding and the conjunction around it.
    told: HashMap<String, (usize, Option<ExprId>)>,
    /// The `a && b && c` around the current place. A guard of one operand also guards those behind it.
    conjunction: Option<ExprId>,
    /// The macros around the current place, innermost last.
    macros: Vec<&'w Comprehension>,
    /// The operand of the rule's logic around the current place, and its role.
    operand: &'w Expr,
    role: Role,
    /// The alternatives of the rule, of one of its demands, or of the predicate of `all`: `a` and `b` in `a || b`.
    alternatives: Vec<&'w Expr>,
    found: &'w mut Found<'f>,
}

impl<'w, 'a, 's> Walk<'w, 'a, 's, '_> {
    /// Collects [`Self::elsewhere`]. `decides` is true if the value is an operand of the rule's logic.
    fn collect(&mut self, expr: &Expr, decides: bool) {
        if let ExprKind::Select(select) = &expr.kind
            && select.test_only
            && !decides
        {
            self.elsewhere.insert(path(expr));
        }
        let is_bool = |expr: &Expr| matches!(literal(expr), Some(Literal::Bool(_)));
        let inner = match operator(expr) {
            Some((Operator::Not | Operator::And | Operator::Or | Operator::Conditional, _)) => decides,
            Some((Operator::Equals | Operator::NotEquals, operands)) => {
                decides && operands.iter().any(is_bool)
            }
            _ => matches!(&expr.kind, ExprKind::Comprehension(_)),
        };
        for (i, part) in written(expr).into_iter().enumerate() {
            let is_condition = matches!(operator(expr), Some((Operator::Conditional, _))) && i == 0;
            self.collect(part, inner || is_condition);
        }
    }

    fn visit(&mut self, expr: &'w Expr) {
        match (operator(expr), &expr.kind) {
            (Some((logic @ (Operator::And | Operator::Or), _)), _) => self.logic(expr, logic),
            (Some((Operator::Conditional, [condition, then, otherwise])), _) => {
                let before = (self.operand, self.role);
                let conjunction = self.conjunction.take();
                self.as_operand(condition, Role::Other, None);
                let role = if before.1 == Role::Other { Role::Other } else { Role::Consequence };
                self.as_operand(then, role, Some((condition, true)));
                self.as_operand(otherwise, role, Some((condition, false)));
                self.conjunction = conjunction;
            }
            (Some((Operator::Not, [operand])), _) => self.as_operand(operand, Role::Other, None),
            (Some((Operator::Index, [operand, key])), _) => {
                self.visit(operand);
                self.visit(key);
                if let Some(key) = text(key) {
                    self.key(expr, operand, key);
                }
            }
            (_, ExprKind::Comprehension(fold)) if fold.from != Macro::Bind => self.fold(fold),
            (_, ExprKind::Select(select)) if self.subject.checked.reference(expr.id).is_none() => {
                self.visit(&select.operand);
                if !select.test_only {
                    self.select(expr, &select.operand, &select.field);
                }
            }
            _ => written(expr).into_iter().for_each(|part| self.visit(part)),
        }
    }

    /// Visits an operand of the rule's logic that is evaluated only if a condition holds.
    fn as_operand(&mut self, expr: &'w Expr, role: Role, condition: Option<Condition<'w>>) {
        let before = (self.operand, self.role);
        (self.operand, self.role) = (expr, role);
        let known = condition.map_or(Known::nothing(), |(condition, value)| when(condition, value));
        self.facts.add(&known);
        self.conditions.push(condition);
        self.visit(expr);
        self.conditions.pop();
        self.facts.remove(&known);
        (self.operand, self.role) = before;
    }

    /// An error of an operand counts unless one of the others decides.
    fn logic(&mut self, expr: &'w Expr, logic: Operator) {
        let operands = chain(expr, logic);
        let known: Vec<Known> =
            operands.iter().map(|operand| when(operand, logic == Operator::And)).collect();
        known.iter().for_each(|known| self.facts.add(known));
        let role = match self.role {
            Role::Whole if logic == Operator::And && known.iter().all(|known| *known == Known::nothing()) => {
                Role::Demand
            }
            Role::Other => Role::Other,
            Role::Whole | Role::Demand | Role::Consequence => Role::Consequence,
        };
        let are_alternatives = matches!(self.role, Role::Whole | Role::Demand) && logic == Operator::Or;
        let alternatives = if are_alternatives { operands.clone() } else { Vec::new() };
        let before = std::mem::replace(&mut self.alternatives, alternatives);
        let conjunction =
            std::mem::replace(&mut self.conjunction, (logic == Operator::And).then_some(expr.id));
        let first = self.conditions.len();
        self.conditions.extend(operands.iter().map(|operand| Some((*operand, logic == Operator::And))));
        for (i, (operand, known)) in operands.into_iter().zip(&known).enumerate() {
            self.facts.remove(known);
            let own = self.conditions[first + i].take();
            self.as_operand(operand, role, None);
            self.conditions[first + i] = own;
            self.facts.add(known);
        }
        self.conditions.truncate(first);
        (self.alternatives, self.conjunction) = (before, conjunction);
        known.iter().for_each(|known| self.facts.remove(known));
    }

    fn fold(&mut self, fold: &'w Comprehension) {
        self.visit(&fold.iter_range);
        let Some(round) = fold.round() else { return };
        let known = of_elements(&fold.iter_range, &fold.iter_var).and(self.facts.of_elements(fold));
        self.facts.add(&known);
        self.macros.push(fold);
        let outer = (std::mem::take(&mut self.alternatives), self.conjunction.take());
        let role = match (fold.from, self.role) {
            (_, Role::Other) => Role::Other,
            (Macro::All, _) => Role::Whole,
            (Macro::Exists | Macro::ExistsOne | Macro::Filter, _) => Role::Consequence,
            _ => Role::Other,
        };
        for part in round.predicate.into_iter().chain(round.key) {
            self.as_operand(part, role, None);
        }
        if let Some(transform) = round.transform {
            self.as_operand(transform, Role::Other, round.predicate.map(|predicate| (predicate, true)));
        }
        (self.alternatives, self.conjunction) = outer;
        self.macros.pop();
        self.facts.remove(&known);
    }

    /// `self.labels['a']`, `self.labels.a`
    fn key(&mut self, expr: &Expr, map: &Expr, key: &str) {
        // `{'a': 1}.a`
        if !matches!(map.kind, ExprKind::Map(_))
            && matches!(self.subject.checked.type_of(map.id), Type::Map(_))
        {
            self.absent(expr, key, || {
                let map = unparser::unparse(map);
                (format!("{} in {map}", quoted(key)), format!("`{map}` may lack the key `{key}`"))
            });
        }
    }

    fn select(&mut self, expr: &Expr, operand: &Expr, name: &str) {
        let Some(field) = self.subject.field(operand, name) else { return self.key(expr, operand, name) };
        // A variant with fields of its own is absent where the enum has another one.
        let is_lone =
            matches!(field.node.encoding, Encoding::Variant(_)) && self.subject.properties(operand) < 2;
        if is_lone
            || !may_be_absent(field)
            || self.is_of_resource(operand, name)
            || self.replaced.contains(&expr.id)
        {
            return;
        }
        let why = if field.required || field.node.defaulted { "nullable" } else { "optional" };
        self.absent(expr, &field.name, || {
            let read = unparser::unparse(expr);
            (format!("has({read})"), format!("`{read}` is {why}"))
        });
    }

    /// True for names of a resource. The server has checked them before a rule runs, or knows more about them than the schema.
    fn is_of_resource(&self, operand: &Expr, name: &str) -> bool {
        let has = |operand: &Expr, names: &[&str]| {
            names.iter().all(|name| self.subject.field(operand, name).is_some())
        };
        match name {
            "kind" | "apiVersion" | "metadata" => has(operand, &["kind", "apiVersion", "metadata"]),
            "name" | "generateName" => match &operand.kind {
                ExprKind::Select(select) => {
                    select.field == "metadata" && has(&select.operand, &["kind", "apiVersion"])
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// `texts` are the guard of the field, and what is wrong without it.
    fn absent(&mut self, expr: &Expr, key: &str, texts: impl FnOnce() -> (String, String)) {
        let path = path(expr);
        if self.facts.has(&path) || self.elsewhere.contains(&path) {
            return;
        }
        if self.implied.says(&path, &self.conditions) {
            return;
        }
        if let Some((number, conjunction)) = self.told.get(&path) {
            let (number, conjunction) = (*number, *conjunction);
            let is_guarded =
                self.role == Role::Consequence && conjunction.is_some() && conjunction == self.conjunction;
            if !is_guarded {
                self.guard_again(expr, number, texts);
            }
            return;
        }
        if self.told.len() >= MOST_TOLD {
            return;
        }
        self.told.insert(path, (self.found.count(), self.conjunction));
        let (guard, what) = texts();
        let text = format!("{what}; an object without it is refused with `no such key: {key}`");
        let edit = self.place().edit(expr, &guard);
        let source = self.subject.source;
        let is_update = self.subject.checked.uses_identifier(crate::schema::OLD_SELF);
        let finding = self.found.add(&LINT, expr.offset, text);
        finding.shows = Some(Shows::Missing(key.to_owned()));
        if is_update {
            finding.help(format!("say what holds without it: `{guard}`"));
        } else if edit.is_some() {
            finding.edit(edit, source);
        } else {
            finding.help(format!("guard it with `{guard}`"));
        }
    }

    /// The field is read once more without a guard: `self.a > 1 && self.a < 9`. The change of the finding guards both.
    fn guard_again(&mut self, expr: &Expr, number: usize, texts: impl FnOnce() -> (String, String)) {
        let known = self.found.get(number).and_then(|finding| finding.edit.clone());
        let Some(known) = known.filter(|edit| edit.replacements.len() < MOST_TOLD) else { return };
        let (guard, _) = texts();
        let edit = self.place().edit(expr, &guard);
        let source = self.subject.source;
        if let (Some(edit), Some(finding)) = (edit, self.found.get(number)) {
            finding.edit(Some(known.and(edit)), source);
        }
    }

    fn place(&self) -> Place<'_, 'a, 's> {
        Place {
            subject: self.subject,
            macros: &self.macros,
            operand: self.operand,
            role: self.role,
            alternatives: &self.alternatives,
        }
    }
}

/// True for a field that a valid object may lack. A null field is absent too.
fn may_be_absent(field: &DeclField) -> bool {
    let of_variant = field.access.ways().flatten().any(|step| step.variant.is_some());
    let is_known = !matches!(field.node.encoding, Encoding::Unwritten | Encoding::Keyed);
    let is_error = matches!(field.node.kind, DeclKind::Error);
    is_known
        && !of_variant
        && !field.node.of_variants
        && !is_error
        && (field.node.nullable || !field.required && !field.node.defaulted)
}

/// The facts about the elements of `list.filter(i, has(i.a))`, with another name for the element.
fn of_elements(range: &Expr, name: &str) -> Known {
    let ExprKind::Comprehension(fold) = &range.kind else { return Known::nothing() };
    let (Macro::Filter, None, Some(round)) = (fold.from, &fold.iter_var2, fold.round()) else {
        return Known::nothing();
    };
    let own = round.predicate.map_or(Known::nothing(), |predicate| when(predicate, true));
    let renamed = |path: &String| match path.strip_prefix(&fold.iter_var) {
        Some(rest) if rest.starts_with(['.', '[']) => format!("{name}{rest}"),
        _ => path.clone(),
    };
    match (own, of_elements(&fold.iter_range, name)) {
        (Known::Present(own), Known::Present(inner)) => {
            Known::Present(own.iter().map(renamed).chain(inner).collect())
        }
        _ => Known::Impossible,
    }
}

fn quoted(key: &str) -> String {
    match key.contains(['\'', '\\']) || key.chars().any(char::is_control) {
        true => {
            let kind = ExprKind::Literal(Literal::String(key.to_owned()));
            unparser::unparse(&Expr { id: crate::ast::ExprId(0), offset: 0, kind })
        }
        false => format!("'{key}'"),
    }
}

/// The most fields of a rule that are reported. Each report has the whole rule in its help.
const MOST_TOLD: usize = 64;
