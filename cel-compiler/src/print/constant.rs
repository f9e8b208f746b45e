//! Constants as Rust.

use super::text::list as in_list;
use crate::{
    ast::ExprId,
    ir::Repr,
    plan::{Constant, Identity, runtime_type},
};
use cel_types::Zone;
use std::{cmp::Ordering, rc::Rc};

/// A constant in a representation it can take.
pub(super) fn code(constant: &Constant, repr: &Repr) -> String {
    let scalar = match (constant, repr) {
        (Constant::List(..), Repr::Dynamic) => own_code(constant, &Repr::list(Repr::Dynamic)),
        (Constant::Map(..), Repr::Dynamic) => own_code(constant, &Repr::map(Repr::Dynamic, Repr::Dynamic)),
        _ => own_code(constant, repr),
    };
    if *repr == Repr::Dynamic { as_value(constant, &scalar) } else { scalar }
}

fn own_code(constant: &Constant, repr: &Repr) -> String {
    match constant {
        Constant::Null => "()".to_owned(),
        Constant::Bool(value) => value.to_string(),
        Constant::Int(value) => format!("{value}i64"),
        Constant::Uint(value) => format!("{value}u64"),
        Constant::Double(value) => double(*value),
        Constant::String(value) => format!("{value:?}"),
        Constant::Bytes(value) => {
            format!("b\"{}\".as_slice()", value.escape_ascii())
        }
        Constant::Timestamp(value) => {
            let (seconds, nanos, zone) = (value.seconds(), value.nanos(), zone(value.zone()));
            format!("Timestamp::new({seconds}, {nanos}, {zone})")
        }
        Constant::Duration(value) => {
            let nanos = value.nanos();
            format!("Duration::from_nanos({nanos})")
        }
        Constant::Type(name) => {
            format!("TypeName::{name:?}")
        }
        Constant::List(elements, literal) => list(elements, *literal, repr),
        Constant::Map(entries, literal) => map(entries, *literal, repr),
    }
}

/// A number without its type.
pub(super) fn number(constant: &Constant) -> Option<String> {
    match constant {
        Constant::Int(value) => Some(value.to_string()),
        Constant::Uint(value) => Some(value.to_string()),
        Constant::Double(value) if value.is_finite() => {
            let number = value.to_string();
            Some(if number.contains('.') { number } else { number + ".0" })
        }
        _ => None,
    }
}

fn list(constants: &[Constant], literal: Identity, repr: &Repr) -> String {
    let element = match repr {
        Repr::List { element, .. } => Rc::clone(element),
        _ => Rc::new(Repr::Dynamic),
    };
    let rust = element.rust();
    let elements: Vec<_> = constants.iter().map(|value| code(value, &element)).collect();
    let promoted = constants.iter().all(|constant| is_promoted(constant, &element));
    let elements = in_place(&format!("[{}]", in_list(&elements)), promoted, literal);
    format!("list::List::<{rust}>::Slice({elements})")
}

fn map(entries: &[(Constant, Constant)], literal: Identity, repr: &Repr) -> String {
    let (key, value) = match repr {
        Repr::Map { key, value, .. } => (Rc::clone(key), Rc::clone(value)),
        _ => (Rc::new(Repr::Dynamic), Rc::new(Repr::Dynamic)),
    };
    let (key_rust, value_rust) = (key.rust(), value.rust());
    let mut entries: Vec<&(Constant, Constant)> = entries.iter().collect();
    entries.sort_by(|(a, _), (b, _)| order(a, b));
    let promoted = entries.iter().all(|(k, v)| is_promoted(k, &key) && is_promoted(v, &value));
    let entries = entries.into_iter().map(|(k, v)| format!("({}, {})", code(k, &key), code(v, &value)));
    let entries: Vec<_> = entries.collect();
    let entries = in_place(&format!("[{}]", in_list(&entries)), promoted, literal);
    format!("map::Map::<{key_rust}, {value_rust}>::Entries({entries})")
}

