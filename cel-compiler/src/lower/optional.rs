//! Optionals: `.?`, `[?]` and the steps after them in a chain, their functions, and the names that `optMap` gives.

use super::{
    block::Block,
    shared::reads,
    state::{Lazy, Lowering, Variable},
};
use crate::ast::{Comprehension, Expr, ExprKind, Literal};
use crate::ir::{Body, Infix, Let, Local, Operand, Operation, Pattern, Repr, Statement, Type, Value};
use crate::plan::Constant;
use std::rc::Rc;

/// What an optional step looks for.
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

impl Lowering<'_, '_> {
    /// A step that may find nothing. It costs 1 if it finds something.
    pub(super) fn optional_step(
        &mut self,
        expr: &Expr,
        value: Operand,
        key: Key<'_>,
        block: &mut Block,
    ) -> Operand {
        let Repr::Optional(content) = &value.repr else { return self.maybe(expr, value, &key, block) };
        let content = (**content).clone();
        let name = self.fresh_for(&value.value);
        let mut inner = Block::new();
        let held = Operand::name(&name, content);
        let found = self.maybe(expr, held, &key, &mut inner);
        let repr = found.repr.clone();
        let nothing = Value::Path("None".into());
        let nothing = if found.fallible { nothing.within("Ok") } else { nothing };
        let settle = inner.charges();
        let step = value.value.matched([
            (Pattern::name_in("Some", &name), inner.into_body(found.value)),
            (Pattern::Path("None".into()), nothing.into()),
        ]);
        self.named(step, repr, found.fallible, settle, block)
    }

    /// A property, entry or element that may be missing, as an optional.
    fn maybe(&mut self, expr: &Expr, value: Operand, key: &Key<'_>, block: &mut Block) -> Operand {
        let value = match key {
            Key::Name(_) => self.with_keys(value, &Repr::String),
            Key::Index(_) => value,
        };
        let container = value.value.clone();
        let (found, repr) = match (&value.repr, key) {
            (Repr::Object(object), Key::Name(name)) if self.has_property(object, name) => {
                let Some(field) = self.env.object(object).and_then(|object| object.field(name)) else {
                    return self.no_code(expr);
                };
                let ty = self.env.field_type(object, name).unwrap_or(crate::types::Type::Error);
                let repr = Repr::of_node(self.env, &field.node, &ty);
                let (read, optional) = self.read(&container, field);
                (if optional { read } else { read.within("Some") }, repr)
            }
            (Repr::Map { key: repr, value, .. }, Key::Name(name)) if **repr == Repr::String => {
                (container.method_with("value", [Value::Text((*name).into())]), (**value).clone())
            }
            (_, Key::Index(index)) => return self.maybe_element(expr, value, index, block),
            (_, Key::Name(name)) => {
                let key = Operand::new(Value::Text((*name).into()), Repr::String);
                return self.maybe_dynamic(value, key, block);
            }
        };
        self.found(found, repr, block)
    }

    fn maybe_element(&mut self, expr: &Expr, value: Operand, index: &Expr, block: &mut Block) -> Operand {
        let index = self.index_value(index, block);
        self.then(index, block, |lowering, index, block| {
            let value = lowering.with_keys(value, &index.repr);
            let is_typed = match &value.repr {
                Repr::List { .. } => index.repr == Repr::Int,
                Repr::Map { key, .. } => key.is_key() && **key == index.repr,
                _ => false,
            };
            if !is_typed {
                return lowering.maybe_dynamic(value, index, block);
            }
            let (container, key) = (value.value, index.value);
            let (found, repr) = match (&value.repr, &index.repr) {
                (Repr::List { element, .. }, Repr::Int) => {
                    (Value::call("list::get", [container, key]), (**element).clone())
                }
                (Repr::Map { key: repr, value, .. }, index) if **repr == *index => {
                    (container.method_with("value", [key]), (**value).clone())
                }
                _ => return lowering.no_code(expr),
            };
            // If an element does not convert, the optional holds the error.
            if repr.may_fail() && matches!(value.repr, Repr::List { .. }) {
                let optional = Operand::new(found, Repr::Optional(Rc::new(repr)));
                let found = lowering.coerce(optional, &Repr::Optional(Rc::new(Repr::Dynamic)));
                return lowering.charge_found(found, block);
            }
            lowering.found(found, repr, block)
        })
    }

