use cel_runtime::XValidation;
use k8s_openapi::jiff::Timestamp;

struct Time(Timestamp);

#[derive(XValidation)]
struct Spec {
    at: Time,
}

fn main() {}
