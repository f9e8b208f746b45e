use cel_runtime::XValidation;

#[derive(XValidation)]
struct Spec {
    schema: k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::JSONSchemaProps,
}

fn main() {}
