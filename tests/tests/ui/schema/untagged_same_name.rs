use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(untagged)]
enum Port {
    Number { port: i32 },
    Name { port: String },
}

fn main() {}
