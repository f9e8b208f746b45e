use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[serde(skip_serializing)]
    login: Login,
}

#[derive(XValidation)]
#[x_validation(rule = "self.password != ''", manual_crd)]
struct Login {
    password: String,
}

fn main() {}
