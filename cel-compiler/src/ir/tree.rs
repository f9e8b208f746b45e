//! The nodes: values with their representations, and the statements between them.

use crate::{
    checker::CheckedExpr,
    plan::{Constant, Plan},
    schema::{AccessStep, ListType},
};
use cel_types::{
    TypeName,
    kubernetes::{Field, RustType},
};
use std::{borrow::Cow, rc::Rc};

/// A name in generated code.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Local(pub(super) Rc<str>);

/// A function, constructor or constant of the runtime, for example `ops::size_of`.
pub(crate) type Path = Cow<'static, str>;

/// A value in Rust. [`Block`](Value::Block), [`If`](Value::If) and [`Match`](Value::Match) may have effects in their bodies. Only
/// statements hold such values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Local(Local),
    /// An operand of an [`Operation`](super::Operation), by its place.
    Operand(usize),
    /// No value: behind a statement that leaves its block, or for code that is evaluated for its effect.
    Nothing,
    /// A constant in a Rust representation.
    Constant(Rc<Constant>, Rc<Repr>),
    Bool(bool),
    /// A number of units.
    Number(u64),
    Text(Rc<str>),
    /// `TypeName::Int`, `Value::Bool`
    Path(Path),
    /// The counter: `cost`.
    Counter,
    /// The arena for built values: `cost.arena()`.
    Arena,
    /// A property of an object.
    Read(Rc<Value>, Rc<Read>),
    /// `next`, applied to the values of some `Result`s. The first error in their order wins.
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
    /// The body of a closure with a result type: `-> Outcome<'a, ty> { statements result }`.
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

/// How loosely the outermost operator of a value binds, from tight to loose.
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
    /// The pattern for their values.
    pub(crate) pattern: Pattern,
    pub(crate) next: Value,
    /// `next` is a `Result`.
    pub(crate) can_fail: bool,
    /// It is printed as a `match`. rustc compiles that faster than a closure.
    pub(crate) is_match: bool,
}

/// A pattern that takes a value apart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pattern {
    Any,
    Name(Local),
    Path(Path),
    /// `Some(pattern)`
    Of(Path, Rc<Pattern>),
    Constant(Rc<Constant>, Rc<Repr>),
    Tuple(Vec<Pattern>),
    /// Bytes from one to another: `b'a'..=b'z'`.
    Bytes(u8, u8),
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
    /// The arena has a name here: the properties of an object are listed.
    pub(crate) has_arena: bool,
}

/// Where a property is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// In JSON, by its name.
    Json(Rc<str>),
    /// The same for a property of the rule's node. It has a place if the walk looks it up for all rules of the node.
    Own { name: Rc<str>, place: Option<usize> },
    /// A public field of a type of k8s-openapi.
    Field(Field),
    /// Methods of the structs on the way. In an untagged enum at most one way has a value.
    Methods(Vec<Vec<AccessStep>>),
    /// The same, where the last one gives a type of k8s-openapi.
    Foreign(Vec<Vec<AccessStep>>, RustType),
}

/// The rule's node, where its properties have [places](Source::Own).
pub(crate) const NODE: &str = "__cel_node";

/// A step of an evaluation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// `let name: ty = value;`
    Let(Let),
    /// `let (a, b) = value;`
    Take(Pattern, Value),
    /// `name = value;`
    Assign(Local, Value),
    /// Units: `cost.add(2)`.
    Add(u64),
    /// `cost.add(units)`
    AddSome(Value),
    /// A unit, if a condition holds.
    AddIf(Value),
    /// A cost that may exceed 1, with a test of the limit.
    Charge(Value),
    /// A test of the limit: `cost.check()?`.
    Check,
    /// The test of a round that costs nothing: `cost.turn()?`.
    Turn,
    /// Takes back a charge: `has` on a chain that begins with a ternary does not cost it (`cost.refund()?`).
    Refund,
    /// `let size = size::measured(text);`: a value for charges alone.
    Measure(Local, Value),
    /// `value;`
    Run(Value),
    /// `return value;`
    Return(Value),
    /// `if condition { .. }`
    If(Value, Rc<Vec<Statement>>),
    /// `if let pattern = value { .. }`
    IfLet(Pattern, Value, Rc<Vec<Statement>>),
    /// `match value { pattern => { .. } }`
    Match(Value, Vec<(Pattern, Vec<Statement>)>),
    /// `{ .. }`
    Block(Vec<Statement>),
    /// A value that is evaluated at its first use: a closure over the counter.
    Share {
        name: Local,
        ty: Type,
        body: Rc<Body>,
    },
    /// A closure that converts values with the type of `example` to a `Value`.
    View {
        name: Local,
        example: Body,
        convert: Value,
    },
    /// `break 'label value;`, or `break;`
    Break(Option<(Local, Value)>),
    Loop(Rc<Loop>),
}

