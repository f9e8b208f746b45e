//! The API server's answer about custom resources and updates of them (k8s: `apiextensions-apiserver`,
//! `registry/customresource/strategy.go`).

pub mod correlation;
mod file;
mod judges;
mod lists;
mod metadata;
mod prepare;
mod scale;
mod status;

use crate::{
    defaults::{metadata as embedded, rules, values},
    fields::FieldMistakes,
};
use cel_compiler::{
    checker::nearest,
    crd::{
        check::{ErrorType, FieldError, Room},
        definition::{CrdFile, CustomResourceDefinition, Version},
        document::{FileError, Node, Position, Value},
        props::SchemaProps,
    },
    library::KubernetesVersion,
    parser::Copies,
    schema::Schema,
};
use cel_runtime::__private::Walk;
use correlation::{Known, Pair};
pub use file::{FileObject, FileObjects};
pub use judges::{Judge, Judges};
use prepare::Prepared;
use rules::judge_update;
pub(crate) use rules::{Compiled, Part, Rules};
use scale::Side;
pub(crate) use status::without_status;
use std::{borrow::Cow, cmp::Reverse, collections::HashMap, rc::Rc};

/// The resources of some CRDs.
#[derive(Debug, Default)]
pub struct Resources(Vec<Resource>);

/// One version of a CRD.
#[derive(Clone, Debug)]
pub struct Resource {
    /// `example.dev/v1`
    pub api_version: String,
    /// `Widget`
    pub kind: String,
    is_namespaced: bool,
    /// The server's warning to all requests if the version is deprecated.
    deprecation: Option<String>,
    has_status: bool,
    scale: Option<Node>,
    schema: Rc<SchemaProps>,
    /// The schema of the stored version, if that is another version.
    storage: Option<Rc<SchemaProps>>,
}

impl Resources {
    /// The resources of all CRDs in a file.
    #[must_use]
    pub fn of(file: &CrdFile) -> Self {
        Resources(file.crds.iter().flat_map(Resources::of_crd).collect())
    }

    /// One resource for each version of a CRD.
    pub(crate) fn of_crd(crd: &CustomResourceDefinition) -> Vec<Resource> {
        let written = crd.node.field("spec").and_then(|spec| spec.field("versions"));
        let written = match written.map(|versions| &versions.value) {
            Some(Value::List(versions)) => versions.as_slice(),
            _ => &[],
        };
        let by_place: HashMap<Position, &Node> = written.iter().rev().map(|node| (node.at, node)).collect();
        let node_of = |version: &Version| by_place.get(&version.at).copied();
        let is_stored = |version: &&Version| node_of(version).is_some_and(|node| is_true(node, "storage"));
        // All versions share the stored version's schema.
        let storage = crd.versions.iter().find(is_stored);
        let storage = storage.map(|storage| (storage.at, Rc::new(storage.schema.clone())));
        let resources = crd.versions.iter().map(|version| {
            let other = storage.as_ref().filter(|(at, _)| *at != version.at);
            let resource = Resource::new(crd, version, node_of(version).unwrap_or(&crd.node));
            Resource { storage: other.map(|(_, schema)| Rc::clone(schema)), ..resource }
        });
        resources.collect()
    }

    /// Adds the resources of `others`.
    pub fn extend(&mut self, others: Resources) {
        self.0.extend(others.0);
    }

    /// The resource of an object, by its `apiVersion` and `kind`.
    #[must_use]
    pub fn of_object(&self, object: &Node) -> Option<&Resource> {
        let text = |key: &str| object.field(key).and_then(Node::as_str);
        let (version, kind) = (text("apiVersion")?, text("kind")?);
        self.0.iter().find(|resource| resource.api_version == version && resource.kind == kind)
    }

