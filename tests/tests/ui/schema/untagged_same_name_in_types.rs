use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(untagged)]
enum Source {
    Image(Image),
    Local { version: Option<String> },
}

#[derive(XValidation)]
struct Image {
    version: String,
}

fn main() {}
