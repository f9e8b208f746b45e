//! Rules on the elements of a list or a map: `items(..)` and `values(..)`, also nested.

use super::{
    Entry, RULE_KEYS, Rule, Value, XValidationAttrs, is_rule_key, nearest, read_rule, rule_without_key,
    split_own, valid,
};
use crate::ctxt::Ctxt;

/// A step from a list or a map to its elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementStep {
    /// `items(..)`
    Items,
    /// `values(..)`
    Values,
}

impl ElementStep {
    fn from_name(name: &str) -> Option<Self> {
        match name {
            "items" => Some(ElementStep::Items),
            "values" => Some(ElementStep::Values),
            _ => None,
        }
    }
}

/// A rule and the way from the field to its node. For `items(values(rule = ".."))` the way is `[Items, Values]`.
pub(crate) struct ElementRule {
    pub(crate) way: Vec<ElementStep>,
    pub(crate) rule: Rule,
}

impl XValidationAttrs {
    /// The rules on the node and on all elements inside it.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().chain(self.elements.iter().map(|element| &element.rule))
    }

    /// The rules on elements at a depth: 1 for the elements, 2 for the elements of these, and so on.
    pub(crate) fn rules_at(&self, depth: usize) -> impl Iterator<Item = &Rule> {
        self.elements.iter().filter(move |element| element.way.len() == depth).map(|element| &element.rule)
    }

    /// The largest depth of elements with rules.
    pub(crate) fn depth(&self) -> usize {
        self.elements.iter().map(|element| element.way.len()).max().unwrap_or_default()
    }

    /// Reads `items(..)` or `values(..)`. `way` leads to the list or the map.
    pub(super) fn read_elements(&mut self, cx: &Ctxt, entry: Entry, way: &[ElementStep]) {
        let Some(step) = ElementStep::from_name(&entry.name) else { return };
        let way: Vec<_> = way.iter().copied().chain([step]).collect();
        let Some(rule) = split_rule(cx, entry) else { return };
        for inner in rule.elements {
            self.read_elements(cx, inner, &way);
        }
        let rule = read_rule(cx, rule.keys, &rule.of);
        self.elements.extend(rule.map(|rule| ElementRule { way, rule }));
    }
}

/// The contents of `self(..)`, `items(..)` or `values(..)`.
struct Parentheses {
    of: String,
    /// The keys of a rule.
    keys: Vec<Entry>,
    /// `items(..)` and `values(..)`
    elements: Vec<Entry>,
}

/// Reads `self(..)`.
pub(super) fn read_own(cx: &Ctxt, entry: Entry) -> Option<Rule> {
    let Parentheses { of, keys, elements } = split_rule(cx, entry)?;
    for inner in &elements {
        let help = format!("write `{}(..)` beside `self(..)`", inner.name);
        cx.error_with_help(inner.span, format!("unknown key `{}`", inner.name), help);
    }
    read_rule(cx, keys, &of)
}

fn split_rule(cx: &Ctxt, entry: Entry) -> Option<Parentheses> {
    let Value::List(tokens) = entry.value else {
        let name = &entry.name;
        let help = format!("write `{name}(rule = \"..\")`");
        cx.error_with_help(entry.span, format!("`{name}` takes a rule in parentheses"), help);
        return None;
    };
    let is_key = |entry: &Entry| is_rule_key(&entry.name);
    let is_empty = tokens.is_empty();
    let (keys, others): (Vec<_>, Vec<_>) = split_own(cx, tokens).into_iter().partition(is_key);
    let (elements, others): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|entry| ElementStep::from_name(&entry.name).is_some());
    for other in &others {
        if let Some((message, help)) = rule_without_key(other) {
            cx.error_with_help(other.span, message, help);
            continue;
        }
        let message = format!("unknown key `{}`", other.name);
        let known = || RULE_KEYS.iter().chain(&["items", "values"]);
        let help = nearest(&other.name, known()).map(|near| format!("did you mean `{near}`?"));
        cx.error_with_help(other.span, message, help.unwrap_or_else(|| valid(known())));
    }
    if is_empty {
        cx.error(entry.span, format!("`{}` needs a `rule`", entry.name));
    }
    Some(Parentheses { of: entry.name, keys, elements })
}
