//! Values of static representations as `Value`s.

use super::access::read_with_arena;
use crate::{
    env::Env,
    ir::{Closure, Local, Path, Pattern, Repr, Value},
    schema::{DeclField, ListType, escaping::escape},
};
use std::rc::Rc;

/// A value of a static representation as a `Value`. A `Value` that is read later must not borrow the counter, so the arena gets a name.
pub(super) fn into_value(env: &Env<'_>, repr: &Repr, value: Value) -> Value {
    let value = value_of(env, repr, value);
    if needs_arena(repr) { value.after(&"arena".into(), Value::Arena) } else { value }
}

/// True if the conversion needs the arena under a name: the `Value` is read later and must not borrow the counter.
pub(super) fn needs_arena(repr: &Repr) -> bool {
    match repr {
        Repr::Encoded(_) | Repr::Object(_) | Repr::Optional(_) => true,
        Repr::Nullable(inner) => needs_arena(inner),
        Repr::List { element, native, .. } => *native || **element != Repr::Dynamic,
        Repr::Map { key, value, native } => *native || **key != Repr::Dynamic || **value != Repr::Dynamic,
        _ => false,
    }
}

/// A value of a representation, with the arena as `arena`.
pub(super) fn value_of(env: &Env<'_>, repr: &Repr, value: Value) -> Value {
    value_among(env, repr, value, false)
}

/// [`value_of`]. The objects of a collection share a class, the variable `class`.
fn value_among(env: &Env<'_>, repr: &Repr, value: Value, in_collection: bool) -> Value {
    if let Some(variant) = variant(repr) {
        return Value::call(variant, [value]);
    }
    let arena = || Value::local("arena");
    match repr {
        Repr::Null => null(),
        Repr::Nullable(content) => {
            let convert = converter_among(env, content, in_collection);
            value.method_with("map_or", [null(), convert])
        }
        Repr::Optional(content) if **content == Repr::Null => {
            let content = value.method_with("map", [Value::closure(Pattern::Any, null())]);
            Value::call("value::optional", [arena(), content])
        }
        Repr::Optional(content) => {
            let content = value.method_with("map", [converter(env, content)]);
            Value::call("value::optional", [arena(), content])
        }
        Repr::List { element, native: false, .. } if **element == Repr::Dynamic => {
            Value::call("Value::list", [value])
        }
        Repr::List { element, native, set } => {
            let convert = element_converter(env, element);
            let list = Value::call("value::list", [arena(), value, list_type(set, *native), convert]);
            in_class(env, element, list)
        }
        Repr::Map { key, value: held, native: false }
            if (&**key, &**held) == (&Repr::Dynamic, &Repr::Dynamic) =>
        {
            Value::call("Value::map", [value])
        }
        Repr::Map { key, value: held, native } => {
            let [to_key, from_key] = key_converters(key);
            let convert = element_converter(env, held);
            let operands = [arena(), value, Value::Bool(*native), to_key, from_key, convert];
            in_class(env, held, Value::call("value::map", operands))
        }
        Repr::Encoded(conversion) => {
            let held = conversion.value(arena(), value);
            let converted = value_among(env, &conversion.repr(), Value::local("value"), in_collection);
            match conversion.is_fallible() {
                true => {
                    let convert = Value::closure(Pattern::if_used("value", &converted), converted);
                    held.method_with("map_or_else", [Value::Path("Value::Error".into()), convert])
                }
                false => converted.after(&"value".into(), held),
            }
        }
        Repr::Object(name) => object(env, name, value, None, in_collection),
        Repr::Never => Value::call("ops::absurd", [value]),
        _ => value,
    }
}

fn null() -> Value {
    Value::Path("Value::Null".into())
}

/// The list type as the runtime's functions take it.
fn list_type(set: &ListType, native: bool) -> Value {
    let name = match set {
        ListType::Map(keys) => {
            let keys = keys.iter().map(|name| {
                let escaped = escape(name).unwrap_or(name.as_str().into());
                let [name, escaped] = [name.as_str(), &escaped].map(|text| Value::Text(text.into()));
                Value::Struct("value::ItemKey".into(), vec![("name", name), ("escaped", escaped)])
            });
            return Value::call("value::ListType::Map", [Value::Array(keys.collect()).reference()]);
        }
        ListType::Set => "value::ListType::Set",
        ListType::Atomic | ListType::Unknown(_) if native => "value::ListType::Atomic",
        ListType::Atomic | ListType::Unknown(_) => "value::ListType::Literal",
    };
    Value::Path(name.into())
}

/// The functions that convert `Value`s to keys of a representation, and back.
fn key_converters(key: &Repr) -> [Value; 2] {
    let name = Local::from("key");
    let closure = |pattern, body| Value::closure(pattern, body);
    match variant(key) {
        None if *key == Repr::Never => {
            let no_key = Value::Path("None".into());
            [closure(Pattern::Any, no_key), Value::Path("ops::absurd".into())]
        }
        Some(variant) => {
            let found = Value::from(&name).within("Some");
            let arms = [
                (Pattern::name_in(variant.clone(), &name), found.into()),
                (Pattern::Any, Value::Path("None".into()).into()),
            ];
            let to_key = closure(Pattern::Name(name.clone()), Value::from(&name).matched(arms));
            [to_key, Value::Path(variant)]
        }
        None => {
            let same = closure(Pattern::Name(name.clone()), (&name).into());
            [Value::Path("Some".into()), same]
        }
    }
}

