use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(rule = "self >= oldSelf", optional_old_self = true)]
    size: i64,
    #[x_validation(rule = "self >= oldSelf.value()")]
    weight: i64,
}

fn main() {}
