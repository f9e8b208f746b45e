//! Changes outside of the schemas that affect objects or their clients.

use super::Fact;
use cel_compiler::crd::{
    check::go_json,
    definition::CustomResourceDefinition,
    document::{Node, Position, Value},
};
use std::collections::HashMap;

/// The changes of a CRD and of its versions.
pub(super) fn of_crd(old: &CustomResourceDefinition, new: &CustomResourceDefinition) -> Vec<Fact> {
    let mut facts = Vec::new();
    let nodes = [&old.node, &new.node];
    for path in [["spec", "scope"].as_slice(), &["spec", "names", "kind"]] {
        let [before, after] = nodes.map(|node| at(node, path).and_then(Node::as_str).unwrap_or_default());
        if before != after {
            let text =
                format!("{} is `{after}`, was `{before}`: a server does not change it", path.join("."));
            facts.push(fact(text, true, at(&new.node, path).map_or(new.at, |node| node.at)));
        }
    }
    facts.extend(OF_CRD.iter().filter_map(|noted| noted.fact(nodes, "")));
    let afterwards: HashMap<&str, &Node> =
        versions(new).into_iter().rev().map(|(node, name)| (name, node)).collect();
    for (before, name) in versions(old) {
        if let Some(after) = afterwards.get(name).copied() {
            facts.extend(of_version(name, [before, after]));
        }
    }
    facts
}

fn fact(text: String, is_tighter: bool, at: Position) -> Fact {
    Fact { text, is_tighter, at, is_old: false }
}

fn of_version(name: &str, nodes: [&Node; 2]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let [_, after] = nodes;
    let is = |key: &str| nodes.map(|node| is_true(node, key));
    if is("served") == [true, false] {
        let text = format!("version `{name}` is no longer served: clients that use it are refused");
        facts.push(fact(text, true, after.at));
    }
    if is("storage") == [false, true] {
        let text = format!(
            "objects are stored as version `{name}`; those that exist stay as they are until they are written"
        );
        facts.push(fact(text, false, after.at));
    }
    for (subresource, effect) in SUBRESOURCES {
        let there = nodes.map(|node| {
            at(node, &["subresources", subresource]).filter(|subresource| !subresource.is_null())
        });
        let (text, is_tighter) = match there {
            [None, Some(_)] => (format!("has the subresource `{subresource}`: {effect}"), false),
            [Some(_), None] => {
                (format!("lacks the subresource `{subresource}`: writes to it are refused"), true)
            }
            [Some(old), Some(new)] if go_json(old) != go_json(new) => {
                (format!("has another subresource `{subresource}`: it is about other fields"), false)
            }
            [Some(_), Some(_)] | [None, None] => continue,
        };
        facts.push(fact(format!("version `{name}` {text}"), is_tighter, after.at));
    }
    let [before, afterwards] = nodes.map(selectable_fields);
    let missing = |of: &[&str], others: &[&str]| -> Vec<String> {
        of.iter().filter(|path| !others.contains(path)).map(|path| (*path).to_owned()).collect()
    };
    facts.extend(missing(&before, &afterwards).iter().map(|path| {
        let text = format!(
            "version `{name}` lacks the selectable field `{path}`: requests that select by it are refused"
        );
        fact(text, true, after.at)
    }));
    facts.extend(missing(&afterwards, &before).iter().map(|path| {
        let text = format!("version `{name}` has the selectable field `{path}`: requests may select by it");
        fact(text, false, after.at)
    }));
    facts.extend(OF_VERSION.iter().filter_map(|noted| noted.fact(nodes, &format!("version `{name}`: "))));
    facts
}

/// The paths that requests may select by.
fn selectable_fields(version: &Node) -> Vec<&str> {
    let fields = match version.field("selectableFields").map(|list| &list.value) {
        Some(Value::List(fields)) => fields.as_slice(),
        _ => &[],
    };
    fields.iter().filter_map(|field| field.field("jsonPath")?.as_str()).collect()
}

/// A part of a CRD that decides about no object. Clients may notice its change.
struct Noted {
    path: &'static [&'static str],
    effect: &'static str,
}

impl Noted {
    fn fact(&self, nodes: [&Node; 2], within: &str) -> Option<Fact> {
        let [old, new] = nodes.map(|node| at(node, self.path).filter(|part| !is_none(part)));
        let [before, after] = [old, new].map(|part| part.map(go_json));
        if before == after {
            return None;
        }
        let shown = |text: &Option<String>| match text {
            Some(text) if text.len() <= LONGEST => format!("`{text}`"),
            Some(_) => "another".to_owned(),
            None => "absent".to_owned(),
        };
        let mut text = format!("{within}{} is {}", self.path.join("."), shown(&after));
        if before.as_ref().is_none_or(|before| before.len() <= LONGEST) {
            text += &format!(", was {}", shown(&before));
        }
        let position = new.map_or_else(|| nodes[1].at, |part| part.at);
        Some(fact(text + ": " + self.effect, false, position))
    }
}

/// True if a value means the same as none.
fn is_none(part: &Node) -> bool {
    match &part.value {
        Value::Null | Value::Bool(false) => true,
        Value::List(items) => items.is_empty(),
        Value::Object(_) => {
            part.entries().len() == 1 && part.field("strategy").and_then(Node::as_str) == Some("None")
        }
        Value::Bool(true) | Value::Int(_) | Value::Float(_) | Value::String(_) => false,
    }
}

/// True if a server has stored objects as this version, or may have (k8s: `ValidateCustomResourceDefinitionStoredVersions`).
pub(super) fn is_stored(crd: &CustomResourceDefinition, name: &str) -> bool {
    let stored = crd.node.field("status").and_then(|status| status.field("storedVersions"));
    let listed = stored.is_some_and(|list| match &list.value {
        Value::List(versions) => versions.iter().any(|version| version.as_str() == Some(name)),
        _ => false,
    });
    listed || versions(crd).iter().any(|(node, version)| *version == name && is_true(node, "storage"))
}

fn is_true(node: &Node, key: &str) -> bool {
    node.field(key).is_some_and(|flag| flag.value == Value::Bool(true))
}

/// The part of a node at a path.
fn at<'n>(node: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(node, |node, key| node.field(key))
}

/// The versions in the order of the document, each with its name.
fn versions(crd: &CustomResourceDefinition) -> Vec<(&Node, &str)> {
    let list = crd.node.field("spec").and_then(|spec| spec.field("versions"));
    let versions = match list.map(|list| &list.value) {
        Some(Value::List(versions)) => versions.as_slice(),
        _ => &[],
    };
    versions.iter().filter_map(|node| Some((node, node.field("name")?.as_str()?))).collect()
}

/// The subresources, and what a new one does.
const SUBRESOURCES: [(&str, &str); 2] =
    [("status", "`status` in other writes is dropped"), ("scale", "clients may scale objects")];

const NAMES: &str = "clients know the resource by other names";
const WARNING: &str = "clients get another warning";

const OF_CRD: [Noted; 3] = [
    Noted { path: &["spec", "names", "shortNames"], effect: NAMES },
    Noted { path: &["spec", "names", "categories"], effect: NAMES },
    Noted {
        path: &["spec", "conversion"],
        effect: "objects that are stored as another version are converted in another way",
    },
];

const OF_VERSION: [Noted; 3] = [
    Noted { path: &["deprecated"], effect: WARNING },
    Noted { path: &["deprecationWarning"], effect: WARNING },
    Noted { path: &["additionalPrinterColumns"], effect: "`kubectl get` shows other columns" },
];

/// Longer values are not shown.
const LONGEST: usize = 100;
