use cel_runtime::XValidation;
use kube::CustomResource;

#[derive(XValidation)]
struct CustomResource {
    x: i32,
}

fn main() {}
