use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
struct Limits {
    min: i32,
}

#[derive(XValidation, Serialize)]
struct Keyed<T> {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    items: Vec<T>,
}

#[derive(XValidation, Serialize)]
struct Spec {
    limits: Keyed<Limits>,
}

fn main() {}
