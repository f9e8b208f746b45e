#[cfg(all())]
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;

fn main() {
    #[derive(cel_runtime::XValidation)]
    #[x_validation(rule = "self.opens < self.closes", manual_crd)]
    struct Spec {
        opens: Time,
        closes: Time,
        pause: jiff::civil::Time,
    }
}
