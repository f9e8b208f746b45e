//! Operands under names, operations over their values, and their conversion to other forms.

use super::{Block, Emitter, Env, Form, dynamic};
use crate::ir::{Body, Let, Lift, Local, Operand, Operation, Pattern, Statement, Type, Value};
use std::rc::Rc;

impl Emitter<'_, '_> {
    /// The operand under a name, so that it can be used more than once.
    pub(super) fn bind(&mut self, operand: Operand, block: &mut Block) -> Operand {
        if operand.repeatable {
            return operand;
        }
        let name = self.temporary();
        self.remember(&name, &operand.value);
        block.push(Let::statement(&name, operand.value));
        Operand { value: Value::Local(name), repeatable: true, ..operand }
    }

    /// Goes on with the value of an operand; if it has none, its error is the result and `next` costs nothing.
    pub(super) fn then(
        &mut self,
        operand: Operand,
        block: &mut Block,
        next: impl FnOnce(&mut Self, Operand, &mut Block) -> Operand,
    ) -> Operand {
        if !operand.fallible {
            return next(self, operand, block);
        }
        let name = self.temporary();
        let mut inner = Block::new();
        let value = next(self, Operand::name(&name, operand.form.clone()), &mut inner);
        match inner.only_units() {
            Some(units) => self.then_units(operand, name, value, units, block),
            None => {
                let form = value.form.clone();
                let body = inner.into_body(value.into_result());
                block.flush();
                let outcome = operand.value.matched([
                    (Pattern::name_in("Ok", &name), body),
                    (Pattern::name_in("Err", &"error".into()), failed()),
                ]);
                self.run(outcome, form, block)
            }
        }
    }

    fn then_units(
        &mut self,
        operand: Operand,
        name: Local,
        next: Operand,
        units: u64,
        block: &mut Block,
    ) -> Operand {
        let operand = if units > 0 { self.bind(operand, block) } else { operand };
        let is_ok = operand.value.clone().method("is_ok");
        match units {
            0 => {}
            1 => block.push(Statement::AddIf(is_ok)),
            _ => block.push(Statement::If(is_ok, Rc::new(vec![Statement::Add(units)]))),
        }
        let lifted = self.mapped(operand.value, Pattern::Name(name), next.value, next.fallible);
        Operand::fallible(lifted, next.form)
    }

    /// Result of `next` for the value of a `Result`. In a large rule this is a `match`: rustc takes longer for a closure, and for
    /// all that is generic over it.
    pub(super) fn mapped(&self, result: Value, pattern: Pattern, next: Value, can_fail: bool) -> Value {
        let results = vec![result];
        Value::Lift(Rc::new(Lift { results, pattern, next, can_fail, is_match: self.is_large }))
    }

    /// Charge of a call that depends on the value of a `Result`: 1 if there is none.
    pub(super) fn cost_of(&self, result: &Value, name: &'static str, cost: Value) -> Value {
        let name = Pattern::Name(name.into());
        match self.is_large {
            false => result.clone().method_with("map_or", [Value::Number(1), Value::closure(name, cost)]),
            true => result.clone().matched([
                (Pattern::of("Ok", name), cost.into()),
                (Pattern::of("Err", Pattern::Any), Value::Number(1).into()),
            ]),
        }
    }

    /// Runs an expression with effects, a `Result`, and gives its value a name.
    pub(super) fn run(&mut self, value: Value, form: Form, block: &mut Block) -> Operand {
        self.named(value, form, true, true, block)
    }

    /// Runs an expression with effects and gives its value a name.
    pub(super) fn named(
        &mut self,
        value: Value,
        form: Form,
        fallible: bool,
        settle: bool,
        block: &mut Block,
    ) -> Operand {
        let name = self.temporary();
        let ty = Some(Type::new(form.clone(), fallible));
        block.push_if(settle, Statement::Let(Let { ty, ..Let::new(&name, value) }));
        Operand { fallible, ..Operand::name(&name, form) }
    }

    /// Brings an operand into a form it can be joined to.
    pub(super) fn coerce(&mut self, operand: Operand, to: &Form) -> Operand {
        if operand.form == *to {
            return operand;
        }
        if let Some(constant) = &operand.constant {
            return self.constant_in_form(&constant.clone(), to);
        }
        let view = if *to == Form::Dynamic { self.view(&operand) } else { None };
        let value = if let Some(view) = view {
            self.through_view(operand.fallible, operand.value, &view)
        } else if operand.fallible {
            let next = converted(self.env, &operand.form, to, Value::local("value"));
            let name = named_if_used("value", &next);
            self.mapped(operand.value, name, next, false)
        } else {
            converted(self.env, &operand.form, to, operand.value)
        };
        Operand { fallible: operand.fallible, ..Operand::new(value, to.clone()) }
    }

