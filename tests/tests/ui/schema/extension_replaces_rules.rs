use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[schemars(extend("x-kubernetes-validations" = [{ "rule": "self != 'a'" }]))]
    name: Option<Name>,
}

#[derive(XValidation)]
#[x_validation(rule = "self != ''", manual_crd)]
struct Name(String);

fn main() {}
