use cel_runtime::XValidation;
use std::time::Duration;

#[derive(XValidation)]
struct Spec {
    timeout: Duration,
}

fn main() {}
