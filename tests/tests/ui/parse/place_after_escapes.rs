use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.s == \"\u{e9}\" &&& true", manual_crd)]
struct Spec {
    s: String,
}

fn main() {}
