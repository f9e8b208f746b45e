//! An expression with the schema nodes of its parts.

use super::edit::Tokens;
use crate::{
    ast::{Call, Callee, Comprehension, Expr, ExprKind, Literal, Macro},
    by_expr::ByExpr,
    checker::{CheckedExpr, Reference},
    env::Env,
    rule::{self, CompiledRule, Key},
    schema::{DeclField, DeclKind, DeclType, OLD_SELF, SELF, ValidationRule},
    types::Type,
    unparser, visit,
};
use cel_types::Operator;
use std::{borrow::Cow, cell::OnceCell};

/// A rule or a message expression that compiles.
#[derive(Debug)]
pub(super) struct Subject<'a, 's> {
    pub(super) source: &'a str,
    pub(super) env: Env<'s>,
    pub(super) rule: &'a ValidationRule,
    pub(super) checked: &'a CheckedExpr,
    /// The expression and all parts that the author has written.
    parts: Vec<&'a Expr>,
    nodes: ByExpr<&'s DeclType>,
    tokens: OnceCell<Tokens<'a>>,
}

/// A rule with those of its expressions that compile.
#[derive(Debug)]
pub struct Checked<'a> {
    pub(super) rule: &'a ValidationRule,
    /// The rule and its message.
    expressions: [Option<Cow<'a, CheckedExpr>>; 2],
}

impl<'a> Checked<'a> {
    /// Checks a rule of a node in its environment. The lints use the same environment.
    #[must_use]
    pub fn new(env: &Env<'_>, rule: &'a ValidationRule) -> Self {
        let env = for_old_self(env, rule);
        let check = |key| {
            let source = source(rule, key);
            (!source.trim().is_empty()).then(|| rule::check(source, &env).ok().map(Cow::Owned)).flatten()
        };
        Checked { rule, expressions: KEYS.map(check) }
    }

    /// The rule itself.
    #[must_use]
    pub fn rule(&self) -> &'a ValidationRule {
        self.rule
    }

    /// A rule that is already compiled. Its environment must share the object types with the environment of the lints.
    #[must_use]
    pub fn of(compiled: &'a CompiledRule) -> Self {
        let [rule, message] = &compiled.checked;
        let expressions = [rule, message].map(|checked| checked.as_ref().map(Cow::Borrowed));
        Checked { rule: &compiled.rule, expressions }
    }
}

/// The expressions of a rule.
pub(super) const KEYS: [Key; 2] = [Key::Rule, Key::MessageExpression];

fn source(rule: &ValidationRule, key: Key) -> &str {
    match key {
        Key::Rule => rule.rule.as_str(),
        _ => rule.message_expression.as_deref().unwrap_or_default(),
    }
}

pub(super) fn for_old_self<'s>(env: &Env<'s>, rule: &ValidationRule) -> Env<'s> {
    match rule.optional_old_self {
        Some(true) => env.shared().with_optional_old_self(),
        _ => env.shared(),
    }
}

impl<'a, 's> Subject<'a, 's> {
    /// An expression of a rule; `None` if there is none or it is wrong.
    pub(super) fn new(env: &Env<'s>, node: &'s DeclType, of: &'a Checked<'_>, key: Key) -> Option<Self> {
        let place = KEYS.iter().position(|known| *known == key)?;
        let checked: &CheckedExpr = of.expressions.get(place)?.as_ref()?;
        let env = for_old_self(env, of.rule);
        let mut nodes = Nodes { env: &env, checked, node, locals: Vec::new(), found: ByExpr::default() };
        nodes.visit(checked.expr());
        let nodes = nodes.found;
        let mut parts = Vec::new();
        each(checked.expr(), &mut |part| parts.push(part));
        let source = source(of.rule, key);
        Some(Subject { source, env, rule: of.rule, checked, parts, nodes, tokens: OnceCell::new() })
    }

