use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct ScalerSpec {
    #[x_kube(validation = Rule::new("self > 0").message(format!("{}", 1).as_str()))]
    replicas: i32,
}

fn main() {}
