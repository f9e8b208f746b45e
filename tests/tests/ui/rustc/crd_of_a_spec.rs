use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Widget")]
struct WidgetSpec {
    size: i32,
}

fn main() {
    cel_runtime::assert_matches_crd::<WidgetSpec>();
}
