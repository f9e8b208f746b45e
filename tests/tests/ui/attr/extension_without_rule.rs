use cel_runtime::XValidation;

#[derive(XValidation)]
#[schemars(extend("x-kubernetes-validations" = [{ "message": "positive" }]))]
struct Spec {
    x: i32,
}

fn main() {}
