//! Answers of a real API server about custom resources, and a comparison with `cel-codegen validate`.

use crate::{
    apiserver::{CRDS, Request, Response, Server},
    server::{Cause, status_message},
};
use cel_codegen::objects::{Answer, Endpoint, FileObjects, Resources};
use cel_compiler::{
    crd::{definition::CrdFile, document},
    library::KubernetesVersion,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// One version of a CRD.
pub struct Version<'v> {
    /// The CRD.
    pub crd: &'v Value,
    /// The version's name.
    pub name: &'v str,
    /// The resources that judge its objects in this project.
    pub resources: Resources,
}

/// An object that is sent, and the object that it replaces.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Write {
    /// The object.
    pub object: Value,
    /// The stored object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<Value>,
    /// True if unknown fields are errors.
    #[serde(default)]
    pub is_strict: bool,
    /// True if only the status is written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_status: bool,
    /// The object as text, if JSON values cannot express it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

impl Write {
    /// A create.
    #[must_use]
    pub fn new(object: Value) -> Self {
        Write { object, old: None, is_strict: false, is_status: false, text: None }
    }
}

/// An object as the text of a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Text {
    /// `json` or `yaml`
    pub kind: String,
    /// The text.
    pub body: String,
}

/// The server's answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Theirs {
    /// The HTTP status code.
    pub code: u16,
    /// The message of the server, if it refuses the write.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The errors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<Cause>,
    /// The warnings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// A CRD with an additional version through which everything can be stored.
pub fn with_loose_version(crd: &Value) -> Value {
    let mut crd = crd.clone();
    let schema = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true});
    let loose =
        json!({"name": LOOSE, "served": true, "storage": false, "schema": {"openAPIV3Schema": schema}});
    let versions = crd["spec"]["versions"].as_array_mut().expect("versions");
    versions.iter_mut().for_each(|version| version["served"] = true.into());
    versions.push(loose);
    // There is no webhook for conversions.
    crd["spec"]["conversion"] = json!({"strategy": "None"});
    crd
}

/// Installs CRDs, each with such a version.
///
/// # Errors
/// If the server refuses one.
pub fn install(server: &Server, crds: &[Value]) -> Result<()> {
    for crd in crds {
        let answer = server.send("POST", CRDS, "json", &with_loose_version(crd).to_string())?;
        if answer.code != 201 {
            return Err(format!("{}: {}", crd["metadata"]["name"], answer.body["message"]).into());
        }
    }
    Ok(())
}

impl<'v> Version<'v> {
    /// A version of a CRD.
    ///
    /// # Errors
    /// If the CRD cannot be read.
    pub fn new(crd: &'v Value, name: &'v str) -> Result<Self> {
        Ok(Version { crd, name, resources: Resources::of(&CrdFile::read(&crd.to_string())?) })
    }

