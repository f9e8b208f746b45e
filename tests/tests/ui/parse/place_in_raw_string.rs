use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = r#"self.s == "a" &&& true"#, manual_crd)]
struct Spec {
    s: String,
}

fn main() {}
