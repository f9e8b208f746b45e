use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Widget", status = "Status<i32>")]
struct WidgetSpec {
    size: i32,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
struct Status<T> {
    size: T,
}

fn main() {}
