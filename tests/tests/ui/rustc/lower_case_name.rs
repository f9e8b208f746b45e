use cel_runtime::XValidation;

#[derive(XValidation)]
#[allow(non_camel_case_types)]
struct vec {
    x: i32,
}

fn list() -> Vec<i32> {
    vec![1]
}

fn main() {}
