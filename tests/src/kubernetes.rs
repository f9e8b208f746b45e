//! The table of k8s-openapi's types: it is written from the source of k8s-openapi, and compared with the schemas that schemars gets.

pub mod compared;
mod source;
pub mod written;

use std::{error::Error, path::PathBuf, process::Command};

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The versions of Kubernetes for which k8s-openapi has a feature.
pub const MINORS: [u8; 5] = [33, 34, 35, 36, 37];

/// The folder of k8s-openapi's source.
fn k8s_openapi() -> Result<PathBuf> {
    let metadata = Command::new(env!("CARGO")).args(["metadata", "--format-version", "1"]).output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("no packages")?;
    let package = packages.iter().find(|package| package["name"] == "k8s-openapi");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    Ok(PathBuf::from(manifest.ok_or("k8s-openapi is no dependency")?).with_file_name("src"))
}
