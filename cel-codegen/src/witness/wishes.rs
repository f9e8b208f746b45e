//! Makes a condition true or false: `self.kind == 'A'` by its kind, `self.items.exists(i, i.a > 1)` by an item.
//!
//! Each wish changes an object as little as it can. Wishes may spoil each other, so the server's answer is asked afterwards.

use super::{
    draft::{Draft, Place},
    patterns,
    shape::node,
};
use cel_compiler::{
    ast::{Call, Callee, Comprehension, Expr, ExprKind, Literal, Macro},
    crd::document::Value,
};
use cel_types::Operator;
use std::cmp::Ordering;

/// An object in the making, and what the variables of a rule stand for.
#[derive(Clone, Debug)]
pub(super) struct Wishes<'e, 's> {
    pub(super) draft: Draft<'s>,
    /// The way to the rule's node.
    base: Place,
    variables: Vec<(&'e str, Option<Known>)>,
    /// Elements that wishes were about: the next one takes another.
    taken: Vec<Place>,
    /// Which of several ways is gone.
    choice: usize,
}

/// What a variable stands for.
#[derive(Clone, Debug)]
enum Known {
    At(Place),
    /// The key of a map.
    Key(String),
}

impl<'e, 's> Wishes<'e, 's> {
    pub(super) fn new(draft: Draft<'s>, base: Place, choice: usize) -> Self {
        Wishes { draft, base, variables: Vec::new(), taken: Vec::new(), choice }
    }

    /// Where what an expression gives is in the object.
    pub(super) fn place(&self, expr: &Expr) -> Option<Place> {
        match &expr.kind {
            ExprKind::Ident(name) => match self.variables.iter().rev().find(|(known, _)| known == name) {
                Some((_, Some(Known::At(place)))) => Some(place.clone()),
                Some(_) => None,
                None if name == "self" => Some(self.base.clone()),
                None if name == "oldSelf" => Some(self.base.of_old()),
                None => None,
            },
            ExprKind::Select(select) => {
                Some(self.draft.property(&self.place(&select.operand)?, &select.field))
            }
            ExprKind::Call(call) => match (call.function.callee(), operands(call).as_slice()) {
                (Callee::Op(Operator::OptSelect), [operand, key]) => {
                    Some(self.draft.property(&self.place(operand)?, &self.text(key)?))
                }
                (Callee::Op(Operator::Index | Operator::OptIndex), [operand, key]) => {
                    let operand = self.place(operand)?;
                    match literal(key) {
                        Some(Literal::Int(at)) => Some(operand.item(usize::try_from(*at).ok()?)),
                        _ => Some(operand.entry(&self.text(key)?)),
                    }
                }
                (Callee::Named("orValue" | "value" | "dyn" | "int" | "string"), [operand, ..]) => {
                    self.place(operand)
                }
                _ => None,
            },
            ExprKind::Comprehension(fold) if fold.from == Macro::Filter => self.place(&fold.iter_range),
            _ => None,
        }
    }

