// Two to the power of twelve ways lead from the list to the rule. It is one mistake.
use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct Spec {
    items: Vec<P0>,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P0 {
    a: P1,
    b: P1,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P1 {
    a: P2,
    b: P2,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P2 {
    a: P3,
    b: P3,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P3 {
    a: P4,
    b: P4,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P4 {
    a: P5,
    b: P5,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P5 {
    a: P6,
    b: P6,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P6 {
    a: P7,
    b: P7,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P7 {
    a: P8,
    b: P8,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P8 {
    a: P9,
    b: P9,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P9 {
    a: P10,
    b: P10,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P10 {
    a: P11,
    b: P11,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P11 {
    a: P12,
    b: P12,
}

#[derive(XValidation)]
#[x_validation(manual_crd)]
struct P12 {
    #[x_validation(rule = "self == oldSelf", message = "never changes")]
    size: i32,
}

fn main() {}
