use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(opaque)]
    logins: Wrapper<Vec<Login>>,
}

struct Wrapper<T>(T);

#[derive(XValidation)]
struct Login {
    name: Name,
}

#[derive(XValidation)]
#[x_validation(rule = "self != ''", manual_crd)]
struct Name(String);

fn main() {}
