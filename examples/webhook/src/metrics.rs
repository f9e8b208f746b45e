//! `GET /metrics`, for Prometheus.

use crate::{review::Refusal, server::App};
use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use kube::core::admission::AdmissionResponse;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};
use std::{sync::Arc, time::Duration};

/// The counters. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Metrics {
    requests: Family<Answer, Counter>,
    duration: Histogram,
    pub(crate) certificates: Counter,
    pub(crate) wrong_certificates: Counter,
    registry: Arc<Registry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answer {
    /// `allowed`, `denied`, or the HTTP status code of a request that was not judged.
    answer: String,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut registry = Registry::with_prefix("webhook");
        let requests = Family::default();
        let duration = Histogram::new(exponential_buckets(0.0005, 2.0, 14));
        let (certificates, wrong_certificates) = (Counter::default(), Counter::default());
        registry.register("requests", "Requests by answer", requests.clone());
        registry.register("duration_seconds", "Time from the request to the answer", duration.clone());
        registry.register("certificates", "Certificates that were read anew", certificates.clone());
        registry.register(
            "wrong_certificates",
            "Certificates that could not be used",
            wrong_certificates.clone(),
        );
        Metrics { requests, duration, certificates, wrong_certificates, registry: Arc::new(registry) }
    }

    pub(crate) fn count(&self, answer: &Result<AdmissionResponse, Refusal>, duration: Duration) {
        let answer = match answer {
            Ok(response) => if response.allowed { "allowed" } else { "denied" }.to_owned(),
            Err(refusal) => refusal.code.as_str().to_owned(),
        };
        self.requests.get_or_create(&Answer { answer }).inc();
        self.duration.observe(duration.as_secs_f64());
    }
}

pub(crate) async fn metrics(State(app): State<App>) -> Response {
    let mut text = String::new();
    match encode(&mut text, &app.metrics.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
