//! The API server's answer to the CRDs in a text.

use crate::{
    apply, defaults,
    definition::{self, place::Place},
    documents::{self, Documents},
    fields::{self, FieldMistakes, FieldValidation},
    lints::{self, LintReport, Lints},
    objects::{Resource, Resources},
    server_warnings::{self, ServerWarning},
    size::Size,
    twice::Definition,
    witness::Work,
};
use cel_compiler::{
    crd::{
        check::{self, FieldError, ROOT, SchemaReport},
        definition::{CrdFile, CustomResourceDefinition},
        document::{self, FileError, Node, Position},
        props::SchemaProps,
    },
    library::KubernetesVersion,
    parser::Copies,
};
use cel_runtime::__private::Walk;
use std::{borrow::Cow, collections::HashSet};

/// Report about one text.
#[derive(Debug)]
pub struct FileReport {
    /// The name of the file.
    pub name: String,
    /// The text.
    pub text: String,
    /// The CRDs of the text, or why it cannot be read.
    pub content: Result<Content, FileError>,
}

/// Content of a readable text.
#[derive(Debug, Default)]
pub struct Content {
    /// The versions of all CRDs, in order.
    pub versions: Vec<VersionReport>,
    /// Documents that cannot be read, or claim to be a CRD but have an API version or a kind that API servers do not serve.
    pub unknown: Vec<FileError>,
    /// The CRDs, to find them in other files.
    pub definitions: Vec<Definition>,
    /// The kind of the first document that is no CRD and has a kind.
    pub other_kind: Option<String>,
}

/// Report about one version of a CRD.
#[derive(Debug, Default)]
pub struct VersionReport {
    /// `metadata.name`
    pub crd: String,
    /// The name of the version; empty if the CRD has none.
    pub version: String,
    /// Where the CRD begins.
    pub at: Position,
    /// Size of the CRD, set in the report of its first version. If the CRD is too large, the server reports
    /// nothing else.
    pub size: Size,
    /// Mistakes that keep the server from decoding the version. The first version also has those outside of the
    /// schemas.
    pub shape: Vec<FileError>,
    /// Other mistakes in the CRD outside of its schemas, in the report of the first version.
    pub definition: Vec<FieldError>,
    /// Fields that the server does not know, and repeated keys, in the report of the first version. If the
    /// server refuses them, it reports nothing else.
    pub fields: FieldMistakes,
    /// Mistakes in the schema.
    pub schema: SchemaReport,
    /// Mistakes that only server-side apply refuses.
    pub warnings: Vec<FieldError>,
    /// Warnings that the server sends when it has created the CRD.
    pub server_warnings: Vec<ServerWarning>,
    /// Rules that the server accepts but that are probably wrong.
    pub lints: Vec<LintReport>,
    /// The schema.
    pub props: SchemaProps,
    /// The server release to check for.
    pub kubernetes: KubernetesVersion,
    /// The path of the schema in the server's errors, if the versions have different schemas.
    pub root: Option<String>,
    /// The resource, to judge objects. A version that cannot be read has none.
    pub resource: Option<Resource>,
}

impl VersionReport {
    /// True if the server accepts this version.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.size != Size::NotRead
            && self.shape.is_empty()
            && !self.fields.are_refused()
            && self.definition.is_empty()
            && self.schema.is_accepted()
    }

    /// A field's path in the server's words. If all versions have one schema, the server puts it at
    /// `spec.validation`.
    #[must_use]
    pub fn field<'f>(&self, field: &'f str) -> Cow<'f, str> {
        match self.root.as_ref().zip(field.strip_prefix(ROOT)) {
            Some((root, rest)) => format!("{root}{rest}").into(),
            None => field.into(),
        }
    }

    fn judge(&mut self, schema: SchemaProps, copies: &Copies) {
        let version = self.kubernetes;
        let defaults = |schema: &SchemaProps, path: &str| defaults::judge(schema, path, version, copies);
        self.schema = check::check_within(&schema, version, &defaults, copies);
        self.warnings = apply::duplicates(&self.schema);
        self.props = schema;
    }

    /// All errors. Errors of rules come first.
    pub fn errors(&self) -> impl Iterator<Item = &FieldError> {
        self.schema.errors().chain(&self.definition)
    }
}

