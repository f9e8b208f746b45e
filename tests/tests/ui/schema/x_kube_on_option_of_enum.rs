use cel_runtime::XValidation;
use kube::KubeSchema;
use schemars::JsonSchema;
use serde::Serialize;

#[derive(JsonSchema, Serialize, XValidation)]
#[schemars(transform = Source::x_validations)]
#[x_validation(rule = "!has(self.Git) || self.Git.url != ''")]
enum Source {
    Git(Git),
    Image(Git),
}

#[derive(JsonSchema, Serialize, XValidation)]
struct Git {
    url: String,
}

#[derive(KubeSchema, XValidation)]
struct Spec {
    #[x_kube(validation = "has(self.Git)")]
    source: Option<Source>,
    #[x_kube(validation = "has(self.Git)")]
    other: Source,
    #[x_kube(validation = "self.url != ''")]
    git: Option<Git>,
}

fn main() {}
