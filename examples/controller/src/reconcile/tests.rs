//! Tests of `reconcile` with a client without a cluster: it gives fixed answers and records the requests.

use super::*;
use crate::resources::{CacheSpec, VolumeSpec};
use http::{Request, Response};
use kube::client::Body;
use serde_json::Value;
use std::{convert::Infallible, sync::Mutex};

type Asked = Arc<Mutex<Vec<(String, Value)>>>;

/// A cluster with at most one volume.
fn cluster(volume: Option<Volume>) -> (Arc<Client>, Asked) {
    let asked = Asked::default();
    let written = asked.clone();
    let service = tower::service_fn(move |request: Request<Body>| {
        let (written, volume) = (written.clone(), volume.clone());
        async move {
            let line = format!("{} {}", request.method(), request.uri().path());
            let body = request.into_body().collect_bytes().await.unwrap_or_default();
            let sent: Value = serde_json::from_slice(&body).unwrap_or_default();
            let (code, answer) = match (line.starts_with("GET"), volume) {
                (true, Some(volume)) => (200, json!(volume)),
                (true, None) => (404, json!({"status": "Failure", "reason": "NotFound", "code": 404})),
                // The controller ignores the content of this answer.
                (false, _) if line.ends_with("/status") => (200, json!(cache(1, 1))),
                (false, _) => (200, sent.clone()),
            };
            written.lock().unwrap().push((line, sent));
            let answer = Response::builder().status(code).body(Body::from(answer.to_string().into_bytes()));
            Ok::<_, Infallible>(answer.unwrap())
        }
    });
    (Arc::new(Client::new(service, "default")), asked)
}

fn cache(entries: i64, entry_bytes: i64) -> Cache {
    let mut cache = Cache::new("a", CacheSpec { entries, entry_bytes, zone: "north".to_owned() });
    cache.metadata.namespace = Some("default".to_owned());
    cache.metadata.uid = Some("u".to_owned());
    cache.metadata.generation = Some(3);
    cache
}

const VOLUME: &str = "/apis/example.dev/v1/namespaces/default/volumes/a";
const STATUS: &str = "/apis/example.dev/v1/namespaces/default/caches/a/status";

/// The requests, and the written condition.
async fn reconciled(cache: Cache, volume: Option<Volume>) -> (Vec<String>, Value) {
    let (client, asked) = cluster(volume);
    reconcile(Arc::new(cache), client).await.unwrap();
    let asked = asked.lock().unwrap();
    let condition = asked.last().map(|(_, sent)| sent["status"]["conditions"][0].clone());
    (asked.iter().map(|(line, _)| line.clone()).collect(), condition.unwrap_or_default())
}

#[tokio::test]
async fn a_valid_cache_gets_its_volume() {
    let (asked, condition) = reconciled(cache(10, 20), None).await;
    assert_eq!(asked, [format!("GET {VOLUME}"), format!("PATCH {VOLUME}"), format!("PATCH {STATUS}")]);
    assert_eq!((&condition["status"], &condition["reason"]), (&json!("True"), &json!("Applied")));
    assert_eq!(condition["observedGeneration"], 3);
}

#[tokio::test]
async fn an_invalid_cache_never_reaches_its_volume() {
    let (asked, condition) = reconciled(cache(0, 20), None).await;
    assert_eq!(asked, [format!("GET {VOLUME}"), format!("PATCH {STATUS}")]);
    assert_eq!((&condition["status"], &condition["reason"]), (&json!("False"), &json!("Invalid")));
    assert_eq!(condition["message"], "spec.entries: Invalid value: 0: a cache holds at least one entry");
}

#[tokio::test]
async fn a_volume_that_would_break_its_rules_is_left() {
    let volume = Volume::new("a", VolumeSpec { bytes: 1_000, zone: "south".to_owned() });
    let (asked, condition) = reconciled(cache(10, 20), Some(volume)).await;
    assert_eq!(asked, [format!("GET {VOLUME}"), format!("PATCH {STATUS}")]);
    assert_eq!(condition["reason"], "VolumeInvalid");
    assert_eq!(
        condition["message"],
        "[spec.bytes: Invalid value: 200: a volume only grows, \
         spec.zone: Invalid value: \"north\": a volume stays where it is]"
    );
}

#[tokio::test]
async fn a_status_that_says_so_already_is_not_written_again() {
    let mut known = cache(0, 20);
    let Decision::RefuseCache(errors) = decide(&known, None) else { panic!() };
    let conditions = vec![condition(&known, "False", "Invalid", text(&errors))];
    known.status = Some(CacheStatus { conditions });
    let (asked, _) = reconciled(known, None).await;
    assert_eq!(asked, [format!("GET {VOLUME}")]);
}

#[test]
fn a_message_fits_into_the_condition() {
    let error = cel_runtime::FieldError::required("spec", "é".repeat(40_000));
    let text = text(&ErrorList::from(error));
    assert_eq!(text.chars().count(), 32_768);
    assert!(text.ends_with("é…"));
}
