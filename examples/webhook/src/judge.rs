//! Turns the body of a request into an answer. This runs on its own thread, because rules may take seconds.

use crate::review::Refusal;
use axum::{Json, body::Bytes, http::StatusCode};
use cel_runtime::{CancelFlag, Options, admission::admit_as};
use kube::core::{
    DynamicObject,
    admission::{AdmissionRequest, AdmissionResponse, AdmissionReview, META_API_VERSION_V1, META_KIND},
};
use serde::Deserialize;
use std::time::Instant;

/// The type with the rules. Put your type here.
type Judged = examples::Scaler;

/// Number of objects that are judged at the same time. Each may take `MEMORY` and some copies of its text.
pub(crate) const AT_ONCE: usize = 4;

/// Memory limit for one evaluation.
const MEMORY: usize = 64 << 20;

/// Judges the object in the body, until the deadline or until nobody waits for the answer.
pub(crate) fn judge(
    body: &Bytes,
    deadline: Instant,
    cancel: CancelFlag,
) -> Result<AdmissionResponse, Refusal> {
    let request = match Json::<AdmissionReview<DynamicObject>>::from_bytes(body) {
        Ok(Json(review)) => request(review)?,
        Err(error) => return unreadable(body, Refusal::new(error.status(), error.body_text())),
    };
    let options = Options {
        memory_limit: MEMORY,
        deadline: Some(deadline),
        cancel: Some(cancel),
        ..Options::default()
    };
    let response = admit_as::<Judged>(&request, &options);
    let AdmissionRequest { operation, namespace, name, uid, .. } = &request;
    let namespace = namespace.as_deref().unwrap_or_default();
    let AdmissionResponse { allowed, result, .. } = &response;
    tracing::info!(uid, ?operation, namespace, name, allowed, text = result.message);
    Ok(response)
}

fn request(review: AdmissionReview<DynamicObject>) -> Result<AdmissionRequest<DynamicObject>, Refusal> {
    must_be_review(&review.types.kind, &review.types.api_version)?;
    review.try_into().map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "the AdmissionReview has no request"))
}

fn must_be_review(kind: &str, api_version: &str) -> Result<(), Refusal> {
    if kind == META_KIND && api_version.starts_with("admission.k8s.io/") {
        return Ok(());
    }
    let text =
        format!("expected an {META_KIND} of {META_API_VERSION_V1}, got the kind {kind} of {api_version}");
    Err(Refusal::new(StatusCode::BAD_REQUEST, text))
}

/// Refuses an object that serde cannot read, for example because it is too deep. An HTTP error would let it through where the webhook is
/// registered with `failurePolicy: Ignore`.
fn unreadable(body: &Bytes, refusal: Refusal) -> Result<AdmissionResponse, Refusal> {
    let Ok(Head { kind, api_version, request }) = serde_json::from_slice(body) else { return Err(refusal) };
    must_be_review(&kind, &api_version)?;
    let Some(HeadOfRequest { uid: Some(uid) }) = request else { return Err(refusal) };
    let mut response = AdmissionResponse::invalid(&refusal.text);
    response.result = response.result.with_code(StatusCode::BAD_REQUEST.as_u16());
    response.types.api_version = api_version;
    response.uid = uid;
    tracing::info!(uid = response.uid, allowed = false, text = refusal.text);
    Ok(response)
}

/// The part of a review that every review has. serde skips the rest, however deep it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    kind: String,
    api_version: String,
    request: Option<HeadOfRequest>,
}

#[derive(Deserialize)]
struct HeadOfRequest {
    uid: Option<String>,
}
