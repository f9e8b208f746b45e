use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(rule = "self.o.a > 0", manual_crd)]
struct Spec {
    #[x_validation(opaque)] o: (i32, i32),
}

fn main() {}
