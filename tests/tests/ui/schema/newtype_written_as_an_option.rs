use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

mod text {
    use super::*;

    pub(super) fn serialize<S: Serializer>(number: &Option<u32>, to: S) -> Result<S::Ok, S::Error> {
        number.map(|number| number.to_string()).serialize(to)
    }
}

#[derive(XValidation, JsonSchema, Serialize)]
#[serde(transparent)]
struct Port {
    #[serde(with = "text")]
    #[schemars(with = "Option<String>")]
    number: Option<u32>,
}

#[derive(XValidation, JsonSchema, Serialize)]
#[schemars(transform = Spec::x_validations)]
struct Spec {
    #[schemars(length(max = 3))]
    #[x_validation(rule = "self.all(p, p != '1')")]
    ports: Vec<Port>,
}

fn main() {}
