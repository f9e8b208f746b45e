use cel_runtime::XValidation;
use serde_json::Value;

#[derive(XValidation)]
struct Wrapper {
    #[schemars(extend("x-kubernetes-embedded-resource" = true, "type" = "object"))]
    closed: Value,
    #[schemars(extend("x-kubernetes-embedded-resource" = true, "x-kubernetes-preserve-unknown-fields" = true))]
    any: Value,
    #[schemars(extend("x-kubernetes-embedded-resource" = true))]
    number: i64,
}

fn main() {}
