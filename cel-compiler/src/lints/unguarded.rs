//! `unguarded_optional`: a field that may be absent is read without `has()`.

use super::{
    edit::Edit,
    facts::{Facts, Known, holds, when},
    finding::{Found, Shows},
    lint::{Example, Level, Lint},
    subject::{Subject, chain, literal, operator, path, text, written},
};
use crate::{
    ast::{Comprehension, Expr, ExprKind, Literal, Macro},
    parser::TokenKind,
    schema::{DeclField, DeclKind, Encoding},
    types::Type,
    unparser,
};
use cel_types::Operator;
use std::collections::HashSet;

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
        elsewhere: HashSet::new(),
        told: HashSet::new(),
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
    /// Fields that `has()` asks of where its answer decides in another way than by `&&`, `||` and `?:`, as in
    /// `has(self.a) == has(self.b)`. Nothing is said of them.
    elsewhere: HashSet<String>,
    told: HashSet<String>,
    /// The macros around the place, innermost last.
    macros: Vec<&'w Comprehension>,
    /// The operand of the rule's logic around the place, and what it is for.
    operand: &'w Expr,
    role: Role,
    /// The alternatives of the rule, or of what `all` asks: `a` and `b` of `a || b`.
    alternatives: Vec<&'w Expr>,
    found: &'w mut Found<'f>,
}

/// What an operand is for, which says what is meant without the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It is the rule, or what `all` asks of each item: `self.a > 1`. It is meant for objects with the field.
    Whole,
    /// One of the demands of `self.a > 1 && self.b > 1`.
    Demand,
    /// What follows from something else: `self.type == 'A' ? self.a > 1 : true`. The field is needed then.
    Consequence,
    /// Something else, such as the operand of `!`.
    Other,
}

