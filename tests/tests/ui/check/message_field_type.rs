use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "google.protobuf.Duration{seconds: '1'} < duration('1s')", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
