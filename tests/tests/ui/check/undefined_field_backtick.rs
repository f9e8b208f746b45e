use cel_runtime::XValidation;

#[derive(serde::Deserialize, XValidation)]
#[x_validation(rule = "self.`a b` > 0", manual_crd)]
struct Spec {
    #[serde(rename = "a b")]
    a_b: i32,
}

fn main() {}
