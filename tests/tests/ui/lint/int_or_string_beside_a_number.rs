use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use schemars::JsonSchema;

#[derive(XValidation, JsonSchema)]
#[schemars(transform = Port::x_validations)]
#[x_validation(rule = "self.target > 0", deny(quantity_as_text))]
#[x_validation(rule = "type(self.target) == string || self.target < 65536", deny(quantity_as_text))]
struct Port {
    target: IntOrString,
}

fn main() {}
