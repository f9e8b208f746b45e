//! `cel-codegen structs`

use super::{Result, print};
use crate::structs;
use std::{path::PathBuf, process::ExitCode};

/// Prints Rust types for the CRDs of a file, with their rules.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: cel-codegen structs crds/widget.yaml > src/widget.rs")]
pub(super) struct Options {
    /// A file with `CustomResourceDefinition`s, or `-` for standard input
    file: PathBuf,
}

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    print(&structs::structs(&options.file)?)
}
