//! The custom resource definitions of a file.

use crate::checker::nearest;

use super::{
    document::{self, FileError, Node, Position, Value},
    props::SchemaProps,
};

/// A `CustomResourceDefinition` of `apiextensions.k8s.io/v1`.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields of those names")]
pub struct CustomResourceDefinition {
    pub at: Position,
    /// `metadata.name`
    pub name: String,
    pub group: String,
    pub kind: String,
    pub plural: String,
    pub versions: Vec<Version>,
    /// Mistakes in the shape outside the versions' schemas.
    pub errors: Vec<FileError>,
    /// Required keys that this CRD lacks.
    pub missing: Vec<FileError>,
    /// The whole document.
    pub node: Node,
}

/// One entry of `spec.versions`.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields of those names")]
pub struct Version {
    pub at: Position,
    pub name: String,
    /// `schema.openAPIV3Schema`
    pub schema: SchemaProps,
    /// Mistakes in the shape of the schema. With mistakes the schema is incomplete.
    pub errors: Vec<FileError>,
}

/// Content of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdFile {
    /// The CRDs in order, those of `List` documents included.
    pub crds: Vec<CustomResourceDefinition>,
    /// All other documents: the place of each and its kind, if it has one.
    pub others: Vec<(Position, Option<String>)>,
    /// CRDs of an API version that API servers do not have.
    pub unknown: Vec<FileError>,
}

impl CrdFile {
    /// Reads a file of YAML or JSON.
    ///
    /// # Errors
    /// If the text cannot be read at all.
    ///
    /// ```
    /// use cel_compiler::crd::definition::CrdFile;
    ///
    /// let file = CrdFile::read(
    ///     "apiVersion: apiextensions.k8s.io/v1
    /// kind: CustomResourceDefinition
    /// metadata: {name: widgets.example.dev}
    /// spec:
    ///   group: example.dev
    ///   names: {kind: Widget, plural: widgets}
    ///   versions:
    ///   - name: v1
    ///     schema: {openAPIV3Schema: {type: object}}
    /// ---
    /// kind: Deployment
    /// ",
    /// )
    /// .unwrap();
    /// assert_eq!(file.crds[0].versions[0].name, "v1");
    /// assert_eq!(file.others[0].1.as_deref(), Some("Deployment"));
    /// ```
    pub fn read(text: &str) -> Result<Self, FileError> {
        Ok(CrdFile::of(document::read(text)?))
    }

    /// The resources in some documents.
    #[must_use]
    pub fn of(documents: Vec<Node>) -> Self {
        let mut file = CrdFile::default();
        documents.into_iter().for_each(|node| file.add(node));
        file
    }

    fn add(&mut self, node: Node) {
        let text = |key: &str| node.field(key).and_then(Node::as_str).map(str::to_owned);
        match (text("apiVersion").as_deref(), text("kind").as_deref()) {
            (Some("v1"), Some("List")) => items(&node).iter().for_each(|item| self.add(item.clone())),
            (Some(API_VERSION), Some(LIST_KIND)) => {
                let kind = [("apiVersion", API_VERSION), ("kind", KIND)];
                items(&node).iter().for_each(|item| self.add(item.with_missing(&kind)));
            }
            (Some(API_VERSION), Some(KIND)) => self.add_crd(node),
            (version, Some(kind @ (KIND | LIST_KIND))) => {
                let version =
                    version.map_or("has no `apiVersion`".to_owned(), |name| format!("is of `{name}`"));
                let message = format!(
                    "a {kind} of `apiextensions.k8s.io/v1` is needed, this one {version}; API servers since 1.22 know no other"
                );
                self.unknown.push(FileError::new(node.at, message));
            }
            (version, Some(kind)) if is_nearly_a_crd(version, kind) => {
                let message = format!("no server knows the kind `{kind}`; a CRD has the kind `{KIND}`");
                self.unknown
                    .push(FileError::new(node.field("kind").map_or(node.at, |kind| kind.at), message));
            }
            (Some(API_VERSION), None) => {
                self.unknown
                    .push(FileError::new(node.at, format!("`kind` is missing; a CRD has the kind `{KIND}`")));
            }
            (_, kind) => self.others.push((node.at, kind.map(str::to_owned))),
        }
    }

