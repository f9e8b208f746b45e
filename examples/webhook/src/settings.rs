//! Settings from the environment.

use std::{env, fmt::Display, net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

/// The address, and the settings for start and stop.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// `LISTEN`: an address with a port.
    pub(crate) listen: SocketAddr,
    /// `CERTIFICATE`: a file with the certificate and those that signed it, as PEM.
    pub(crate) certificate: PathBuf,
    /// `KEY`: a file with its key, as PEM.
    pub(crate) key: PathBuf,
    /// `POLL_MS`: time between two reads of these files.
    pub(crate) poll: Duration,
    /// `DRAIN_MS`: time after SIGTERM in which requests are still accepted. The cluster needs some seconds to send them elsewhere.
    pub(crate) drain: Duration,
    /// `GRACE_MS`: time limit after that for requests that are being answered.
    pub(crate) grace: Duration,
}

impl Settings {
    pub(crate) fn from_env() -> Result<Self, String> {
        Ok(Settings {
            listen: setting("LISTEN", "0.0.0.0:8443")?,
            certificate: setting("CERTIFICATE", "/certificate/tls.crt")?,
            key: setting("KEY", "/certificate/tls.key")?,
            poll: milliseconds("POLL_MS", "10000")?,
            drain: milliseconds("DRAIN_MS", "5000")?,
            grace: milliseconds("GRACE_MS", "15000")?,
        })
    }
}

fn milliseconds(name: &str, default: &str) -> Result<Duration, String> {
    setting(name, default).map(Duration::from_millis)
}

fn setting<T: FromStr<Err: Display>>(name: &str, default: &str) -> Result<T, String> {
    let text = match env::var(name) {
        Ok(text) => text,
        Err(env::VarError::NotPresent) => default.to_owned(),
        Err(error) => return Err(format!("{name}: {error}")),
    };
    text.parse().map_err(|error| format!("{name}={text}: {error}"))
}
