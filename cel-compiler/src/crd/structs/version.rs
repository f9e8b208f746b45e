//! What `#[kube(..)]` says of a version beside its schema: columns, `scale`, selectable fields, and whether it is served, stored and
//! deprecated.

use super::text::literal;
use crate::crd::document::{Node, Value};
use std::fmt::Write as _;

/// The attributes, one on each line. A part that the API server would refuse, such as a column without a name, is left out.
pub(super) fn attributes(version: &Node) -> String {
    let mut keys = Vec::new();
    for key in ["served", "storage"] {
        if version.field(key).is_some_and(|value| value.value == Value::Bool(false)) {
            keys.push(format!("{key} = false"));
        }
    }
    keys.extend(deprecated(version));
    keys.extend(scale(version));
    keys.extend(list(version, "selectableFields").iter().filter_map(|field| {
        let path = field.field("jsonPath")?.as_str()?;
        Some(format!("selectable = {}", literal(path)))
    }));
    keys.extend(list(version, "additionalPrinterColumns").iter().filter_map(column));
    let mut out = String::new();
    for key in keys {
        _ = writeln!(out, "#[kube({key})]");
    }
    out
}

fn deprecated(version: &Node) -> Option<String> {
    let is_deprecated = version.field("deprecated")?.value == Value::Bool(true);
    let warning = version.field("deprecationWarning").and_then(Node::as_str);
    is_deprecated.then(|| match warning {
        Some(warning) => format!("deprecated = {}", literal(warning)),
        None => "deprecated".to_owned(),
    })
}

fn scale(version: &Node) -> Option<String> {
    let scale = version.field("subresources")?.field("scale")?;
    let path = |name: &str| scale.field(name).and_then(Node::as_str).map(literal);
    let mut keys = vec![
        format!("spec_replicas_path = {}", path("specReplicasPath")?),
        format!("status_replicas_path = {}", path("statusReplicasPath")?),
    ];
    keys.extend(path("labelSelectorPath").map(|path| format!("label_selector_path = {path}")));
    Some(format!("scale({})", keys.join(", ")))
}

fn column(column: &Node) -> Option<String> {
    let text = |name: &str| column.field(name).and_then(Node::as_str).map(literal);
    let mut keys = vec![
        format!("name = {}", text("name")?),
        format!("type_ = {}", text("type")?),
        format!("json_path = {}", text("jsonPath")?),
    ];
    for key in ["description", "format"] {
        keys.extend(text(key).map(|text| format!("{key} = {text}")));
    }
    if let Some(Value::Int(priority)) = column.field("priority").map(|priority| &priority.value) {
        keys.push(format!("priority = {priority}"));
    }
    Some(format!("printcolumn({})", keys.join(", ")))
}

fn list<'n>(version: &'n Node, name: &str) -> &'n [Node] {
    match version.field(name).map(|list| &list.value) {
        Some(Value::List(items)) => items,
        _ => &[],
    }
}