    /// Visits the expression and all parts that the author has written. Each lint does this.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&'a Expr)) {
        self.parts.iter().for_each(|part| visit(part));
    }

    /// The schema of an expression's value, if the value is a part of the object.
    pub(super) fn node_of(&self, expr: &Expr) -> Option<&'s DeclType> {
        self.nodes.get(expr.id).copied()
    }

    /// The property that a selection reads; `None` if the operand is not an object of the schema.
    pub(super) fn field(&self, operand: &Expr, name: &str) -> Option<&'s DeclField> {
        let Type::Object(object) = self.checked.type_of(operand.id) else { return None };
        self.env.object(object)?.field(name)
    }

    /// The number of properties of an object of the schema.
    pub(super) fn properties(&self, object: &Expr) -> usize {
        let Type::Object(name) = self.checked.type_of(object.id) else { return 0 };
        self.env.object(name).map_or(0, |object| object.fields.len())
    }

    pub(super) fn tokens(&self) -> &Tokens<'a> {
        self.tokens.get_or_init(|| Tokens::new(self.source))
    }

    /// True if an expression reads from the value before an update.
    pub(super) fn is_of_old(&self, expr: &Expr) -> bool {
        let mut expr = expr;
        loop {
            expr = match &expr.kind {
                ExprKind::Ident(name) => return name == OLD_SELF,
                ExprKind::Select(select) => &select.operand,
                ExprKind::Call(call) => match call.target.as_deref().or(call.args.first()) {
                    Some(operand) => operand,
                    None => return false,
                },
                _ => return false,
            }
        }
    }
}

/// The parts of an expression that the author has written: for a macro its range and the parts of each round.
pub(super) fn written(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Comprehension(fold) if fold.from == Macro::Bind => vec![&fold.accu_init, &fold.result],
        ExprKind::Comprehension(fold) => {
            let round = fold.round();
            let parts = round.into_iter().flat_map(|round| [round.predicate, round.key, round.transform]);
            std::iter::once(&fold.iter_range).chain(parts.flatten()).collect()
        }
        _ => visit::children(expr),
    }
}

/// Visits an expression and all parts that the author has written.
pub(super) fn each<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Comprehension(_) => written(expr).into_iter().for_each(|part| each(part, visit)),
        _ => {
            visit::any_child(expr, &mut |part| {
                each(part, visit);
                false
            });
        }
    }
}

/// The operands of a call, the target first.
pub(super) fn operands(call: &Call) -> Vec<&Expr> {
    call.target.as_deref().into_iter().chain(&call.args).collect()
}

/// The operator of an expression and its operands.
pub(super) fn operator(expr: &Expr) -> Option<(Operator, &[Expr])> {
    match &expr.kind {
        ExprKind::Call(call) => match call.function.callee() {
            Callee::Op(operator) => Some((operator, &call.args)),
            Callee::Named(_) => None,
        },
        _ => None,
    }
}

/// `a`, `b` and `c` for `a && b && c`.
pub(super) fn chain(expr: &Expr, of: Operator) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut next = vec![expr];
    while let Some(expr) = next.pop() {
        match operator(expr) {
            Some((operator, operands)) if operator == of => next.extend(operands.iter().rev()),
            _ => found.push(expr),
        }
    }
    found
}

