//! Values as serde writes them.

use super::is_null;
use serde::Serialize;
use serde_json::Value;

/// A value, to be written by serde if its type serializes.
#[derive(Debug)]
pub struct Written<'v, T: ?Sized>(pub &'v T);

impl<T: Serialize + ?Sized> Written<'_, T> {
    /// The JSON. It is read back from its text, because an `f32` is the number that its digits say.
    pub fn __cel_json(&self) -> Option<Value> {
        let text = serde_json::to_vec(self.0).ok()?;
        serde_json::from_slice(&text).ok().or_else(|| serde_json::to_value(self.0).ok())
    }

    /// True if serde writes null.
    pub fn __cel_is_null(&self) -> bool {
        is_null(self.0)
    }
}

/// [`Written`] for a type that does not serialize.
pub trait Unwritten {
    /// There is no JSON.
    fn __cel_json(&self) -> Option<Value> {
        None
    }

    /// It is not known to be null.
    fn __cel_is_null(&self) -> bool {
        false
    }
}

impl<T: ?Sized> Unwritten for Written<'_, T> {}
