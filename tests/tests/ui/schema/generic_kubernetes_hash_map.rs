use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::EnvVar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
#[schemars(transform = Pair::<T>::x_validations)]
#[x_validation(rule = "self.both['a'] != self.both['b']")]
struct Pair<T> {
    both: std::collections::HashMap<String, T>,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize)]
struct Spec {
    env: Pair<EnvVar>,
}

fn main() {}
