use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.part == ''", manual_crd)]
struct Spec {
    #[x_validation(opaque)]
    part: Part,
}

struct Part;

fn main() {}
