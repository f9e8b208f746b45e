use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec<'a> {
    #[x_validation(opaque)]
    login: Option<Login<'a>>,
}

#[derive(XValidation)]
#[x_validation(rule = "self.name != ''", manual_crd)]
struct Login<'a> {
    name: &'a str,
}

fn main() {}
