//! The CRDs that `--crd` names.

use crate::{
    check::FileReport,
    command::{Result, say, shown, with_help},
    documents::Documents,
    fields::FieldValidation,
    input::{self, Input},
    objects::Resources,
    terminal,
    twice::Seen,
};
use cel_compiler::library::KubernetesVersion;
use std::path::PathBuf;

/// The resources of all CRDs.
pub(super) fn resources(paths: &[PathBuf], version: KubernetesVersion) -> Result<Resources> {
    let (files, errors) = input::files(paths);
    if let Some((folder, error)) = errors.first() {
        return Err(format!("{}: {error}", folder.display()).into());
    }
    let mut crds =
        Crds { version, resources: Resources::default(), seen: Seen::default(), others: Vec::new() };
    for file in files {
        crds.file(&file)?;
    }
    match (crds.resources.all(), &*crds.others) {
        ([], []) => Err("no CustomResourceDefinition in what `--crd` names".into()),
        ([], others) => {
            Err(format!("no CustomResourceDefinition in what `--crd` names: {}", others.join(", ")).into())
        }
        (_, others) => {
            others.iter().for_each(|other| say(&format!("warning: no CustomResourceDefinition: {other}\n")));
            Ok(crds.resources)
        }
    }
}

struct Crds {
    version: KubernetesVersion,
    resources: Resources,
    seen: Seen,
    /// What else there is in the files that have no CRD.
    others: Vec<String>,
}

impl Crds {
    fn file(&mut self, file: &Input) -> Result<()> {
        let name = shown(&file.path);
        let text = input::read(&file.path).map_err(|error| format!("{name}: {error}"))?;
        let documents = match Documents::all(&text) {
            Ok(documents) => documents,
            // The file may be of another kind.
            Err(error) if file.is_found() => {
                say(&terminal::escaped(&format!("warning: {name}:{error}; the file is passed over\n")));
                return Ok(());
            }
            Err(error) => return Err(with_help(&format!("{name}:{error}"), &text).into()),
        };
        let crds = documents.crds();
        if let Some(error) = crds.errors().next() {
            return Err(format!("{name}:{error}; `cel-codegen check {name}` says more").into());
        }
        self.resources.extend(Resources::of(&crds));
        let mode = FieldValidation::Ignore;
        let report = FileReport::of_documents(name.clone(), text, Ok(documents), self.version, mode);
        if report.versions().any(|version| !version.is_accepted()) {
            say(&format!(
                "warning: {name}: an API server would refuse this CRD: `cel-codegen check {name}` says why\n"
            ));
        }
        let twice = self.seen.warnings(&name, report.definitions());
        twice.iter().for_each(|warning| say(&terminal::escaped(warning)));
        if !file.is_found() && report.is_without_crd() {
            let kind = report.other_kind().map_or("nothing".to_owned(), |kind| format!("a `{kind}`"));
            self.others.push(format!("{name} has {kind}"));
        }
        Ok(())
    }
}
