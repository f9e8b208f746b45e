use cel_runtime::XValidation;

struct Quantity(String);

#[derive(XValidation)]
struct Spec {
    memory: Option<Quantity>,
}

fn main() {}
