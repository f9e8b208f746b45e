//! Checks that Kubernetes knows all fields in the manifests. Its types drop unknown fields.

use k8s_openapi::api::{
    admissionregistration::v1::ValidatingWebhookConfiguration,
    apps::v1::Deployment,
    autoscaling::v2::HorizontalPodAutoscaler,
    core::v1::{Namespace, Service, ServiceAccount},
    policy::v1::PodDisruptionBudget,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy")
}

fn documents(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    text.split("\n---\n").map(|document| serde_saphyr::from_str(document).unwrap()).collect()
}

fn check<T: DeserializeOwned + Serialize>(written: &Value) {
    let known: T = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(known).unwrap(), *written);
}

fn read<T: DeserializeOwned + Serialize>(name: &str) -> Value {
    let [document] = documents(name).try_into().unwrap();
    check::<T>(&document);
    document
}

#[test]
fn manifests_have_no_unknown_fields_and_fit_together() {
    let deployment = read::<Deployment>("deployment.yaml");
    let service = read::<Service>("service.yaml");
    let autoscaler = read::<HorizontalPodAutoscaler>("autoscaler.yaml");
    let budget = read::<PodDisruptionBudget>("disruption-budget.yaml");
    let webhook = read::<ValidatingWebhookConfiguration>("webhook.yaml");
    let [namespace, account] = documents("namespace.yaml").try_into().unwrap();
    check::<Namespace>(&namespace);
    check::<ServiceAccount>(&account);

    let labels = &deployment["spec"]["template"]["metadata"]["labels"];
    assert_eq!(deployment["spec"]["selector"]["matchLabels"], *labels);
    assert_eq!(service["spec"]["selector"], *labels);
    assert_eq!(budget["spec"]["selector"]["matchLabels"], *labels);
    assert_eq!(autoscaler["spec"]["scaleTargetRef"]["name"], deployment["metadata"]["name"]);
    assert_eq!(account["metadata"]["name"], deployment["spec"]["template"]["spec"]["serviceAccountName"]);
    let client = &webhook["webhooks"][0]["clientConfig"]["service"];
    assert_eq!(client["name"], service["metadata"]["name"]);
    assert_eq!(client["namespace"], service["metadata"]["namespace"]);
    assert_eq!(client["path"], "/validate");
    for object in [&deployment, &service, &autoscaler, &budget] {
        assert_eq!(object["metadata"]["namespace"], namespace["metadata"]["name"]);
    }
}

#[test]
fn the_kustomization_lists_all_manifests() {
    let [kustomization] = documents("kustomization.yaml").try_into().unwrap();
    let mut listed: Vec<String> = serde_json::from_value(kustomization["resources"].clone()).unwrap();
    listed.push("kustomization.yaml".to_owned());
    listed.sort();
    let files = fs::read_dir(folder()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = files.collect();
    files.sort();
    assert_eq!(listed, files);
}
