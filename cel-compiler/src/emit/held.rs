//! Values that a struct holds in another way than rules compute with: converted at each access, as the server does.
//!
//! A value that always converts (of a type that prints its text) is hidden from the rest of the emitter. Any that may fail, or that collections
//! hold, is converted where an element or a property is read, so that only the values that a rule looks at can be errors.

use super::{Emitter, Form, dynamic::value_of};
use crate::{
    env::Env,
    ir::{Operand, Operation, Pattern, Value},
    schema::{DeclKind, DeclType, HeldAs},
    types::Type,
};
use std::rc::Rc;

/// How a value becomes what rules compute with.
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
    /// A scalar as serde writes it: read by the function of the runtime for it.
    Written(Rc<Form>, &'static str),
    /// The value as serde writes it, read by the schema that goes with it.
    Opaque,
    /// JSON.
    Json(Rc<JsonPart>),
}

/// How to read JSON that matches its schema.
#[derive(Debug)]
pub(crate) struct JsonPart {
    pub(super) form: Form,
    /// The function of the runtime that reads it.
    read: &'static str,
    /// Where it may be null: what was read, `value`, as a `Value`.
    nullable: Option<Value>,
}

impl PartialEq for JsonPart {
    fn eq(&self, other: &Self) -> bool {
        (&self.form, self.read, self.nullable.is_some())
            == (&other.form, other.read, other.nullable.is_some())
    }
}

impl JsonPart {
    /// The part that a node describes, as a property or, if it may be null, as an element.
    fn of<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type, nullable: bool) -> Self {
        let element = |node: &'s DeclType, ty: &Type| {
            let is_null = node.nullable || env.resolve(node).is_some_and(|node| node.nullable);
            Rc::new(Form::Held(Conversion::Json(Rc::new(JsonPart::of(env, node, ty, is_null)))))
        };
        let Some(node) = env.resolve(node) else {
            return JsonPart { form: Form::Dynamic, read: "int_or_string", nullable: None };
        };
        let (form, read) = match (&node.kind, ty) {
            (DeclKind::Bool, _) => (Form::Bool, "bool"),
            (DeclKind::Int, _) => (Form::Int, "int"),
            (DeclKind::Double, _) => (Form::Double, "double"),
            (DeclKind::String, _) => (Form::String, "text"),
            (DeclKind::Bytes, _) => (Form::Bytes, "bytes"),
            (DeclKind::Duration, _) => (Form::Duration, "duration"),
            (DeclKind::Date, _) => (Form::Timestamp, "date"),
            (DeclKind::DateTime, _) => (Form::Timestamp, "date_time"),
            (DeclKind::List { items, list_type }, Type::List(ty)) => {
                (Form::List { element: element(items, ty), native: true, set: list_type.into() }, "list")
            }
            (DeclKind::Map { values }, Type::Map(entry)) => {
                let value = element(values, &entry.1);
                (Form::Map { key: Rc::new(Form::String), value, native: true }, "map")
            }
            (DeclKind::Object { .. }, Type::Object(name)) => (Form::Object(name.clone()), "object"),
            (DeclKind::Unknown, _) => (Form::Dynamic, "preserved"),
            _ => (Form::Dynamic, "int_or_string"),
        };
        let nullable = nullable.then(|| value_of(env, &form, Value::local("value")));
        JsonPart { form, read, nullable }
    }
}

