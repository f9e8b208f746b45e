use cel_runtime::XValidation;
use std::collections::LinkedList as Chain;

#[derive(XValidation)]
struct Spec {
    steps: Option<Chain<i32>>,
}

fn main() {}
