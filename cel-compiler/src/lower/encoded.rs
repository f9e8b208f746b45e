//! Encoded values: a struct holds them in another form than rules. They are converted at each access, as on the server.
//!
//! The rest of the lowering does not see values whose conversion cannot fail (of a type that prints its text). If it may fail, or the
//! value is in a collection, it is converted where an element or a property is read. So only values that a rule looks at can be errors.

use super::{as_value::value_of, state::Lowering};
use crate::{
    env::Env,
    ir::{Conversion, JsonPart, Operand, Operation, Pattern, Repr, Value},
    schema::{DeclKind, DeclType, Encoding},
    types::Type,
};
use cel_types::kubernetes::Shape;
use std::rc::Rc;

impl JsonPart {
    /// How to read the JSON of a node. It is a property, or with `nullable` an element that may be null.
    fn of<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type, nullable: bool) -> Self {
        let element = |node: &'s DeclType, ty: &Type| {
            let is_null = node.nullable || env.resolve(node).is_some_and(|node| node.nullable);
            Rc::new(Repr::Encoded(Conversion::Json(Rc::new(JsonPart::of(env, node, ty, is_null)))))
        };
        let Some(node) = env.resolve(node) else {
            return JsonPart { repr: Repr::Dynamic, read: "int_or_string", nullable: None };
        };
        let (repr, read) = match (&node.kind, ty) {
            (DeclKind::Bool, _) => (Repr::Bool, "bool"),
            (DeclKind::Int, _) => (Repr::Int, "int"),
            (DeclKind::Double, _) => (Repr::Double, "double"),
            (DeclKind::String, _) => (Repr::String, "text"),
            (DeclKind::Bytes, _) => (Repr::Bytes, "bytes"),
            (DeclKind::Duration, _) => (Repr::Duration, "duration"),
            (DeclKind::Date, _) => (Repr::Timestamp, "date"),
            (DeclKind::DateTime, _) => (Repr::Timestamp, "date_time"),
            (DeclKind::List { items, list_type }, Type::List(ty)) => {
                (Repr::List { element: element(items, ty), native: true, set: list_type.clone() }, "list")
            }
            (DeclKind::Map { values }, Type::Map(entry)) => {
                let value = element(values, &entry.1);
                (Repr::Map { key: Rc::new(Repr::String), value, native: true }, "map")
            }
            (DeclKind::Object { .. }, Type::Object(name)) => (Repr::Object(name.clone()), "object"),
            (DeclKind::Unknown, _) => (Repr::Dynamic, "preserved"),
            _ => (Repr::Dynamic, "int_or_string"),
        };
        let nullable = nullable.then(|| value_of(env, &repr, Value::local("value")));
        JsonPart { repr, read, nullable }
    }
}

impl Conversion {
    /// The conversion of a node's JSON.
    pub(super) fn of_json<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type) -> Self {
        Conversion::Json(Rc::new(JsonPart::of(env, node, ty, false)))
    }

    /// The conversion that a resolved node needs.
    pub(super) fn of(node: &DeclType) -> Option<Self> {
        match (node.encoding, &node.kind) {
            (Encoding::Shown, _) => Some(Conversion::Shown),
            (Encoding::WideInt, _) => Some(Conversion::WideInt),
            (Encoding::Json, _) => Some(Conversion::IntOrString),
            (Encoding::Written, kind) => written(kind),
            (Encoding::Foreign(entry), kind) if matches!(entry.shape(None), Shape::IntOrString) => {
                written(kind)
            }
            (_, DeclKind::Opaque) => Some(Conversion::Opaque),
            (Encoding::Text, DeclKind::DateTime) => Some(Conversion::DateTime),
            (Encoding::Text, DeclKind::Date) => Some(Conversion::Date),
            (Encoding::Text, DeclKind::Duration) => Some(Conversion::Duration),
            (Encoding::Text, DeclKind::Bytes) => Some(Conversion::Bytes),
            (
                Encoding::Native
                | Encoding::Text
                | Encoding::FreeMap
                | Encoding::Resource
                | Encoding::Generic
                | Encoding::Foreign(_)
                | Encoding::Unwritten
                | Encoding::Variant(_)
                | Encoding::Keyed
                | Encoding::DocumentedEnum,
                _,
            ) => None,
        }
    }

    /// The result, an `Outcome` if it may fail.
    pub(super) fn value(&self, arena: Value, value: Value) -> Value {
        let function = match self {
            Conversion::Shown => "ops::to_string",
            Conversion::WideInt => return Value::call("ops::narrow", [value]),
            Conversion::DateTime => "formatted::date_time",
            Conversion::Date => "formatted::date",
            Conversion::Duration => "formatted::duration",
            Conversion::Bytes => "formatted::bytes",
            Conversion::IntOrString => return Value::call("value::int_or_string", [value]),
            Conversion::Written(_, read) => return value.method_with(*read, [arena]),
            Conversion::Opaque => return value.method_with("read", [arena]),
            Conversion::Json(part) => return part.value(arena, value),
        };
        Value::call(function, [arena, value])
    }

    /// The same if no variable holds the arena.
    pub(super) fn in_expression(&self, value: Value) -> Value {
        match self {
            Conversion::Json(part) if part.nullable.is_some() => {
                self.value(Value::local("arena"), value).after(&"arena".into(), Value::Arena)
            }
            _ => self.value(Value::Arena, value),
        }
    }
}

