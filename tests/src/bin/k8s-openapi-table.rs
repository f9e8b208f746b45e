//! Writes the table of k8s-openapi's types from its source, or compares it with the schemas of each version:
//!
//! ```sh
//! cargo run -p tests --bin k8s-openapi-table write
//! cargo run -p tests --bin k8s-openapi-table compare
//! ```
//!
//! The notation is told in `cel-types/src/kubernetes.rs`.

use std::{env, error::Error};
use tests::kubernetes::{compared, written};

fn main() -> Result<(), Box<dyn Error>> {
    match env::args().nth(1).as_deref() {
        Some("write") => written::write()?,
        Some("compare") => match compared::compare()? {
            0 => {}
            differences => return Err(format!("{differences} differences").into()),
        },
        _ => return Err("usage: k8s-openapi-table write|compare".into()),
    }
    Ok(())
}
