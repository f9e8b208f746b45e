//! Constructors for nodes. Code that calls them reads like the generated code.

use super::tree::{
    Body, Closure, Exact, Infix, Let, Level, Local, Path, Pattern, Repr, Statement, Type, Value,
};
use crate::plan::Constant;
use std::rc::Rc;

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Local {
    pub(crate) fn new(name: impl Into<Rc<str>>) -> Self {
        Local(name.into())
    }

    pub(crate) fn name(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for Local {
    fn from(name: &'static str) -> Self {
        Local::new(name)
    }
}

impl From<&Local> for Value {
    fn from(local: &Local) -> Self {
        Value::Local(local.clone())
    }
}

impl Pattern {
    /// `constructor(pattern)`
    pub(crate) fn of(constructor: impl Into<Path>, pattern: Pattern) -> Self {
        Pattern::Of(constructor.into(), Rc::new(pattern))
    }

    /// The parameter of a closure, or `_` if the body does not use it.
    pub(crate) fn if_used(name: &'static str, body: &Value) -> Pattern {
        let name = Local::from(name);
        match body.any(&mut |value| *value == Value::Local(name.clone())) {
            true => Pattern::Name(name),
            false => Pattern::Any,
        }
    }

    /// `constructor(name)`
    pub(crate) fn name_in(constructor: impl Into<Path>, name: &Local) -> Self {
        Pattern::of(constructor, Pattern::Name(name.clone()))
    }
}

impl Value {
    pub(crate) fn local(name: &'static str) -> Self {
        Value::Local(name.into())
    }

    pub(crate) fn call(path: impl Into<Path>, operands: impl Into<Vec<Value>>) -> Self {
        Value::Call(path.into(), operands.into())
    }

    /// `path(arena, operands)`
    pub(crate) fn build(path: impl Into<Path>, operands: impl IntoIterator<Item = Value>) -> Self {
        Value::Call(path.into(), [Value::Arena].into_iter().chain(operands).collect())
    }

    /// An integer of CEL.
    pub(crate) fn int(value: i64) -> Self {
        Value::Constant(Rc::new(Constant::Int(value)), Rc::new(Repr::Int))
    }

    /// The names in it.
    pub(crate) fn locals(&self) -> Vec<Local> {
        let mut locals = Vec::new();
        self.any(&mut |value| {
            if let Value::Local(local) | Value::Closed(local, _) = value {
                locals.push(local.clone());
            }
            false
        });
        locals
    }

    /// `Some(self)`
    pub(crate) fn within(self, constructor: &'static str) -> Self {
        Value::call(constructor, [self])
    }

    /// An empty optional of a representation.
    pub(crate) fn none(content: &Repr) -> Self {
        Value::None(Rc::new(content.clone()))
    }

    pub(crate) fn method(self, name: impl Into<Path>) -> Self {
        self.method_with(name, [])
    }

    pub(crate) fn method_with(self, name: impl Into<Path>, operands: impl Into<Vec<Value>>) -> Self {
        Value::Method(Rc::new(self), name.into(), operands.into())
    }

    pub(crate) fn infix(operator: Infix, left: Value, right: Value) -> Self {
        Value::Infix(operator, Rc::new([left, right]))
    }

    pub(crate) fn not(self) -> Self {
        Value::Not(Rc::new(self))
    }

    /// `{ let name = value; self }`
    pub(crate) fn after(self, name: &Local, value: Value) -> Self {
        let statements = vec![Let::statement(name, value)];
        Value::Block(Rc::new(Body { statements, result: self }))
    }

    /// `{ let (a, b) = (..); self }`
    pub(crate) fn after_both(self, names: [Local; 2], values: [Value; 2]) -> Self {
        let pattern = Pattern::Tuple(names.map(Pattern::Name).into());
        let statements = vec![Statement::Take(pattern, Value::Tuple(values.into()))];
        Value::Block(Rc::new(Body { statements, result: self }))
    }

    /// `&mut self`
    pub(crate) fn reference_mut(self) -> Self {
        Value::ReferenceMut(Rc::new(self))
    }

    /// `*self`
    pub(crate) fn deref(self) -> Self {
        Value::Deref(Rc::new(self))
    }

    /// `&self`
    pub(crate) fn reference(self) -> Self {
        Value::Reference(Rc::new(self))
    }

    /// `|| self`
    pub(crate) fn nullary(body: Value) -> Self {
        Value::Closure(Rc::new(Closure { parameters: Vec::new(), moves: false, body }))
    }

    pub(crate) fn closure(parameter: Pattern, body: Value) -> Self {
        Value::Closure(Rc::new(Closure { parameters: vec![parameter], moves: false, body }))
    }

    /// `match self { pattern => value, .. }`
    pub(crate) fn matched(self, arms: impl IntoIterator<Item = (Pattern, Body)>) -> Self {
        Value::Match(Rc::new(self), arms.into_iter().collect())
    }

    pub(crate) fn level(&self) -> Level {
        match self {
            Value::Infix(Infix::And | Infix::Or, _) => Level::Logic,
            // At the start of a statement, Rust reads them as a whole statement.
            Value::Match(..) | Value::If(..) | Value::Block(_) => Level::Logic,
            Value::Infix(Infix::Add | Infix::Subtract | Infix::Multiply | Infix::Divide, _)
            | Value::Not(_)
            | Value::Negative(_)
            | Value::Deref(_) => Level::Arithmetic,
            Value::Infix(..) => Level::Comparison,
            _ => Level::Atom,
        }
    }
}

impl Type {
    pub(crate) fn new(repr: Repr, can_fail: bool) -> Self {
        if can_fail { Type::Outcome(repr) } else { Type::Plain(repr) }
    }
}

impl Let {
    pub(crate) fn new(name: &Local, value: Value) -> Self {
        Let { name: name.clone(), ty: None, value, is_mutable: false }
    }

    /// The same as a statement.
    pub(crate) fn statement(name: &Local, value: Value) -> Statement {
        Statement::Let(Let::new(name, value))
    }
}

impl From<Value> for Body {
    fn from(result: Value) -> Self {
        Body { statements: Vec::new(), result }
    }
}

impl Body {
    /// Statements that are evaluated for their effect.
    pub(crate) fn of(statements: Vec<Statement>) -> Self {
        Body { statements, result: Value::Nothing }
    }

    /// The body for an error: the error is the result.
    pub(crate) fn failed() -> Self {
        Value::local("error").within("Err").into()
    }

    /// A body whose only statement leaves it.
    pub(crate) fn leaving(statement: Statement) -> Self {
        Body::of(vec![statement])
    }

    /// The body as a value: a block, if there are statements.
    pub(crate) fn into_value(self) -> Value {
        if self.statements.is_empty() { self.result } else { Value::Block(Rc::new(self)) }
    }
}
