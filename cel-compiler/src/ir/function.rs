//! The function of an expression, with the functions for its parts.

use super::{Body, Exact, Let, Local, Statement, Steps, Type, Value};
use std::rc::Rc;

/// The function of a rule or of its message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Function {
    /// The functions that it calls.
    pub(crate) parts: Vec<Part>,
    /// The constants of all of them that are read once.
    pub(crate) statics: Statics,
    pub(crate) body: Body,
    /// For an exact rule: a tree of calls over values, see [`exact`](crate::exact).
    pub(crate) exact: Option<Rc<Exact>>,
}

/// A part of a rule as a function over the same values as the rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub(crate) name: Local,
    /// A parameter besides those of the rule: the parts of a literal so far, and their type.
    pub(crate) parts: Option<(Local, Type)>,
    /// It returns an `Outcome` of this type.
    pub(crate) output: Type,
    pub(crate) body: Body,
}

impl Function {
    /// The function after a pass over its body, and over those of its parts. A pass gives `None` if it changes nothing.
    pub(crate) fn after(mut self, pass: impl Fn(&Body) -> Option<Body>) -> Function {
        for body in self.parts.iter_mut().map(|part| &mut part.body).chain([&mut self.body]) {
            if let Some(changed) = pass(body) {
                *body = changed;
            }
        }
        self
    }

    /// True for little code: `self.min <= self.max`. The only loops in it are those whose rounds have [a bound](super::Loop::most), and
    /// those that count, or that read a list once: `self.ports.filter(p, p.port > 10).size() < 60`, `self.ports.map(p, p.port).sum() < 60`.
    pub(crate) fn is_small(&self) -> bool {
        let Value::Method(counter, _, result) = &self.body.result else { return false };
        let mut count = 0;
        let mut is_large = |value: &Value| {
            count += 1;
            let is_long = match value {
                Value::Call(path, _) => {
                    !SMALL_LISTS.contains(&&**path)
                        && path.split_once("::").is_some_and(|(module, _)| !SMALL.contains(&module))
                }
                value => matches!(value, Value::CallOf(..)),
            };
            is_long || count > MOST_OF_SMALL
        };
        **counter == Value::Counter
            && self.exact.is_none()
            && self.parts.is_empty()
            && self
                .body
                .statements
                .iter()
                .all(|statement| statement.only_takes(Steps::Any) || reads_once(statement))
            && result.iter().all(|value| value.only_takes(Steps::Any))
            && !self.body.values().into_iter().any(|value| value.any(&mut is_large))
    }
}

/// True for `let count = cost.count_where(..)?;`, which is the loop of `filter(..).size()`, and for lists that are not built.
fn reads_once(statement: &Statement) -> bool {
    let Statement::Let(Let { value: Value::Try(call), .. }) = statement else { return false };
    let (is_once, operands) = match &**call {
        Value::Method(counter, name, operands) => {
            (**counter == Value::Counter && name == "count_where", operands)
        }
        Value::Call(path, operands) => (SMALL_LISTS.contains(&&**path), operands),
        _ => return false,
    };
    is_once && operands.iter().all(|operand| *operand == Value::Counter || operand.only_takes(Steps::Any))
}

/// A list literal in a variable: `list::Array(&parts)`
pub(crate) const ARRAY: &str = "list::Array";

/// Lists that are not built, functions of little code that read one, and rounds over an object's own list or map.
const SMALL_LISTS: [&str; 7] = [
    ARRAY,
    "equality::contains",
    "list::filtered",
    "list::mapped",
    "list::rounds",
    "list::rounds_over_map",
    "lists::sum",
];

/// Modules of the runtime with functions of little code.
const SMALL: [&str; 6] = ["ops", "size", "dynamic", "scan", "EvalError", "Value"];

/// The most values in small code.
const MOST_OF_SMALL: usize = 50;

/// The constant texts of a function that are read once in a process.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Statics(Vec<(Local, Static, String)>);

/// What a constant text is read as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Static {
    /// A regular expression that Go accepts.
    Pattern,
    /// `quantity('10Gi')`
    Quantity,
    /// `semver('1.2.3')`
    Semver,
    /// `cidr('10.0.0.0/8')`
    Cidr,
    /// `ip('10.0.0.1')`
    Ip,
}

impl Statics {
    /// The name of a text's value.
    pub(crate) fn name(&mut self, kind: Static, text: &str) -> Local {
        if let Some((name, ..)) = self.0.iter().find(|(_, known, of)| *known == kind && of == text) {
            return name.clone();
        }
        let number = self.0.iter().filter(|(_, known, _)| *known == kind).count() + 1;
        let name = Local::new(format!("{}_{number}", format!("{kind:?}").to_uppercase()));
        self.0.push((name.clone(), kind, text.to_owned()));
        name
    }

    /// The names with their texts.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &(Local, Static, String)> {
        self.0.iter()
    }
}
