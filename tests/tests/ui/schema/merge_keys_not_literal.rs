use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

fn keys() -> Vec<String> {
    Vec::new()
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    #[x_kube(merge_strategy = ListMerge::Map(keys()))]
    x: Vec<i32>,
}

fn main() {}
