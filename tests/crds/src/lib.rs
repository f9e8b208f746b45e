//! CRDs that the derive makes and that together show every feature of rules, each with objects to begin with.

#![cfg(feature = "long")]
#![allow(clippy::duplicated_attributes, reason = "rules may have the same message")]

mod adopted;
mod budgets;
mod formats;
mod generics;
mod lists;
mod messages;
mod names;
mod nested;
pub mod no_spec;
mod opaque;
mod ratcheting;
mod roots;
mod shapes;
mod transitions;
mod values;

use cel_runtime::{Options, Report, Status, XValidation};
use kube::CustomResourceExt;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// A CRD and objects of it.
pub struct Crd {
    /// The CRD that `kube` makes of the type.
    pub definition: Value,
    /// Valid objects, as serde writes them; each has a name of its own.
    pub objects: Vec<Value>,
    /// Writes that were thought of, not found by chance.
    pub writes: Vec<Write>,
    read: fn(&Value) -> serde_json::Result<Value>,
    judge: fn(&Value, Option<&Value>) -> serde_json::Result<Verdict>,
}

/// An object that is written, and the one that it replaces.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The object.
    pub new: Value,
    /// For an update.
    pub old: Option<Value>,
    /// Through the resource's `status`.
    pub of_status: bool,
}

/// Our answer about a write.
pub struct Verdict {
    /// Errors, warnings, costs.
    pub report: Report,
    /// The errors as the API's answer.
    pub status: Status,
}

/// All of them.
pub fn all() -> Vec<Crd> {
    let modules: [Vec<Crd>; 15] = [
        transitions::crds(),
        lists::crds(),
        ratcheting::crds(),
        messages::crds(),
        roots::crds(),
        values::crds(),
        formats::crds(),
        shapes::crds(),
        names::crds(),
        nested::crds(),
        opaque::crds(),
        budgets::crds(),
        no_spec::crds(),
        generics::crds(),
        adopted::crds(),
    ];
    modules.into_iter().flatten().collect()
}

impl Crd {
    /// The CRD of a type, with objects that differ from the simplest one by their parts (`spec` and so on).
    ///
    /// # Panics
    /// If they are no objects of the type.
    pub fn of<R>(objects: impl IntoIterator<Item = Value>) -> Self
    where
        R: CustomResourceExt + XValidation + DeserializeOwned + Serialize,
    {
        let definition = serde_json::to_value(R::crd()).expect("a CRD is JSON");
        let mut crd =
            Crd { definition, objects: Vec::new(), writes: Vec::new(), read: read::<R>, judge: judge::<R> };
        for (index, parts) in objects.into_iter().enumerate() {
            let mut object = json!({
                "apiVersion": crd.api_version("v1"),
                "kind": crd.kind(),
                "metadata": { "name": format!("object-{index}") },
            });
            for (name, part) in parts.as_object().into_iter().flatten() {
                object[name] = part.clone();
            }
            let object =
                crd.read(&object).unwrap_or_else(|error| panic!("{}: {error}: {object}", crd.kind()));
            crd.objects.push(object);
        }
        crd
    }

    /// A new object: the first one with changes, by JSON pointer.
    #[must_use]
    pub fn create(mut self, changes: Value) -> Self {
        let new = self.changed(&self.objects[0], &changes);
        self.writes.push(Write { new, old: None, of_status: false });
        self
    }

    /// An update: `before` changes the first object, `change` is what the update changes.
    #[must_use]
    pub fn update(mut self, before: Value, change: Value) -> Self {
        let old = self.changed(&self.objects[0], &before);
        let new = self.changed(&old, &change);
        self.writes.push(Write { new, old: Some(old), of_status: false });
        self
    }

    /// The same through the resource's `status`.
    #[must_use]
    pub fn update_status(self, before: Value, change: Value) -> Self {
        let mut crd = self.update(before, change);
        crd.writes.last_mut().expect("just pushed").of_status = true;
        crd
    }

    fn changed(&self, object: &Value, changes: &Value) -> Value {
        let mut changed = object.clone();
        for (pointer, value) in changes.as_object().expect("changes by pointer") {
            let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
            let key = key.replace("~1", "/").replace("~0", "~");
            match changed.pointer_mut(parent) {
                Some(Value::Object(entries)) => drop(entries.insert(key, value.clone())),
                Some(Value::Array(items)) => items[key.parse::<usize>().expect("an index")] = value.clone(),
                _ => panic!("{}: no {parent}", self.kind()),
            }
        }
        self.read(&changed).unwrap_or_else(|error| panic!("{}: {error}: {changes}", self.kind()))
    }

    /// The object as serde writes it.
    ///
    /// # Errors
    /// If it is no object of the type.
    pub fn read(&self, object: &Value) -> serde_json::Result<Value> {
        (self.read)(object)
    }

    /// Our answer about an object, or about one that replaces another.
    ///
    /// # Errors
    /// If they are no objects of the type.
    pub fn judge(&self, new: &Value, old: Option<&Value>) -> serde_json::Result<Verdict> {
        (self.judge)(new, old)
    }

    /// `apiVersion` in a version.
    pub fn api_version(&self, version: &str) -> String {
        format!("{}/{version}", self.definition["spec"]["group"].as_str().unwrap_or_default())
    }

    /// `kind` of its objects.
    pub fn kind(&self) -> &str {
        self.definition["spec"]["names"]["kind"].as_str().unwrap_or_default()
    }

    /// Whether the status is a resource of its own.
    pub fn has_status(&self) -> bool {
        !self.definition["spec"]["versions"][0]["subresources"]["status"].is_null()
    }
}

fn read<R: DeserializeOwned + Serialize>(object: &Value) -> serde_json::Result<Value> {
    written(&serde_json::from_value::<R>(object.clone())?)
}

/// Through text, as it goes to the server.
fn written(object: &impl Serialize) -> serde_json::Result<Value> {
    serde_json::from_str(&serde_json::to_string(object)?)
}

fn judge<R: CustomResourceExt + XValidation + DeserializeOwned + Serialize>(
    new: &Value,
    old: Option<&Value>,
) -> serde_json::Result<Verdict> {
    let name = new["metadata"]["name"].as_str().unwrap_or_default();
    let new: R = serde_json::from_value(new.clone())?;
    let old: Option<R> = old.map(|old| serde_json::from_value(old.clone())).transpose()?;
    let report = new.x_evaluate(old.as_ref(), &Options::default());
    let resource = R::api_resource();
    let status = report.errors.status(&resource.group, &resource.kind, name);
    Ok(Verdict { report, status })
}
