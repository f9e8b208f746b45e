use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
#[derive(Clone, XValidation)]
#[x_validation(rule = "self.min <= self.max.value", manual_crd)]
struct Spec {
    min: i64,
    max: Bound,
}

#[derive(Clone, XValidation, Serialize, cel_runtime::XValidation)]
struct Bound {
    value: i64,
}

macro_rules! versions {
    ($name:ident) => {
        mod v1 {
            #[derive(cel_runtime::XValidation, serde::Serialize)]
            pub struct $name {
                pub value: i64,
            }
        }
        mod v2 {
            #[derive(cel_runtime::XValidation, serde::Serialize)]
            pub struct $name {
                pub value: i64,
            }
        }
    };
}

versions!(Bounds);

fn main() {
    let _ = v1::Bounds { value: 1 }.x_validate();
    let _ = v2::Bounds { value: 1 }.x_validate();
}
