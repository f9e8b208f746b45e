//! Optionals: `.?`, `[?]` and what follows them in a chain, their functions, and the names that `optMap` gives.

use super::{
    Block, Emitter, Form, Variable,
    operand::named_if_used,
    shared::{Shared, reads},
};
use crate::ast::{Comprehension, Expr, ExprKind, Literal};
use crate::ir::{Body, Infix, Let, Local, Operand, Operation, Pattern, Statement, Type, Value};
use crate::plan::Constant;
use std::{cell::Cell, rc::Rc};

/// The question of an optional step.
pub(super) enum Key<'e> {
    Name(&'e str),
    Index(&'e Expr),
}

impl<'e> Key<'e> {
    /// A constant string is a name.
    pub(super) fn of(index: &'e Expr) -> Self {
        match &index.kind {
            ExprKind::Literal(Literal::String(name)) => Key::Name(name),
            _ => Key::Index(index),
        }
    }
}

/// A value that is evaluated when it is read first, and at most once.
#[derive(Clone)]
pub(super) struct Lazy {
    slot: Local,
    init: Expr,
    /// How many variables were in scope where it was named.
    scope: usize,
    /// Name that reads it, if it is read more than once.
    pub(super) shared: Option<Shared>,
    /// Set by the first read; nothing tells the type of a slot that is never read.
    read: Rc<Cell<bool>>,
}

impl Lazy {
    /// The statement that keeps `value`.
    pub(super) fn keep(&self) -> Statement {
        let value = Value::local("value").within("Some");
        Statement::Run(Value::from(&self.slot).method_with("set", [value]))
    }

    /// The cell that keeps the value.
    pub(super) fn slot(&self) -> &Local {
        &self.slot
    }
}

impl Emitter<'_, '_> {
    /// A step that may find nothing; it costs 1 if it finds something.
    pub(super) fn optional_step(
        &mut self,
        expr: &Expr,
        value: Operand,
        key: Key<'_>,
        block: &mut Block,
    ) -> Operand {
        let Form::Optional(content) = &value.form else { return self.maybe(expr, value, &key, block) };
        let content = (**content).clone();
        let name = self.temporary();
        let mut inner = Block::new();
        let held = Operand::name(&name, content);
        let found = self.maybe(expr, held, &key, &mut inner);
        let form = found.form.clone();
        let nothing = Value::Path("None".into());
        let nothing = if found.fallible { nothing.within("Ok") } else { nothing };
        let settle = inner.charges();
        let step = value.value.matched([
            (Pattern::name_in("Some", &name), inner.into_body(found.value)),
            (Pattern::Path("None".into()), nothing.into()),
        ]);
        self.named(step, form, found.fallible, settle, block)
    }

    /// A property, entry or element that may be missing, as an optional.
    fn maybe(&mut self, expr: &Expr, value: Operand, key: &Key<'_>, block: &mut Block) -> Operand {
        let value = match key {
            Key::Name(_) => self.with_keys(value, &Form::String),
            Key::Index(_) => value,
        };
        let container = value.value.clone();
        let (found, form) = match (&value.form, key) {
            (Form::Object(object), Key::Name(name)) if self.has_property(object, name) => {
                let Some(field) = self.env.object(object).and_then(|object| object.field(name)) else {
                    return self.unsupported(expr, &format!("field `{name}`"));
                };
                let ty = self.env.field_type(object, name).unwrap_or(crate::types::Type::Error);
                let form = Form::of_node(self.env, &field.node, &ty);
                let (read, optional) = self.read(&container, field);
                (if optional { read } else { read.within("Some") }, form)
            }
            (Form::Map { key: form, value, .. }, Key::Name(name)) if **form == Form::String => {
                (container.method_with("value", [Value::Text((*name).into())]), (**value).clone())
            }
            (_, Key::Index(index)) => return self.maybe_element(expr, value, index, block),
            (_, Key::Name(name)) => {
                let key = Operand::new(Value::Text((*name).into()), Form::String);
                return self.maybe_dynamic(value, key, block);
            }
        };
        self.found(found, form, block)
    }

    fn maybe_element(&mut self, expr: &Expr, value: Operand, index: &Expr, block: &mut Block) -> Operand {
        let index = self.index_value(index, block);
        self.then(index, block, |emitter, index, block| {
            let value = emitter.with_keys(value, &index.form);
            let is_typed = match &value.form {
                Form::List { .. } => index.form == Form::Int,
                Form::Map { key, .. } => key.is_key() && **key == index.form,
                _ => false,
            };
            if !is_typed {
                return emitter.maybe_dynamic(value, index, block);
            }
            let (container, key) = (value.value, index.value);
            let (found, form) = match (&value.form, &index.form) {
                (Form::List { element, .. }, Form::Int) => {
                    (Value::call("list::get", [container, key]), (**element).clone())
                }
                (Form::Map { key: form, value, .. }, index) if **form == *index => {
                    (container.method_with("value", [key]), (**value).clone())
                }
                _ => return emitter.unsupported(expr, "an optional index of this type"),
            };
            // An element that does not convert is in the optional as the error that it is.
            if form.may_fail() && matches!(value.form, Form::List { .. }) {
                let optional = Operand::new(found, Form::Optional(Rc::new(form)));
                let found = emitter.coerce(optional, &Form::Optional(Rc::new(Form::Dynamic)));
                return emitter.charge_found(found, block);
            }
            emitter.found(found, form, block)
        })
    }

    /// A part of a value that may be anything.
    fn maybe_dynamic(&mut self, value: Operand, key: Operand, block: &mut Block) -> Operand {
        let operands = vec![self.dynamic(value), self.dynamic(key)];
        let get = Operation::build(Form::Optional(Rc::new(Form::Dynamic)), true, "dynamic::get", 2);
        let found = self.lift(operands, get);
        self.charge_found(found, block)
    }

    /// A value of a form that was found, as an optional.
    fn found(&mut self, found: Value, held: Form, block: &mut Block) -> Operand {
        let element = self.element(Operand::new(Value::local("value"), held.clone()));
        let fallible = element.fallible;
        let form = Form::Optional(Rc::new(element.form.clone()));
        let found = if element.form == held && !fallible {
            found
        } else {
            let found =
                found.method_with("map", [Value::closure(Pattern::Name("value".into()), element.value)]);
            if fallible { found.method("transpose") } else { found }
        };
        self.charge_found(Operand { fallible, ..Operand::new(found, form) }, block)
    }

    fn charge_found(&mut self, found: Operand, block: &mut Block) -> Operand {
        let found = self.bind(found, block);
        let value = found.value.clone();
        block.push(Statement::AddIf(match found.fallible {
            true => {
                Value::Matches(Rc::new(value), vec![Pattern::of("Ok", Pattern::of("Some", Pattern::Any))])
            }
            false => value.method("is_some"),
        }));
        found
    }

    /// `optional.or(other)` and `optional.orValue(other)`: the other is evaluated only if there is no value; both are free.
    pub(super) fn or_else(
        &mut self,
        optional: &Expr,
        other: &Expr,
        unwraps: bool,
        block: &mut Block,
    ) -> Operand {
        let optional = self.emit(optional, block);
        let optional = self.as_optional(optional);
        self.then(optional, block, |emitter, optional, block| {
            let mut inner = Block::new();
            let other = emitter.emit(other, &mut inner);
            let held = match &optional.form {
                Form::Optional(held) if unwraps => (**held).clone(),
                form => form.clone(),
            };
            let form = held.join_or_dynamic(&other.form);
            let other =
                if form == Form::Dynamic { emitter.dynamic(other) } else { emitter.coerce(other, &form) };
            let name = emitter.temporary();
            let found = Operand::name(&name, held);
            let (pattern, found) = match unwraps {
                true => (Pattern::name_in("Some", &name), emitter.element(found)),
                false => (Pattern::At(name, Rc::new(Pattern::of("Some", Pattern::Any))), found),
            };
            let found = emitter.coerce(found, &form);
            let fallible = other.fallible || found.fallible;
            let (found, other) = match fallible {
                true => (found.into_result(), other.into_result()),
                false => (found.value, other.value),
            };
            let settle = inner.charges();
            let other = (Pattern::Path("None".into()), inner.into_body(other));
            let value = optional.value.matched([(pattern, found.into()), other]);
            emitter.named(value, form, fallible, settle, block)
        })
    }

    /// `optMap` and its kin: names a value that is evaluated when it is read.
    pub(super) fn bind_name(&mut self, fold: &Comprehension, block: &mut Block) -> Operand {
        let mut lazy = Lazy {
            slot: self.temporary(),
            init: fold.accu_init.clone(),
            scope: self.variables.len(),
            shared: None,
            read: Rc::default(),
        };
        let mut inner = Block::new();
        if reads(&fold.result, &fold.accu_var) > 1 {
            lazy.shared = Some(self.share_lazy(&lazy, &fold.accu_init, &mut inner));
        }
        let value = Operand::new(Value::Tuple(Vec::new()), Form::Never);
        self.variables.push(Variable { lazy: Some(lazy.clone()), ..Variable::new(&fold.accu_var, value) });
        let result = self.after_views(&mut inner, |emitter, block| emitter.emit(&fold.result, block));
        self.variables.pop();
        if lazy.read.get() || lazy.shared.is_some() {
            let slot = &lazy.slot;
            let empty = Value::call("Cell::new", [Value::Path("None".into())]);
            block.push(Let::statement(slot, empty));
        }
        block.append(inner);
        result
    }

    /// A read of such a name: the first one evaluates it.
    pub(super) fn read_lazy(&mut self, lazy: &Lazy, block: &mut Block) -> Operand {
        if let Some(shared) = &lazy.shared {
            return self.run_shared(shared, block);
        }
        lazy.read.set(true);
        let inner_scope = self.variables.split_off(lazy.scope);
        let mut inner = Block::new();
        let init = self.emit(&lazy.init, &mut inner);
        self.variables.extend(inner_scope);
        let (form, fallible) = (init.form.clone(), init.fallible);
        let settle = inner.charges();
        let name = Local::from("value");
        let value = || Value::from(&name);
        let ty = Some(Type::new(form.clone(), fallible));
        let mut statements = inner.into_statements();
        statements.push(Statement::Let(Let { ty, ..Let::new(&name, init.value) }));
        statements.push(lazy.keep());
        let kept = Value::from(&lazy.slot).method("get").matched([
            (Pattern::name_in("Some", &name), value().into()),
            (Pattern::Path("None".into()), Body { statements, result: value() }),
        ]);
        self.named(kept, form, fallible, settle, block)
    }
}

/// The functions of optionals.
pub(super) fn operation(function: &str, value: &Form) -> Option<Operation> {
    let operand = Value::Operand(0);
    Some(match (function, value) {
        ("optional.of", form) => {
            Operation::new(Form::Optional(Rc::new(form.clone())), operand.within("Some"))
        }
        ("optional.ofNonZeroValue", form) => return non_zero(form),
        ("hasValue", Form::Optional(_)) => Operation::new(Form::Bool, operand.method("is_some")),
        ("value", Form::Optional(value)) if **value == Form::Dynamic => {
            let value = Value::call("ops::value_of_optional", [operand]);
            let checked = value.method_with("and_then", [Value::Path("Value::checked".into())]);
            Operation::fallible(Form::Dynamic, checked)
        }
        ("value", Form::Optional(value)) => {
            Operation::call((**value).clone(), true, "ops::value_of_optional", 1)
        }
        ("optional.unwrap" | "unwrapOpt", Form::List { element, .. }) => return unwrapped(element),
        ("first", Form::List { element, .. }) => end_of_list(element, "list::first"),
        ("last", Form::List { element, .. }) => end_of_list(element, "list::last"),
        _ => return None,
    })
}

fn end_of_list(element: &Rc<Form>, function: &'static str) -> Operation {
    Operation::call(Form::Optional(Rc::clone(element)), false, function, 1)
}

/// The values that are there.
fn unwrapped(element: &Form) -> Option<Operation> {
    Some(match element {
        Form::Optional(held) => Operation::build(Form::list((**held).clone()), false, "list::unwrap", 1),
        Form::Never => {
            let form = Form::list(Form::Never);
            Operation::new(form.clone(), Value::Empty(Rc::new(form)))
        }
        _ => return None,
    })
}

/// Zero, false, null and what a rule built empty give none; what belongs to an object never does.
fn non_zero(form: &Form) -> Option<Operation> {
    let value = || Value::local("value");
    let differs = |zero: Value| Value::infix(Infix::NotEqual, value().deref(), zero);
    let number = |zero: Constant| Value::Constant(Rc::new(zero), Rc::new(form.clone()));
    let is_kept = match form {
        Form::Bool => value().deref(),
        Form::Int => differs(number(Constant::Int(0))),
        Form::Uint => differs(number(Constant::Uint(0))),
        Form::Double => differs(number(Constant::Double(0.0))),
        Form::String | Form::Bytes => value().method("is_empty").not(),
        Form::List { native: false, .. } | Form::Map { native: false, .. } => value().method("is_zero").not(),
        Form::Timestamp => Value::call("ops::is_zero_timestamp", [value().deref()]).not(),
        Form::Duration => Value::infix(Infix::NotEqual, value().method("nanos"), Value::int(0)),
        Form::Null => Value::Bool(false),
        Form::Nullable(_) | Form::Dynamic | Form::Never => return None,
        _ => Value::Bool(true),
    };
    let kept = Value::closure(named_if_used("value", &is_kept), is_kept);
    let optional = Value::Operand(0).within("Some").method_with("filter", [kept]);
    Some(Operation::new(Form::Optional(Rc::new(form.clone())), optional))
}
