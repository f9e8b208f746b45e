use cel_runtime::XValidation;

struct LabelSelector;

#[derive(XValidation)]
struct Spec {
    selector: Box<LabelSelector>,
}

fn main() {}
