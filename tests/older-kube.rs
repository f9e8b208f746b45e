//! An operator for `older-kube.sh`.

use cel_runtime::XValidation;
use k8s_openapi::api::core::v1::{EnvVar, PodTemplateSpec, ResourceRequirements};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, MicroTime, Time};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Scaler", namespaced, status = "ScalerStatus")]
#[kube(validation = "self.metadata.name != 'none'")]
#[serde(rename_all = "camelCase")]
#[schemars(transform = ScalerSpec::x_validations)]
#[x_validation(rule = "self.min <= self.max", message = "min must not exceed max")]
#[x_validation(rule = "self.since < timestamp('2030-01-01T00:00:00Z')", field_path = ".since")]
#[x_validation(rule = "self.exact.getMilliseconds() == 250")]
pub struct ScalerSpec {
    min: i32,
    max: i32,
    since: Time,
    exact: MicroTime,
    mode: Mode,
    limits: Limits,
    #[x_validation(rule = "self == 'http' || type(self) == int && self > 0")]
    port: Option<IntOrString>,
    #[x_validation(items(rule = "self.name.startsWith('APP_')"))]
    #[schemars(length(max = 10))]
    env: Vec<EnvVar>,
    template: Option<PodTemplateSpec>,
    resources: Option<ResourceRequirements>,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
enum Mode {
    Fast { workers: u16 },
    Slow { pause: Option<String> },
}

#[derive(KubeSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
#[x_kube(validation = "self.soft <= self.hard")]
struct Limits {
    soft: i64,
    hard: i64,
}

#[derive(JsonSchema, XValidation, Serialize, Deserialize, Clone, Debug)]
pub struct ScalerStatus {
    pub conditions: Vec<Condition>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn scaler(changes: &Value) -> Scaler {
        let mut object = json!({
            "apiVersion": "example.dev/v1",
            "kind": "Scaler",
            "metadata": { "name": "web" },
            "spec": {
                "min": 1, "max": 3, "since": "2025-01-01T00:00:00Z", "exact": "2025-01-01T00:00:00.250000Z",
                "mode": { "fast": { "workers": 3 } }, "limits": { "soft": 1, "hard": 2 }, "port": "http",
                "env": [{ "name": "APP_A" }],
            },
        });
        for (key, value) in changes.as_object().expect("an object") {
            object["spec"][key] = value.clone();
        }
        serde_json::from_value(object).expect("a Scaler")
    }

    #[test]
    fn rules_run() {
        assert!(scaler(&json!({})).x_validate().is_ok());
        let changes = json!({
            "min": 4, "since": "2031-01-01T00:00:00Z", "exact": "2025-01-01T00:00:00.5Z", "port": 0,
            "limits": { "soft": 3, "hard": 2 }, "env": [{ "name": "B" }],
        });
        let errors = scaler(&changes).x_validate().expect_err("six rules fail");
        let fields: Vec<String> = errors.iter().map(|error| error.field().to_string()).collect();
        assert_eq!(fields, ["spec", "spec.since", "spec", "spec.limits", "spec.port", "spec.env[0]"]);
    }

    #[test]
    fn types_match_the_crd() {
        cel_runtime::assert_matches_crd::<Scaler>();
    }

    #[cfg(feature = "admission")]
    #[test]
    fn requests_are_answered() {
        use cel_runtime::{Options, admission::admit};
        use kube::core::admission::{AdmissionRequest, AdmissionReview};

        let review = json!({
            "apiVersion": "admission.k8s.io/v1",
            "kind": "AdmissionReview",
            "request": {
                "uid": "1",
                "kind": { "group": "example.dev", "version": "v1", "kind": "Scaler" },
                "resource": { "group": "example.dev", "version": "v1", "resource": "scalers" },
                "operation": "CREATE",
                "userInfo": {},
                "object": scaler(&json!({ "min": 4 })),
            },
        });
        let review: AdmissionReview<Scaler> = serde_json::from_value(review).expect("a review");
        let request: AdmissionRequest<Scaler> = review.try_into().expect("a request");
        let response = admit(&request, &Options::default());
        assert!(!response.allowed);
        assert!(response.result.message.contains("min must not exceed max"), "{response:?}");
    }
}
