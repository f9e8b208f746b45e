use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

mod texts {
    use super::*;

    pub(super) fn serialize<S: Serializer>(numbers: &[u32], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(numbers.iter().map(ToString::to_string))
    }
}

#[derive(XValidation, JsonSchema, Serialize)]
#[schemars(transform = Spec::x_validations)]
struct Spec {
    #[serde(with = "texts")]
    #[schemars(with = "Vec<String>")]
    #[x_validation(rule = "self.size() < 3")]
    numbers: Vec<u32>,
}

fn main() {}
