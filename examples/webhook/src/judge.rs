//! Turns the body of a request into an answer. This runs on its own thread, because rules may take seconds.

use crate::review::Refusal;
use axum::{body::Bytes, http::StatusCode};
use cel_runtime::{CancelFlag, Options, admission::Review};
use kube::core::admission::{AdmissionRequest, AdmissionResponse};
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
    let review =
        Review::read(body).map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, error.to_string()))?;
    let options = Options {
        memory_limit: MEMORY,
        deadline: Some(deadline),
        cancel: Some(cancel),
        ..Options::default()
    };
    let response = review.admit::<Judged>(&options);
    let AdmissionRequest { operation, namespace, name, uid, .. } = review.request();
    let namespace = namespace.as_deref().unwrap_or_default();
    let AdmissionResponse { allowed, result, .. } = &response;
    tracing::info!(uid, ?operation, namespace, name, allowed, text = result.message);
    Ok(response)
}
