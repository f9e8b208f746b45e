use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.password != ''", manual_crd)]
struct Spec {
    #[serde(skip)]
    password: String,
    name: String,
}

fn main() {}
