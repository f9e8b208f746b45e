//! Pairs the old and the new rules of a node.

use cel_compiler::{
    ast::{Comprehension, Expr, ExprId, ExprKind},
    crd::props::RuleProps,
    library::KubernetesVersion,
    parser,
    visit::children,
};
use std::{
    collections::{BTreeSet, HashMap},
    hash::Hash,
};

/// The rules of a node before and after.
#[derive(Debug, Default)]
pub(super) struct Pairing<'r> {
    /// The paired rules. The flag is true if both have the same expression.
    pub pairs: Vec<(&'r RuleProps, &'r RuleProps, bool)>,
    pub removed: Vec<&'r RuleProps>,
    pub added: Vec<&'r RuleProps>,
}

/// Pairs rules by their text, then by their expression without the names of variables, then by their message,
/// then by the fields that they read.
pub(super) fn pair<'r>(
    old: &'r [RuleProps],
    new: &'r [RuleProps],
    version: KubernetesVersion,
) -> Pairing<'r> {
    let mut rest = Pairing { removed: old.iter().collect(), added: new.iter().collect(), pairs: Vec::new() };
    if old.is_empty() || new.is_empty() {
        return rest;
    }
    let text = |rule: &RuleProps| Some((rule.rule.trim().to_owned(), rule.optional_old_self));
    rest.take(&text, true);
    let tree = |rule: &RuleProps| {
        let mut expr = parser::parse_for(&rule.rule, version).ok()?;
        Names::default().plain(&mut expr);
        Some((format!("{expr:?}"), rule.optional_old_self))
    };
    rest.take(&tree, true);
    let message = |rule: &RuleProps| {
        let text = [&rule.message, &rule.message_expression].map(|text| text.trim().to_owned());
        text.iter().any(|text| !text.is_empty()).then_some(text)
    };
    rest.take(&message, false);
    let fields = |rule: &RuleProps| {
        let mut names = BTreeSet::new();
        names_of(&parser::parse_for(&rule.rule, version).ok()?, &mut names);
        Some(names)
    };
    rest.take(&fields, false);
    rest
}

impl<'r> Pairing<'r> {
    /// Pairs rules with the same key. If several have it, they are paired in order.
    fn take<K: Hash + Eq>(&mut self, key: &dyn Fn(&RuleProps) -> Option<K>, is_same: bool) {
        if self.removed.is_empty() || self.added.is_empty() {
            return;
        }
        let mut by_key: HashMap<K, Vec<&'r RuleProps>> = HashMap::new();
        for rule in std::mem::take(&mut self.removed).into_iter().rev() {
            match key(rule) {
                Some(key) => by_key.entry(key).or_default().push(rule),
                None => self.removed.push(rule),
            }
        }
        for rule in std::mem::take(&mut self.added) {
            match key(rule).and_then(|key| by_key.get_mut(&key)).and_then(Vec::pop) {
                Some(old) => self.pairs.push((old, rule, is_same)),
                None => self.added.push(rule),
            }
        }
        self.removed.extend(by_key.into_values().flatten());
        self.removed.sort_by_key(|rule| rule.at);
    }
}

fn names_of(expr: &Expr, names: &mut BTreeSet<String>) {
    if let ExprKind::Select(select) = &expr.kind {
        names.insert(select.field.clone());
    }
    children(expr).into_iter().for_each(|child| names_of(child, names));
}

/// The variables in scope and their new names.
#[derive(Default)]
struct Names {
    scope: Vec<(String, String)>,
}

impl Names {
    /// Removes variable names and places, so that trees that differ only in these are equal.
    fn plain(&mut self, expr: &mut Expr) {
        (expr.id, expr.offset) = (ExprId(0), 0);
        match &mut expr.kind {
            ExprKind::Literal(_) => {}
            ExprKind::Ident(name) => {
                if let Some((_, new)) = self.scope.iter().rev().find(|(old, _)| old == name) {
                    name.clone_from(new);
                }
            }
            ExprKind::Select(select) => self.plain(&mut select.operand),
            ExprKind::Call(call) => {
                call.target.iter_mut().for_each(|target| self.plain(target));
                call.args.iter_mut().for_each(|argument| self.plain(argument));
            }
            ExprKind::List(elements) => {
                elements.iter_mut().for_each(|element| self.plain(&mut element.value))
            }
            ExprKind::Map(entries) => {
                for entry in entries {
                    (entry.id, entry.offset) = (ExprId(0), 0);
                    self.plain(&mut entry.key);
                    self.plain(&mut entry.value);
                }
            }
            ExprKind::Struct(message) => {
                for field in &mut message.fields {
                    (field.id, field.offset) = (ExprId(0), 0);
                    self.plain(&mut field.value);
                }
            }
            ExprKind::Comprehension(fold) => self.fold(fold),
        }
    }

    fn fold(&mut self, fold: &mut Comprehension) {
        self.plain(&mut fold.iter_range);
        self.plain(&mut fold.accu_init);
        let before = self.scope.len();
        // A rule that names `oldSelf` is a transition rule, even if `oldSelf` is a variable of a macro.
        let own = [Some(&mut fold.iter_var), fold.iter_var2.as_mut(), Some(&mut fold.accu_var)];
        for name in own.into_iter().flatten().filter(|name| *name != "oldSelf") {
            let new = format!("@{}", self.scope.len());
            self.scope.push((std::mem::replace(name, new.clone()), new));
        }
        self.plain(&mut fold.loop_condition);
        self.plain(&mut fold.loop_step);
        self.plain(&mut fold.result);
        self.scope.truncate(before);
    }
}
