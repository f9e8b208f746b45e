use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Port {
    name: String,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
#[schemars(extend("x-kubernets-map-type" = "atomic"))]
struct Spec {
    #[schemars(extend("x-kubernetes-validation" = [{ "rule": "self.size() > 2" }]))]
    rules: Vec<Port>,
    #[schemars(extend("maxlength" = 5))]
    text: String,
    #[schemars(extend("x-kubernetes-list-type" = "mapp", "x-kubernetes-list-map-keys" = ["name"]))]
    kind: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-type" = "map"))]
    keys: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-map-keys" = ["name"]))]
    keyed: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-type" = "set", "x-kubernetes-list-map-keys" = ["name"]))]
    set: Vec<Port>,
    #[schemars(extend("x-example-dev" = 1, "x-kubernetes-patch-merge-key" = "name", "examples" = ["a"]))]
    others: Vec<Port>,
}

fn main() {}
