use cel_runtime::XValidation;

#[derive(XValidation)]
#[x_validation(kubernetes = "1.30", rule = "self.namespace == 'a'", manual_crd)]
struct Spec {
    namespace: String,
}

fn main() {}
