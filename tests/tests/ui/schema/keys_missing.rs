use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Port {
    name: String,
    number: i32,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["nmae"]))]
    ports: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name", "protocol"]))]
    listeners: Vec<Port>,
}

fn main() {}
