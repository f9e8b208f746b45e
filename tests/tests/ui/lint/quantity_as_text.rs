use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
#[schemars(transform = Memory::x_validations)]
#[x_validation(rule = "self.request <= self.limit", deny(quantity_as_text))]
#[x_validation(rule = "self.limit.isLessThan(quantity('1Ti'))", deny(quantity_as_text))]
struct Memory {
    request: Quantity,
    limit: Quantity,
}

fn main() {}
