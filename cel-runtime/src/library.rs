//! The functions of CEL's libraries, as generated code calls them.
//!
//! Each is the CEL function of the same name; what it builds, an error's text included, lives in the arena it is given.

pub mod time;