    /// As [`coerce`](Self::coerce) for an operand that never has a value; others are left alone.
    pub(super) fn coerce_never(&mut self, operand: Operand, to: &Form) -> Operand {
        if operand.form == Form::Never { self.coerce(operand, to) } else { operand }
    }

    /// Applies an operation to the values of operands, the first error in their order winning.
    pub(super) fn lift(&mut self, operands: Vec<Operand>, operation: Operation) -> Operand {
        let Operation { form, fallible, value } = operation;
        if operands.iter().all(|operand| !operand.fallible) {
            let operands: Vec<Value> = operands.into_iter().map(|operand| operand.value).collect();
            return Operand { fallible, ..Operand::new(value.with(&operands), form) };
        }
        let unread = if value.any(&mut |value| matches!(value, Value::Operand(_))) { "" } else { "_" };
        let (mut results, mut pattern, mut arguments) = (Vec::new(), None, Vec::new());
        for (place, operand) in operands.into_iter().enumerate() {
            if !operand.fallible {
                arguments.push(operand.value);
                continue;
            }
            let name = Local::new(format!("{unread}{}", LIFTED[place % LIFTED.len()]));
            arguments.push((&name).into());
            results.push(operand.value);
            let name = Pattern::Name(name);
            pattern = Some(match pattern {
                None => name,
                Some(before) => Pattern::Tuple(vec![before, name]),
            });
        }
        let (pattern, next) = (pattern.unwrap_or(Pattern::Any), value.with(&arguments));
        let lift = Lift { results, pattern, next, can_fail: fallible, is_match: self.is_large };
        Operand::fallible(Value::Lift(Rc::new(lift)), form)
    }
}

/// The arm of an error: it stays the result.
pub(super) fn failed() -> Body {
    Value::local("error").within("Err").into()
}

/// A name for what a closure takes; none if it does not look at it.
pub(super) fn named_if_used(name: &'static str, body: &Value) -> Pattern {
    let name = Local::from(name);
    match body.any(&mut |value| *value == Value::Local(name.clone())) {
        true => Pattern::Name(name),
        false => Pattern::Any,
    }
}

/// A value in a form it can be joined to. What is empty by its type is made anew.
pub(super) fn converted(env: &Env<'_>, from: &Form, to: &Form, value: Value) -> Value {
    match (from, to) {
        (from, to) if from == to => value,
        (from, Form::Dynamic) => dynamic::into_value(env, from, value),
        (Form::Never, to) => Value::CallOf("ops::absurd".into(), Rc::new(to.clone()), vec![value]),
        (Form::List { element, .. }, Form::List { element: wanted, .. }) => match &**element {
            element if element == &**wanted => Value::build("list::erase", [value]),
            Form::Never => Value::Empty(Rc::new(to.clone())),
            element => Value::build("list::convert", [value, converter(env, element, wanted)]),
        },
        (Form::Map { key, value: held, .. }, Form::Map { key: wanted_key, value: wanted, .. }) => {
            if key == wanted_key && held == wanted {
                Value::build("map::erase", [value])
            } else if **key == Form::Never {
                Value::Empty(Rc::new(to.clone()))
            } else {
                Value::build("map::convert", [value, converter(env, held, wanted)])
            }
        }
        (Form::Optional(content), Form::Optional(wanted)) => match &**content {
            Form::Never => Value::none(wanted),
            content => value.method_with("map", [converter(env, content, wanted)]),
        },
        _ => value,
    }
}

/// [`converted`] as a function. The constructors of `Value` are no closures, which take rustc longer.
fn converter(env: &Env<'_>, from: &Form, to: &Form) -> Value {
    match dynamic::variant(from).filter(|_| *to == Form::Dynamic) {
        Some(variant) => Value::Path(variant),
        None => {
            let converted = converted(env, from, to, Value::local("value"));
            Value::closure(Pattern::Name("value".into()), converted)
        }
    }
}

/// How closures over operands name them.
const LIFTED: [&str; 4] = ["left", "right", "third", "fourth"];
