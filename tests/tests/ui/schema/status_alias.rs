use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct WidgetStatus {
    ready: bool,
}

type Status = WidgetStatus;

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Widget", status = "Status")]
pub struct WidgetSpec {
    size: i64,
}

fn main() {}
