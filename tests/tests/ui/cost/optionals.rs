use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root, rule = "self.?zone == oldSelf.?zone", manual_crd)]
struct Scaler {
    #[schemars(length(max = 20))]
    zone: Option<String>,
}

fn main() {}
