//! Reads of the properties of objects.

use crate::{
    env::Env,
    ir::{Read, Source, Value},
    schema::{DeclField, kubernetes::rust_type},
};
use cel_types::kubernetes::{Held, Presence};
use std::rc::Rc;

/// The read of a property, and whether it gives an `Option`.
pub(super) fn read(env: &Env<'_>, object: &Value, field: &DeclField, of_node: bool) -> (Value, bool) {
    let read = how(env, field);
    match read.from {
        Source::Json(name) if of_node => {
            of_object(object, Read { from: Source::Own { name, place: None }, ..read })
        }
        _ => of_object(object, read),
    }
}

/// The same if a variable holds the arena.
pub(super) fn read_with_arena(env: &Env<'_>, object: &Value, field: &DeclField) -> (Value, bool) {
    of_object(object, Read { has_arena: true, ..how(env, field) })
}

fn of_object(object: &Value, read: Read) -> (Value, bool) {
    let is_optional = read.is_optional;
    (Value::Read(Rc::new(object.clone()), Rc::new(read)), is_optional)
}

/// How a property is read. The properties of a struct are read by methods.
fn how(env: &Env<'_>, field: &DeclField) -> Read {
    if env.holds_json() {
        return Read { from: Source::Json((*field.name).into()), is_optional: true, has_arena: false };
    }
    if let Some(place) = &field.access.place {
        let is_there = matches!(place.held, Held::Text(_)) || place.presence == Presence::Always;
        return Read { from: Source::Field(place.clone()), is_optional: !is_there, has_arena: false };
    }
    let ways = field.access.ways().map(<[_]>::to_vec).collect();
    let is_optional = field.access.steps.iter().any(|step| step.optional);
    let last = field.access.steps.last();
    let from = match last.filter(|step| step.is_raw).and_then(|_| rust_type(&field.node)) {
        Some(ty) => Source::Foreign(ways, ty),
        None => Source::Methods(ways),
    };
    Read { from, is_optional, has_arena: false }
}
