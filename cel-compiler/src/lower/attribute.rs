//! Attributes: variables with their chains of fields and indexes.
//!
//! The server charges each step of a chain when it takes the step, and 1 for the whole chain, its *base*. If an attribute is not
//! evaluated as a separate value (index operands, branches, `has`), the base is free.

use super::{
    access,
    block::Block,
    chain::Found,
    state::{Lowering, Variable},
};
use crate::{
    ast::{Expr, ExprKind},
    env::SELF,
    ir::{Operand, Operation, Pattern, Repr, Value},
    schema::DeclField,
    types::Type,
};
use cel_types::Operator;
use std::mem;

/// What an attribute is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The rule computes with its value.
    Value,
    /// It is a branch of a ternary.
    Branch,
    /// It is an index, as in `self.ports[self.first]`.
    Index,
    /// `has()` tests a part of it.
    Tested,
}

impl<'s> Lowering<'_, 's> {
    /// The value of an attribute. Charges its base, unless it is free.
    pub(super) fn attribute(&mut self, expr: &Expr, purpose: Purpose, block: &mut Block) -> Operand {
        let (root, qualifiers) = self.chain(expr);
        let is_ternary =
            matches!(&root.kind, ExprKind::Call(call) if call.function.is(Operator::Conditional));
        let start = match &root.kind {
            ExprKind::Ident(name) => self.variable(root, name, block),
            ExprKind::Call(call) if is_ternary => {
                let is_index = qualifiers.is_empty() && purpose == Purpose::Index;
                self.ternary(call, if is_index { Purpose::Index } else { Purpose::Branch }, block)
            }
            _ => self.lower(root, block),
        };
        let start = if qualifiers.is_empty() && !is_ternary { start } else { self.entered(root, start) };
        let found = self.qualify(start, &qualifiers, self.is_node(root), block);
        let value = match purpose {
            Purpose::Value | Purpose::Branch => self.value_of(found),
            Purpose::Index => self.index_of(found, block),
            Purpose::Tested => self.stepped_from(found, block),
        };
        let value = self.narrowed(value);
        let has_base = !is_ternary && (!qualifiers.is_empty() || matches!(root.kind, ExprKind::Ident(_)));
        block.units(u64::from(purpose == Purpose::Value && has_base));
        value
    }

    fn variable(&mut self, expr: &Expr, name: &str, block: &mut Block) -> Operand {
        let found = match name.strip_prefix('.') {
            Some(global) => self.variables.iter().find(|variable| variable.name == global),
            None => self.variables.iter().rev().find(|variable| variable.name == name),
        };
        match found {
            Some(Variable { lazy: Some(lazy), .. }) => {
                let lazy = lazy.clone();
                self.read_lazy(&lazy, block)
            }
            Some(variable) => variable.value.clone(),
            None => self.no_code(expr),
        }
    }

    pub(super) fn index_value(&mut self, index: &Expr, block: &mut Block) -> Operand {
        match self.plan.constant(index) {
            Some(constant) => self.constant(constant, self.type_of(index)),
            None => self.unbased(index, Purpose::Index, block),
        }
    }

    /// `value.name`
    pub(super) fn field(&mut self, expr: &Expr, value: Operand, name: &str, block: &mut Block) -> Operand {
        match &value.repr {
            Repr::Object(object) if self.has_property(object, name) => block.units(1),
            Repr::Map { key, .. } if matches!(**key, Repr::String | Repr::Never) => block.units(1),
            _ => {
                let key = Operand::new(Value::Text(name.into()), Repr::String);
                return self.dynamic_step(value, key, block).value;
            }
        }
        match &value.repr {
            Repr::Object(object) => match self.env.object(object).and_then(|object| object.field(name)) {
                Some(field) => {
                    let ty = self.property_type(object, name);
                    self.property(&ty, &value.value, field, name)
                }
                None => self.no_code(expr),
            },
            Repr::Map { .. } => {
                let value = self.with_keys(value, &Repr::String);
                let Repr::Map { value: repr, .. } = &value.repr else {
                    return self.no_code(expr);
                };
                let repr = (**repr).clone();
                let found = self.entry(value.value, Value::Text(name.into()), repr);
                self.element(found)
            }
            _ => self.no_code(expr),
        }
    }

    /// An empty map without a type of keys gets the type of the key that is looked up.
    pub(super) fn with_keys(&mut self, map: Operand, wanted: &Repr) -> Operand {
        match &map.repr {
            Repr::Map { key, value, .. } if **key == Repr::Never => {
                let key = if wanted.is_key() { wanted.clone() } else { Repr::Dynamic };
                let repr = Repr::map(key, (**value).clone());
                self.coerce(map, &repr)
            }
            _ => map,
        }
    }

    /// A property of a struct.
    fn property(&mut self, ty: &Type, object: &Value, field: &'s DeclField, name: &str) -> Operand {
        let repr = Repr::of_node(self.env, &field.node, ty);
        let (read, optional) = self.read(object, field);
        let (value, optional) = match self.known(&read) {
            Some(name) if optional => (Value::Local(name), false),
            _ => (read.clone(), optional),
        };
        let operand = if optional {
            Operand::fallible(Value::call("ops::present", [value, Value::Text(name.into())]), repr)
        } else {
            Operand::new(value, repr)
        };
        self.decoded_once(operand, &read)
    }

    /// The code that reads a property, and whether it gives an `Option`.
    pub(super) fn read(&self, object: &Value, field: &DeclField) -> (Value, bool) {
        access::read(self.env, object, field, self.reads_node)
    }

    /// True for `self`, if it is JSON.
    pub(super) fn is_node(&self, expr: &Expr) -> bool {
        let is_self = |variable: &Variable| variable.name == SELF;
        self.env.holds_json()
            && matches!(&expr.kind, ExprKind::Ident(name) if name == SELF)
            && self.variables.iter().filter(|variable| is_self(variable)).count() == 1
    }

    /// Reads a property of the rule's node, if `is_node` says so.
    pub(super) fn of_node<R>(&mut self, is_node: bool, read: impl FnOnce(&mut Self) -> R) -> R {
        let before = mem::replace(&mut self.reads_node, is_node);
        let found = read(self);
        self.reads_node = before;
        found
    }

    /// False for names that the object's type lacks. Only an object behind `dyn` is asked for such a property.
    pub(super) fn has_property(&self, object: &str, name: &str) -> bool {
        self.env.object(object).is_some_and(|object| object.field(name).is_some())
    }

    /// The type of an object's property.
    pub(super) fn property_type(&self, object: &str, name: &str) -> Type {
        self.env.field_type(object, name).unwrap_or(Type::Error)
    }

    /// `value[index]`; the base of an attribute as index is free.
    pub(super) fn index(&mut self, expr: &Expr, value: Operand, index: &Expr, block: &mut Block) -> Found {
        if let Some(own) = self.own_entry(&value, index) {
            block.units(1);
            return Found::of(own);
        }
        let index = self.index_value(index, block);
        let value = self.with_keys(value, &index.repr);
        let is_typed = match &value.repr {
            Repr::List { .. } => matches!(index.repr, Repr::Int | Repr::Never),
            Repr::Map { key, .. } => index.repr == Repr::Never || key.is_key() && **key == index.repr,
            _ => false,
        };
        if !is_typed {
            return self.dynamic_step(value, index, block);
        }
        block.units(1);
        let index = match &value.repr {
            Repr::List { .. } => self.coerce_never(index, &Repr::Int),
            Repr::Map { key, .. } => self.coerce_never(index, &(**key).clone()),
            _ => index,
        };
        let element = match &value.repr {
            Repr::List { element, .. } if index.repr == Repr::Int => (**element).clone(),
            Repr::Map { key, value, .. } if **key == index.repr => (**value).clone(),
            _ => return Found::of(self.no_code(expr)),
        };
        let is_list = matches!(value.repr, Repr::List { .. });
        let function = if is_list { "list::index" } else { MAP_INDEX };
        let found = if index.fallible {
            let found = Value::call(function, [value.value, Value::local("index")]);
            let found = self.mapped(index.value, Pattern::Name("index".into()), found, true);
            Operand::fallible(found, element)
        } else if is_list {
            Operand::fallible(Value::call(function, [value.value, index.value]), element)
        } else {
            self.entry(value.value, index.value, element)
        };
        let is_converted = matches!(found.repr, Repr::Encoded(_) | Repr::Nullable(_) | Repr::Dynamic);
        match is_list && is_converted {
            true => Found { value: found, is_element: true },
            false => Found::of(self.element(found)),
        }
    }

    /// The value of a map's key.
    fn entry(&mut self, map: Value, key: Value, repr: Repr) -> Operand {
        match self.known_entry(&map, &key) {
            Some(value) => Operand::new(value, repr),
            None => Operand::fallible(Value::call(MAP_INDEX, [map, key]), repr),
        }
    }

    /// `m[k]` in a loop over the keys `k` of `m`: the loop has the value beside the key. Not for dynamic keys, since some cannot index, and
    /// not for doubles, since NaN is never found.
    fn own_entry(&self, container: &Operand, index: &Expr) -> Option<Operand> {
        let (ExprKind::Ident(name), Repr::Map { key, .. }) = (&index.kind, &container.repr) else {
            return None;
        };
        if matches!(**key, Repr::Double | Repr::Dynamic) {
            return None;
        }
        let variable = self.variables.iter().rev().find(|variable| variable.name == *name)?;
        let entry = variable.entry.as_ref()?;
        (entry.map == container.value && entry.value.repr.is_static()).then(|| entry.value.clone())
    }

    /// The same for a map in JSON. The path in the rule shows that it is the map of the loop, which was read without an error.
    pub(super) fn own_json_entry(&self, expr: &Expr, index: &Expr) -> Option<Operand> {
        let (ExprKind::Call(call), ExprKind::Ident(name)) = (&expr.kind, &index.kind) else { return None };
        let variable = self.variables.iter().rev().find(|variable| variable.name == *name)?;
        let entry = variable.entry.as_ref()?;
        let ((path, variable), container) = (entry.path.as_ref()?, call.args.first()?);
        (is_same_path(path, container) && self.path(container) == Some(*variable))
            .then(|| entry.value.clone())
    }

    /// For `self.a.b`: the place of the variable `self`.
    pub(super) fn path(&self, expr: &Expr) -> Option<usize> {
        let mut root = expr;
        while let ExprKind::Select(select) = &root.kind {
            if select.test_only {
                return None;
            }
            root = &select.operand;
        }
        let ExprKind::Ident(name) = &root.kind else { return None };
        let place = self.variables.iter().rposition(|variable| variable.name == *name)?;
        self.variables[place].lazy.is_none().then_some(place)
    }

    /// An element as an operand. An element that may be null becomes dynamic. A dynamic element may be an error.
    pub(super) fn element(&mut self, element: Operand) -> Operand {
        match &element.repr {
            Repr::Nullable(inner) if inner.may_fail() => {
                let element = self.dynamic(element);
                self.element(element)
            }
            Repr::Nullable(_) => self.dynamic(element),
            Repr::Dynamic => {
                let checked = Operation::fallible(Repr::Dynamic, Value::Operand(0).method("checked"));
                self.lift(vec![element], checked)
            }
            Repr::Encoded(_) => self.decoded(element),
            _ => element,
        }
    }

    /// An attribute that is not evaluated as a separate value: its base is free.
    pub(super) fn unbased(&mut self, expr: &Expr, purpose: Purpose, block: &mut Block) -> Operand {
        if let Some(constant) = self.plan.constant(expr) {
            return self.constant(constant, self.type_of(expr));
        }
        match &expr.kind {
            ExprKind::Select(select) if select.test_only && purpose != Purpose::Tested => {
                self.has(expr, select, false, block)
            }
            _ if is_attribute(expr) || purpose == Purpose::Tested => self.attribute(expr, purpose, block),
            _ => self.lower(expr, block),
        }
    }
}

const MAP_INDEX: &str = "map::index";

/// True if the server evaluates the expression as an attribute and not as a call.
fn is_attribute(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Ident(_) | ExprKind::Select(_) => true,
        ExprKind::Call(call) => call.function.is_step() || call.function.is(Operator::Conditional),
        _ => false,
    }
}

/// True for `self.a.b` and `self.a.b`.
fn is_same_path(left: &Expr, right: &Expr) -> bool {
    let (mut left, mut right) = (left, right);
    loop {
        (left, right) = match (&left.kind, &right.kind) {
            (ExprKind::Ident(left), ExprKind::Ident(right)) => return left == right,
            (ExprKind::Select(l), ExprKind::Select(r)) if l.field == r.field => (&l.operand, &r.operand),
            _ => return false,
        };
    }
}
