use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(extend("x-kubernetes-validations" = RULES))]
    x: i32,
}

fn main() {}
