use cel_runtime::XValidation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Spec::x_validations)]
#[x_validation(rule = "self.limits.cpu != ''")]
struct Spec {
    #[schemars(schema_with = "limits")]
    limits: Limits,
    #[schemars(schema_with = "many")]
    #[x_validation(rule = "self.size() < 3")]
    many: Vec<Limits>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Limits {
    cpu: String,
}

fn limits(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    generator.subschema_for::<Limits>()
}

fn many(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
    generator.subschema_for::<Vec<Limits>>()
}

fn main() {}
