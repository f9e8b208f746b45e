use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.x > 0", field_path = ".l.y", manual_crd)]
struct Spec {
    x: i32,
    l: Vec<Inner>,
}

#[derive(XValidation)]
struct Inner {
    y: i32,
}

fn main() {}
