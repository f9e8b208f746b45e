use cel_runtime::XValidation;

#[derive(XValidation)]
enum Source {
    Git(Text),
    Image(Text),
}

#[derive(XValidation)]
struct Target {
    #[serde(flatten)]
    place: Place,
}

#[derive(XValidation)]
enum Place {
    Node(Text),
    Zone(Text),
}

#[derive(XValidation)]
struct Text {
    text: String,
}

#[derive(XValidation)]
struct Spec {
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    target: Target,
}

fn main() {}
