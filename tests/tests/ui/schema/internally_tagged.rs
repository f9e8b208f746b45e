use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(tag = "type")]
enum Source {
    Git { url: String },
}

fn main() {}
