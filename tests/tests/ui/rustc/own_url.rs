use cel_runtime::XValidation;

#[derive(XValidation)]
struct Url {
    host: String,
}

#[derive(XValidation)]
struct Spec {
    url: Url,
}

fn main() {}
