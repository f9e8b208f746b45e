//! Values of properties without a type, which rules reach through `dyn(self)` only: JSON as it is.

use super::{MapValue, Value};
use crate::{
    cost::Arena,
    generated::{list::List, map::Map},
    json::Json,
};

/// A copy of a value, since structs serialize such properties each time.
pub(super) fn value<'a>(arena: &'a Arena, json: &Json) -> Value<'a> {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(int) => Value::Int(int),
            None => Value::Double(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::String(arena.alloc_str(text)),
        Json::Array(items) => {
            let items = arena.alloc_slice_fill_iter(items.iter().map(|item| value(arena, item)));
            Value::list(List::Slice(items))
        }
        Json::Object(entries) => {
            let entries =
                entries.iter().map(|(key, held)| (Value::String(arena.alloc_str(key)), value(arena, held)));
            let entries = arena.alloc_slice_fill_iter(entries);
            Value::Map(MapValue { entries: Map::Entries(entries), is_native: false })
        }
    }
}
