use cel_runtime::XValidation;

struct Url {
    host: String,
}

#[derive(XValidation)]
struct Spec {
    url: Url,
}

fn main() {}
