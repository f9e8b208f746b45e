//! Stops the server without losing requests.
//!
//! After SIGTERM the pod reports that it is not ready, and still answers until the cluster sends requests elsewhere. Then it
//! accepts no new connections, and completes open requests. A second signal ends it at once.

use crate::settings::Settings;
use axum_server::Handle;
use std::{
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::{
    signal::unix::{Signal, SignalKind, signal},
    time,
};

pub(crate) async fn on_signal(settings: Settings, ready: Arc<AtomicBool>, handle: Handle<SocketAddr>) {
    let Ok((mut terminate, mut interrupt)) = signals() else {
        tracing::error!("signals cannot be received");
        return;
    };
    received(&mut terminate, &mut interrupt).await;
    tracing::info!("not ready any more");
    ready.store(false, Ordering::Relaxed);
    tokio::select! {
        () = time::sleep(settings.drain) => {}
        () = received(&mut terminate, &mut interrupt) => return handle.shutdown(),
    }
    tracing::info!("no more connections");
    handle.graceful_shutdown(Some(settings.grace));
    received(&mut terminate, &mut interrupt).await;
    handle.shutdown();
}

fn signals() -> io::Result<(Signal, Signal)> {
    Ok((signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?))
}

async fn received(terminate: &mut Signal, interrupt: &mut Signal) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
}
