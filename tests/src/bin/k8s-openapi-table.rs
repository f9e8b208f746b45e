//! Writes the table of k8s-openapi's types from its source, or compares it with the schemas of each version, or of those named:
//!
//! ```sh
//! cargo run -p tests --features long --bin k8s-openapi-table write
//! cargo run -p tests --features long --bin k8s-openapi-table compare
//! cargo run -p tests --features long --bin k8s-openapi-table compare 33 37
//! ```
//!
//! The notation is told in `cel-types/src/kubernetes.rs`.

use std::{env, error::Error};
use tests::kubernetes::{MINORS, compared, written};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let minors: Vec<u8> = args.iter().skip(1).map(|minor| minor.parse()).collect::<Result<_, _>>()?;
    match args.first().map(String::as_str) {
        Some("write") => written::write()?,
        Some("compare") => match compared::compare(if minors.is_empty() { &MINORS } else { &minors })? {
            0 => {}
            differences => return Err(format!("{differences} differences").into()),
        },
        _ => return Err("usage: k8s-openapi-table write|compare [MINOR..]".into()),
    }
    Ok(())
}
