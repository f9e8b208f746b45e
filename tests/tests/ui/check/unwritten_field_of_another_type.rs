use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.login.password != ''", manual_crd)]
struct Spec {
    login: Login,
}

#[derive(XValidation)]
struct Login {
    #[serde(skip_serializing)]
    password: String,
}

fn main() {}
