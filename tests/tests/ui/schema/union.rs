use cel_runtime::XValidation;

#[derive(XValidation)]
union Spec {
    x: i32,
}

fn main() {}