    fn add_crd(&mut self, node: Node) {
        let none = Node { value: Value::Null, at: node.at };
        let spec = node.field("spec").unwrap_or(&none);
        let names = spec.field("names").unwrap_or(&none);
        let versions = match spec.field("versions").map(|versions| &versions.value) {
            Some(Value::List(versions)) => versions.as_slice(),
            _ => &[],
        };
        let mut reader = Reader::default();
        if versions.is_empty() {
            let message = "`spec.versions` must list at least one version";
            reader.missing.push(FileError::new(spec.at, message));
        }
        let name = reader.text(node.field("metadata").unwrap_or(&none), "name", "metadata.name");
        let group = reader.text(spec, "group", "spec.group");
        let kind = reader.text(names, "kind", "spec.names.kind");
        let plural = reader.text(names, "plural", "spec.names.plural");
        let versions = versions.iter().filter_map(|node| reader.version(node)).collect();
        let (Reader { errors, missing }, at) = (reader, node.at);
        let node = node.clone();
        self.crds.push(CustomResourceDefinition {
            at,
            name,
            group,
            kind,
            plural,
            versions,
            errors,
            missing,
            node,
        });
    }

    /// Everything that is wrong with the CRDs' shape.
    pub fn errors(&self) -> impl Iterator<Item = &FileError> {
        let versions =
            self.crds.iter().flat_map(|crd| crd.versions.iter().flat_map(|version| &version.errors));
        let crds = self.crds.iter().flat_map(|crd| crd.errors.iter().chain(&crd.missing));
        self.unknown.iter().chain(crds).chain(versions)
    }
}

#[derive(Default)]
struct Reader {
    errors: Vec<FileError>,
    missing: Vec<FileError>,
}

impl Reader {
    fn version(&mut self, node: &Node) -> Option<Version> {
        let name = self.text(node, "name", "spec.versions[].name");
        let schema = node.field("schema").and_then(|schema| schema.field("openAPIV3Schema"));
        let Some(schema) = schema.filter(|schema| !schema.is_null()) else {
            let message = format!("the version `{name}` has no `schema.openAPIV3Schema`");
            self.missing.push(FileError::new(node.at, message));
            return None;
        };
        let (schema, errors) = SchemaProps::read(schema);
        Some(Version { at: node.at, name, schema, errors })
    }

    fn text(&mut self, node: &Node, key: &str, path: &str) -> String {
        match node.field(key).filter(|field| !field.is_null()) {
            None => self.missing.push(FileError::new(node.at, format!("`{path}` is missing"))),
            Some(Node { value: Value::String(text), .. }) => return text.to_string(),
            Some(other) => {
                let message = format!("`{path}` must be a string, found {}", other.kind());
                self.errors.push(FileError::new(other.at, message));
            }
        }
        String::new()
    }
}

/// True for a misspelt kind. Other API groups may have kinds of such names.
fn is_nearly_a_crd(version: Option<&str>, kind: &str) -> bool {
    let is_of_group = version.is_none_or(|version| version.starts_with("apiextension"));
    is_of_group && (nearest(kind, [KIND.into()].into_iter()).is_some() || kind.eq_ignore_ascii_case("crd"))
}

/// The items of a list of objects.
fn items(list: &Node) -> &[Node] {
    match list.field("items").map(|items| &items.value) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}

const API_VERSION: &str = "apiextensions.k8s.io/v1";
const KIND: &str = "CustomResourceDefinition";
const LIST_KIND: &str = "CustomResourceDefinitionList";
