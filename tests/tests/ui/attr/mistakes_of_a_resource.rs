// The rules on a resource, on its spec and on a field are reported beside a status without the derive.

use kube::{CustomResource, KubeSchema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, KubeSchema, cel_runtime::XValidation, Clone, Debug, Serialize, Deserialize)]
#[kube(group = "example.com", version = "v1", kind = "Scaler", status = "Status")]
#[kube(validation = Rule::new("self.spec.replcas > 0 && self.metadata.nam != ''").message("text"))]
#[x_validation(rule = "self.replcas > 0")]
#[schemars(transform = ScalerSpec::x_validations)]
pub struct ScalerSpec {
    #[x_validation(rule = "self > 'a'")]
    replicas: i64,
}

#[derive(schemars::JsonSchema, Clone, Debug, Serialize, Deserialize)]
pub struct Status {
    replicas: i64,
}

fn main() {}
