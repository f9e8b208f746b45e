use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(items(rule = "self != ''"))]
    names: Names,
    #[x_validation(values(rule = "self != ''"))]
    labels: Labels,
}

#[derive(XValidation)]
struct Names(Vec<String>);

#[derive(XValidation)]
struct Labels(std::collections::BTreeMap<String, String>);

fn main() {}
