//! The manifests are what Kubernetes knows: a field that is not would be lost on the way through its types.

use k8s_openapi::api::{
    admissionregistration::v1::ValidatingWebhookConfiguration, apps::v1::Deployment,
    autoscaling::v2::HorizontalPodAutoscaler, core::v1::Service, policy::v1::PodDisruptionBudget,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{fs, path::Path};

fn read<T: DeserializeOwned + Serialize>(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy").join(name);
    let text = fs::read_to_string(path).unwrap();
    let written: Value = serde_saphyr::from_str(&text).unwrap();
    let known: T = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(known).unwrap(), written, "{name}");
    written
}

#[test]
fn manifests_have_no_unknown_fields_and_fit_together() {
    let deployment = read::<Deployment>("deployment.yaml");
    let service = read::<Service>("service.yaml");
    let autoscaler = read::<HorizontalPodAutoscaler>("autoscaler.yaml");
    let budget = read::<PodDisruptionBudget>("disruption-budget.yaml");
    let webhook = read::<ValidatingWebhookConfiguration>("webhook.yaml");

    let labels = &deployment["spec"]["template"]["metadata"]["labels"];
    assert_eq!(deployment["spec"]["selector"]["matchLabels"], *labels);
    assert_eq!(service["spec"]["selector"], *labels);
    assert_eq!(budget["spec"]["selector"]["matchLabels"], *labels);
    assert_eq!(autoscaler["spec"]["scaleTargetRef"]["name"], deployment["metadata"]["name"]);
    let client = &webhook["webhooks"][0]["clientConfig"]["service"];
    assert_eq!(client["name"], service["metadata"]["name"]);
    assert_eq!(client["namespace"], service["metadata"]["namespace"]);
    assert_eq!(client["path"], "/validate");
}