impl<'w> Walk<'w, '_, '_, '_> {
    /// Collects [`Self::elsewhere`]. `decides` is true where the value is an operand of the rule's logic.
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
                self.as_operand(condition, Role::Other, &Known::nothing());
                let role = if before.1 == Role::Other { Role::Other } else { Role::Consequence };
                self.as_operand(then, role, &when(condition, true));
                self.as_operand(otherwise, role, &when(condition, false));
            }
            (Some((Operator::Not, [operand])), _) => self.as_operand(operand, Role::Other, &Known::nothing()),
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

    /// Visits an operand of the rule's logic where facts are known.
    fn as_operand(&mut self, expr: &'w Expr, role: Role, known: &Known) {
        let before = (self.operand, self.role);
        (self.operand, self.role) = (expr, role);
        self.facts.add(known);
        self.visit(expr);
        self.facts.remove(known);
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
        let is_whole = self.role == Role::Whole && logic == Operator::Or;
        let before =
            std::mem::replace(&mut self.alternatives, if is_whole { operands.clone() } else { Vec::new() });
        for (operand, known) in operands.into_iter().zip(&known) {
            self.facts.remove(known);
            self.as_operand(operand, role, &Known::nothing());
            self.facts.add(known);
        }
        self.alternatives = before;
        known.iter().for_each(|known| self.facts.remove(known));
    }

    fn fold(&mut self, fold: &'w Comprehension) {
        self.visit(&fold.iter_range);
        let Some(round) = fold.round() else { return };
        let known = of_elements(&fold.iter_range, &fold.iter_var);
        self.facts.add(&known);
        self.macros.push(fold);
        let alternatives = std::mem::take(&mut self.alternatives);
        let role = match (fold.from, self.role) {
            (_, Role::Other) => Role::Other,
            (Macro::All, _) => Role::Whole,
            (Macro::Exists | Macro::ExistsOne | Macro::Filter, _) => Role::Consequence,
            _ => Role::Other,
        };
        for part in round.predicate.into_iter().chain(round.key) {
            self.as_operand(part, role, &Known::nothing());
        }
        if let Some(transform) = round.transform {
            let known = round.predicate.map_or(Known::nothing(), |predicate| when(predicate, true));
            self.as_operand(transform, Role::Other, &known);
        }
        self.alternatives = alternatives;
        self.macros.pop();
        self.facts.remove(&known);
    }

    /// `self.labels['a']`, `self.labels.a`
    fn key(&mut self, expr: &Expr, map: &Expr, key: &str) {
        // `{'a': 1}.a`
        if !matches!(map.kind, ExprKind::Map(_))
            && matches!(self.subject.checked.type_of(map.id), Type::Map(_))
        {
            let guard = format!("{} in {}", quoted(key), unparser::unparse(map));
            self.absent(expr, key, &guard, &format!("`{}` may lack the key `{key}`", unparser::unparse(map)));
        }
    }

    fn select(&mut self, expr: &Expr, operand: &Expr, name: &str) {
        let Some(field) = self.subject.field(operand, name) else { return self.key(expr, operand, name) };
        if !may_be_absent(field) || self.is_of_resource(operand, name) {
            return;
        }
        let (guard, read) = (format!("has({})", unparser::unparse(expr)), unparser::unparse(expr));
        let why = if field.required || field.node.defaulted { "nullable" } else { "optional" };
        self.absent(expr, &field.name, &guard, &format!("`{read}` is {why}"));
    }

    /// The names that the server has seen to before a rule runs, or knows more of than the schema says.
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

    fn absent(&mut self, expr: &Expr, key: &str, guard: &str, what: &str) {
        let path = path(expr);
        let is_enough = self.told.len() >= MOST_TOLD;
        if is_enough || self.facts.has(&path) || self.elsewhere.contains(&path) || !self.told.insert(path) {
            return;
        }
        let text = format!("{what}; an object without it is refused with `no such key: {key}`");
        let edit = self.of_has(expr, guard).or_else(|| self.edit(expr, guard));
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

    /// `has(self.a.b)` becomes `has(self.a) && has(self.a.b)`.
    fn of_has(&self, expr: &Expr, guard: &str) -> Option<Edit> {
        let tokens = self.subject.tokens();
        let first = tokens.first_before(tokens.at(expr.offset)?, &|_| false);
        let (has, open) = (first.checked_sub(2)?, first.checked_sub(1)?);
        if tokens.text(has) != "has" || tokens.kind(open) != Some(TokenKind::LeftParen) {
            return None;
        }
        let close = tokens.last_from(first, &|_| false) + 1;
        let (begin, end) = (tokens.range(has)?.start, tokens.range(close)?.end);
        let before = has.checked_sub(1).and_then(|before| tokens.kind(before));
        let joins = |kind: Option<TokenKind>| {
            use TokenKind::{And, Comma, End, LeftParen, Or, RightParen};
            matches!(kind, None | Some(And | Or | LeftParen | RightParen | Comma | End))
        };
        Some(match joins(before) && joins(tokens.kind(close + 1)) {
            true => Edit::new([(begin..begin, format!("{guard} && "))]),
            false => Edit::new([(begin..begin, format!("({guard} && ")), (end..end, ")".to_owned())]),
        })
    }

    /// What was meant with a guard: a demand counts for objects that have the field; a consequence asks for the field too. An object
    /// that was refused with `no such key` stays refused then, with the rule's message.
    fn edit(&self, expr: &Expr, guard: &str) -> Option<Edit> {
        let tokens = self.subject.tokens();
        let not = match guard.starts_with("has(") {
            true => format!("!{guard}"),
            false => format!("!({guard})"),
        };
        // A variable of a macro is known in the macro alone.
        let is_inside = self.macros.last().is_none_or(|fold| contains(fold, self.operand));
        let own = self.macros.iter().rev().take_while(|fold| mentions(expr, fold)).count();
        if !is_inside || own == 0 && !self.macros.is_empty() {
            return None;
        }
        let (lowest, highest) = offsets(self.operand);
        // In `self.a == '' || self.a.size() > 2` the whole rule is about the field.
        let reads = |operand: &&Expr| {
            let (mut found, read) = (false, path(expr));
            super::subject::each(operand, &mut |part| found |= path(part) == read);
            found
        };
        let is_all = self.alternatives.len() > 1 && self.alternatives.iter().all(reads);
        let role = match self.role {
            _ if is_all => Role::Whole,
            Role::Consequence if if_empty(self.operand, &path(expr)) == Some(true) => Role::Demand,
            role => role,
        };
        match role {
            Role::Whole => {
                let of_macro = match self.macros.last() {
                    Some(fold) => Some(self.opening(fold)?),
                    None => None,
                };
                tokens.guarded(of_macro, &not, TokenKind::Or)
            }
            Role::Demand => {
                let (first, last) = tokens.operand(lowest, highest)?;
                let (begin, end) = (tokens.range(first)?.start, tokens.range(last)?.end);
                Some(Edit::new([(begin..begin, format!("({not} || ")), (end..end, ")".to_owned())]))
            }
            Role::Consequence => {
                let begin = tokens.range(tokens.operand(lowest, highest)?.0)?.start;
                Some(Edit::new([(begin..begin, format!("{guard} && "))]))
            }
            Role::Other => None,
        }
    }

    /// Where the `(` of a macro is.
    fn opening(&self, fold: &Comprehension) -> Option<u32> {
        let mut found = None;
        super::subject::each(self.subject.checked.expr(), &mut |expr| {
            if matches!(&expr.kind, ExprKind::Comprehension(known) if std::ptr::eq(&**known, fold)) {
                found = Some(expr.offset);
            }
        });
        found
    }
}