impl FileReport {
    /// Checks a text for servers of a version. They drop unknown fields without an error.
    #[must_use]
    pub fn new(name: String, text: String, version: KubernetesVersion) -> Self {
        FileReport::with_fields(name, text, version, FieldValidation::Ignore)
    }

    /// Checks a text for servers of a version. `mode` says how they treat unknown fields.
    #[must_use]
    pub fn with_fields(
        name: String,
        text: String,
        version: KubernetesVersion,
        mode: FieldValidation,
    ) -> Self {
        let documents = documents::read(&text);
        FileReport::of_documents(name, text, documents, version, mode)
    }

    /// The same for a text whose documents are read already.
    pub(crate) fn of_documents(
        name: String,
        text: String,
        documents: Result<Documents, FileError>,
        version: KubernetesVersion,
        mode: FieldValidation,
    ) -> Self {
        // All patterns and comparisons of a file share one limit on their work.
        let _walk = Walk::begin();
        let copies = Copies::default();
        let content = documents.map(|Documents { nodes, repeated, errors }| {
            let nodes = nodes.into_iter().map(|document| fields::merged(document, &repeated)).collect();
            let mut found = CrdFile::of(nodes);
            found.unknown.splice(0..0, errors);
            let is_json = document::is_json(&text);
            let file = fields::File { mode, is_json, repeated: &repeated, version };
            let ends = ends(&found);
            let check = |(crd, end)| versions(crd, end, &file, &copies);
            let is_read = |crd: &&CustomResourceDefinition| Size::of(&crd.node) != Size::NotRead;
            Content {
                definitions: found.crds.iter().filter(is_read).map(Definition::of).collect(),
                versions: found.crds.into_iter().zip(ends).flat_map(check).collect(),
                unknown: found.unknown,
                other_kind: found.others.into_iter().find_map(|(_, kind)| kind),
            }
        });
        FileReport { name, text, content }
    }

    /// Turns the warnings into errors, for a CRD that is installed by server-side apply.
    #[must_use]
    pub fn for_server_side_apply(mut self) -> Self {
        let Ok(content) = &mut self.content else { return self };
        let refused: HashSet<String> = content
            .versions
            .iter()
            .filter(|version| !version.warnings.is_empty())
            .map(|version| version.crd.clone())
            .collect();
        for version in &mut content.versions {
            version.definition.append(&mut version.warnings);
            if refused.contains(&version.crd) {
                version.server_warnings.clear();
            }
        }
        self
    }

    /// Adds the findings of the lints, for the versions that the server accepts.
    #[must_use]
    pub fn with_lints(self, lints: &Lints) -> Self {
        self.with_lints_within(lints, &Work::default())
    }

    /// The same, but the searches for objects share the limit of `work`.
    pub(crate) fn with_lints_within(mut self, lints: &Lints, work: &Work) -> Self {
        let Ok(content) = &mut self.content else { return self };
        let versions: Vec<_> = content
            .versions
            .iter()
            .map(|version| lints::Version {
                is_accepted: version.is_accepted(),
                resource: version.resource.as_ref(),
                props: &version.props,
                schema: &version.schema,
                kubernetes: version.kubernetes,
            })
            .collect();
        let found = lints.find(&versions, work);
        content.versions.iter_mut().zip(found).for_each(|(version, found)| version.lints = found);
        self
    }

    /// True if the text holds no CRD at all, not even one of another API.
    #[must_use]
    pub fn is_without_crd(&self) -> bool {
        matches!(&self.content, Ok(content) if content.versions.is_empty() && content.unknown.is_empty())
    }

    /// What the text holds, if it holds no CRD.
    pub(crate) fn without_crd(&self) -> String {
        match self.other_kind() {
            Some(kind) => format!(
                "no CustomResourceDefinition in it, but a `{kind}`: `cel-codegen validate --crd CRDS FILE` judges objects"
            ),
            None => "no CustomResourceDefinition in it".to_owned(),
        }
    }

    /// The kind of the first document that is no CRD.
    pub(crate) fn other_kind(&self) -> Option<&str> {
        let kind = self.content.as_ref().ok().and_then(|content| content.other_kind.as_deref());
        // A kind of many or strange characters is no kind.
        let is_kind = |kind: &&str| kind.len() < 64 && kind.chars().all(|c| c.is_ascii_alphanumeric());
        kind.filter(is_kind)
    }

