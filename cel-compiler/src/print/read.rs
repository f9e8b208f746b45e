//! Reads of properties as Rust: methods of structs, public fields of the types of k8s-openapi, entries of JSON.

use crate::{
    ir::{NODE, Read, Source, Value},
    schema::AccessStep,
};
use cel_types::kubernetes::{Field, Held, Presence, RustType, Shape};
use std::borrow::Cow;

/// The code that reads a property.
pub(super) fn read(object: &Value, read: &Read) -> String {
    let arena = if read.has_arena { "arena" } else { "cost.arena()" };
    match &read.from {
        Source::Own { place: Some(place), .. } => format!("{NODE}.property({place})"),
        Source::Json(name) | Source::Own { name, .. } => format!("{object}.get({name:?})"),
        Source::Field(field) => of_field(object, field, arena),
        Source::Methods(ways) => of_ways(object, ways, false),
        Source::Foreign(ways, ty) if read.is_optional => {
            let (found, value) = (of_ways(object, ways, true), shown(ty, "value".to_owned(), None));
            format!("{found}.map(|value| {value})")
        }
        Source::Foreign(ways, ty) => shown(ty, of_ways(object, ways, true), None),
    }
}

/// The value of the first way that finds one.
fn of_ways(object: &Value, ways: &[Vec<AccessStep>], is_raw: bool) -> String {
    let mut ways = ways.iter().map(|steps| of_way(object, steps, is_raw));
    let first = ways.next().unwrap_or_default();
    ways.fold(first, |found, other| format!("{found}.or_else(|| {other})"))
}

/// `is_raw`: the last method returns the raw Rust value.
fn of_way(object: &Value, steps: &[AccessStep], is_raw: bool) -> String {
    let last = steps.len().saturating_sub(1);
    let start = (object.to_string(), false);
    let (found, _) = steps.iter().enumerate().fold(start, |(object, optional), (n, step)| {
        let method = match is_raw && n == last {
            true => step.raw_method().into(),
            false => Cow::Borrowed(&*step.method),
        };
        let call = match step.variant {
            Some(number) => format!("{method}::<{number}>()"),
            None => format!("{method}()"),
        };
        match (optional, step.optional) {
            (false, _) => (format!("fields({object}).{call}"), step.optional),
            (true, false) => (format!("{object}.map(|object| fields(object).{call})"), true),
            (true, true) => (format!("{object}.and_then(|object| fields(object).{call})"), true),
        }
    });
    found
}

/// A field of a type of k8s-openapi.
fn of_field(object: &Value, field: &Field, arena: &str) -> String {
    let name = match &field.held {
        Held::Field(name) => name,
        Held::Text(text) => return format!("{text:?}"),
    };
    let held = format!("{object}.0.{name}");
    let present = match field.presence {
        Presence::Always => return shown(&field.ty, format!("&{held}"), Some(arena)),
        Presence::Optional => format!("{held}.as_ref()"),
        // The field is an `Option` in some versions of Kubernetes. Its actual type decides.
        Presence::AlwaysHere | Presence::OptionalHere => format!("(&foreign::Probe(&{held})).present()"),
    };
    if matches!(&field.ty, RustType::Named(entry) if matches!(entry.shape(None), Shape::Object(_) | Shape::Untyped))
    {
        return format!("{present}.map(foreign::Foreign)");
    }
    let value = shown(&field.ty, "value".to_owned(), Some(arena));
    format!("{present}.map(|value| {value})")
}

/// The value of rules for a referenced value. Without the arena an `IntOrString` is converted later, like elements of lists.
fn shown(ty: &RustType, value: String, arena: Option<&str>) -> String {
    if is_cel_value(ty) {
        return format!("CelValue::cel({value})");
    }
    match ty {
        RustType::Bytes => format!("foreign::bytes(&({value}).0)"),
        RustType::Box(inner) => shown(inner, format!("&**{value}"), arena),
        RustType::Vec(inner) => {
            let read = closure(inner);
            format!("foreign::list({value}, {read})")
        }
        RustType::Map(inner) => {
            let read = closure(inner);
            format!("foreign::map({value}, {read})")
        }
        RustType::Named(entry) => match entry.shape(None) {
            Shape::Quantity => format!("Value::String(&({value}).0)"),
            Shape::Time => format!("foreign::time(&({value}).0)"),
            Shape::MicroTime => format!("foreign::micro_time(&({value}).0)"),
            Shape::IntOrString => match arena {
                Some(arena) => format!("foreign::int_or_string({arena}, {value})"),
                None => format!("foreign::Scalar::new({value})"),
            },
            Shape::Object(_) | Shape::Untyped | Shape::Union => format!("foreign::Foreign({value})"),
        },
        RustType::String | RustType::Bool | RustType::I32 | RustType::I64 | RustType::F64 => value,
    }
}

fn closure(ty: &RustType) -> String {
    let read = shown(ty, "value".to_owned(), None);
    format!("|value| {read}")
}

/// True for types that implement `CelValue`.
fn is_cel_value(ty: &RustType) -> bool {
    match ty {
        RustType::String | RustType::Bool | RustType::I32 | RustType::I64 | RustType::F64 => true,
        RustType::Vec(inner) | RustType::Map(inner) => is_cel_value(inner),
        RustType::Bytes | RustType::Box(_) | RustType::Named(_) => false,
    }
}