    /// A likely resource for an object whose `apiVersion` and `kind` have none: one of the same group with the
    /// same kind, or with a similar kind.
    #[must_use]
    pub fn meant(&self, object: &Node) -> Option<&Resource> {
        let text = |key: &str| object.field(key).and_then(Node::as_str);
        let (api_version, kind) = (text("apiVersion").unwrap_or_default(), text("kind")?);
        let group = |version: &str| version.split_once('/').map(|(group, _)| group.to_owned());
        let is_near = |resource: &&Resource| group(&resource.api_version) == group(api_version);
        let near = || self.0.iter().filter(is_near);
        let named = near().find(|resource| resource.kind == kind);
        let meant = || nearest(kind, near().map(|resource| Cow::from(resource.kind.as_str())));
        let of_group = |resource: &&Resource| {
            let [written, own] =
                [api_version, &resource.api_version].map(|version| group(version).unwrap_or_default());
            resource.kind == kind
                && (written.is_empty() || nearest(&written, [own.into()].into_iter()).is_some())
        };
        named
            .or_else(|| meant().and_then(|meant| near().find(|resource| resource.kind == *meant)))
            .or_else(|| self.0.iter().find(of_group))
    }

    /// All resources.
    #[must_use]
    pub fn all(&self) -> &[Resource] {
        &self.0
    }
}

impl Resource {
    fn new(crd: &CustomResourceDefinition, version: &Version, node: &Node) -> Self {
        let subresources = node.field("subresources");
        let scope = crd.node.field("spec").and_then(|spec| spec.field("scope")).and_then(Node::as_str);
        Resource {
            api_version: format!("{}/{}", crd.group, version.name),
            kind: crd.kind.clone(),
            deprecation: deprecation(crd, version, node),
            is_namespaced: scope == Some("Namespaced"),
            has_status: subresources
                .and_then(|all| all.field("status"))
                .is_some_and(|status| !status.is_null()),
            scale: subresources.and_then(|all| all.field("scale")).filter(|scale| !scale.is_null()).cloned(),
            schema: Rc::new(version.schema.clone()),
            storage: None,
        }
    }

    /// The schema.
    #[must_use]
    pub fn schema(&self) -> &SchemaProps {
        &self.schema
    }

    /// The schema that the server reads stored objects with.
    pub(crate) fn storage(&self) -> &SchemaProps {
        self.storage.as_deref().unwrap_or(&self.schema)
    }

    /// The same resource with another schema.
    pub(crate) fn with_schema(&self, schema: SchemaProps) -> Self {
        Resource { schema: Rc::new(schema), ..self.clone() }
    }

    /// True if the status has its own endpoint.
    #[must_use]
    pub fn has_status(&self) -> bool {
        self.has_status
    }

    /// The server's answer to a create, or to an update of `old`. Use [`Judges`] for many objects.
    #[must_use]
    pub fn judge(
        &self,
        object: &Node,
        old: Option<&Node>,
        endpoint: Endpoint,
        version: KubernetesVersion,
    ) -> Answer {
        let (copies, definitions) = (Copies::default(), Schema::default());
        let schema = self.schema.for_release(version);
        let part = Part::of_resource(&schema);
        let compiled = Compiled::new(version, &copies, &definitions);
        let rules =
            Rules { part: part.as_ref(), compiled: &compiled, run_always: false, only: None, matches: None };
        self.judge_with(rules, object, old, endpoint)
    }

    /// The same with rules that are compiled once for many objects.
    pub(crate) fn judge_with(
        &self,
        rules: Rules<'_, '_>,
        object: &Node,
        old: Option<&Node>,
        endpoint: Endpoint,
    ) -> Answer {
        // All patterns and comparisons of an object share one limit on their work.
        let _walk = Walk::begin();
        if let Some(error) = metadata::form(object) {
            return Answer { refusal: Some(error), ..Answer::default() };
        }
        let warnings = self.deprecation.iter().cloned().collect();
        let Prepared { object, unknown, omitted } = prepare::prepare(object, &self.schema);
        let mut answer = Answer { unknown, omitted_unknown: omitted, warnings, ..Answer::default() };
        if let Some(error) = embedded::form(&object, &self.schema, "") {
            let refusal = FileError::new(error.at, error.to_string());
            return Answer { refusal: Some(refusal), ..answer };
        }
        let old = old.map(|old| prepare::stored(old, &self.schema, self.storage.as_deref()));
        let new = match (endpoint, &old) {
            // At this endpoint the server takes only the status from the client.
            (Endpoint::Status, Some(old)) => status::with_status_of(old, Some(&object)),
            // If the status has its own endpoint, a client cannot set it here.
            (Endpoint::Main, _) if self.has_status => status::with_status_of(&object, old.as_ref()),
            (Endpoint::Main | Endpoint::Status, _) => object,
        };
        let new = if old.is_none() { metadata::named(new) } else { new };
        self.judge_prepared(&new, old.as_ref(), endpoint, rules, &mut answer);
        answer.object = new;
        answer
    }

