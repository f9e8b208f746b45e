//! The server around the answers: routes, TLS, limits for slow clients.

use crate::{certificate, metrics, metrics::Metrics, review, settings::Settings, shutdown, unread::Limited};
use axum::{
    Router,
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
    routing::{get, post},
};
use axum_server::{Handle, tls_rustls::RustlsAcceptor};
use rustls::crypto::ring;
use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::sync::Semaphore;

/// State that all requests share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) metrics: Metrics,
    pub(crate) room: Arc<Semaphore>,
    pub(crate) ready: Arc<AtomicBool>,
}

/// Runs until SIGTERM.
pub(crate) async fn serve(settings: Settings) -> Result<(), Box<dyn Error>> {
    ring::default_provider().install_default().map_err(|_| "there is a provider of cryptography already")?;
    let app = App {
        metrics: Metrics::new(),
        room: Arc::new(Semaphore::new(review::ROOM)),
        ready: Arc::new(AtomicBool::new(true)),
    };
    let tls = certificate::load(settings.clone(), app.metrics.clone()).await?;
    let handle = Handle::new();
    let listening = handle.clone();
    tokio::spawn(async move {
        if let Some(address) = listening.listening().await {
            tracing::info!("listening on https://{address}");
        }
    });
    tokio::spawn(shutdown::on_signal(settings.clone(), app.ready.clone(), handle.clone()));
    let acceptor = Limited { acceptor: RustlsAcceptor::new(tls).handshake_timeout(SLOW), limit: SLOW };
    let mut server =
        axum_server::bind(settings.listen).acceptor(acceptor).handle(handle).first_request_timeout(SLOW);
    server.http_builder().http1().header_read_timeout(SLOW);
    server.http_builder().http2().keep_alive_interval(SLOW).keep_alive_timeout(SLOW);
    server.serve(routes(app).into_make_service()).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Time limit for a client's handshake, for the head of a request, and for reading an answer.
pub(crate) const SLOW: Duration = Duration::from_secs(5);

fn routes(app: App) -> Router {
    Router::new()
        .route("/validate", post(review::validate))
        .layer(DefaultBodyLimit::max(review::BODY))
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics::metrics))
        .with_state(app)
}

async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.ready.load(Ordering::Relaxed) {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
    }
}
