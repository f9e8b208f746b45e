use cel_runtime::XValidation;

#[derive(XValidation)]
#[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.x > 0", "mesage": "positive" }]))]
struct Spec {
    x: i32,
}

fn main() {}
