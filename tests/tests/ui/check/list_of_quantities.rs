use cel_runtime::XValidation;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;

#[derive(XValidation)]
#[x_validation(rule = "self.list.size() > 0", manual_crd)]
struct Spec {
    list: Vec<Quantity>,
}

fn main() {}
