use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.x < google.protobuf.Int46Value{value: 1}", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
