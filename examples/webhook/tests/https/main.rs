//! Tests the webhook as a process, over HTTPS.

mod certificate;
mod client;
mod load;
mod manifests;
mod odd;
mod requests;
mod restart;
mod webhook;
