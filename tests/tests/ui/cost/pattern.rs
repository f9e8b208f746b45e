use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(root, manual_crd)]
struct Scaler {
    #[schemars(length(max = 100), inner(regex(pattern = "^[a-z]{1,8}$")))]
    #[x_validation(items(rule = "self.matches('^(a|b|c|d|e|f)+(-(a|b|c|d|e|f)+)*$')", message = "zones"))]
    zones: Vec<String>,
}

fn main() {}