    fn judge_prepared(
        &self,
        new: &Node,
        old: Option<&Node>,
        endpoint: Endpoint,
        rules: Rules<'_, '_>,
        answer: &mut Answer,
    ) {
        let known = Known::default();
        let pair = old.map(|old| Pair::new(new, old, &self.schema, &known));
        let mut errors = match old {
            None => metadata::of_create(new, self.is_namespaced),
            Some(old) => metadata::of_update(new, old),
        };
        let version = rules.compiled.version;
        let matches = rules.matches.cloned().unwrap_or_default();
        let (found, mut room) = match endpoint {
            Endpoint::Status => {
                status::errors(new, &self.schema, self.scale.as_ref(), pair, version, matches)
            }
            Endpoint::Main => values::errors(new, &self.schema, "", pair, version, matches),
        };
        errors.extend(found);
        if endpoint == Endpoint::Main {
            errors.extend(scale::errors(new, self.scale.as_ref(), Side::Both));
            embedded::content(new, &self.schema, "", &mut errors, &mut room);
        }
        if old.is_none_or(|old| lists::are_right(old, &self.schema)) {
            lists::collect(new, &self.schema, &mut errors, &mut room);
        }
        if let Some(part) = rules.part {
            let is_blocked = room.cut() > 0 || errors.iter().any(|error| is_blocking(error.ty));
            if is_blocked {
                let error = FieldError::new(ErrorType::Invalid, new.at, "<nil>", NOT_CHECKED);
                errors.push(error.with_value("null"));
            }
            if !is_blocked {
                let found = judge_update(part, rules, new, old, pair, room);
                errors.extend(found.errors);
                room = found.room;
                answer.warnings.extend(found.warnings);
                (answer.broken, answer.work, answer.cost) = (found.broken, found.work, found.cost);
            } else if rules.run_always {
                let found = judge_update(part, rules, new, old, pair, Room::default());
                (answer.broken, answer.work, answer.cost) = (found.broken, found.work, found.cost);
            }
        }
        errors.extend(room.error(new.at, "<nil>"));
        if errors.is_empty() {
            answer.warnings.extend(metadata::warnings(new, old));
        }
        answer.errors = errors;
    }
}

/// The endpoint that an object is written to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Endpoint {
    /// The object's own endpoint.
    #[default]
    Main,
    /// The endpoint of its status.
    Status,
}

fn is_true(node: &Node, key: &str) -> bool {
    node.field(key).is_some_and(|flag| flag.value == Value::Bool(true))
}

/// The server's warning about a deprecated version (k8s: `defaultDeprecationWarning`).
fn deprecation(crd: &CustomResourceDefinition, version: &Version, node: &Node) -> Option<String> {
    if !is_true(node, "deprecated") {
        return None;
    }
    if let Some(text) = node.field("deprecationWarning").and_then(Node::as_str) {
        return Some(text.to_owned());
    }
    let mut text = format!("{}/{} {} is deprecated", crd.group, version.name, crd.kind);
    let own = priority(&version.name);
    let versions =
        crd.node.field("spec").and_then(|spec| spec.field("versions")).map(|versions| &versions.value);
    let versions = match versions {
        Some(Value::List(versions)) => versions.as_slice(),
        _ => &[],
    };
    let others = versions.iter().filter(|other| is_true(other, "served") && !is_true(other, "deprecated"));
    let names = others.filter_map(|other| other.field("name").and_then(Node::as_str));
    if let Some(best) = names.filter(|name| priority(name) > own).max_by_key(|name| priority(name)) {
        text += &format!("; use {}/{best} {}", crd.group, crd.kind);
    }
    Some(text)
}

