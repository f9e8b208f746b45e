use cel_runtime::XValidation;
use serde::Serialize;

#[derive(XValidation, Serialize)]
struct Item<K> {
    name: K,
}

#[derive(XValidation, Serialize)]
struct Keyed<K> {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
    items: Vec<Item<K>>,
}

fn main() {}
