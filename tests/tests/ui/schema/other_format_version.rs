use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    old: Old,
}

#[derive(XValidation)]
#[x_validation(macro = Unused)]
struct Old {
    x: i32,
}

/// As another version of the derive would answer.
macro_rules! Old {
    ([[$($next:tt)*] $($rest:tt)*] $($state:tt)*) => {
        $($next)* ! { [$($rest)*] $($state)* r#"{"format":7}"# }
    };
}
use Old;

fn main() {}
