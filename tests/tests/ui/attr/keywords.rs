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
    #[schemars(extend("maxLength" = "5"))]
    short: String,
    #[schemars(extend("x-kubernetes-validations" = { "rule": "self > 0" }))]
    no_list: i32,
    #[schemars(extend("x-kubernetes-validations" = "self > 0"))]
    only_text: i32,
    #[schemars(extend("x-kubernetes-validations" = ["self > 0"]))]
    no_object: i32,
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self > 0", "message": 5 }]))]
    no_text: i32,
    #[schemars(extend("x-kubernetes-list-type" = "mapp", "x-kubernetes-list-map-keys" = ["name"]))]
    kind: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-type" = "map"))]
    keys: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-map-keys" = ["name"]))]
    keyed: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-type" = "set", "x-kubernetes-list-map-keys" = ["name"]))]
    set: Vec<Port>,
    #[schemars(extend("x-example-dev" = 1, "x-kubernetes-patch-merge-key" = "name", "minVersion" = "1.2"))]
    others: Vec<Port>,
    #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = "name"))]
    one_key: Vec<Port>,
    #[schemars(extend("type" = "int", "enum" = "a", "nullable" = "true", "format" = 5))]
    kinds: String,
    #[schemars(length(min = -1, max = 5.5))]
    fraction: String,
    #[schemars(length(max = "LONGEST"), extend("minimum" = -1, "type" = ["string", "null"], "enum" = ENUM))]
    right: String,
}

const LONGEST: u32 = 5;
const ENUM: [&str; 1] = ["a"];

fn main() {}