    fn group(&self) -> &'v str {
        self.crd["spec"]["group"].as_str().unwrap_or_default()
    }

    /// The path of the objects in the API.
    pub fn path(&self, version: &str) -> String {
        let spec = &self.crd["spec"];
        let scope = if spec["scope"] == "Namespaced" { "namespaces/default/" } else { "" };
        let plural = spec["names"]["plural"].as_str().unwrap_or_default();
        format!("apis/{}/{version}/{scope}{plural}", self.group())
    }

    /// Waits until the server serves the version.
    ///
    /// # Errors
    /// If it never serves it.
    pub fn wait(&self, server: &Server) -> Result<()> {
        for _ in 0..100 {
            if [self.name, LOOSE].iter().all(|version| {
                server.send("GET", &self.path(version), "json", "").is_ok_and(|answer| answer.code == 200)
            }) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Err(format!("{} is not served", self.path(self.name)).into())
    }

    /// An object of this version. It gets this metadata unless it has some.
    pub fn dressed(&self, object: &Value, metadata: Value) -> Value {
        let mut object = if object.is_object() { object.clone() } else { json!({}) };
        object["apiVersion"] = format!("{}/{}", self.group(), self.name).into();
        object["kind"] = self.crd["spec"]["names"]["kind"].clone();
        object["metadata"] = metadata;
        object
    }

    /// Stores an object without checks, and returns it as stored.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn stored(&self, server: &Server, object: &Value) -> Result<Option<Value>> {
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let mut object = object.clone();
        object["apiVersion"] = format!("{}/{LOOSE}", self.group()).into();
        let answer = server.send("POST", &self.path(LOOSE), "json", &object.to_string())?;
        if answer.code != 201 {
            println!("not stored: {}", answer.body["message"]);
            return Ok(None);
        }
        Ok(Some(server.send("GET", &format!("{}/{name}", self.path(self.name)), "json", "")?.body))
    }

    /// True if the status has its own endpoint.
    pub fn has_status(&self) -> bool {
        let api_version = format!("{}/{}", self.group(), self.name);
        self.resources
            .all()
            .iter()
            .any(|resource| resource.api_version == api_version && resource.has_status())
    }

    /// The request of a write.
    pub fn request(&self, write: &Write) -> Request {
        let mode = if write.is_strict { "Strict" } else { "Warn" };
        let (method, name) = match &write.old {
            None => ("POST", String::new()),
            Some(old) => ("PUT", format!("/{}", old["metadata"]["name"].as_str().unwrap_or_default())),
        };
        let name = if write.is_status { name + "/status" } else { name };
        let path = format!("{}{name}?dryRun=All&fieldValidation={mode}", self.path(self.name));
        let is_yaml = write.text.as_ref().is_some_and(|text| text.kind == "yaml");
        let body = write.text.as_ref().map_or_else(|| write.object.to_string(), |text| text.body.clone());
        Request { method, path, kind: if is_yaml { "yaml" } else { "json" }, body }
    }

    /// The differences between our answer and the server's.
    ///
    /// # Errors
    /// If the CRD has no such objects.
    pub fn differences(&self, write: &Write, theirs: &Theirs) -> Result<Vec<String>> {
        let text = write.text.as_ref().map_or_else(|| write.object.to_string(), |text| text.body.clone());
        let objects = FileObjects::read(&text, &self.resources)?;
        let object = objects.iter().next().ok_or("no object")?;
        let old = write.old.as_ref().map(|old| document::read(&old.to_string())).transpose()?;
        let old = old.as_ref().and_then(|read| read.first());
        let resource = self.resources.of_object(object.node).ok_or("an object of another CRD")?;
        let endpoint = if write.is_status { Endpoint::Status } else { Endpoint::Main };
        let mut ours = resource.judge(object.node, old, endpoint, KubernetesVersion::NEW_EXPRESSIONS);
        ours.repeated = object.repeated_keys();
        Ok(self.compare(write, theirs, &ours))
    }

    fn compare(&self, write: &Write, theirs: &Theirs, ours: &Answer) -> Vec<String> {
        let kind = write.object["kind"].as_str().unwrap_or_default();
        let name = write.object["metadata"]["name"].as_str().unwrap_or_default();
        if let Some(text) = ours.decoding_error(write.is_strict) {
            let text = format!("{kind} in version {:?} cannot be handled as a {kind}: {text}", self.name);
            let is_same = text == theirs.message || is_of_same_resource(&text, &theirs.message);
            return if is_same {
                Vec::new()
            } else {
                vec![format!("decoding: ours {text}, theirs {}", theirs.message)]
            };
        }
        let mut found = Vec::new();
        let subject = format!("{kind}.{} {name:?}", self.group());
        if theirs.code >= 300 && status_message(&subject, &theirs.causes) != theirs.message {
            found.push(format!("message {} {}", theirs.code, theirs.message));
        }
        let causes = ours.errors.iter().map(|error| Cause {
            reason: error.ty.as_str().to_owned(),
            message: error.body(),
            field: error.field.clone(),
        });
        let (causes, theirs_sorted) = (sorted(causes.collect()), sorted(theirs.causes.clone()));
        found.extend(only(&causes, &theirs_sorted).map(|cause| format!("only ours: {cause:?}")));
        found.extend(only(&theirs_sorted, &causes).map(|cause| format!("only theirs: {cause:?}")));
        if found.is_empty() && causes.len() != theirs.causes.len() {
            found.push("the same errors, another number of times".to_owned());
        }
        // A refused write has no warnings about unknown fields.
        let mut warnings: Vec<String> = ours.repeated.told().map(|key| key.text.clone()).collect();
        warnings.extend(ours.unknown.iter().map(|unknown| format!("unknown field \"{}\"", unknown.path)));
        warnings.extend(ours.warnings.iter().cloned());
        let (mut a, mut b) = (warnings, theirs.warnings.clone());
        a.sort();
        a.dedup();
        b.sort();
        if a != b {
            found.push(format!("warnings: ours {a:?}, theirs {b:?}"));
        }
        found
    }
}

