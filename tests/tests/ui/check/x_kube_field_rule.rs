use cel_runtime::XValidation;
use kube::KubeSchema;
use serde::{Deserialize, Serialize};

#[derive(KubeSchema, XValidation, Serialize, Deserialize)]
struct Spec {
    #[x_kube(validation = Rule::new("self > 0").message(Message::Expression("self".into())))]
    x: i32,
}

fn main() {}
