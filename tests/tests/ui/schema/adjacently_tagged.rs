use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(tag = "type", content = "value")]
enum Source {
    Git { url: String },
}

fn main() {}
