//! The custom resource definitions of a file.

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
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrdFile {
    /// The CRDs in order, those of `List` documents included.
    pub crds: Vec<CustomResourceDefinition>,
    /// Everything that is no CRD: where it is and its kind, if it says one.
    pub others: Vec<(Position, Option<String>)>,
    /// What is wrong with the CRDs' shape; what they hold is then incomplete.
    pub errors: Vec<FileError>,
}

impl CrdFile {
    /// Reads a file of YAML or JSON.
    ///
    /// # Errors
    /// Text that cannot be read at all.
    ///
    /// ```
    /// use cel_codegen::crd::definition::CrdFile;
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
        let mut file = CrdFile::default();
        for node in document::read(text)? {
            file.add(node);
        }
        Ok(file)
    }

    fn add(&mut self, node: Node) {
        let text = |key: &str| node.field(key).and_then(Node::as_str).map(str::to_owned);
        match (text("apiVersion").as_deref(), text("kind").as_deref()) {
            (Some("v1"), Some("List")) => {
                let items = node.field("items").map(|items| &items.value);
                if let Some(Value::List(items)) = items {
                    for item in items.clone() {
                        self.add(item);
                    }
                }
            }
            (Some("apiextensions.k8s.io/v1"), Some(KIND)) => self.add_crd(node),
            (version, Some(KIND)) => {
                let version = version.unwrap_or("no apiVersion");
                let message = format!(
                    "a {KIND} of `apiextensions.k8s.io/v1` is needed, this one is of `{version}`; API servers since 1.22 know no other"
                );
                self.errors.push(FileError::new(node.at, message));
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
        if versions.is_empty() {
            self.errors.push(FileError::new(spec.at, "`spec.versions` must list at least one version"));
        }
        let crd = CustomResourceDefinition {
            at: node.at,
            name: self.text(node.field("metadata").unwrap_or(&none), "name", "metadata.name"),
            group: self.text(spec, "group", "spec.group"),
            kind: self.text(names, "kind", "spec.names.kind"),
            plural: self.text(names, "plural", "spec.names.plural"),
            versions: versions.iter().filter_map(|version| self.version(version)).collect(),
            node: node.clone(),
        };
        self.crds.push(crd);
    }

    fn version(&mut self, node: &Node) -> Option<Version> {
        let name = self.text(node, "name", "spec.versions[].name");
        let Some(schema) = node.field("schema").and_then(|schema| schema.field("openAPIV3Schema")) else {
            let message = format!("the version `{name}` has no `schema.openAPIV3Schema`");
            self.errors.push(FileError::new(node.at, message));
            return None;
        };
        let (schema, errors) = SchemaProps::read(schema);
        self.errors.extend(errors);
        Some(Version { at: node.at, name, schema })
    }

    fn text(&mut self, node: &Node, key: &str, path: &str) -> String {
        match node.field(key).and_then(Node::as_str) {
            Some(text) => text.to_owned(),
            None => {
                self.errors.push(FileError::new(node.at, format!("`{path}` must be a string")));
                String::new()
            }
        }
    }
}

const KIND: &str = "CustomResourceDefinition";