pub(super) fn literal(expr: &Expr) -> Option<&Literal> {
    match &expr.kind {
        ExprKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The text of a literal.
pub(super) fn text(expr: &Expr) -> Option<&str> {
    match literal(expr)? {
        Literal::String(text) => Some(text),
        _ => None,
    }
}

/// A part of the object as text. Equal texts mean the same part.
pub(super) fn path(expr: &Expr) -> String {
    let mut path = String::new();
    write_path(expr, &mut path);
    path
}

fn write_path(expr: &Expr, path: &mut String) {
    match (&expr.kind, operator(expr)) {
        (ExprKind::Select(select), _) => {
            write_path(&select.operand, path);
            path.extend([".", &select.field]);
        }
        (_, Some((Operator::Index | Operator::OptIndex | Operator::OptSelect, [operand, key]))) => {
            write_path(operand, path);
            match text(key) {
                Some(key) => path.extend([".", key]),
                None => path.extend(["[", &unparser::unparse(key), "]"]),
            }
        }
        (ExprKind::Ident(name), _) => path.push_str(name),
        _ => path.push_str(&unparser::unparse(expr)),
    }
}

/// Finds the nodes of all parts.
struct Nodes<'e, 's> {
    env: &'e Env<'s>,
    checked: &'e CheckedExpr,
    node: &'s DeclType,
    locals: Vec<(&'e str, Option<&'s DeclType>)>,
    found: ByExpr<&'s DeclType>,
}

impl<'e, 's> Nodes<'e, 's> {
    fn visit(&mut self, expr: &'e Expr) -> Option<&'s DeclType> {
        let node = match &expr.kind {
            ExprKind::Ident(name) => self.ident(expr, name),
            ExprKind::Select(select) => {
                let operand = self.visit(&select.operand);
                if select.test_only {
                    None
                } else {
                    operand.and_then(|node| self.below(node, Some(&select.field)))
                }
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Comprehension(fold) => {
                self.fold(fold);
                None
            }
            _ => {
                for part in written(expr) {
                    self.visit(part);
                }
                None
            }
        };
        let node = node.and_then(|node| self.env.resolve(node))?;
        self.found.insert(expr.id, node);
        Some(node)
    }

    fn ident(&self, expr: &Expr, name: &str) -> Option<&'s DeclType> {
        match self.checked.reference(expr.id)? {
            Reference::Local(_) => self.locals.iter().rev().find(|(local, _)| *local == name)?.1,
            Reference::Variable { name, .. } if [SELF, OLD_SELF].contains(&&**name) => Some(self.node),
            _ => None,
        }
    }

    fn call(&mut self, call: &'e Call) -> Option<&'s DeclType> {
        let nodes: Vec<_> = operands(call).into_iter().map(|operand| self.visit(operand)).collect();
        let key = call.args.get(1).and_then(text);
        match (call.function.callee(), nodes.as_slice()) {
            (Callee::Op(Operator::Index | Operator::OptIndex | Operator::OptSelect), [node, _]) => {
                self.below((*node)?, key)
            }
            (Callee::Named("orValue" | "value"), [node, ..]) => *node,
            _ => None,
        }
    }

    /// The node of a property, an item or a value.
    fn below(&self, node: &'s DeclType, field: Option<&str>) -> Option<&'s DeclType> {
        match &node.kind {
            DeclKind::List { items: inner, .. } | DeclKind::Map { values: inner } => Some(inner),
            DeclKind::Object { .. } => Some(&self.env.view(node)?.field(field?)?.node),
            _ => None,
        }
    }

    fn fold(&mut self, fold: &'e Comprehension) {
        let (init, range) = (self.visit(&fold.accu_init), self.visit(&fold.iter_range));
        let range = range.or_else(|| self.kept(&fold.iter_range));
        let count = self.locals.len();
        if fold.from == Macro::Bind {
            self.locals.push((&fold.accu_var, init));
            self.visit(&fold.result);
        } else {
            let inner = range.and_then(|node| self.below(node, None));
            let is_map = matches!(range.map(|node| &node.kind), Some(DeclKind::Map { .. }));
            match &fold.iter_var2 {
                Some(second) => self.locals.extend([(&*fold.iter_var, None), (second, inner)]),
                None => self.locals.push((&fold.iter_var, inner.filter(|_| !is_map))),
            }
            let round = fold.round();
            let parts = round.into_iter().flat_map(|round| [round.predicate, round.key, round.transform]);
            for part in parts.flatten() {
                self.visit(part);
            }
        }
        self.locals.truncate(count);
    }

    /// The node of `list` in `list.filter(..)`.
    fn kept(&self, expr: &Expr) -> Option<&'s DeclType> {
        match &expr.kind {
            ExprKind::Comprehension(fold) if fold.from == Macro::Filter && fold.iter_var2.is_none() => {
                let range = self.found.get(fold.iter_range.id).copied();
                let range = range.filter(|node| matches!(node.kind, DeclKind::List { .. }));
                range.or_else(|| self.kept(&fold.iter_range))
            }
            _ => None,
        }
    }
}