impl Theirs {
    /// The part of a response that is compared.
    pub fn of(response: &Response) -> Self {
        let causes = serde_json::from_value(response.body["details"]["causes"].clone());
        let message = response.body["message"].as_str().filter(|_| response.code >= 300);
        Theirs {
            code: response.code,
            message: message.unwrap_or_default().to_owned(),
            causes: causes.unwrap_or_default(),
            warnings: response.warnings.clone(),
        }
    }
}

/// True if both texts name a key of the same embedded resource. The server visits these keys in Go's random order, and reports the first mistake.
fn is_of_same_resource(ours: &str, theirs: &str) -> bool {
    let resource = |text: &str| {
        let (path, _) = text.split_once(": Invalid value: ")?;
        path.rsplit_once('.').map(|(resource, _)| resource.to_owned())
    };
    resource(ours).is_some_and(|ours| Some(ours) == resource(theirs))
}

fn sorted(mut causes: Vec<Cause>) -> Vec<Cause> {
    causes.sort_by(|a, b| (&a.field, &a.reason, &a.message).cmp(&(&b.field, &b.reason, &b.message)));
    causes
}

fn only<'c>(of: &'c [Cause], others: &'c [Cause]) -> impl Iterator<Item = &'c Cause> {
    of.iter().filter(|cause| !others.contains(cause))
}

const LOOSE: &str = "vloose";

/// The path of a file with recorded answers.
pub fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file)
}

/// The CRDs of the recorded writes, and the writes.
///
/// # Errors
/// If they cannot be read.
pub fn recorded() -> Result<(Vec<Value>, Vec<Case>)> {
    let crds = document::read(&fs::read_to_string(data("validate_crds.yaml"))?)?;
    let cases = fs::read_to_string(data(CASES))?;
    let cases = cases.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?;
    Ok((crds.iter().map(document::Node::to_json).collect(), cases))
}

/// File with the recorded writes.
pub const CASES: &str = "validate_cases.jsonl";

/// A recorded write.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Case {
    /// A name.
    pub id: String,
    /// Its topic.
    pub why: String,
    /// Kind of the object.
    pub kind: String,
    /// The object without its kind.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub new: Value,
    /// The object as text, instead of `new`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
    /// The object that it replaces, for an update.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub old: Option<Value>,
    /// True if unknown fields are errors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub strict: bool,
    /// True if only the status is written.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub status: bool,
    /// The object as it was sent, and the object as it was stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub write: Option<Write>,
    /// The answer.
    #[serde(default)]
    pub answer: Theirs,
}

impl Case {
    /// Asks a server, and stores its answer.
    ///
    /// # Errors
    /// If there is no answer.
    pub fn ask(&mut self, server: &Server, version: &Version<'_>) -> Result<()> {
        let metadata = |object: &Value, name: String| match &object["metadata"] {
            Value::Null => json!({"name": name}),
            metadata => metadata.clone(),
        };
        let name = self.id.replace('_', "-");
        let mut write = Write {
            object: version.dressed(&self.new, metadata(&self.new, name.clone())),
            old: None,
            is_strict: self.strict,
            is_status: self.status,
            text: self.text.clone(),
        };
        if let Some(text) = &self.text {
            let (read, _) = document::read_repeated(&text.body)?;
            write.object = read.first().ok_or("no object")?.to_json();
        }
        if let Some(old) = &self.old {
            let old = version.dressed(old, metadata(old, name));
            let stored = version.stored(server, &old)?.ok_or_else(|| format!("{} is not stored", self.id))?;
            write.object["metadata"] = stored["metadata"].clone();
            write.old = Some(stored);
        }
        let answer = server.send_all(&[version.request(&write)])?.remove(0);
        for object in [Some(&mut write.object), write.old.as_mut()].into_iter().flatten() {
            let metadata = object["metadata"].as_object_mut().ok_or("no metadata")?;
            ["managedFields", "creationTimestamp", "uid"].iter().for_each(|key| drop(metadata.remove(*key)));
        }
        (self.write, self.answer) = (Some(write), Theirs::of(&answer));
        Ok(())
    }
}