    /// A part of a value of any type, as an optional.
    fn maybe_dynamic(&mut self, value: Operand, key: Operand, block: &mut Block) -> Operand {
        let operands = vec![self.dynamic(value), self.dynamic(key)];
        let get = Operation::build(Repr::Optional(Rc::new(Repr::Dynamic)), true, "dynamic::get", 2);
        let found = self.lift(operands, get);
        self.charge_found(found, block)
    }

    /// A found value as an optional. Its charge is made here.
    fn found(&mut self, found: Value, held: Repr, block: &mut Block) -> Operand {
        let element = self.element(Operand::new(Value::local("value"), held.clone()));
        let fallible = element.fallible;
        let repr = Repr::Optional(Rc::new(element.repr.clone()));
        let found = if element.repr == held && !fallible {
            found
        } else {
            let found =
                found.method_with("map", [Value::closure(Pattern::Name("value".into()), element.value)]);
            if fallible { found.method("transpose") } else { found }
        };
        self.charge_found(Operand { fallible, ..Operand::new(found, repr) }, block)
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

    /// `optional.or(other)` and `optional.orValue(other)`. The other is evaluated only if there is no value. Both calls are free.
    pub(super) fn or_else(
        &mut self,
        optional: &Expr,
        other: &Expr,
        unwraps: bool,
        block: &mut Block,
    ) -> Operand {
        let optional = self.lower(optional, block);
        let optional = self.as_optional(optional);
        self.then(optional, block, |lowering, optional, block| {
            let mut inner = Block::new();
            let other = lowering.lower(other, &mut inner);
            let held = match &optional.repr {
                Repr::Optional(held) if unwraps => (**held).clone(),
                repr => repr.clone(),
            };
            let repr = held.join_or_dynamic(&other.repr);
            let other =
                if repr == Repr::Dynamic { lowering.dynamic(other) } else { lowering.coerce(other, &repr) };
            let name = lowering.fresh_for(&optional.value);
            let found = Operand::name(&name, held);
            let (pattern, found) = match unwraps {
                true => (Pattern::name_in("Some", &name), lowering.element(found)),
                false => (Pattern::At(name, Rc::new(Pattern::of("Some", Pattern::Any))), found),
            };
            let found = lowering.coerce(found, &repr);
            let fallible = other.fallible || found.fallible;
            let (found, other) = match fallible {
                true => (found.into_result(), other.into_result()),
                false => (found.value, other.value),
            };
            let settle = inner.charges();
            let other = (Pattern::Path("None".into()), inner.into_body(other));
            let value = optional.value.matched([(pattern, found.into()), other]);
            lowering.named(value, repr, fallible, settle, block)
        })
    }

    /// `optMap`, `optFlatMap` and `sortBy`: names a value that is evaluated when it is read.
    pub(super) fn bind_name(&mut self, fold: &Comprehension, block: &mut Block) -> Operand {
        let mut lazy = Lazy {
            slot: self.fresh(&format!("{}_slot", fold.accu_var)),
            init: fold.accu_init.clone(),
            scope: self.variables.len(),
            shared: None,
            read: Rc::default(),
        };
        let mut inner = Block::new();
        if reads(&fold.result, &fold.accu_var) > 1 {
            lazy.shared = Some(self.share_lazy(&lazy, &fold.accu_init, &mut inner));
        }
        let value = Operand::new(Value::Tuple(Vec::new()), Repr::Never);
        self.variables.push(Variable { lazy: Some(lazy.clone()), ..Variable::new(&fold.accu_var, value) });
        let result = self.after_views(&mut inner, |lowering, block| lowering.lower(&fold.result, block));
        self.variables.pop();
        if lazy.read.get() || lazy.shared.is_some() {
            let slot = &lazy.slot;
            let empty = Value::call("Cell::new", [Value::Path("None".into())]);
            block.push(Let::statement(slot, empty));
        }
        block.append(inner);
        result
    }

    /// A read of a lazy name. The first read evaluates the value.
    pub(super) fn read_lazy(&mut self, lazy: &Lazy, block: &mut Block) -> Operand {
        if let Some(shared) = &lazy.shared {
            return self.run_shared(shared, block);
        }
        lazy.read.set(true);
        let inner_scope = self.variables.split_off(lazy.scope);
        let mut inner = Block::new();
        let init = self.lower(&lazy.init, &mut inner);
        self.variables.extend(inner_scope);
        let (repr, fallible) = (init.repr.clone(), init.fallible);
        let settle = inner.charges();
        let name = Local::from("value");
        let value = || Value::from(&name);
        let ty = Some(Type::new(repr.clone(), fallible));
        let mut statements = inner.into_statements();
        statements.push(Statement::Let(Let { ty, ..Let::new(&name, init.value) }));
        statements.push(lazy.keep());
        let kept = Value::from(&lazy.slot).method("get").matched([
            (Pattern::name_in("Some", &name), value().into()),
            (Pattern::Path("None".into()), Body { statements, result: value() }),
        ]);
        self.named(kept, repr, fallible, settle, block)
    }
}

/// The functions of optionals.
pub(super) fn operation(function: &str, value: &Repr) -> Option<Operation> {
    let operand = Value::Operand(0);
    Some(match (function, value) {
        ("optional.of", repr) => {
            Operation::new(Repr::Optional(Rc::new(repr.clone())), operand.within("Some"))
        }
        ("optional.ofNonZeroValue", repr) => return non_zero(repr),
        ("hasValue", Repr::Optional(_)) => Operation::new(Repr::Bool, operand.method("is_some")),
        ("value", Repr::Optional(value)) if **value == Repr::Dynamic => {
            let value = Value::call("ops::value_of_optional", [operand]);
            let checked = value.method_with("and_then", [Value::Path("Value::checked".into())]);
            Operation::fallible(Repr::Dynamic, checked)
        }
        ("value", Repr::Optional(value)) => {
            Operation::call((**value).clone(), true, "ops::value_of_optional", 1)
        }
        ("optional.unwrap" | "unwrapOpt", Repr::List { element, .. }) => return unwrapped(element),
        ("first", Repr::List { element, .. }) => end_of_list(element, "list::first"),
        ("last", Repr::List { element, .. }) => end_of_list(element, "list::last"),
        _ => return None,
    })
}

fn end_of_list(element: &Rc<Repr>, function: &'static str) -> Operation {
    Operation::call(Repr::Optional(Rc::clone(element)), false, function, 1)
}

/// The values of a list of optionals, without the empty ones.
fn unwrapped(element: &Repr) -> Option<Operation> {
    Some(match element {
        Repr::Optional(held) => Operation::build(Repr::list((**held).clone()), false, "list::unwrap", 1),
        Repr::Never => {
            let repr = Repr::list(Repr::Never);
            Operation::new(repr.clone(), Value::Empty(Rc::new(repr)))
        }
        _ => return None,
    })
}

/// `optional.ofNonZeroValue`. Zero, false, null, an empty text, and an empty list or map that the rule built give none. Lists and maps
/// of an object never do.
fn non_zero(repr: &Repr) -> Option<Operation> {
    let value = || Value::local("value");
    let differs = |zero: Value| Value::infix(Infix::NotEqual, value().deref(), zero);
    let number = |zero: Constant| Value::Constant(Rc::new(zero), Rc::new(repr.clone()));
    let is_kept = match repr {
        Repr::Bool => value().deref(),
        Repr::Int => differs(number(Constant::Int(0))),
        Repr::Uint => differs(number(Constant::Uint(0))),
        Repr::Double => differs(number(Constant::Double(0.0))),
        Repr::String | Repr::Bytes => value().method("is_empty").not(),
        Repr::List { native: false, .. } | Repr::Map { native: false, .. } => value().method("is_zero").not(),
        Repr::Timestamp => Value::call("ops::is_zero_timestamp", [value().deref()]).not(),
        Repr::Duration => Value::infix(Infix::NotEqual, value().method("nanos"), Value::int(0)),
        Repr::Null => Value::Bool(false),
        Repr::Nullable(_) | Repr::Dynamic | Repr::Never => return None,
        _ => Value::Bool(true),
    };
    let kept = Value::closure(Pattern::if_used("value", &is_kept), is_kept);
    let optional = Value::Operand(0).within("Some").method_with("filter", [kept]);
    Some(Operation::new(Repr::Optional(Rc::new(repr.clone())), optional))
}
