use cel_runtime::XValidation;

#[derive(XValidation)]
struct Inner {
    x: i32,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[serde(flatten)]
    #[x_validation(rule = "self.x > 0")]
    inner: Inner,
}

fn main() {}
