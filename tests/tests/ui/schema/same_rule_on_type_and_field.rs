use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(rule = "self != ''")]
    name: Name,
}

#[derive(XValidation)]
#[x_validation(rule = "self != ''", manual_crd)]
struct Name(String);

fn main() {}
