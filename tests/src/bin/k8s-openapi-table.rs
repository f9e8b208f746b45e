//! Writes the table of k8s-openapi's types from its source, or compares it with the schemas of each version:
//!
//! ```sh
//! cargo run -p tests --bin k8s-openapi-table write
//! cargo run -p tests --bin k8s-openapi-table compare
//! ```
//!
//! The notation is told in `cel-types/src/kubernetes.rs`.

use std::{env, error::Error};
use tests::kubernetes::written;

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1).as_deref() {
        Some("write") => written::write(),
        _ => Err("usage: k8s-openapi-table write|compare".into()),
    }
}
