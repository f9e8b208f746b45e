//! A validating admission webhook: the compiled rules of a type, over HTTPS.
//!
//! The environment defines the address and the certificate: see `settings.rs`. For your own type, change `judge.rs`.

mod certificate;
mod judge;
mod metrics;
mod review;
mod server;
mod settings;
mod shutdown;
mod unread;

use std::process::ExitCode;
use tokio::runtime;

fn main() -> ExitCode {
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let settings = settings::Settings::from_env()?;
    // Limits the number of objects that are judged at the same time, and so the memory for them.
    let runtime =
        runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(judge::AT_ONCE).build()?;
    runtime.block_on(server::serve(settings))
}
