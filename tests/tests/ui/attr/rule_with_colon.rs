use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule: "self.a > 0")]
struct Spec {
    a: i32,
}

fn main() {}