/// A reference to constants. Rust gives a `'static` lifetime to literals, but to calls only in a `const`. Equal constants may share an
/// address, unless they are numbered.
fn in_place(constants: &str, promoted: bool, literal: Identity) -> String {
    match literal {
        Some(ExprId(number)) => {
            format!("const {{ &list::Literal {{ parts: {constants}, number: {number}u32 }}.parts }}")
        }
        None if promoted => format!("&{constants}"),
        None => format!("const {{ &{constants} }}"),
    }
}

fn is_promoted(constant: &Constant, repr: &Repr) -> bool {
    match constant {
        Constant::Null
        | Constant::Bool(_)
        | Constant::Int(_)
        | Constant::Uint(_)
        | Constant::Double(_)
        | Constant::String(_)
        | Constant::Type(_) => true,
        Constant::Bytes(_) | Constant::Timestamp(_) | Constant::Duration(_) => false,
        Constant::List(_, None) | Constant::Map(_, None) => *repr != Repr::Dynamic && !has_calls(constant),
        // It stands in a `const`, so the constant around it does too.
        Constant::List(..) | Constant::Map(..) => false,
    }
}

/// True if its code contains a call. Rust gives calls no `'static` lifetime outside a `const`.
fn has_calls(constant: &Constant) -> bool {
    match constant {
        Constant::Bytes(_) | Constant::Timestamp(_) | Constant::Duration(_) => true,
        Constant::List(elements, _) => elements.iter().any(has_calls),
        Constant::Map(entries, _) => entries.iter().any(|(k, v)| has_calls(k) || has_calls(v)),
        _ => false,
    }
}

/// The order in which the runtime keeps entries.
fn order(a: &Constant, b: &Constant) -> Ordering {
    match (a, b) {
        (Constant::Bool(a), Constant::Bool(b)) => a.cmp(b),
        (Constant::Int(a), Constant::Int(b)) => a.cmp(b),
        (Constant::Uint(a), Constant::Uint(b)) => a.cmp(b),
        (Constant::Double(a), Constant::Double(b)) => a.partial_cmp(b).unwrap_or_else(|| a.total_cmp(b)),
        (Constant::Timestamp(a), Constant::Timestamp(b)) => a.cmp(b).then(a.zone().cmp(&b.zone())),
        (Constant::Duration(a), Constant::Duration(b)) => a.cmp(b),
        (Constant::Type(a), Constant::Type(b)) => a.cmp(b),
        (Constant::String(a), Constant::String(b)) => a.cmp(b),
        (a, b) => runtime_type(a).cmp(&runtime_type(b)),
    }
}

fn zone(zone: Zone) -> String {
    match zone {
        Zone::Utc => "Zone::Utc".to_owned(),
        Zone::Local => "Zone::Local".to_owned(),
        Zone::Minutes(minutes) => format!("Zone::Minutes({minutes})"),
        Zone::Own { minutes, number } => format!("Zone::Own {{ minutes: {minutes}, number: {number} }}"),
    }
}

fn double(value: f64) -> String {
    if value.is_nan() {
        "f64::NAN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "f64::INFINITY".to_owned() } else { "f64::NEG_INFINITY".to_owned() }
    } else {
        format!("{value}f64")
    }
}

/// A constant as a `Value`, from its code in a static representation.
fn as_value(constant: &Constant, scalar: &str) -> String {
    let variant = match constant {
        Constant::Null => return "Value::Null".to_owned(),
        Constant::Bool(_) => "Bool",
        Constant::Int(_) => "Int",
        Constant::Uint(_) => "Uint",
        Constant::Double(_) => "Double",
        Constant::String(_) => "String",
        Constant::Bytes(_) => "Bytes",
        Constant::Timestamp(_) => "Timestamp",
        Constant::Duration(_) => "Duration",
        Constant::Type(_) => "Type",
        Constant::List(..) => "list",
        Constant::Map(..) => "map",
    };
    format!("Value::{variant}({scalar})")
}
