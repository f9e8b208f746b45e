//! Fields of items that are read from the list: `self.ports.port > 0` becomes `self.ports.all(item, item.port > 0)`.

use super::Checker;
use crate::{
    ast::{Call, Expr, ExprKind, Function, Select},
    diagnostic::in_single_quotes,
    env::SELF,
    parser::parse_for,
    schema::DeclKind,
    types::Type,
    unparser::{unparse, unparse_operand},
    visit::{any, children_mut},
};
use cel_types::Operator::{And, Conditional, Not, Or};

/// A list in place of one of its items: the `self.ports` of `self.ports.port`.
pub(super) struct OfItems {
    /// The number of the mistake.
    mistake: usize,
    text: String,
    field: String,
    may_be_absent: bool,
}

impl OfItems {
    /// True for a selection from the list.
    fn is_operand(&self, select: &Select) -> bool {
        unparse_operand(&select.operand) == self.text
    }

    /// `self.ports.port` for each item: `item.port`.
    fn each(&self, item: &str) -> String {
        format!("{item}.{}", self.field)
    }

    /// A condition for an item that has the field.
    fn guarded(&self, item: &str, condition: &str) -> String {
        match self.may_be_absent {
            true => format!("!has({}) || {condition}", self.each(item)),
            false => condition.to_owned(),
        }
    }

    /// Advice with a condition for each item. `rule` is the condition for the item itself.
    fn advice(&self, item: &str, condition: &str, rule: &str) -> String {
        let each = format!("a list has no fields; of each item: `{}.all({item}, {condition})`", self.text);
        match self.text.as_str() {
            SELF => {
                format!("{each},\n      or write the rule on the items: in Rust `items(rule = \"{rule}\")`")
            }
            _ => each,
        }
    }
}

impl Checker<'_, '_> {
    /// Advice for a field that is read from a list of objects, as long as the condition around it is not known.
    pub(super) fn suggest_of_items(&mut self, list: &Expr, ty: &Type, field: &str) -> Option<String> {
        let Type::List(item) = ty else { return None };
        if self.diagnostics.is_full() || !self.has_field(item, field) {
            return None;
        }
        let known = match &**item {
            Type::Object(name) => self.env.object(name).and_then(|object| object.field(field)),
            _ => None,
        };
        let of_items = OfItems {
            mistake: self.diagnostics.iter().count(),
            text: unparse_operand(list),
            field: field.to_owned(),
            may_be_absent: known
                .is_none_or(|field| !field.required && !field.node.defaulted || field.node.nullable),
        };
        let condition = |item: &str| match known.map(|field| &field.node.kind) {
            Some(DeclKind::Bool) => of_items.guarded(item, &of_items.each(item)),
            _ => format!("has({})", of_items.each(item)),
        };
        let help = of_items.advice("item", &condition("item"), &condition(SELF));
        self.of_items.push(of_items);
        Some(help)
    }

    /// Writes the whole condition in the help of the fields in it. `before` mistakes are from before the condition.
    pub(super) fn explain_of_items(&mut self, expr: &Expr, before: usize) {
        if self.of_items.is_empty() || !self.is_condition(expr) {
            return;
        }
        let inside: Vec<OfItems> = self.of_items.extract_if(.., |known| known.mistake >= before).collect();
        let Some(first) = inside.first() else { return };
        if let Some(help) = self.with_condition(expr, first).or_else(|| self.with_values(expr, first)) {
            self.diagnostics.explain_from(before, help);
        }
    }

    /// True for comparisons, calls with a bool as result, and macros.
    fn is_condition(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Call(Call { function: Function::Operator(And | Or | Not | Conditional), .. }) => false,
            ExprKind::Call(_) => self.type_of(expr) == Type::Bool,
            ExprKind::Comprehension(_) => true,
            _ => false,
        }
    }

    /// `self.ports.all(item, item.port > 0)`
    fn with_condition(&self, expr: &Expr, of_items: &OfItems) -> Option<String> {
        if matches!(expr.kind, ExprKind::Comprehension(_)) {
            return None;
        }
        let item = new_name(expr);
        let condition = |item: &str| {
            let condition = replaced(expr, &|select| {
                let operand = Expr { kind: ExprKind::Ident(item.to_owned()), ..(*select.operand).clone() };
                let of_item = Select { operand: Box::new(operand), ..select.clone() };
                of_items.is_operand(select).then_some(ExprKind::Select(of_item))
            });
            of_items.guarded(item, &in_single_quotes(&unparse(&condition)))
        };
        let written = condition(item);
        let is_right = self.is_right(&format!("{}.all({item}, {written})", of_items.text));
        is_right.then(|| of_items.advice(item, &written, &condition(SELF)))
    }

    /// `80 in self.ports.map(item, item.port)`
    fn with_values(&self, expr: &Expr, of_items: &OfItems) -> Option<String> {
        let item = new_name(expr);
        let there = match of_items.may_be_absent {
            true => format!(".filter({item}, has({}))", of_items.each(item)),
            false => String::new(),
        };
        let values = format!("{}{there}.map({item}, {})", of_items.text, of_items.each(item));
        let values = parse_for(&values, self.env.version()).ok()?;
        let written = replaced(expr, &|select| {
            (of_items.is_operand(select) && select.field == of_items.field).then(|| values.kind.clone())
        });
        let written = in_single_quotes(&unparse(&written));
        self.is_right(&written).then(|| format!("a list has no fields; of all items: `{written}`"))
    }
}

/// The expression with others in place of some selections.
fn replaced(expr: &Expr, by: &dyn Fn(&Select) -> Option<ExprKind>) -> Expr {
    let mut expr = expr.clone();
    replace(&mut expr, by);
    expr
}

fn replace(expr: &mut Expr, by: &dyn Fn(&Select) -> Option<ExprKind>) {
    let kind = match &expr.kind {
        ExprKind::Select(select) => by(select),
        _ => None,
    };
    match kind {
        Some(kind) => expr.kind = kind,
        None => children_mut(expr).into_iter().for_each(|child| replace(child, by)),
    }
}

/// A name that the expression does not have yet.
fn new_name(expr: &Expr) -> &'static str {
    let has =
        |name: &str| any(expr, &mut |part| matches!(&part.kind, ExprKind::Ident(known) if known == name));
    NAMES.iter().copied().find(|name| !has(name)).unwrap_or(NAMES[0])
}

const NAMES: [&str; 3] = ["item", "each", "one"];
