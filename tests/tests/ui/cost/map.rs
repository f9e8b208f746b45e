use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root, manual_crd)]
struct Scaler {
    #[x_validation(values(rule = "self.matches('^[a-z]+$')", message = "labels are words"))]
    labels: std::collections::BTreeMap<String, String>,
}

fn main() {}
