//! `POST /validate`: reads the request within limits, lets the rules judge it, and counts the answer.

use crate::{
    judge,
    server::{App, SLOW},
    unread,
};
use axum::{
    Json,
    body::{Bytes, HttpBody},
    extract::{FromRequest, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use cel_runtime::CancelFlag;
use kube::core::admission::AdmissionResponse;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::{task, time::timeout};

/// Largest body in bytes. A request for an update has the object twice, and etcd stores objects of 1.5 MiB at most. The rest of the request
/// is small. If your etcd stores more (`--max-request-bytes`), write twice that number here.
pub(crate) const BODY: usize = (3 << 20) + (256 << 10);
/// Number of requests that are read and judged at the same time.
pub(crate) const ROOM: usize = 64;
/// Time limit for waiting for room, and for reading the body.
const WAIT: Duration = Duration::from_secs(2);
/// Deadline for the verdict. It is before the API server stops waiting (`timeoutSeconds`).
const VERDICT: Duration = Duration::from_secs(4);

pub(crate) async fn validate(State(app): State<App>, request: Request) -> Response {
    let start = Instant::now();
    let answer = answer(&app, request, start).await;
    app.metrics.count(&answer, start.elapsed());
    match answer {
        Ok(response) => match serde_json::to_vec(&response.into_review()) {
            Ok(text) => {
                ([(header::CONTENT_TYPE, "application/json")], unread::body(text, SLOW)).into_response()
            }
            Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
        },
        Err(refusal) => refusal.into_response(),
    }
}

async fn answer(app: &App, request: Request, start: Instant) -> Result<AdmissionResponse, Refusal> {
    let Ok(Ok(permit)) = timeout(WAIT, app.room.clone().acquire_owned()).await else {
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too many requests at once"));
    };
    if !is_json(&request) {
        let text = "the Content-Type must be application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
    }
    if request.body().size_hint().lower() > BODY as u64 {
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is larger than 3.25 MiB"));
    }
    let body = match timeout(WAIT, Bytes::from_request(request, &())).await {
        Ok(body) => body.map_err(|error| Refusal::new(error.status(), error.body_text()))?,
        Err(_) => return Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    };
    let cancel = CancelFlag::new();
    // This future is dropped if the client goes away. Then nobody waits for the verdict.
    let _stop = CancelOnDrop(cancel.clone());
    let judging = task::spawn_blocking(move || {
        let response = judge::judge(&body, start + VERDICT, cancel);
        drop(permit);
        response
    });
    judging.await.unwrap_or_else(|error| {
        tracing::error!("{error}");
        Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the object could not be judged"))
    })
}

fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The answer to a request without anything to judge.
pub(crate) struct Refusal {
    pub(crate) code: StatusCode,
    pub(crate) text: String,
}

/// As a `Status` of Kubernetes: the API server shows its client the message of one, and no other text.
impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { code, text } = self;
        let status = json!({
            "apiVersion": "v1", "kind": "Status", "status": "Failure", "code": code.as_u16(), "message": text,
        });
        (code, Json(status)).into_response()
    }
}

impl Refusal {
    pub(crate) fn new(code: StatusCode, text: impl Into<String>) -> Self {
        Refusal { code, text: text.into() }
    }
}

struct CancelOnDrop(CancelFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
