use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Widget")]
#[kube(validation = "self.size > 0 && self.metadata.namespace != 'kube-system'")]
struct WidgetSpec {
    size: i32,
}

fn main() {}
