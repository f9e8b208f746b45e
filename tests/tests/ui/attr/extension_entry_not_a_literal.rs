use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self > 0" }, { "rule": RULE }]))]
    x: i32,
}

fn main() {}
