use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(XValidation, Serialize)]
struct Tree {
    children: Page<Tree>,
}

fn main() {}
