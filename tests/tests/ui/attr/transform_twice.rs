use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(JsonSchema, XValidation, Serialize)]
#[schemars(transform = Service::x_validations)]
#[schemars(transform = Service::x_validations)]
#[x_validation(rule = "self.port > 0")]
struct Service {
    port: i64,
}

#[derive(JsonSchema, XValidation, Serialize)]
#[schemars(transform = Pair::<A, B>::x_validations, transform = Self::x_validations)]
struct Pair<A, B> {
    #[x_validation(rule = "self != ''")]
    name: String,
    a: A,
    b: B,
}

fn main() {}
