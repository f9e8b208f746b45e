use cel_runtime::XValidation;

struct Time(i64);

#[derive(XValidation)]
struct Spec {
    at: Time,
}

fn main() {}
