use cel_runtime::XValidation;

#[derive(XValidation)]
struct Inner {
    x: i32,
}

#[derive(XValidation)]
#[x_validation(rule = "self.inner.list.all(i, i.y > 0)", manual_crd)]
struct Spec {
    inner: Middle,
}

#[derive(XValidation)]
struct Middle {
    list: Vec<Inner>,
}

fn main() {}
