use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[serde(flatten)]
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self.x > 0" }]))]
    inner: Inner,
}

#[derive(XValidation)]
struct Inner {
    x: i32,
}

fn main() {}
