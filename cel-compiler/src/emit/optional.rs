//! Optionals: `.?`, `[?]` and what follows them in a chain, their functions, and the names that `optMap` gives.

use super::{
    Block, Emitter, Form, Operand, Operation, Optionals, Variable,
    form::is_message,
    operator::{building, called},
    shared::{Shared, reads},
};
use crate::ast::{Comprehension, Expr, ExprKind, Literal};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
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
    slot: Ident,
    init: Expr,
    /// How many variables were in scope where it was named.
    scope: usize,
    /// Name that reads it, if it is read more than once.
    pub(super) shared: Option<Shared>,
    /// Set by the first read; nothing tells the type of a slot that is never read.
    read: Rc<Cell<bool>>,
    /// Set if the value may be another one than the expression's, see [`named`](super::named).
    may_be_new: Rc<Cell<bool>>,
}

impl Lazy {
    /// The cell that keeps the value.
    pub(super) fn slot(&self) -> &Ident {
        &self.slot
    }

    /// The cell that says whether it is.
    pub(super) fn is_new(&self) -> Ident {
        format_ident!("{}_is_new", self.slot)
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
        let held = match content {
            Form::Optional(_) | Form::Dynamic => {
                let held = self.dynamic(Operand::name(&name, content));
                self.as_next(held, &Optionals::Found)
            }
            _ => Operand::name(&name, content),
        };
        let found = self.maybe(expr, held, &key, &mut inner);
        let form = found.form.clone();
        let optional = value.tokens;
        let (nothing, result) =
            if found.fallible { (quote!(Ok(None)), found.tokens) } else { (quote!(None), found.tokens) };
        let settle = inner.charges();
        let body = inner.into_expression(&result);
        let tokens = quote!(match #optional { Some(#name) => #body, None => #nothing });
        self.named(tokens, form, found.fallible, settle, block)
    }

    /// A property, entry or element that may be missing, as an optional.
    fn maybe(&mut self, expr: &Expr, value: Operand, key: &Key<'_>, block: &mut Block) -> Operand {
        let value = match key {
            Key::Name(_) => self.with_keys(value, &Form::String),
            Key::Index(_) => value,
        };
        let container = value.tokens.clone();
        let (tokens, form) = match (&value.form, key) {
            (Form::Object(object), Key::Name(name)) if self.has_property(object, name) => {
                let Some(field) = self.env.object(object).and_then(|object| object.field(name)) else {
                    return self.unsupported(expr, &format!("field `{name}`"));
                };
                let ty = self.env.field_type(object, name).unwrap_or(crate::types::Type::Error);
                let form = Form::of_node(self.env, &field.node, &ty);
                let (tokens, optional) = self.read(&container, field);
                (if optional { tokens } else { quote!(Some(#tokens)) }, form)
            }
            (Form::Map { key: form, value, .. }, Key::Name(name)) if **form == Form::String => {
                (quote!(#container.value(#name)), (**value).clone())
            }
            (_, Key::Index(index)) => return self.maybe_element(expr, value, index, block),
            (_, Key::Name(name)) => {
                let key = Operand::new(quote!(#name), Form::String);
                return self.maybe_dynamic(value, key, block);
            }
        };
        self.found(Operand::new(tokens, form), block)
    }

    fn maybe_element(&mut self, expr: &Expr, value: Operand, index: &Expr, block: &mut Block) -> Operand {
        if value.form == Form::Dynamic && self.plan.constant(index).is_none() {
            return self.unless_none(value, &quote!(None), block, |emitter, value, block| {
                let index = emitter.index_value(index, block);
                emitter.then(index, block, |emitter, index, block| emitter.maybe_dynamic(value, index, block))
            });
        }
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
            let (container, key) = (value.tokens, index.tokens);
            let (tokens, form) = match (&value.form, &index.form) {
                (Form::List { element, .. }, Form::Int) => {
                    (quote!(list::get(#container, #key)), (**element).clone())
                }
                (Form::Map { key: form, value, .. }, index) if **form == *index => {
                    (quote!(#container.value(#key)), (**value).clone())
                }
                _ => return emitter.unsupported(expr, "an optional index of this type"),
            };
            // An element that does not convert is in the optional as the error that it is.
            if form.may_fail() && matches!(value.form, Form::List { .. }) {
                let optional = Operand::new(tokens, Form::Optional(Rc::new(form)));
                let found = emitter.coerce(optional, &Form::Optional(Rc::new(Form::Dynamic)));
                return emitter.charge_found(found, block);
            }
            emitter.found(Operand::new(tokens, form), block)
        })
    }

    /// A part of a value that may be anything.
    fn maybe_dynamic(&mut self, value: Operand, key: Operand, block: &mut Block) -> Operand {
        let operands = vec![self.dynamic(value), self.dynamic(key)];
        let get = Operation::fallible(Form::Optional(Rc::new(Form::Dynamic)), |o| {
            let (value, key) = (&o[0], &o[1]);
            quote!(dynamic::get(cost.arena(), #value, #key))
        });
        let found = self.lift(operands, get.delimited());
        self.charge_found(found, block)
    }

    /// A value of a form that was found, as an optional.
    fn found(&mut self, found: Operand, block: &mut Block) -> Operand {
        let (tokens, held) = (found.tokens, found.form);
        let element = self.element(Operand::new(quote!(value), held.clone()));
        let tokens = match (element.form == held, element.fallible) {
            (true, false) => tokens,
            (_, true) => {
                let element = element.tokens;
                quote!(#tokens.map(|value| #element).transpose())
            }
            (false, false) => {
                let element = element.tokens;
                quote!(#tokens.map(|value| #element))
            }
        };
        let fallible = element.fallible;
        let form = Form::Optional(Rc::new(element.form));
        self.charge_found(Operand { fallible, ..Operand::new(tokens, form) }, block)
    }

    fn charge_found(&mut self, found: Operand, block: &mut Block) -> Operand {
        let found = self.bind(found, block);
        let tokens = &found.tokens;
        if found.fallible {
            block.push(quote!(cost.add_if(::core::matches!(#tokens, Ok(Some(_))));));
        } else {
            block.push(quote!(cost.add_if(#tokens.is_some());));
        }
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
        let value = self.emit(optional, block);
        // The optional itself, where it may be a key.
        let (value, itself) = match value.form {
            Form::Dynamic if !unwraps && self.plan.has_identities() => {
                let value = self.bind(value, block);
                (value.clone(), Some(value))
            }
            _ => (value, None),
        };
        let optional = self.as_optional(value);
        self.then(optional, block, |emitter, optional, block| {
            let mut inner = Block::new();
            let other = emitter.emit(other, &mut inner);
            let held = match &optional.form {
                Form::Optional(held) if unwraps => (**held).clone(),
                _ if itself.is_some() => Form::Dynamic,
                form => form.clone(),
            };
            let form = held.join_or_dynamic(&other.form);
            let other =
                if form == Form::Dynamic { emitter.dynamic(other) } else { emitter.coerce(other, &form) };
            let name = emitter.temporary();
            let found = Operand::name(&name, held);
            let (pattern, found) = match itself {
                Some(itself) => (quote!(Some(_)), itself),
                None if unwraps => (quote!(Some(#name)), emitter.element(found)),
                None => (quote!(#name @ Some(_)), found),
            };
            let found = emitter.coerce(found, &form);
            let fallible = other.fallible || found.fallible;
            let (found, other) = match fallible {
                true => (found.into_result(), other.into_result()),
                false => (found.tokens, other.tokens),
            };
            let settle = inner.charges();
            let other = inner.into_expression(&other);
            let tokens = optional.tokens;
            emitter.named(
                quote!(match #tokens { #pattern => #found, None => #other }),
                form,
                fallible,
                settle,
                block,
            )
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
            may_be_new: Rc::default(),
        };
        let mut inner = Block::new();
        if self.tracked.is_empty() && reads(&fold.result, &fold.accu_var) > 1 {
            lazy.shared = Some(self.share_lazy(&lazy, &fold.accu_init, &mut inner));
        }
        let value = Operand::new(TokenStream::new(), Form::Never);
        self.variables.push(Variable { lazy: Some(lazy.clone()), ..Variable::new(&fold.accu_var, value) });
        let mut result = self.after_views(&mut inner, |emitter, block| emitter.emit(&fold.result, block));
        self.variables.pop();
        if lazy.read.get() || lazy.shared.is_some() {
            let slot = &lazy.slot;
            block.push(quote!(let #slot = Cell::new(None);));
        }
        if lazy.may_be_new.get() {
            let is_new = lazy.is_new();
            block.push(quote!(let #is_new = Cell::new(false);));
            result = self.settled(result, &is_new, &mut inner);
        }
        block.append(inner);
        // Whatever it is, it is no attribute any more.
        Operand { optionals: Optionals::Entered, ..result }
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
        let slot = &lazy.slot;
        let init = self.as_named(init, lazy);
        let (form, fallible) = (init.form.clone(), init.fallible);
        let rust = form.rust();
        let rust = if fallible { quote!(Outcome<'a, #rust>) } else { rust };
        let settle = inner.charges();
        let statements = inner.into_statements();
        let tokens = init.tokens;
        let value = quote!(match #slot.get() {
            Some(value) => value,
            None => {
                #statements
                let value: #rust = #tokens;
                #slot.set(Some(value));
                value
            }
        });
        self.named(value, form, fallible, settle, block)
    }

    /// The value that such a name stands for.
    pub(super) fn as_named(&mut self, init: Operand, lazy: &Lazy) -> Operand {
        if !self.may_be_new(&init) {
            return init;
        }
        lazy.may_be_new.set(true);
        self.named_value(init, &lazy.is_new())
    }
}

/// The functions of optionals.
pub(super) fn operation(function: &str, value: &Form) -> Option<Operation> {
    match (function, value) {
        ("optional.of", form) => Some(
            Operation::new(Form::Optional(Rc::new(form.clone())), |o| {
                let value = &o[0];
                quote!(Some(#value))
            })
            .delimited(),
        ),
        ("optional.ofNonZeroValue", form) => non_zero(form),
        ("hasValue", Form::Optional(_)) => Some(Operation::new(Form::Bool, |o| {
            let value = &o[0];
            quote!(#value.is_some())
        })),
        ("value", Form::Optional(value)) if **value == Form::Dynamic => {
            Some(Operation::fallible(Form::Dynamic, |o| {
                let value = &o[0];
                quote!(ops::value_of_optional(#value).and_then(Value::checked))
            }))
        }
        ("value", Form::Optional(value)) => Some(called((**value).clone(), true, "value_of_optional")),
        ("optional.unwrap" | "unwrapOpt", Form::List { element, .. }) => unwrapped(element),
        ("first", Form::List { element, .. }) => Some(end_of_list(element, quote!(list::first))),
        ("last", Form::List { element, .. }) => Some(end_of_list(element, quote!(list::last))),
        _ => None,
    }
}

fn end_of_list(element: &Rc<Form>, function: TokenStream) -> Operation {
    Operation::new(Form::Optional(Rc::clone(element)), move |o| {
        let list = &o[0];
        quote!(#function(#list))
    })
    .delimited()
}

/// The values that are there.
fn unwrapped(element: &Form) -> Option<Operation> {
    Some(match element {
        Form::Optional(held) => building(Form::list((**held).clone()), quote!(list::unwrap)),
        Form::Never => Operation::new(Form::list(Form::Never), |_| quote!(list::List::<Never>::Slice(&[]))),
        _ => return None,
    })
}

/// Zero, false, null and what a rule built empty give none; what belongs to an object never does.
fn non_zero(form: &Form) -> Option<Operation> {
    let is_kept = match form {
        Form::Bool => quote!(|value| *value),
        Form::Int => quote!(|value| *value != 0),
        Form::Uint => quote!(|value| *value != 0),
        Form::Double => quote!(|value| *value != 0.0),
        Form::String | Form::Bytes => quote!(|value| !value.is_empty()),
        Form::List { native: false, .. } | Form::Map { native: false, .. } => {
            quote!(|value| !value.is_zero())
        }
        Form::Timestamp => quote!(|value| !ops::is_zero_timestamp(*value)),
        Form::Duration => quote!(|value| value.nanos() != 0),
        Form::Null => quote!(|_| false),
        Form::Opaque(name) if is_message(*name) => quote!(|value| !value.is_zero()),
        Form::Nullable(_) | Form::Dynamic | Form::Never => return None,
        _ => quote!(|_| true),
    };
    Some(
        Operation::new(Form::Optional(Rc::new(form.clone())), move |o| {
            let value = &o[0];
            quote!(Some(#value).filter(#is_kept))
        })
        .delimited(),
    )
}
