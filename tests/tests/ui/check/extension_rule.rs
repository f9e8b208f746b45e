use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.size() > 0" }]))]
    x: i32,
}

fn main() {}
