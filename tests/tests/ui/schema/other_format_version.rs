use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    #[x_validation(schema = OldSchema)]
    old: Old,
}

#[derive(XValidation)]
struct Old {
    x: i32,
}

/// Answers as another version of the derive would.
macro_rules! OldSchema {
    ([[$($next:tt)*] $($rest:tt)*] $($state:tt)*) => {
        $($next)* ! { [$($rest)*] $($state)* r#"{"format":7}"# }
    };
}
use OldSchema;

fn main() {}
