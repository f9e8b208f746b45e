use cel_runtime::XValidation;

#[derive(XValidation, serde::Serialize)]
#[serde(tag = "kind")]
#[x_validation(rule = "self.kind == 'Spec'", manual_crd)]
struct Spec {
    x: i32,
}

fn main() {}
