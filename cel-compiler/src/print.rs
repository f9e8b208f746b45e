//! Rust for the intermediate representation. Nothing is decided here: each value and statement has one way to be written.

mod constant;
mod exact;
mod function;
mod read;
mod repr;
mod statement;
mod value;
