use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;

#[derive(XValidation)]
#[x_validation(rule = "has(self.selector.match_labels)", manual_crd)]
struct Spec {
    selector: LabelSelector,
}

fn main() {}