pub(super) fn may_hold_objects(repr: &Repr) -> bool {
    match repr {
        Repr::Object(_) | Repr::Encoded(_) | Repr::Dynamic => true,
        Repr::List { element: inner, .. } | Repr::Map { value: inner, .. } => may_hold_objects(inner),
        Repr::Nullable(inner) | Repr::Optional(inner) => may_hold_objects(inner),
        _ => false,
    }
}

/// [`value_of`] as a function. A constructor of `Value` is the same function at every use. Each closure is another type, and rustc
/// compiles all generic code for it again.
fn converter(env: &Env<'_>, repr: &Repr) -> Value {
    converter_among(env, repr, false)
}

/// The same as a function that a collection keeps for its elements.
fn element_converter(env: &Env<'_>, repr: &Repr) -> Value {
    match converter_among(env, repr, true) {
        Value::Closure(closure) => Value::Closure(Rc::new(Closure { moves: true, ..(*closure).clone() })),
        constructor => constructor,
    }
}

/// A collection, with the class of its objects declared in front.
fn in_class(env: &Env<'_>, element: &Repr, collection: Value) -> Value {
    if !is_object(env, element) {
        return collection;
    }
    collection.after(&"class".into(), Value::call("value::class", [Value::local("arena")]))
}

fn is_object(env: &Env<'_>, repr: &Repr) -> bool {
    match repr {
        Repr::Object(name) => env.object(name).is_some_and(|object| object.foreign().is_none()),
        Repr::Encoded(conversion) => is_object(env, &conversion.repr()),
        Repr::Nullable(content) => is_object(env, content),
        _ => false,
    }
}

fn converter_among(env: &Env<'_>, repr: &Repr, in_collection: bool) -> Value {
    if let Some(variant) = variant(repr) {
        return Value::Path(variant);
    }
    let converted = value_among(env, repr, Value::local("value"), in_collection);
    Value::closure(Pattern::if_used("value", &converted), converted)
}

/// The object in `value` as a `Value` with these properties alone, with the arena as `arena`.
pub(super) fn object_with(env: &Env<'_>, name: &Rc<str>, properties: &[&str]) -> Value {
    object(env, name, Value::local("value"), Some(properties), false)
}

/// An object as a map of the properties in its schema, or of those in `only`.
fn object(env: &Env<'_>, name: &Rc<str>, value: Value, only: Option<&[&str]>, in_collection: bool) -> Value {
    let Some(object) = env.object(name) else {
        return null();
    };
    let arena = Value::local("arena");
    if let Some(entry) = object.foreign() {
        return Value::call("foreign::value", [arena, value, Value::Text(entry.path().into())]);
    }
    let properties = object.dynamic_names(env.holds_json());
    let properties = properties.filter(|(field, escaped)| {
        only.is_none_or(|only| only.contains(&&**escaped) || only.contains(&&*field.name))
    });
    let properties = properties.map(|(field, escaped)| {
        let ty = env.dynamic_type_of_node(&format!("{name}.{escaped}"), &field.node);
        property(env, field, &escaped, &Repr::of_node(env, &field.node, &ty), object.variant().is_some())
    });
    let properties = Value::Array(properties.collect()).reference();
    let value = if env.holds_json() { value } else { viewed(env, name, value) };
    match in_collection {
        true => Value::local("class").method_with("object", [value, properties]),
        false => Value::call("value::object", [arena, value, properties]),
    }
}

/// How the runtime reads a property. The fields of an enum's variant are behind a wrapper.
fn property(env: &Env<'_>, field: &DeclField, escaped: &str, repr: &Repr, is_variant: bool) -> Value {
    let of_object =
        |parameters: Vec<Pattern>, body| Value::Closure(Rc::new(Closure { parameters, moves: false, body }));
    let (object, arena) = (Pattern::Name("object".into()), Pattern::Name("arena".into()));
    let held = Value::local("object");
    let held = if is_variant { Value::Member(Rc::new(held), "0".into()) } else { held };
    let (read, optional) = read_with_arena(env, &held, field);
    let sent = match repr {
        Repr::Encoded(conversion) if conversion.is_of_text() => {
            let text = if optional { read.clone() } else { read.clone().within("Some") };
            of_object(vec![object.clone()], text).within("Some")
        }
        _ => Value::Path("None".into()),
    };
    let read = if optional {
        read.method_with("map", [converter(env, repr)])
    } else {
        value_of(env, repr, Value::local("value")).within("Some").after(&"value".into(), read)
    };
    let fields = vec![
        ("name", Value::Text((*field.name).into())),
        ("escaped", Value::Text(escaped.into())),
        ("read", of_object(vec![object, arena], read)),
        ("sent", sent),
    ];
    Value::Struct("value::Property".into(), fields)
}

/// The Rust value behind an object of a struct: the struct, or the enum if the object is the fields of a variant.
pub(super) fn viewed(env: &Env<'_>, name: &str, value: Value) -> Value {
    match env.object(name).and_then(|object| object.variant()) {
        Some(n) => Value::Variant(n, Rc::new(value)),
        None => value,
    }
}

/// The variant of `Value` that holds a representation without conversion.
pub(super) fn variant(repr: &Repr) -> Option<Path> {
    let name = match repr {
        Repr::Bool => "Value::Bool",
        Repr::Int => "Value::Int",
        Repr::Uint => "Value::Uint",
        Repr::Double => "Value::Double",
        Repr::String => "Value::String",
        Repr::Bytes => "Value::Bytes",
        Repr::Timestamp => "Value::Timestamp",
        Repr::Duration => "Value::Duration",
        Repr::Type => "Value::Type",
        Repr::Opaque(name) => return Some(format!("Value::{name:?}").into()),
        _ => return None,
    };
    Some(name.into())
}
