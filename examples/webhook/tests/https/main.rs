//! The webhook as a process, asked over HTTPS.

mod client;
mod load;
mod manifests;
mod odd;
mod requests;
mod restart;
mod webhook;
