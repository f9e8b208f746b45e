use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[serde(with = "::serde_with::As::<OneOrMany<::serde_with::Same>>")]
    #[schemars(with = "::serde_with::Schema::<Vec<String>, OneOrMany<::serde_with::Same>>")]
    names: Vec<String>,
}

fn main() {}
