//! `cel-codegen structs`: Rust types for the CRDs of a file.

use crate::{
    check::FileReport,
    findings::{TEMPLATE_HELP, is_template},
    input,
};
use cel_compiler::{
    crd::{definition::CrdFile, structs},
    library::KubernetesVersion,
};
use std::path::Path;

/// The types, as the source of a module.
///
/// # Errors
/// A file that cannot be read, has no CRD, or has one that no server accepts.
pub fn structs(path: &Path) -> Result<String, String> {
    let name = path.display();
    let text = input::read(path).map_err(|error| format!("{name}: {error}"))?;
    let file = CrdFile::read(&text).map_err(|error| {
        let help = if is_template(&text) { format!("; {TEMPLATE_HELP}") } else { String::new() };
        format!("{name}:{error}{help}")
    })?;
    let report = FileReport::new(name.to_string(), text, KubernetesVersion::NEW_EXPRESSIONS);
    if !report.versions().all(|version| version.is_accepted()) || file.errors().next().is_some() {
        return Err(format!("{name}: the CRD has mistakes: `cel-codegen check {name}` says which"));
    }
    structs::structs(&file).ok_or_else(|| format!("{name}: no CustomResourceDefinition in it"))
}
