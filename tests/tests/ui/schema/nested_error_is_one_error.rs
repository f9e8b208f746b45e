use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.inner.deep.deeper > 0 && self.inner.x > 0", manual_crd)]
struct Spec {
    inner: Inner,
}

#[derive(XValidation)]
struct Inner {
    x: (i32, i32),
}

fn use_it(spec: &Spec) {
    let _ = spec.x_validate();
}

fn main() {}
