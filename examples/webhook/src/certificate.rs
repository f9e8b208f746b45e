//! The certificate. It is read again when its files change, so a renewal needs no restart.

use crate::{metrics::Metrics, settings::Settings};
use axum_server::tls_rustls::RustlsConfig;
use std::{io, path::Path};
use tokio::{fs, time};

/// The content of the two files.
#[derive(PartialEq)]
struct Pair {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Pair {
    async fn read(settings: &Settings) -> io::Result<Self> {
        Ok(Pair { certificate: read(&settings.certificate).await?, key: read(&settings.key).await? })
    }
}

async fn read(path: &Path) -> io::Result<Vec<u8>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    fs::read(path).await.map_err(named)
}

/// Reads the certificate, and watches its files while the program runs.
pub(crate) async fn load(settings: Settings, metrics: Metrics) -> io::Result<RustlsConfig> {
    let pair = Pair::read(&settings).await?;
    let config = RustlsConfig::from_pem(pair.certificate.clone(), pair.key.clone()).await?;
    tokio::spawn(follow(config.clone(), settings, pair, metrics));
    Ok(config)
}

/// Compares the content of the files, not their times, because Kubernetes replaces the files of a secret by links.
async fn follow(config: RustlsConfig, settings: Settings, mut pair: Pair, metrics: Metrics) {
    loop {
        time::sleep(settings.poll).await;
        let changed = match Pair::read(&settings).await {
            Ok(new) if new == pair => continue,
            Ok(new) => new,
            Err(error) => {
                tracing::warn!("the certificate stays as it is: {error}");
                continue;
            }
        };
        // The files may not match yet, or be incomplete. The next try may succeed.
        match config.reload_from_pem(changed.certificate.clone(), changed.key.clone()).await {
            Ok(()) => {
                tracing::info!("a new certificate");
                metrics.certificates.inc();
                pair = changed;
            }
            Err(error) => {
                tracing::warn!("the certificate stays as it is: {error}");
                metrics.wrong_certificates.inc();
            }
        }
    }
}
