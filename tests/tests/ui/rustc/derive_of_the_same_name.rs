use cel_runtime::XValidation;

use serde::Serialize;

#[derive(XValidation)]
struct Serialize {
    x: i32,
}

fn main() {}
