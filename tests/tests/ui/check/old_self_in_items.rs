use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    #[x_validation(items(rule = "self == oldSelf"))]
    zones: Vec<String>,
    #[x_validation(rule = "self.size() >= oldSelf.size()")]
    names: Vec<String>,
}

fn main() {}
