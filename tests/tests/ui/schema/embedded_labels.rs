use cel_runtime::XValidation;
use serde_json::Value;

#[derive(XValidation)]
#[x_validation(rule = "has(self.object.metadata.labels)", field_path = ".object.kind", manual_crd)]
struct Wrapper {
    #[schemars(extend(
        "type" = "object",
        "x-kubernetes-embedded-resource" = true,
        "x-kubernetes-preserve-unknown-fields" = true
    ))]
    object: Value,
}

fn main() {}
