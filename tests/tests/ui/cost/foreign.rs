use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::PodTemplateSpec;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Job")]
#[schemars(transform = JobSpec::x_validations)]
struct JobSpec {
    #[x_validation(rule = "self.spec.containers.all(c, self.spec.containers.exists_one(d, d.name == c.name))")]
    template: PodTemplateSpec,
    #[x_validation(items(rule = "self.spec.containers.all(c, c.name.contains('abc'))"))]
    templates: Vec<PodTemplateSpec>,
}

fn main() {}
