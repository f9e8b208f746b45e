use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(untagged)]
enum Port {
    Number(i32),
    Name(String),
}

fn main() {}
