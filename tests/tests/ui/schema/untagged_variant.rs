use cel_runtime::XValidation;

#[derive(XValidation)]
enum Source {
    Image { version: String },
    #[serde(untagged)]
    Local { path: String },
}

fn main() {}