impl JsonPart {
    fn value(&self, arena: Value, value: Value) -> Value {
        let read = |arena, value| Value::call(format!("json::{}", self.read), [arena, value]);
        let Some(held) = &self.nullable else {
            return read(arena, value);
        };
        let name = || Pattern::Name("value".into());
        let found = read(Value::local("arena"), Value::local("value"));
        let converted = found.method_with("map", [Value::closure(name(), held.clone())]);
        Value::call("json::nullable", [value, Value::closure(name(), converted)])
    }
}

/// The conversion of a scalar that only serde can write.
fn written(kind: &DeclKind) -> Option<Conversion> {
    let (repr, read) = match kind {
        DeclKind::Bool => (Repr::Bool, "bool"),
        DeclKind::Int => (Repr::Int, "int"),
        DeclKind::Double => (Repr::Double, "double"),
        DeclKind::String => (Repr::String, "text"),
        DeclKind::Bytes => (Repr::Bytes, "bytes"),
        DeclKind::Duration => (Repr::Duration, "duration"),
        DeclKind::Date => (Repr::Timestamp, "date"),
        DeclKind::DateTime => (Repr::Timestamp, "date_time"),
        DeclKind::IntOrString => (Repr::Dynamic, "int_or_string"),
        _ => return None,
    };
    Some(Conversion::Written(Rc::new(repr), read))
}

impl Repr {
    /// True for collections whose elements are converted one by one.
    pub(super) fn holds_converted(&self) -> bool {
        match self {
            Repr::List { element: inner, .. } | Repr::Map { value: inner, .. } => {
                matches!(**inner, Repr::Encoded(_)) || inner.holds_converted()
            }
            _ => false,
        }
    }
}

impl Lowering<'_, '_> {
    /// A value in the representation of rules.
    pub(super) fn decoded(&mut self, operand: Operand) -> Operand {
        if let Repr::Encoded(conversion) = &operand.repr {
            let conversion = conversion.clone();
            let (repr, is_fallible) = (conversion.repr(), conversion.is_fallible());
            let value = conversion.in_expression(Value::Operand(0));
            return self.lift(vec![operand], Operation { repr, fallible: is_fallible, value });
        }
        match shown_in(&operand.repr, "value") {
            Some((value, repr)) => {
                let value =
                    value.after_both(["arena".into(), "value".into()], [Value::Arena, Value::Operand(0)]);
                self.lift(vec![operand], Operation::new(repr, value))
            }
            None => operand,
        }
    }
}

/// The text of a variable whose type prints it, with the arena as `arena`; `None` for other types.
fn shown_in(repr: &Repr, variable: &'static str) -> Option<(Value, Repr)> {
    let (arena, value) = (Value::local("arena"), Value::local(variable));
    Some(match repr {
        Repr::Encoded(Conversion::Shown) => (Conversion::Shown.value(arena, value), Repr::String),
        Repr::Nullable(inner) => {
            let (inner, repr) = shown_in(inner, "inner")?;
            let shown = value.method_with("map", [Value::closure(Pattern::Name("inner".into()), inner)]);
            (shown, Repr::Nullable(Rc::new(repr)))
        }
        _ => return None,
    })
}
