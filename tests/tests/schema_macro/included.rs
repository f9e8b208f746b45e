#[derive(cel_runtime::XValidation)]
#[x_validation(rule = "self.inner.i > 0", manual_crd)]
pub struct Outer {
    pub inner: Inner,
}

#[derive(cel_runtime::XValidation)]
pub struct Inner {
    pub i: i32,
}