/// True for a field that a valid object may lack. Null is as absent.
fn may_be_absent(field: &DeclField) -> bool {
    let of_variant = field.access.ways().flatten().any(|step| step.variant.is_some());
    let is_known =
        !matches!(field.node.encoding, Encoding::Unwritten | Encoding::Variant(_) | Encoding::Keyed);
    let is_error = matches!(field.node.kind, DeclKind::Error);
    is_known
        && !of_variant
        && !field.node.of_variants
        && !is_error
        && (field.node.nullable || !field.required && !field.node.defaulted)
}

/// True if an expression reads a variable of a macro.
fn mentions(expr: &Expr, fold: &Comprehension) -> bool {
    let mut found = false;
    super::subject::each(expr, &mut |part| {
        if let ExprKind::Ident(name) = &part.kind {
            found |= *name == fold.iter_var || fold.iter_var2.as_ref() == Some(name);
        }
    });
    found
}

/// What a condition on a list, map or text is if that is empty: no field is as an empty one then. `self.ports.size() < 3` holds.
fn if_empty(condition: &Expr, of: &str) -> Option<bool> {
    if let ExprKind::Comprehension(fold) = &condition.kind {
        return match fold.from {
            Macro::All if path(&fold.iter_range) == of => Some(true),
            Macro::Exists if path(&fold.iter_range) == of => Some(false),
            _ => None,
        };
    }
    let is_size = |expr: &Expr| match &expr.kind {
        ExprKind::Call(call) => {
            let operands = super::subject::operands(call);
            &*call.function == "size"
                && operands.len() == 1
                && operands.iter().all(|operand| path(operand) == of)
        }
        _ => false,
    };
    match operator(condition)? {
        (Operator::Not, [operand]) => if_empty(operand, of).map(|holds| !holds),
        (operator, [one, other]) => match (literal(one), literal(other)) {
            (_, Some(Literal::Int(count))) if is_size(one) => holds(operator, 0.cmp(count)),
            (Some(Literal::Int(count)), _) if is_size(other) => holds(operator, count.cmp(&0)),
            (_, Some(Literal::String(text))) if path(one) == of => holds(operator, "".cmp(text)),
            (Some(Literal::String(text)), _) if path(other) == of => holds(operator, (**text).cmp("")),
            _ => None,
        },
        _ => None,
    }
}

/// The lowest and highest offset of an expression's parts.
fn offsets(expr: &Expr) -> (u32, u32) {
    let (mut lowest, mut highest) = (expr.offset, expr.offset);
    super::subject::each(expr, &mut |part| {
        (lowest, highest) = (lowest.min(part.offset), highest.max(part.offset));
    });
    (lowest, highest)
}

/// True if an expression is a part of what a macro does in each round.
fn contains(fold: &Comprehension, expr: &Expr) -> bool {
    let mut found = false;
    let parts = fold.round().into_iter().flat_map(|round| [round.predicate, round.key, round.transform]);
    for part in parts.flatten() {
        super::subject::each(part, &mut |part| found |= std::ptr::eq(part, expr));
    }
    found
}

/// What is known of the elements of `list.filter(i, has(i.a))`, under another name.
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

/// So many fields of a rule are told of: each has the whole rule as its help.
const MOST_TOLD: usize = 64;
