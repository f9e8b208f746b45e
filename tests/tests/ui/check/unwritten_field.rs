use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "!has(self.password) || self.password != ''", manual_crd)]
struct Spec {
    #[serde(skip_serializing)]
    password: String,
}

fn main() {}
