use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(untagged)]
enum Source {
    Image(Image),
    Local { path: String },
}

#[derive(XValidation)]
#[x_validation(rule = "self.version != ''", manual_crd)]
struct Image {
    version: String,
}

fn main() {}
