use cel_runtime::XValidation;

struct Hidden;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Template<T> {
    #[x_validation(opaque, rule = "self == oldSelf")]
    hidden: Hidden,
    spec: T,
}

fn main() {}
