use cel_runtime::XValidation;
use std::sync::Arc;

#[derive(XValidation)]
#[x_validation(rule = "!has(self.limit) || self.limit > 0", manual_crd)]
struct Spec {
    limit: Box<Option<i32>>,
    names: Option<Arc<Option<String>>>,
    twice: Vec<Option<Option<i32>>>,
}

fn main() {}
