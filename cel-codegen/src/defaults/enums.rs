//! The values of `enum`. There may be thousands of them, for thousands of values.

use cel_compiler::crd::{
    check::go_json,
    document::{Node, Value},
    props::SchemaProps,
};
use cel_types::quote::quote;
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    ptr,
    rc::Rc,
    sync::Arc,
};

/// The enumerations met so far.
#[derive(Default)]
pub(super) struct Enums {
    /// By the address of the schema: a walk over a value meets the same schema many times.
    known: RefCell<HashMap<*const SchemaProps, Rc<EnumValues>>>,
    /// A number for each different text.
    numbers: RefCell<HashMap<Arc<str>, usize>>,
}

/// The values that a schema allows.
pub(super) struct EnumValues {
    /// The server's error detail for any other value.
    pub(super) detail: Arc<str>,
    /// The number of `detail`; equal texts have equal numbers.
    pub(super) number: usize,
    texts: HashSet<String>,
    integers: HashSet<i64>,
    /// The bits of the floats.
    floats: HashSet<u64>,
    /// Booleans, lists and objects, as JSON.
    others: HashSet<String>,
}

impl Enums {
    pub(super) fn of(&self, schema: &SchemaProps) -> Rc<EnumValues> {
        let known = self.known.borrow().get(&ptr::from_ref(schema)).cloned();
        known.unwrap_or_else(|| {
            let values = Rc::new(self.values(schema));
            self.known.borrow_mut().insert(ptr::from_ref(schema), Rc::clone(&values));
            values
        })
    }

    fn values(&self, schema: &SchemaProps) -> EnumValues {
        let shown = schema.enum_values.iter().map(|value| match value.as_str() {
            Some(text) => quote(text),
            None => quote(&go_json(value)),
        });
        let detail: Arc<str> = format!("supported values: {}", shown.collect::<Vec<_>>().join(", ")).into();
        let mut numbers = self.numbers.borrow_mut();
        let next = numbers.len();
        let number = *numbers.entry(Arc::clone(&detail)).or_insert(next);
        let mut values = EnumValues {
            detail,
            number,
            texts: HashSet::new(),
            integers: HashSet::new(),
            floats: HashSet::new(),
            others: HashSet::new(),
        };
        for value in &schema.enum_values {
            match &value.value {
                // Go's conversion never gives null.
                Value::Null => {}
                Value::String(text) => _ = values.texts.insert(text.to_string()),
                Value::Int(value) => _ = values.integers.insert(*value),
                Value::Float(value) => _ = values.floats.insert(bits(*value)),
                Value::Bool(_) | Value::List(_) | Value::Object(_) => {
                    values.others.insert(value.to_json().to_string());
                }
            }
        }
        values
    }
}

impl EnumValues {
    /// True if the list contains the value after Go's conversion, which turns an integer into a character when
    /// it needs a text.
    #[expect(clippy::cast_precision_loss, reason = "as Go does")]
    pub(super) fn contain(&self, value: &Node) -> bool {
        match &value.value {
            Value::Null => false,
            Value::String(text) => self.texts.contains(&**text),
            Value::Int(value) => {
                let character = u32::try_from(*value).ok().and_then(char::from_u32);
                let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
                self.integers.contains(value)
                    || self.floats.contains(&bits(*value as f64))
                    || self.texts.contains(&character.to_string())
            }
            Value::Float(value) => {
                self.floats.contains(&bits(*value)) || self.integers.contains(&go_int(*value))
            }
            Value::Bool(_) | Value::List(_) | Value::Object(_) => {
                self.others.contains(&value.to_json().to_string())
            }
        }
    }
}

/// The same for both zeros.
fn bits(value: f64) -> u64 {
    (value + 0.0).to_bits()
}

/// Converts a float to an integer as Go does on the usual machines.
#[expect(clippy::cast_possible_truncation, reason = "only numbers in range are cast")]
pub(super) fn go_int(value: f64) -> i64 {
    if (-9.223_372_036_854_776e18..9.223_372_036_854_776e18).contains(&value) {
        value as i64
    } else {
        i64::MIN
    }
}
