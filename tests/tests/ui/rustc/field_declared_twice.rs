use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation)]
#[x_validation(rule = "self.min > 0 && self.max > 0", manual_crd)]
struct Spec {
    min: i64,
    max: i64,
    max: i64,
}

impl Serialize for Spec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

fn main() {}
