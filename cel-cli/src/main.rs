//! The command `cel-codegen`.
fn main() {}
