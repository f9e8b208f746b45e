use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(kubernetes = "1.28", rule = "self.?x.hasValue()", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