    /// The CRDs of the text.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        self.content.as_ref().map(|content| &*content.definitions).unwrap_or_default()
    }

    /// The versions of all CRDs.
    pub fn versions(&self) -> impl Iterator<Item = &VersionReport> {
        self.content.iter().flat_map(|content| &content.versions)
    }
}

/// The path of each version's schema in the server's errors; `None` if all versions share one schema.
fn roots(crd: &CustomResourceDefinition) -> Vec<Option<String>> {
    let crd_place = Place::root(&crd.node);
    if definition::have_one_schema(&crd_place) {
        return vec![None; crd.versions.len()];
    }
    let written: Vec<Position> =
        crd_place.field("spec").field("versions").items().map(|version| version.at()).collect();
    let index = |at: Position| written.iter().position(|written| *written == at).unwrap_or_default();
    let root = |i: usize| Some(format!("spec.versions[{i}].schema.openAPIV3Schema"));
    crd.versions.iter().map(|version| root(index(version.at))).collect()
}

/// Where the document after each CRD begins.
fn ends(file: &CrdFile) -> Vec<Option<Position>> {
    let others =
        file.others.iter().map(|(at, _)| *at).chain(file.unknown.iter().filter_map(|error| error.at));
    let mut begins: Vec<Position> = file.crds.iter().map(|crd| crd.at).chain(others).collect();
    begins.sort_unstable();
    let next = |at: Position| begins.get(begins.partition_point(|begin| *begin <= at)).copied();
    file.crds.iter().map(|crd| next(crd.at)).collect()
}

fn versions(
    mut crd: CustomResourceDefinition,
    end: Option<Position>,
    file: &fields::File<'_>,
    copies: &Copies,
) -> Vec<VersionReport> {
    let size = Size::of(&crd.node);
    if size == Size::NotRead {
        let version = crd.versions.first().map(|version| version.name.clone()).unwrap_or_default();
        return vec![VersionReport { crd: crd.name, version, at: crd.at, size, ..VersionReport::default() }];
    }
    let known: HashSet<Option<Position>> = crd
        .errors
        .iter()
        .chain(crd.versions.iter().flat_map(|version| &version.errors))
        .map(|error| error.at)
        .collect();
    let others = fields::mismatches(&crd.node).into_iter().filter(|error| !known.contains(&error.at));
    crd.errors.extend(others);
    let is_decoded = crd.errors.is_empty() && crd.versions.iter().all(|version| version.errors.is_empty());
    let fields = if is_decoded { FieldMistakes::of(&crd.node, end, file) } else { FieldMistakes::default() };
    let is_judged = !fields.are_refused();
    let definition =
        if crd.errors.is_empty() && is_judged { definition::judge(&crd.node) } else { Vec::new() };
    let roots = roots(&crd);
    let resources = Resources::of_crd(&crd);
    // From here on only the schemas are needed. The document may be large.
    crd.node = Node::default();
    let mut reports: Vec<VersionReport> = Vec::with_capacity(crd.versions.len());
    for ((found, root), resource) in crd.versions.into_iter().zip(roots).zip(resources) {
        let mut report = VersionReport {
            crd: crd.name.clone(),
            version: found.name,
            shape: found.errors,
            kubernetes: file.version,
            root,
            resource: Some(resource),
            ..VersionReport::default()
        };
        if is_judged {
            report.judge(found.schema, copies);
        }
        reports.push(report);
    }
    if reports.is_empty() {
        reports.push(VersionReport { crd: crd.name, ..VersionReport::default() });
    }
    if let Some(first) = reports.first_mut() {
        first.definition = definition;
        if file.version < KubernetesVersion::SELECTABLE_FIELDS {
            // Older servers drop unknown fields.
            first.definition.retain(|error| !error.field.contains(".selectableFields"));
        }
        (first.at, first.size) = (crd.at, size);
        first.shape.splice(0..0, crd.errors);
        first.fields = fields;
    }
    warn(&mut reports, file.version);
    reports
}

/// Adds the server's warnings. It sends them for a CRD that it accepts.
fn warn(reports: &mut [VersionReport], version: KubernetesVersion) {
    if reports.iter().all(VersionReport::is_accepted) {
        let found = server_warnings::of_schemas(reports.iter().map(|report| &report.props), version);
        reports.iter_mut().zip(found).for_each(|(report, found)| report.server_warnings = found);
    }
}
