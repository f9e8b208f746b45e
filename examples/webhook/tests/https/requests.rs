//! Requests of all kinds, with the answers that they must get.

use cel_runtime::{Options, admission::admit_as};
use examples::{Scaler, bundled, documents};
use hyper::body::Bytes;
use kube::core::{DynamicObject, admission::AdmissionReview};
use serde_json::{Value, json};
use std::fs;

/// A request and its answer.
pub(crate) struct Case {
    pub(crate) body: Bytes,
    pub(crate) kind: &'static str,
    pub(crate) code: u16,
    /// The answer of a request that is judged.
    pub(crate) response: Option<Value>,
}

const JSON: &str = "application/json";

/// Valid requests. Their objects may be invalid.
pub(crate) fn judged() -> Vec<Case> {
    let scalers = scalers();
    let mut cases = Vec::new();
    for (index, new) in scalers.iter().enumerate() {
        let old = &scalers[(index * 7 + 3) % scalers.len()];
        cases.push(judged_as("CREATE", new, &Value::Null, None));
        cases.push(judged_as("UPDATE", new, old, None));
        cases.push(judged_as("UPDATE", new, new, Some("status")));
        cases.push(judged_as("DELETE", &Value::Null, old, None));
    }
    cases.push(judged_as("CREATE", &json!({"spec": {"tier": 1}}), &Value::Null, None));
    cases.push(judged_as("UPDATE", &json!({"spec": {}}), &json!({}), Some("scale")));
    cases
}

/// All of these requests, and others that are invalid.
pub(crate) fn mixed() -> Vec<Case> {
    let mut cases = judged();
    let no_case = |body: &str, kind, code| Case { body: body.to_owned().into(), kind, code, response: None };
    for index in 0..20 {
        cases.insert(index * 11, no_case("{\"apiVersion\": ", JSON, 400));
        cases.insert(index * 13, no_case("{}", "text/plain", 415));
        cases.insert(index * 17, no_case("{\"request\": 1}", JSON, 400));
    }
    cases
}

/// A valid object, to be created.
pub(crate) fn valid() -> Case {
    let allowed =
        |case: &Case| case.response.as_ref().is_some_and(|response| response["response"]["allowed"] == true);
    judged().into_iter().find(allowed).unwrap()
}

fn scalers() -> Vec<Value> {
    let files = bundled().unwrap().into_iter().map(|file| fs::read_to_string(file).unwrap());
    let read = |text: String| documents(&text).into_iter().map(|document| document.read().unwrap()).collect();
    let objects: Vec<Scaler> = files.flat_map::<Vec<Scaler>, _>(read).collect();
    objects.iter().map(|object| serde_json::to_value(object).unwrap()).collect()
}

pub(crate) fn judged_as(operation: &str, new: &Value, old: &Value, subresource: Option<&str>) -> Case {
    let review = json!({
        "apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview",
        "request": {
            "uid": format!("{operation}-{}", new["metadata"]["name"]),
            "kind": {"group": "example.dev", "version": "v1", "kind": "Scaler"},
            "resource": {"group": "example.dev", "version": "v1", "resource": "scalers"},
            "subResource": subresource, "name": new["metadata"]["name"].as_str().unwrap_or_default(),
            "namespace": "default", "operation": operation, "userInfo": {"username": "somebody"},
            "object": new, "oldObject": old, "dryRun": false
        }
    });
    let request: AdmissionReview<DynamicObject> = serde_json::from_value(review.clone()).unwrap();
    let response = admit_as::<Scaler>(&request.try_into().unwrap(), &Options::default());
    let response = Some(serde_json::to_value(response.into_review()).unwrap());
    Case { body: review.to_string().into(), kind: JSON, code: 200, response }
}
