use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
struct Node<T> {
    value: T,
    next: Option<Box<Node<Node<T>>>>,
}

fn main() {}
