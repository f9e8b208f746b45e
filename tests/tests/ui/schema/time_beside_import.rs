use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

// The import says nothing about a path that begins with another crate.
#[derive(XValidation)]
#[x_validation(rule = "self.opens < self.closes", manual_crd)]
struct Spec {
    opens: Time,
    closes: Time,
    pause: jiff::civil::Time,
}

fn main() {}
