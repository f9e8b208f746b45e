use cel_runtime::XValidation;
use std::collections::LinkedList;

#[derive(XValidation)]
struct Spec {
    min: i32,
    names: LinkedList<String>,
}

fn main() {}
