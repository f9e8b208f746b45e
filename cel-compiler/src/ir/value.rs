//! Values: code without effects, which may stand anywhere after the statements that lead to it.

use super::{Body, Let, Repr, Statement, Type};
use crate::{
    checker::CheckedExpr,
    plan::{Constant, Plan},
    schema::AccessStep,
};
use cel_types::kubernetes::{self, RustType};
use std::{borrow::Cow, rc::Rc};

/// A name in generated code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Local(Rc<str>);

/// A function, constructor or constant of the runtime, such as `ops::size_of`.
pub(crate) type Path = Cow<'static, str>;

/// A value in Rust. [`Block`](Value::Block), [`If`](Value::If) and [`Match`](Value::Match) may have effects in their bodies: only a statement
/// holds those that have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Local(Local),
    /// An operand of an [`Operation`](super::Operation), by its place.
    Operand(usize),
    /// No value: behind a statement that leaves its block, or of code that is evaluated for its effect.
    Nothing,
    /// A constant as Rust holds it.
    Constant(Rc<Constant>, Rc<Repr>),
    Bool(bool),
    /// A number of units.
    Number(u64),
    Text(Rc<str>),
    /// `TypeName::Int`, `Value::Bool`
    Path(Path),
    /// The counter: `cost`.
    Counter,
    /// What values are built in: `cost.arena()`.
    Arena,
    /// A property of an object.
    Read(Rc<Value>, Rc<Read>),
    /// What `next` makes of the values of some `Result`s; the first error in their order wins.
    Lift(Rc<Lift>),
    /// `path(operands)`
    Call(Path, Vec<Value>),
    /// A call of a closure or function of this rule.
    Closed(Local, Vec<Value>),
    /// `path::<repr>(operands)`
    CallOf(Path, Rc<Repr>, Vec<Value>),
    /// `Err::<repr, _>(error)`
    Error(Rc<Repr>, Rc<Value>),
    /// `optional.none()`: `None::<repr>`
    None(Rc<Repr>),
    /// An empty list or map: `<repr>::Slice(&[])`.
    Empty(Rc<Repr>),
    /// `receiver.name(operands)`
    Method(Rc<Value>, Path, Vec<Value>),
    /// `left < right`
    Infix(Infix, Rc<[Value; 2]>),
    /// `!value`
    Not(Rc<Value>),
    /// `-value`
    Negative(Rc<Value>),
    /// `|parameters| body`
    Closure(Rc<Closure>),
    /// `path { name: value, .. }`
    Struct(Path, Vec<(&'static str, Value)>),
    /// `&value`
    Reference(Rc<Value>),
    /// `&mut value`
    ReferenceMut(Rc<Value>),
    /// `receiver.name`
    Member(Rc<Value>, Path),
    /// The fields of an enum's variant: `object::Variant::<2, _>(value)`.
    Variant(u32, Rc<Value>),
    /// `*value`
    Deref(Rc<Value>),
    /// `(a, b)`
    Tuple(Vec<Value>),
    /// `[a, b]`
    Array(Vec<Value>),
    /// `::core::matches!(value, pattern | ..)`
    Matches(Rc<Value>, Vec<Pattern>),
    /// `{ statements result }`
    Block(Rc<Body>),
    /// The body of a closure that says its type: `-> Outcome<'a, ty> { statements result }`.
    Typed(Type, Rc<Body>),
    /// `'label: { statements result }`
    Labelled(Local, Rc<Body>),
    /// `match value { pattern => .. }`
    Match(Rc<Value>, Rc<[(Pattern, Body)]>),
    /// `if condition { .. } else { .. }`
    If(Rc<Value>, Rc<[Body; 2]>),
    /// `value?`
    Try(Rc<Value>),
    /// The calls of a rule whose code is exact.
    Exact(Rc<Exact>),
}

/// An expression that becomes a tree of calls over values.
#[derive(Clone, Debug)]
pub(crate) struct Exact {
    pub(crate) checked: CheckedExpr,
    pub(crate) plan: Plan,
}

impl PartialEq for Exact {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// An operator of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infix {
    Add,
    Subtract,
    Multiply,
    Divide,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
}

/// How loosely the outermost operator of a value binds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) enum Level {
    Atom,
    Arithmetic,
    Comparison,
    Logic,
}

