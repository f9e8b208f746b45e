//! A controller that validates before it applies: an invalid `Cache` never becomes a `Volume`, and its status has the reason.
//!
//! `controller` watches the caches of the cluster in `KUBECONFIG`, or of the cluster it runs in. `controller crds` prints the CRDs.

use controller::{Cache, Volume, reconcile};
use futures::StreamExt;
use kube::{Api, Client, CustomResourceExt, runtime::Controller};
use std::{error::Error, process::ExitCode, sync::Arc};

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let done = match std::env::args().nth(1).as_deref() {
        None => watch().await,
        Some("crds") => print_crds(),
        Some(other) => Err(format!("`{other}` is not `crds`").into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs until SIGTERM.
async fn watch() -> Result<(), Box<dyn Error>> {
    rustls::crypto::ring::default_provider()
        .install_default()
        .map_err(|_| "there is a provider of cryptography already")?;
    let client = Client::try_default().await?;
    // Fails at the start if the CRDs are not installed.
    let (caches, volumes) = (Api::<Cache>::all(client.clone()), Api::<Volume>::all(client.clone()));
    caches.list(&Default::default()).await?;
    volumes.list(&Default::default()).await?;
    tracing::info!("watching caches");
    Controller::new(caches, Default::default())
        .owns(volumes, Default::default())
        .shutdown_on_signal()
        .run(reconcile::reconcile, reconcile::retry, Arc::new(client))
        .for_each(|result| async move {
            if let Err(error) = result {
                tracing::warn!("{error}");
            }
        })
        .await;
    Ok(())
}

fn print_crds() -> Result<(), Box<dyn Error>> {
    println!("{}", serde_json::to_string(&[Cache::crd(), Volume::crd()])?);
    Ok(())
}
