//! Judges objects of another project's CRD file: there is no struct for them, and the rules are compiled into this program.
//!
//! Reads the given files, or the bundled ones. Exit status: 0 if all objects are accepted, 1 if not, 2 if a file is unreadable.

use std::env;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use cel_runtime::Options;
use serde_json::Value;

/// A module per version: `certificates::v1::evaluate`.
mod certificates {
    cel_runtime::include_crd!("crds/certificates.yaml");
}

fn main() -> ExitCode {
    let mut files: Vec<String> = env::args().skip(1).collect();
    if files.is_empty() {
        let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("crds/certificates-objects.yaml");
        files.push(bundled.to_string_lossy().into_owned());
    }
    let mut status = 0;
    for file in files {
        let outcome = judge(&file).unwrap_or_else(|error| {
            eprintln!("{file}: {error}");
            2
        });
        status = status.max(outcome);
    }
    ExitCode::from(status)
}

fn judge(file: &str) -> Result<u8, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let objects: Vec<Value> = serde_saphyr::from_multiple(&text)?;
    let mut status = 0;
    for object in objects {
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        if object["kind"] != "Certificate" {
            return Err(format!("`{name}` is no Certificate").into());
        }
        let report = certificates::v1::evaluate(&object, None, &Options::default());
        if report.errors.is_empty() {
            println!("{name}: accepted, cost {}", report.runtime_cost);
        } else {
            let message = report.errors.status_message("Certificate.pki.example.com", name);
            println!("{name}: {message}");
            status = 1;
        }
    }
    Ok(status)
}
