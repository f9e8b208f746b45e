use cel_runtime::XValidation;
use serde::Serialize;

mod other {
    pub struct Limits {
        pub max: i32,
    }
}

#[derive(XValidation, Serialize)]
#[serde(remote = "other::Limits")]
#[x_validation(rule = "self.max > 0", manual_crd)]
struct LimitsDef {
    max: i32,
}

fn main() {}
