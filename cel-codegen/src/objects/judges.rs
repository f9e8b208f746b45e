//! Judges many objects: prepares each schema once, and compiles each rule once.

use super::{Answer, Compiled, Endpoint, Part, Resource, Resources, Rules};
use cel_compiler::{
    crd::{document::Node, props::SchemaProps},
    library::KubernetesVersion,
    parser::Copies,
    schema::Schema,
};
use std::{borrow::Cow, cell::OnceCell, collections::HashMap};

/// Judges for the objects of some resources.
pub struct Judges<'p> {
    resources: &'p Resources,
    judges: Vec<Judge<'p>>,
    /// By `apiVersion` and `kind`.
    by_kind: HashMap<(&'p str, &'p str), usize>,
}

/// A judge for the objects of one resource.
pub struct Judge<'p> {
    resource: &'p Resource,
    schema: &'p SchemaProps,
    /// Set for the first object.
    part: &'p OnceCell<Option<Part<'p>>>,
    compiled: Compiled<'p>,
}

impl Judges<'_> {
    /// Calls a function with the judges of some resources.
    pub fn with<R>(
        resources: &Resources,
        version: KubernetesVersion,
        use_them: impl FnOnce(&Judges<'_>) -> R,
    ) -> R {
        let schemas: Vec<Cow<'_, SchemaProps>> =
            resources.all().iter().map(|resource| resource.schema.for_release(version)).collect();
        let copies: Vec<Copies> = schemas.iter().map(|_| Copies::default()).collect();
        let parts: Vec<OnceCell<Option<Part<'_>>>> = schemas.iter().map(|_| OnceCell::new()).collect();
        let definitions = Schema::default();
        let all = resources.all().iter().zip(&schemas).zip(parts.iter().zip(&copies));
        let judges: Vec<Judge<'_>> = all
            .map(|((resource, schema), (part, copies))| {
                let compiled = Compiled::new(version, copies, &definitions);
                Judge { resource, schema, part, compiled }
            })
            .collect();
        let kinds = resources.all().iter().enumerate().rev();
        let by_kind =
            kinds.map(|(i, resource)| ((resource.api_version.as_str(), resource.kind.as_str()), i)).collect();
        use_them(&Judges { resources, judges, by_kind })
    }
}

impl<'p> Judges<'p> {
    /// The resources.
    #[must_use]
    pub fn resources(&self) -> &'p Resources {
        self.resources
    }

    /// The judge of an object, by its `apiVersion` and `kind`.
    #[must_use]
    pub fn of_object(&self, object: &Node) -> Option<&Judge<'p>> {
        let text = |key: &str| object.field(key).and_then(Node::as_str);
        let kind = (text("apiVersion")?, text("kind")?);
        self.judges.get(*self.by_kind.get(&kind)?)
    }
}

impl Judge<'_> {
    /// The resource.
    #[must_use]
    pub fn resource(&self) -> &Resource {
        self.resource
    }

    /// The server's answer to a create, or to an update of `old`.
    #[must_use]
    pub fn judge(&self, object: &Node, old: Option<&Node>, endpoint: Endpoint) -> Answer {
        let part = self.part.get_or_init(|| Part::of_resource(self.schema));
        let rules = Rules {
            part: part.as_ref(),
            compiled: &self.compiled,
            run_always: false,
            only: None,
            matches: None,
        };
        self.resource.judge_with(rules, object, old, endpoint)
    }
}