/// `|parameters| body`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Closure {
    pub(crate) parameters: Vec<Pattern>,
    pub(crate) moves: bool,
    pub(crate) body: Value,
}

/// `result.map(|name| next)`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lift {
    pub(crate) results: Vec<Value>,
    /// The values of these.
    pub(crate) pattern: Pattern,
    pub(crate) next: Value,
    /// `next` is a `Result`.
    pub(crate) can_fail: bool,
    /// It is a `match`, which rustc compiles faster than a closure.
    pub(crate) is_match: bool,
}

/// What a value is taken apart by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pattern {
    Any,
    Name(Local),
    Path(Path),
    /// `Some(pattern)`
    Of(Path, Rc<Pattern>),
    Constant(Rc<Constant>, Rc<Repr>),
    Tuple(Vec<Pattern>),
    /// A list in a `Value`: its elements.
    ListValue(Local),
    /// `name @ pattern`
    At(Local, Rc<Pattern>),
}

/// How a property is read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Read {
    pub(crate) from: Source,
    /// It gives an `Option`.
    pub(crate) is_optional: bool,
    /// The arena has a name, as it has where the properties of an object are listed.
    pub(crate) has_arena: bool,
}

/// Where a property is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// In JSON, by its name.
    Json(Rc<str>),
    /// A public field of a type of k8s-openapi.
    Field(cel_types::kubernetes::Field),
    /// Methods of the structs on the way. Of an untagged enum one way at most has a value.
    Methods(Vec<Vec<AccessStep>>),
    /// The same, where the last one gives a type of k8s-openapi.
    Foreign(Vec<Vec<AccessStep>>, RustType),
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

    /// A name for what a closure takes; none if it does not look at it.
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

    pub(crate) fn closure(parameter: Pattern, body: Value) -> Self {
        Value::Closure(Rc::new(Closure { parameters: vec![parameter], moves: false, body }))
    }

    /// `match self { pattern => value, .. }`
    pub(crate) fn matched(self, arms: impl IntoIterator<Item = (Pattern, Body)>) -> Self {
        Value::Match(Rc::new(self), arms.into_iter().collect())
    }

    pub(crate) fn level(&self) -> Level {
        match self {
            // `match` and `if` begin a statement where they stand first.
            Value::Infix(Infix::And | Infix::Or, _) | Value::Match(..) | Value::If(..) => Level::Logic,
            Value::Infix(Infix::Add | Infix::Subtract | Infix::Multiply | Infix::Divide, _)
            | Value::Not(_)
            | Value::Negative(_) => Level::Arithmetic,
            Value::Infix(..) => Level::Comparison,
            _ => Level::Atom,
        }
    }

    /// What a name for it may begin with.
    pub(crate) fn hint(&self) -> &str {
        match self {
            Value::Local(name) => name.name().trim_start_matches("__cel_"),
            Value::Read(_, read) => read.hint(),
            Value::Call(path, operands) => match (&**path, operands.as_slice()) {
                ("ops::present" | "ops::qualifier" | "Some" | "Ok", [value, ..]) => value.hint(),
                ("list::index" | "list::get", _) => "item",
                ("map::index", _) => "entry",
                (path, _) => path.rsplit("::").next().unwrap_or_default(),
            },
            Value::Method(receiver, name, _) => match &**name {
                "value" => "entry",
                "map" | "and_then" | "transpose" | "checked" => receiver.hint(),
                name => name,
            },
            Value::Lift(lift) => lift.next.hint(),
            Value::Infix(..) | Value::Not(_) | Value::Matches(..) => "holds",
            Value::If(..) | Value::Match(..) => "chosen",
            Value::Block(body) => body.result.hint(),
            Value::Closed(name, _) => name.name().trim_start_matches("__cel_"),
            _ => "value",
        }
    }

    /// The values that it is made of.
    pub(crate) fn parts(&self) -> Vec<&Value> {
        match self {
            Value::Read(value, _)
            | Value::Not(value)
            | Value::Negative(value)
            | Value::Matches(value, _)
            | Value::Reference(value)
            | Value::ReferenceMut(value)
            | Value::Member(value, _)
            | Value::Deref(value)
            | Value::Error(_, value)
            | Value::Variant(_, value)
            | Value::Try(value) => vec![value],
            Value::Struct(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            Value::Lift(lift) => lift.results.iter().chain([&lift.next]).collect(),
            Value::Call(_, values)
            | Value::Closed(_, values)
            | Value::CallOf(_, _, values)
            | Value::Tuple(values)
            | Value::Array(values) => values.iter().collect(),
            Value::Method(receiver, _, values) => [&**receiver].into_iter().chain(values).collect(),
            Value::Infix(_, sides) => sides.iter().collect(),
            Value::Closure(closure) => vec![&closure.body],
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.values(),
            Value::Match(value, arms) => {
                [&**value].into_iter().chain(arms.iter().flat_map(|(_, body)| body.values())).collect()
            }
            Value::If(condition, bodies) => {
                [&**condition].into_iter().chain(bodies.iter().flat_map(Body::values)).collect()
            }
            Value::Local(_)
            | Value::Operand(_)
            | Value::Nothing
            | Value::Constant(..)
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Path(_)
            | Value::None(_)
            | Value::Empty(_)
            | Value::Counter
            | Value::Arena
            | Value::Exact(_) => Vec::new(),
        }
    }

    /// Whether a test holds for a value that it is made of.
    pub(crate) fn any(&self, test: &mut dyn FnMut(&Value) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|part| part.any(test))
    }

    /// True if it names the counter.
    pub(crate) fn counts(&self) -> bool {
        match self {
            Value::Counter | Value::Arena => true,
            Value::Read(object, read) => read.builds() || object.counts(),
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.counts(),
            Value::Match(value, arms) => value.counts() || arms.iter().any(|(_, body)| body.counts()),
            Value::If(condition, bodies) => condition.counts() || bodies.iter().any(Body::counts),
            value => value.parts().into_iter().any(Value::counts),
        }
    }

    /// True if it does nothing with the counter but add units and ask for its arena.
    pub(crate) fn only_adds(&self) -> bool {
        match self {
            Value::Counter => false,
            Value::Block(body) | Value::Labelled(_, body) | Value::Typed(_, body) => body.only_adds(),
            Value::Match(value, arms) => value.only_adds() && arms.iter().all(|(_, body)| body.only_adds()),
            Value::If(condition, bodies) => condition.only_adds() && bodies.iter().all(Body::only_adds),
            value => value.parts().into_iter().all(Value::only_adds),
        }
    }

    /// The value with others in the place of operands.
    pub(crate) fn with(&self, operands: &[Value]) -> Value {
        self.map(&|value| match value {
            Value::Operand(place) => operands.get(*place).cloned(),
            _ => None,
        })
    }

    /// The value with `change` made to its parts, from outside inwards.
    pub(crate) fn map(&self, change: &dyn Fn(&Value) -> Option<Value>) -> Value {
        if let Some(changed) = change(self) {
            return changed;
        }
        let one = |value: &Rc<Value>| Rc::new(value.map(change));
        let all = |values: &[Value]| values.iter().map(|value| value.map(change)).collect::<Vec<_>>();
        match self {
            Value::Read(value, read) => Value::Read(one(value), Rc::clone(read)),
            Value::Lift(lift) => Value::Lift(Rc::new(Lift {
                results: all(&lift.results),
                next: lift.next.map(change),
                ..(**lift).clone()
            })),
            Value::Call(path, values) => Value::Call(path.clone(), all(values)),
            Value::Closed(name, values) => Value::Closed(name.clone(), all(values)),
            Value::CallOf(path, repr, values) => Value::CallOf(path.clone(), Rc::clone(repr), all(values)),
            Value::Method(receiver, name, values) => Value::Method(one(receiver), name.clone(), all(values)),
            Value::Infix(operator, sides) => {
                let [left, right] = &**sides;
                Value::infix(*operator, left.map(change), right.map(change))
            }
            Value::Not(value) => Value::Not(one(value)),
            Value::Negative(value) => Value::Negative(one(value)),
            Value::Closure(closure) => {
                Value::Closure(Rc::new(Closure { body: closure.body.map(change), ..(**closure).clone() }))
            }
            Value::Struct(path, fields) => Value::Struct(
                path.clone(),
                fields.iter().map(|(name, value)| (*name, value.map(change))).collect(),
            ),
            Value::Reference(value) => Value::Reference(one(value)),
            Value::ReferenceMut(value) => Value::ReferenceMut(one(value)),
            Value::Member(value, name) => Value::Member(one(value), name.clone()),
            Value::Deref(value) => Value::Deref(one(value)),
            Value::Error(repr, value) => Value::Error(Rc::clone(repr), one(value)),
            Value::Variant(number, value) => Value::Variant(*number, one(value)),
            Value::Tuple(values) => Value::Tuple(all(values)),
            Value::Array(values) => Value::Array(all(values)),
            Value::Matches(value, patterns) => Value::Matches(one(value), patterns.clone()),
            Value::Block(body) => Value::Block(Rc::new(body.map(change))),
            Value::Typed(ty, body) => Value::Typed(ty.clone(), Rc::new(body.map(change))),
            Value::Labelled(label, body) => Value::Labelled(label.clone(), Rc::new(body.map(change))),
            Value::Match(value, arms) => Value::Match(
                one(value),
                arms.iter().map(|(pattern, body)| (pattern.clone(), body.map(change))).collect(),
            ),
            Value::If(condition, bodies) => {
                let [yes, no] = &**bodies;
                Value::If(one(condition), Rc::new([yes.map(change), no.map(change)]))
            }
            Value::Try(value) => Value::Try(one(value)),
            value => value.clone(),
        }
    }
}

