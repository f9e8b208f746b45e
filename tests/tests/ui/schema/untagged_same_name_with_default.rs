use cel_runtime::XValidation;

#[derive(XValidation)]
#[serde(untagged)]
enum Port {
    Number {
        port: i32,
        number: i32,
    },
    Default {
        #[serde(default)]
        port: i32,
    },
}

fn main() {}
