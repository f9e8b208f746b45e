use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "{b'a': 1}.size() > self.x", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
