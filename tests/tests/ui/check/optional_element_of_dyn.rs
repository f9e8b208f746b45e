use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "[?dyn(self.x)].size() > 0", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