impl Conversion {
    /// The conversion of JSON that a node describes.
    pub(super) fn of_json<'s>(env: &Env<'s>, node: &'s DeclType, ty: &Type) -> Self {
        Conversion::Json(Rc::new(JsonPart::of(env, node, ty, false)))
    }

    /// The conversion that a node, which is no reference, needs.
    pub(super) fn of(node: &DeclType) -> Option<Self> {
        match (node.held, &node.kind) {
            (HeldAs::Shown, _) => Some(Conversion::Shown),
            (HeldAs::WideInt, _) => Some(Conversion::WideInt),
            (HeldAs::Json, _) => Some(Conversion::IntOrString),
            (HeldAs::Written, kind) => written(kind),
            (_, DeclKind::Opaque) => Some(Conversion::Opaque),
            (HeldAs::Text, DeclKind::DateTime) => Some(Conversion::DateTime),
            (HeldAs::Text, DeclKind::Date) => Some(Conversion::Date),
            (HeldAs::Text, DeclKind::Duration) => Some(Conversion::Duration),
            (HeldAs::Text, DeclKind::Bytes) => Some(Conversion::Bytes),
            (
                HeldAs::Native
                | HeldAs::Text
                | HeldAs::FreeMap
                | HeldAs::Resource
                | HeldAs::Generic
                | HeldAs::Foreign(_)
                | HeldAs::Unwritten
                | HeldAs::Variant(_)
                | HeldAs::Keyed
                | HeldAs::DocumentedEnum,
                _,
            ) => None,
        }
    }

    pub(super) fn is_fallible(&self) -> bool {
        !matches!(self, Conversion::Shown)
    }

    /// True for a text that is converted by its format.
    pub(super) fn is_of_text(&self) -> bool {
        matches!(self, Conversion::DateTime | Conversion::Date | Conversion::Duration | Conversion::Bytes)
    }

    /// The form of the result.
    pub(super) fn form(&self) -> Form {
        match self {
            Conversion::Json(part) if part.nullable.is_some() => Form::Dynamic,
            Conversion::Json(part) => part.form.clone(),
            Conversion::Shown => Form::String,
            Conversion::WideInt => Form::Int,
            Conversion::DateTime | Conversion::Date => Form::Timestamp,
            Conversion::Duration => Form::Duration,
            Conversion::Bytes => Form::Bytes,
            Conversion::Written(form, _) => (**form).clone(),
            Conversion::IntOrString | Conversion::Opaque => Form::Dynamic,
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

    /// The same where no variable holds the arena.
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

/// How a scalar is read that only serde knows how to write.
fn written(kind: &DeclKind) -> Option<Conversion> {
    let (form, read) = match kind {
        DeclKind::Bool => (Form::Bool, "bool"),
        DeclKind::Int => (Form::Int, "int"),
        DeclKind::Double => (Form::Double, "double"),
        DeclKind::String => (Form::String, "text"),
        DeclKind::Bytes => (Form::Bytes, "bytes"),
        DeclKind::Duration => (Form::Duration, "duration"),
        DeclKind::Date => (Form::Timestamp, "date"),
        DeclKind::DateTime => (Form::Timestamp, "date_time"),
        DeclKind::IntOrString => (Form::Dynamic, "int_or_string"),
        _ => return None,
    };
    Some(Conversion::Written(Rc::new(form), read))
}

impl Form {
    /// True for collections whose elements are converted one by one.
    pub(super) fn holds_converted(&self) -> bool {
        match self {
            Form::List { element: inner, .. } | Form::Map { value: inner, .. } => {
                matches!(**inner, Form::Held(_)) || inner.holds_converted()
            }
            _ => false,
        }
    }
}

impl Emitter<'_, '_> {
    /// A value as rules compute with it.
    pub(super) fn unheld(&mut self, operand: Operand) -> Operand {
        if let Form::Held(conversion) = &operand.form {
            let conversion = conversion.clone();
            let (form, is_fallible) = (conversion.form(), conversion.is_fallible());
            let value = conversion.in_expression(Value::Operand(0));
            return self.lift(vec![operand], Operation { form, fallible: is_fallible, value });
        }
        match shown_in(&operand.form, "value") {
            Some((value, form)) => {
                let value =
                    value.after_both(["arena".into(), "value".into()], [Value::Arena, Value::Operand(0)]);
                self.lift(vec![operand], Operation::new(form, value))
            }
            None => operand,
        }
    }
}

/// A text of the value in a variable that is held by a type that prints it, with the arena as `arena`; `None` of others.
fn shown_in(form: &Form, variable: &'static str) -> Option<(Value, Form)> {
    let (arena, value) = (Value::local("arena"), Value::local(variable));
    Some(match form {
        Form::Held(Conversion::Shown) => (Conversion::Shown.value(arena, value), Form::String),
        Form::Nullable(inner) => {
            let (inner, form) = shown_in(inner, "inner")?;
            let shown = value.method_with("map", [Value::closure(Pattern::Name("inner".into()), inner)]);
            (shown, Form::Nullable(Rc::new(form)))
        }
        _ => return None,
    })
}
