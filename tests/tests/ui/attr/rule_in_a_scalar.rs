use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(as = "string", manual_crd)]
struct Zone {
    #[x_validation(rule = "self != ''")]
    name: String,
}

fn main() {}
