use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "google.protobuf.Any{} == null || self.x > 0", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
