//! Forms that serde gives an object: flattened parts, enums of each kind, newtypes, other maps.

use crate::Crd;
use cel_runtime::XValidation;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Flat", namespaced)]
#[schemars(transform = FlatSpec::x_validations)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.minSize <= self.maxSize", message = "sizes", field_path = ".minSize")]
#[x_validation(rule = "!has(self.note) || self.note != self.name", message = "says nothing new")]
#[x_validation(
    rule = "self.minSize >= oldSelf.minSize",
    message_expression = "'below %d'.format([oldSelf.minSize])"
)]
pub struct FlatSpec {
    #[schemars(length(max = 10))]
    #[x_validation(rule = "self != ''")]
    name: String,
    #[serde(flatten)]
    sizes: Sizes,
    #[serde(flatten)]
    extra: Extra,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Sizes::x_validations)]
#[serde(rename_all = "camelCase")]
pub struct Sizes {
    #[x_validation(rule = "self > 0", message = "positive")]
    min_size: i64,
    #[x_validation(rule = "self == oldSelf || self == oldSelf * 2", message = "doubles")]
    max_size: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Extra::x_validations)]
pub struct Extra {
    #[schemars(length(max = 10))]
    note: Option<String>,
    #[schemars(extend("maxProperties" = 4))]
    #[x_validation(rule = "self.all(k, k.size() < 4)", message = "long keys")]
    #[x_validation(values(rule = "self != ''", reason = "FieldValueRequired", message = "a value"))]
    tags: BTreeMap<String, String>,
}

#[derive(CustomResource, XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.dev", version = "v1", kind = "Source", namespaced)]
#[schemars(transform = SourceSpec::x_validations)]
#[x_validation(rule = "has(self.from.git) || has(self.either.path)", message = "git or a path")]
#[x_validation(
    rule = "has(self.from.git) == has(oldSelf.from.git)",
    message = "another source",
    field_path = ".from"
)]
pub struct SourceSpec {
    from: From,
    either: Either,
    plain: Plain,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = From::x_validations)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
#[x_validation(
    rule = "!has(self.git) || self.git.cloneUrl.startsWith('https://')",
    message = "https",
    field_path = ".git.cloneUrl"
)]
#[x_validation(rule = "!has(self.names) || self.names.size() > 0", reason = "FieldValueRequired")]
pub enum From {
    Git {
        #[schemars(length(max = 60))]
        #[x_validation(rule = "self == oldSelf", message = "the place stays")]
        clone_url: String,
        #[x_validation(rule = "self > 0")]
        depth: Option<i32>,
    },
    Image(Reference),
    #[serde(rename = "names")]
    Names(#[schemars(length(max = 4))] Vec<Label>),
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Reference::x_validations)]
#[x_validation(rule = "has(self.tag) != has(self.digest)", message = "a tag or a digest")]
pub struct Reference {
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<Label>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<Label>,
}

/// A newtype with rules of its own.
#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[schemars(transform = Label::x_validations)]
#[x_validation(rule = "self.matches('^[a-z0-9]+$')", message_expression = "self + ' is no label'")]
pub struct Label(#[schemars(length(max = 10))] String);

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Either::x_validations)]
#[serde(untagged)]
#[x_validation(rule = "!has(self.path) || self.path != '/'", message = "the root")]
pub enum Either {
    File {
        #[schemars(length(max = 20))]
        #[x_validation(rule = "self.startsWith('/')", message = "absolute")]
        path: String,
    },
    Port(Port),
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Port::x_validations)]
pub struct Port {
    #[x_validation(rule = "self > 0 && self < 65536", message = "a port")]
    port: i64,
}

#[derive(XValidation, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[schemars(transform = Plain::x_validations)]
pub struct Plain {
    #[schemars(length(max = 4))]
    #[x_validation(rule = "self.isSorted()", items(rule = "self.size() > 1"))]
    sorted: BTreeSet<String>,
    #[x_validation(rule = "self.size() == 2 && self[0] < self[1]", message = "a range")]
    pair: [i32; 2],
    #[x_validation(rule = "self != 'x'")]
    letter: char,
    boxed: Option<Box<Port>>,
}

pub(crate) fn crds() -> Vec<Crd> {
    vec![flats(), sources()]
}

fn flats() -> Crd {
    let flat = |name: &str, min: i64, max: i64| json!({"spec": {"name": name, "minSize": min, "maxSize": max, "note": "n", "tags": {"k": "v"}}});
    Crd::of::<Flat>([flat("a", 1, 2), flat("b", 2, 4), flat("c", 3, 3)])
        .create(json!({"/spec/minSize": 0, "/spec/maxSize": -1}))
        .create(json!({"/spec/note": "a", "/spec/tags": {"long": "", "k": ""}}))
        .update(json!({}), json!({"/spec/minSize": 2, "/spec/maxSize": 3}))
        .update(json!({}), json!({"/spec/minSize": 0, "/spec/maxSize": 4}))
        .update(json!({"/spec/minSize": -5}), json!({"/spec/note": null}))
        .update(json!({"/spec/tags": {"k": ""}}), json!({"/spec/name": ""}))
}

fn sources() -> Crd {
    let source = |from: Value, either: Value| json!({"spec": {"from": from, "either": either, "plain": {"sorted": ["aa", "bb"], "pair": [1, 2], "letter": "é"}}});
    let git = json!({"git": {"cloneUrl": "https://example.dev", "depth": 1}});
    Crd::of::<Source>([
        source(git.clone(), json!({"path": "/a"})),
        source(git, json!({"port": 80})),
        source(json!({"image": {"tag": "v1"}}), json!({"path": "/b"})),
        source(json!({"names": ["a", "b"]}), json!({"path": "/c"})),
    ])
    .create(json!({"/spec/from/git": {"cloneUrl": "http://x", "depth": 0}}))
    .create(json!({"/spec/from": {"image": {"tag": "V", "digest": "_"}}, "/spec/either": {"port": 0}}))
    .create(json!({"/spec/from": {"names": []}, "/spec/either": {"path": "/"}}))
    .create(json!({"/spec/from": {"names": ["A", "b", ""]}, "/spec/either": {"path": "a"}}))
    .create(json!({"/spec/plain/sorted": ["b", "aa"], "/spec/plain/pair": [2, 1], "/spec/plain/letter": "x", "/spec/plain/boxed": {"port": -1}}))
    .update(json!({}), json!({"/spec/from/git/cloneUrl": "https://b", "/spec/from/git/depth": -1}))
    .update(json!({}), json!({"/spec/from": {"image": {"digest": "0"}}}))
    .update(json!({"/spec/from": {"names": ["A"]}}), json!({"/spec/from": {"names": ["A", "B"]}}))
    .update(json!({"/spec/from": {"names": ["A"]}}), json!({"/spec/either": {"path": "x"}}))
    .update(json!({"/spec/either": {"port": 0}}), json!({"/spec/plain/letter": "x"}))
}
