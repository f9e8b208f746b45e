use cel_runtime::{Options, XValidation, admission::Review};
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler")]
struct ScalerSpec {
    min: i32,
}

fn main() {
    let review = Review::read(b"{}").unwrap();
    let _ = review.admit::<ScalerSpec>(&Options::default());
}
