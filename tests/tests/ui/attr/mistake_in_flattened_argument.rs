// The properties of `Common<Plain>` are not known as long as `Plain` has a mistake.

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
struct Common<T> {
    n: i64,
    #[serde(flatten)]
    rest: T,
}

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd)]
struct Plain {
    a: i64,
    #[x_validation(opaqe)]
    b: i64,
}

#[derive(cel_runtime::XValidation)]
#[x_validation(manual_crd, rule = "self.common.a > self.common.n && self.all.all(c, c.b > 0)")]
struct Spec {
    common: Common<Plain>,
    all: Vec<Common<Plain>>,
}

fn main() {}
