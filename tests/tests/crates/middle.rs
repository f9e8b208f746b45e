//! Hands on the types of another crate: by name, under another one, by glob, and the crate as a whole.

#![deny(warnings)]

pub extern crate tests_types as types;

pub use tests_types::reexported::*;
pub use tests_types::{Limits as Renamed, shadowing::v2::Foo};