    /// The text of a literal, or of a key that a variable stands for.
    fn text(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Literal(Literal::String(text)) => Some(text.clone()),
            ExprKind::Ident(name) => match self.variables.iter().rev().find(|(known, _)| known == name) {
                Some((_, Some(Known::Key(key)))) => Some(key.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Changes the object so that a condition has a value; `None` if it is not known how, or takes too many steps.
    pub(super) fn wish(&mut self, expr: &'e Expr, value: bool) -> Option<()> {
        self.draft.step(1)?;
        match &expr.kind {
            ExprKind::Literal(Literal::Bool(known)) => (*known == value).then_some(()),
            ExprKind::Select(select) if select.test_only => {
                let place = self.place(expr)?;
                if value { self.draft.make(&place) } else { self.draft.remove(&place) }
            }
            ExprKind::Select(_) | ExprKind::Ident(_) => {
                let place = self.place(expr)?;
                self.draft.set(&place, node(Value::Bool(value)))
            }
            ExprKind::Call(call) => match call.function.callee() {
                Callee::Op(operator) => self.operator(operator, &call.args, value),
                Callee::Named(name) => self.function(name, call, value),
            },
            ExprKind::Comprehension(fold) => self.fold(fold, value),
            _ => None,
        }
    }

    fn operator(&mut self, operator: Operator, operands: &'e [Expr], value: bool) -> Option<()> {
        match (operator, operands) {
            (Operator::Not, [operand]) => self.wish(operand, !value),
            (Operator::And | Operator::Or, [one, other]) => {
                if (operator == Operator::And) == value {
                    let (first, second) = (self.wish(one, value), self.wish(other, value));
                    return first.and(second);
                }
                let (one, other) = if self.choice.is_multiple_of(2) { (one, other) } else { (other, one) };
                self.wish(one, value).or_else(|| self.wish(other, value))
            }
            (Operator::Conditional, [condition, then, otherwise]) => {
                let is_other = matches!(literal(then), Some(Literal::Bool(known)) if *known != value);
                let chosen = if is_other { otherwise } else { then };
                self.wish(condition, !is_other)?;
                self.wish(chosen, value)
            }
            (Operator::In, [element, list]) => self.one_of(element, list, value),
            (_, [one, other]) => {
                let operator = if value { operator } else { opposite(operator)? };
                if let (Some(Literal::Bool(known)), Operator::Equals | Operator::NotEquals) =
                    (literal(other).or(literal(one)), operator)
                {
                    let condition = if literal(other).is_some() { one } else { other };
                    return self.wish(condition, *known == (operator == Operator::Equals));
                }
                self.compare(one, operator, other).or_else(|| self.compare(other, turned(operator), one))
            }
            _ => None,
        }
    }

    fn compare(&mut self, one: &'e Expr, operator: Operator, other: &'e Expr) -> Option<()> {
        let constant = self.constant(other);
        if let (Some(sized), Some(Value::Int(count))) = (sized(one), &constant) {
            let place = self.place(sized)?;
            let length = match operator {
                Operator::Less => count.checked_sub(1)?,
                Operator::Greater | Operator::NotEquals => count.checked_add(1)?,
                _ => *count,
            };
            return self.draft.resize(&place, usize::try_from(length).ok().filter(|n| *n <= LONGEST)?);
        }
        let place = self.place(one)?;
        let constant = match constant {
            Some(constant) => constant,
            None => {
                let other = self.place(other)?;
                self.draft.make(&other)?;
                self.draft.node(&other)?.value.clone()
            }
        };
        let holds = |value: &Value| order(value, &constant).is_some_and(|order| compares(operator, order));
        if self.draft.node(&place).is_some_and(|known| holds(&known.value)) {
            return Some(());
        }
        let scalars = self.draft.shape(&place).map_or(&[][..], |shape| &shape.scalars);
        let candidate = scalars.iter().find(|candidate| holds(&candidate.value)).cloned();
        let next = || match (&constant, operator) {
            (_, Operator::Equals | Operator::LessEquals | Operator::GreaterEquals) => {
                Some(node(constant.clone()))
            }
            (Value::Int(n), Operator::Less) => Some(node(Value::Int(n.checked_sub(1)?))),
            (Value::Int(n), _) => Some(node(Value::Int(n.checked_add(1)?))),
            (Value::String(text), _) => Some(node(Value::String(format!("{text}a").into()))),
            _ => None,
        };
        let value = candidate.or_else(next)?;
        self.draft.set(&place, value)
    }

    fn constant(&self, expr: &Expr) -> Option<Value> {
        match literal(expr) {
            Some(Literal::Int(n)) => Some(Value::Int(*n)),
            Some(Literal::Double(x)) => Some(Value::Float(*x)),
            Some(Literal::Bool(known)) => Some(Value::Bool(*known)),
            _ => self.text(expr).map(|text| Value::String(text.into())),
        }
    }

    /// `self.kind in ['A', 'B']`, `'a' in self.labels`
    fn one_of(&mut self, element: &'e Expr, list: &'e Expr, value: bool) -> Option<()> {
        if let ExprKind::List(elements) = &list.kind {
            let place = self.place(element)?;
            let constants: Vec<Value> =
                elements.iter().filter_map(|element| self.constant(&element.value)).collect();
            let is_one = |value: &Value| constants.contains(value);
            if self.draft.node(&place).is_some_and(|known| is_one(&known.value) == value) {
                return Some(());
            }
            let scalars = self.draft.shape(&place).map_or(&[][..], |shape| &shape.scalars);
            let known = scalars.iter().find(|candidate| is_one(&candidate.value) == value).cloned();
            let first = constants.get(self.choice % constants.len().max(1)).filter(|_| value);
            let chosen = known.or_else(|| first.cloned().map(node))?;
            return self.draft.set(&place, chosen);
        }
        let list = self.place(list)?;
        let constant = self.constant(element)?;
        if self.draft.shape(&list)?.list.is_some() {
            if value {
                let taken = &self.taken;
                let place = self.draft.element(&list, &|item| !taken.contains(item))?;
                self.draft.step(taken.len() * taken.len())?;
                self.taken.push(place.clone());
                return self.draft.set(&place, node(constant));
            }
            let Value::List(items) = &self.draft.node(&list)?.value else { return None };
            let kept = items.iter().filter(|item| item.value != constant).cloned().collect();
            return self.draft.set(&list, node(Value::list(kept)));
        }
        let Value::String(key) = constant else { return None };
        let place = list.entry(&key);
        if value { self.draft.make(&place) } else { self.draft.remove(&place) }
    }

    fn function(&mut self, name: &str, call: &'e Call, value: bool) -> Option<()> {
        match (name, operands(call).as_slice()) {
            ("hasValue", [optional]) => {
                let place = self.place(optional)?;
                if value { self.draft.make(&place) } else { self.draft.remove(&place) }
            }
            // `x.optMap(v, v > 1).orValue(false)`
            ("orValue", [optional, _]) => match &optional.kind {
                ExprKind::Call(inner) if inner.function.is(Operator::Conditional) => {
                    let [condition, then, _] = inner.args.as_slice() else { return None };
                    self.wish(condition, true)?;
                    match &then.kind {
                        ExprKind::Call(of) => self.wish(of.args.first()?, value),
                        _ => None,
                    }
                }
                _ => {
                    let place = self.place(optional)?;
                    self.draft.set(&place, node(Value::Bool(value)))
                }
            },
            ("startsWith" | "endsWith" | "contains" | "matches", [text, part]) => {
                let (place, part) = (self.place(text)?, self.text(part)?);
                let samples = if name == "matches" { patterns::samples(&part) } else { vec![part.clone()] };
                let is_so = |text: &str| match name {
                    "startsWith" => text.starts_with(&part),
                    "endsWith" => text.ends_with(&part),
                    "contains" => text.contains(&part),
                    _ => samples.iter().any(|sample| sample == text),
                };
                let mut scalars = self.draft.shape(&place)?.scalars.iter();
                let chosen =
                    scalars.find(|scalar| scalar.as_str().is_some_and(|text| is_so(text) == value)).cloned();
                let sample = samples.first().filter(|_| value);
                let chosen =
                    chosen.or_else(|| sample.map(|text| node(Value::String(text.as_str().into()))))?;
                self.draft.set(&place, chosen)
            }
            _ => None,
        }
    }

    fn fold(&mut self, fold: &'e Comprehension, value: bool) -> Option<()> {
        let before = self.variables.len();
        if fold.from == Macro::Bind {
            let place = self.place(&fold.accu_init).map(Known::At);
            self.variables.push((&fold.accu_var, place));
            let done = self.wish(&fold.result, value);
            self.variables.truncate(before);
            return done;
        }
        let predicate = fold.round()?.predicate?;
        let is_each = (fold.from == Macro::All) == value;
        if !is_each {
            self.enter(fold)?;
            let done = self.wish(predicate, value);
            self.variables.truncate(before);
            return done;
        }
        let list = self.place(&fold.iter_range)?;
        for element in self.elements(&list) {
            self.bind(fold, element);
            let done = self.wish(predicate, value);
            self.variables.truncate(before);
            done?;
        }
        Some(())
    }

    /// Makes all fields that an expression reads.
    pub(super) fn make_reads(&mut self, expr: &Expr) {
        if self.draft.step(1).is_none() {
            return;
        }
        match &expr.kind {
            ExprKind::Select(select) if select.test_only => {}
            ExprKind::Select(select) => match self.place(expr) {
                Some(place) => self.draft.make(&place).unwrap_or_default(),
                None => self.make_reads(&select.operand),
            },
            ExprKind::Call(call) => operands(call).into_iter().for_each(|operand| self.make_reads(operand)),
            ExprKind::Comprehension(fold) => self.make_reads(&fold.iter_range),
            ExprKind::List(elements) => elements.iter().for_each(|element| self.make_reads(&element.value)),
            ExprKind::Literal(_) | ExprKind::Ident(_) | ExprKind::Map(_) | ExprKind::Struct(_) => {}
        }
    }

    /// The first elements that are there.
    fn elements(&self, list: &Place) -> Vec<Place> {
        let Some(known) = self.draft.node(list) else { return Vec::new() };
        match &known.value {
            Value::List(items) => (0..items.len().min(MOST_ELEMENTS)).map(|i| list.item(i)).collect(),
            _ => known.entries().iter().take(MOST_ELEMENTS).map(|entry| list.entry(&entry.key)).collect(),
        }
    }

    /// The variables of a macro stand for an element that no other wish was about.
    pub(super) fn enter(&mut self, fold: &'e Comprehension) -> Option<()> {
        let list = self.place(&fold.iter_range)?;
        let taken = &self.taken;
        let element = self.draft.element(&list, &|element| !taken.contains(element))?;
        self.draft.step(taken.len() * taken.len())?;
        self.draft.make(&element)?;
        self.taken.push(element.clone());
        // What `filter` leaves.
        let mut range = &fold.iter_range;
        while let ExprKind::Comprehension(filter) = &range.kind {
            let before = self.variables.len();
            self.bind(filter, element.clone());
            if let Some(predicate) = filter.round().and_then(|round| round.predicate) {
                self.wish(predicate, true);
            }
            self.variables.truncate(before);
            range = &filter.iter_range;
        }
        self.bind(fold, element);
        Some(())
    }

    fn bind(&mut self, fold: &'e Comprehension, element: Place) {
        let key = element.key().map(|key| Known::Key(key.to_owned()));
        match (&fold.iter_var2, key) {
            (Some(second), key) => {
                self.variables.extend([(&*fold.iter_var, key), (second, Some(Known::At(element)))])
            }
            (None, Some(key)) => self.variables.push((&fold.iter_var, Some(key))),
            (None, None) => self.variables.push((&fold.iter_var, Some(Known::At(element)))),
        }
    }
}

pub(super) fn literal(expr: &Expr) -> Option<&Literal> {
    match &expr.kind {
        ExprKind::Literal(literal) => Some(literal),
        _ => None,
    }
}

pub(super) fn operands(call: &Call) -> Vec<&Expr> {
    call.target.as_deref().into_iter().chain(&call.args).collect()
}

/// `x` of `x.size()` and `size(x)`.
fn sized(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Call(call) if &*call.function == "size" => operands(call).first().copied(),
        _ => None,
    }
}

fn order(one: &Value, other: &Value) -> Option<Ordering> {
    #[expect(clippy::cast_precision_loss, reason = "nearby numbers do as well")]
    let number = |value: &Value| match value {
        Value::Int(n) => Some(*n as f64),
        Value::Float(x) => Some(*x),
        _ => None,
    };
    match (one, other) {
        (Value::Int(one), Value::Int(other)) => Some(one.cmp(other)),
        (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
        (Value::Bool(one), Value::Bool(other)) => Some(one.cmp(other)),
        _ => number(one)?.partial_cmp(&number(other)?),
    }
}

fn compares(operator: Operator, order: Ordering) -> bool {
    match operator {
        Operator::Equals => order.is_eq(),
        Operator::NotEquals => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::LessEquals => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::GreaterEquals => order.is_ge(),
        _ => false,
    }
}

fn opposite(operator: Operator) -> Option<Operator> {
    Some(match operator {
        Operator::Equals => Operator::NotEquals,
        Operator::NotEquals => Operator::Equals,
        Operator::Less => Operator::GreaterEquals,
        Operator::LessEquals => Operator::Greater,
        Operator::Greater => Operator::LessEquals,
        Operator::GreaterEquals => Operator::Less,
        _ => return None,
    })
}

fn turned(operator: Operator) -> Operator {
    match operator {
        Operator::Less => Operator::Greater,
        Operator::LessEquals => Operator::GreaterEquals,
        Operator::Greater => Operator::Less,
        Operator::GreaterEquals => Operator::LessEquals,
        other => other,
    }
}

/// Longer lists and texts are not made.
const LONGEST: usize = 2_000;
/// So many elements of a list are changed.
const MOST_ELEMENTS: usize = 8;
