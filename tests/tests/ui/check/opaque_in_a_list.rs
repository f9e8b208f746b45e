use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.parts.all(p, p.name != '')", manual_crd)]
struct Spec {
    #[x_validation(opaque)]
    parts: Vec<Part>,
}

struct Part;

fn main() {}