impl Body {
    /// True if it names the counter.
    pub(crate) fn counts(&self) -> bool {
        self.statements.iter().any(Statement::counts) || self.result.counts()
    }

    fn only_adds(&self) -> bool {
        self.statements.iter().all(Statement::only_adds) && self.result.only_adds()
    }

    /// Bodies of operations only name what they evaluate.
    fn map(&self, change: &dyn Fn(&Value) -> Option<Value>) -> Body {
        let statements = self.statements.iter().map(|statement| match statement {
            Statement::Let(named) => Statement::Let(Let { value: named.value.map(change), ..named.clone() }),
            Statement::Take(pattern, value) => Statement::Take(pattern.clone(), value.map(change)),
            statement => statement.clone(),
        });
        Body { statements: statements.collect(), result: self.result.map(change) }
    }
}

impl Read {
    /// The property's name.
    fn hint(&self) -> &str {
        match &self.from {
            Source::Json(name) => name,
            Source::Field(field) => field.name,
            Source::Methods(ways) | Source::Foreign(ways, _) => {
                let step = ways.first().and_then(|way| way.last());
                step.map_or("value", |step| step.method.trim_start_matches("f_"))
            }
        }
    }

    /// True if it needs the arena.
    fn builds(&self) -> bool {
        let has_choice = |ty: &RustType| matches!(ty, RustType::Named(entry) if matches!(entry.shape(None), kubernetes::Shape::IntOrString));
        match &self.from {
            _ if self.has_arena => false,
            Source::Field(field) => has_choice(&field.ty),
            Source::Foreign(_, ty) => has_choice(ty),
            Source::Json(_) | Source::Methods(_) => false,
        }
    }
}
