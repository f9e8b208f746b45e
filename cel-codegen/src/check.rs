//! The API server's answer to the CRDs in a text.

use crate::{apply, defaults, definition};
use cel_compiler::{
    crd::{
        check::{self, FieldError, SchemaReport},
        definition::{CrdFile, CustomResourceDefinition},
        document::{FileError, Node},
        props::SchemaProps,
    },
    decls::KubernetesVersion,
    parser::Copies,
};
use cel_runtime::__private::Walk;

/// Report about one text.
#[derive(Debug)]
pub struct FileReport {
    /// The name it goes by.
    pub name: String,
    /// The text.
    pub text: String,
    /// Its CRDs; or why it cannot be read.
    pub content: Result<Content, FileError>,
}

/// Content of a readable text.
#[derive(Debug, Default)]
pub struct Content {
    /// The versions of all CRDs, in order.
    pub versions: Vec<VersionReport>,
    /// Documents that say they are a CRD, of an API that API servers do not have.
    pub unknown: Vec<FileError>,
}

/// Report about one version of a CRD.
#[derive(Debug, Default)]
pub struct VersionReport {
    /// `metadata.name`
    pub crd: String,
    /// The name of the version; empty if the CRD has none.
    pub version: String,
    /// Mistakes in the shape, so that the server cannot even decode it; also in the CRD outside of its schemas, at its
    /// first version.
    pub shape: Vec<FileError>,
    /// Other mistakes in the CRD outside of its schemas, at its first version.
    pub definition: Vec<FieldError>,
    /// Mistakes in the schema.
    pub schema: SchemaReport,
    /// Mistakes that only server-side apply refuses.
    pub warnings: Vec<FieldError>,
    /// The schema.
    pub props: SchemaProps,
    /// The servers that it is for.
    pub kubernetes: KubernetesVersion,
}

impl VersionReport {
    /// True if the server takes it.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.shape.is_empty() && self.definition.is_empty() && self.schema.is_accepted()
    }

    /// All errors, those of rules first.
    pub fn errors(&self) -> impl Iterator<Item = &FieldError> {
        self.schema.errors().chain(&self.definition)
    }
}

impl FileReport {
    /// Checks a text for servers of a version.
    #[must_use]
    pub fn new(name: String, text: String, version: KubernetesVersion) -> Self {
        // All patterns and comparisons of a file share one limit on their work.
        let _walk = Walk::begin();
        let copies = Copies::default();
        let content = CrdFile::read(&text).map(|file| {
            let versions = file.crds.into_iter().flat_map(|crd| versions(crd, version, &copies)).collect();
            Content { versions, unknown: file.unknown }
        });
        FileReport { name, text, content }
    }

    /// The same for a CRD that server-side apply installs: what only that refuses is an error.
    #[must_use]
    pub fn for_server_side_apply(mut self) -> Self {
        for version in self.content.iter_mut().flat_map(|content| &mut content.versions) {
            version.definition.append(&mut version.warnings);
        }
        self
    }

    /// True if the text holds no CRD at all, not even one of another API.
    #[must_use]
    pub fn is_without_crd(&self) -> bool {
        matches!(&self.content, Ok(content) if content.versions.is_empty() && content.unknown.is_empty())
    }

    /// The versions of all CRDs.
    pub fn versions(&self) -> impl Iterator<Item = &VersionReport> {
        self.content.iter().flat_map(|content| &content.versions)
    }
}

fn versions(
    mut crd: CustomResourceDefinition,
    version: KubernetesVersion,
    copies: &Copies,
) -> Vec<VersionReport> {
    let definition = if crd.errors.is_empty() { definition::judge(&crd.node) } else { Vec::new() };
    // The schemas have all that is still needed of the document, which may be large.
    crd.node = Node::default();
    let mut reports: Vec<VersionReport> = Vec::with_capacity(crd.versions.len());
    for found in crd.versions {
        let defaults = |schema: &SchemaProps, path: &str| defaults::judge(schema, path, version, copies);
        let schema = check::check_within(&found.schema, version, &defaults, copies);
        reports.push(VersionReport {
            crd: crd.name.clone(),
            version: found.name,
            shape: found.errors,
            definition: Vec::new(),
            warnings: apply::duplicates(&schema),
            schema,
            props: found.schema,
            kubernetes: version,
        });
    }
    if reports.is_empty() {
        reports.push(VersionReport { crd: crd.name, ..VersionReport::default() });
    }
    if let Some(first) = reports.first_mut() {
        first.definition = definition;
        if version < KubernetesVersion::SELECTABLE_FIELDS {
            // Servers drop what they do not know.
            first.definition.retain(|error| !error.field.contains(".selectableFields"));
        }
        first.shape.splice(0..0, crd.errors);
    }
    reports
}
