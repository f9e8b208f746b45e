//! Checks the numbers of the scale subresource (k8s: `customResourceValidator.ValidateScaleSpec`,
//! `ValidateScaleStatus`).

use cel_compiler::crd::{
    check::{ErrorType, FieldError, go_value},
    document::{Node, Value},
};

/// The numbers that a write can change.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    Status,
}

pub(super) fn errors(object: &Node, scale: Option<&Node>, side: Side) -> Vec<FieldError> {
    let path = |key: &str| scale?.field(key)?.as_str();
    let keys = if side == Side::Both {
        &["specReplicasPath", "statusReplicasPath"][..]
    } else {
        &["statusReplicasPath"]
    };
    let numbers = keys.iter().map(|key| path(key).and_then(|path| number(object, path)));
    let selector = path("labelSelectorPath").and_then(|path| {
        let wrong = wrong(object, path, |node| node.as_str().is_some(), "string")?;
        Some(FieldError::new(ErrorType::Invalid, object.at, path, wrong).with_value("\"\""))
    });
    numbers.flatten().chain(selector).collect()
}

fn number(object: &Node, path: &str) -> Option<FieldError> {
    let invalid = |shown: String, detail: String| {
        FieldError::new(ErrorType::Invalid, object.at, path, detail).with_value(shown)
    };
    if let Some(detail) = wrong(object, path, |node| matches!(node.value, Value::Int(_)), "int64") {
        return Some(invalid("0".to_owned(), detail));
    }
    let value = steps(path).try_fold(object, |node, step| node.field(step))?;
    match value.value {
        Value::Int(number) if number < 0 => {
            Some(invalid(go_value(value), "should be a non-negative integer".to_owned()))
        }
        Value::Int(number) if number > i64::from(i32::MAX) => {
            Some(invalid(go_value(value), format!("should be less than or equal to {}", i32::MAX)))
        }
        _ => None,
    }
}

fn steps(path: &str) -> impl Iterator<Item = &str> {
    path.strip_prefix('.').unwrap_or(path).split('.')
}

/// The error if a path has a value of another type (k8s: `unstructured.NestedFieldNoCopy`). A missing value is
/// no error.
fn wrong(object: &Node, path: &str, fits: fn(&Node) -> bool, expected: &str) -> Option<String> {
    let mut node = object;
    let mut passed = String::new();
    let error = |passed: &str, node: &Node, expected: &str| {
        let (shown, ty) = (go_plain(node), go_type(node));
        Some(format!("{passed} accessor error: {shown} is of the type {ty}, expected {expected}"))
    };
    for step in steps(path) {
        if node.is_null() {
            return None;
        }
        if !matches!(node.value, Value::Object(_)) {
            return error(&format!("{passed}.{step}"), node, "map[string]interface{}");
        }
        passed = format!("{passed}.{step}");
        node = node.field(step)?;
    }
    if fits(node) {
        None
    } else {
        error(&format!(".{}", steps(path).collect::<Vec<_>>().join(".")), node, expected)
    }
}

/// Go's `%v`: `[a 1.5]`, `map[a:b]`.
fn go_plain(node: &Node) -> String {
    match &node.value {
        Value::Null => "<nil>".to_owned(),
        Value::String(text) => text.to_string(),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(go_plain).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Object(entries) => {
            let mut entries: Vec<_> = entries.iter().collect();
            entries.sort_by(|a, b| a.key.cmp(&b.key));
            let entries: Vec<String> =
                entries.iter().map(|entry| format!("{}:{}", entry.key, go_plain(&entry.value))).collect();
            format!("map[{}]", entries.join(" "))
        }
        Value::Bool(_) | Value::Int(_) | Value::Float(_) => go_value(node),
    }
}

fn go_type(node: &Node) -> &'static str {
    match node.value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Float(_) => "float64",
        Value::String(_) => "string",
        Value::List(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
