use cel_runtime::XValidation;

macro_rules! make {
    ($rule:literal) => {
        #[derive(XValidation)]
        #[x_validation(rule = $rule, manual_crd)]
        struct Spec {
            x: i32,
        }
    };
}
make!("self.y > 0");

fn main() {}