/// Sort key of a version: `v2`, `v1`, `v1beta2`, `v1alpha1`. Other names come after them, in alphabetical order
/// (k8s: `CompareKubeAwareVersionStrings`).
fn priority(name: &str) -> (u8, u64, u64, Reverse<&str>) {
    let other = (0, 0, 0, Reverse(name));
    let Some(rest) = name.strip_prefix('v') else { return other };
    let (kind, parts) = match (rest.split_once("beta"), rest.split_once("alpha")) {
        (Some(parts), _) => (2, parts),
        (None, Some(parts)) => (1, parts),
        (None, None) => (3, (rest, "0")),
    };
    match (parts.0.parse(), parts.1.parse()) {
        (Ok(major), Ok(minor)) => (kind, major, minor, Reverse("")),
        _ => other,
    }
}

/// A field that no schema describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// `spec.list[0].nmae`
    pub path: String,
    /// Where the key stands.
    pub at: Position,
    /// Advice.
    pub help: Option<String>,
}

/// The server's answer.
#[derive(Debug, Default)]
pub struct Answer {
    /// Why the server cannot decode the object, and where.
    pub refusal: Option<FileError>,
    /// Repeated keys.
    pub repeated: FieldMistakes,
    /// The paths of the fields that no schema describes, in the server's order.
    pub unknown: Vec<Unknown>,
    /// The number of further unknown fields.
    pub omitted_unknown: usize,
    /// Mistakes in the object.
    pub errors: Vec<FieldError>,
    /// The server's warnings, such as mistakes that were there before the update.
    pub warnings: Vec<String>,
    /// The object as it would be stored.
    pub object: Node,
    /// The rules behind the errors, by their address in the schema.
    pub(crate) broken: Vec<usize>,
    /// The work of the evaluation.
    pub(crate) work: u64,
    /// The cost of the rules.
    pub(crate) cost: u64,
}

impl Answer {
    /// The server's decoding error. A `strict` server also refuses unknown fields.
    #[must_use]
    pub fn decoding_error(&self, strict: bool) -> Option<String> {
        if let Some(refusal) = &self.refusal {
            return Some(refusal.message.clone());
        }
        let unknown = self.unknown.iter().map(|unknown| format!("unknown field \"{}\"", unknown.path));
        let unknown = self.repeated.texts().into_iter().chain(unknown);
        let mistakes: Vec<String> = unknown.chain(self.omitted_unknown()).collect();
        (strict && !mistakes.is_empty()).then(|| format!("strict decoding error: {}", mistakes.join(", ")))
    }

    /// A text about the unknown fields that are not listed.
    #[must_use]
    pub fn omitted_unknown(&self) -> Option<String> {
        let omitted = self.omitted_unknown;
        (omitted > 0).then(|| format!("{omitted} more unknown fields"))
    }

    /// True if the object would be stored.
    #[must_use]
    pub fn is_accepted(&self, strict: bool) -> bool {
        self.errors.is_empty() && self.decoding_error(strict).is_none()
    }
}

/// True for the error that reports that no rules ran.
pub(crate) fn is_not_checked(error: &FieldError) -> bool {
    error.detail == NOT_CHECKED
}

/// True if the server runs no rules after such an error.
fn is_blocking(ty: ErrorType) -> bool {
    matches!(
        ty,
        ErrorType::NotSupported
            | ErrorType::Required
            | ErrorType::TooLong
            | ErrorType::TooMany
            | ErrorType::TypeInvalid
    )
}

/// The server's error when other errors keep it from running rules.
pub(crate) const NOT_CHECKED: &str = "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