/// `let name: ty = value;`
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Let {
    pub(crate) name: Local,
    pub(crate) ty: Option<Type>,
    pub(crate) value: Value,
    pub(crate) is_mutable: bool,
}

/// A type of Rust.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    Plain(Repr),
    /// `Outcome<'a, _>`
    Outcome(Repr),
    /// `usize`
    Of(Builtin),
    /// `Outcome<'a, usize>`
    OutcomeOf(Builtin),
    /// `(K, V)`
    Pair(Repr, Box<Type>),
}

/// A type that no value of a rule has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Builtin {
    /// `()`
    Unit,
    /// `usize`: elements that are counted.
    Count,
    /// `_`: a list that is being built.
    List,
    /// `map::Builder<_, _>`
    Map,
}

/// A macro's loop.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Loop {
    /// Statements in front of the loop, for values that do not change in it.
    pub(crate) before: Vec<Statement>,
    pub(crate) pattern: Pattern,
    /// The collection that it runs over.
    pub(crate) range: Value,
    /// An object's own list or map in parts. The limit is tested between two parts instead of in each round.
    pub(crate) parts: Option<Value>,
    /// The elements that remain.
    pub(crate) rest: Local,
    pub(crate) round: Vec<Statement>,
    /// The loop ends once this condition holds, and then adds the units if an element remains.
    pub(crate) stop: Option<(Value, u64)>,
    /// The most units of a round, for estimates. Loops of little code have it, see [`bounded`](crate::passes::bounded).
    pub(crate) most: Option<u64>,
}

/// Statements that lead to a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Body {
    pub(crate) statements: Vec<Statement>,
    pub(crate) result: Value,
}

/// The Rust representation of a value; all are `Copy`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Repr {
    Null,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Timestamp,
    Duration,
    /// A type value: `TypeName`.
    Type,
    /// A value of a Kubernetes library, for example a quantity, or a message without fields, by its type.
    Opaque(TypeName),
    /// `&Struct`; the name is the object type's path.
    Object(Rc<str>),
    /// A list: a struct's own collection if `native`, else `List<'a, E>`.
    List {
        element: Rc<Repr>,
        native: bool,
        set: ListType,
    },
    /// A map: a struct's own collection if `native`, else `Map<'a, K, V>`.
    Map {
        key: Rc<Repr>,
        value: Rc<Repr>,
        native: bool,
    },
    /// An optional as `Option`.
    Optional(Rc<Repr>),
    /// An element that may be null, as `Option`.
    Nullable(Rc<Repr>),
    /// Never a value: the element of an empty collection, the content of `optional.none()`. Fits every representation.
    Never,
    /// In a struct's encoding. It is converted where it is read.
    Encoded(Conversion),
    /// Known only at run time.
    Dynamic,
}

/// How an encoded value becomes a value of rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Conversion {
    /// A type that prints its text.
    Shown,
    /// A `u64`.
    WideInt,
    /// Text of format `date-time`, and so on.
    DateTime,
    Date,
    Duration,
    Bytes,
    /// JSON of an int-or-string in a struct.
    IntOrString,
    /// A scalar that serde writes. The named function of the runtime reads it.
    Written(Rc<Repr>, &'static str),
    /// A value that serde writes. It is read with the schema that comes with it.
    Opaque,
    /// JSON.
    Json(Rc<JsonPart>),
}

/// How to read JSON that matches its schema.
#[derive(Debug)]
pub(crate) struct JsonPart {
    pub(crate) repr: Repr,
    /// The function of the runtime that reads it.
    pub(crate) read: &'static str,
    /// If it may be null: the conversion of the read `value` to a `Value`.
    pub(crate) nullable: Option<Value>,
}
