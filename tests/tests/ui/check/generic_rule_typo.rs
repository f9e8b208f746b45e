use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[x_validation(rule = "self.item.size() > 0", manual_crd)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(XValidation, Serialize)]
struct Spec {
    numbers: Page<i32>,
}

fn main() {}
