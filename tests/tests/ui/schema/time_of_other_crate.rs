use cel_runtime::XValidation;

// `Time` alone is that of k8s-openapi.
#[derive(XValidation)]
#[x_validation(rule = "self.size > 0", manual_crd)]
struct Spec {
    opens: jiff::civil::Time,
    size: i32,
}

fn main() {}
