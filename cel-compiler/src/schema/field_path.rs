//! `fieldPath`: a path from a rule's node to the field that is reported (k8s: `schema/cel/validation.go`, `ValidFieldPath`).

mod help;

pub use help::help;

use super::reference::definition;
use super::{DeclKind, DeclType, Encoding, Schema};
use std::fmt;

/// Why a path is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldPathError {
    /// The node has no property of this name.
    NoField(String),
    /// The text is not a path.
    Syntax(String),
}

impl fmt::Display for FieldPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldPathError::NoField(name) => write!(f, "`{name}` does not refer to a valid field"),
            FieldPathError::Syntax(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for FieldPathError {}

/// The path in the form that is appended to the node's own: `spec.a`, `[key]`.
///
/// # Errors
/// If the text is not a path, or names a property that does not exist.
pub fn resolve(schema: &Schema, node: &DeclType, path: &str) -> Result<String, FieldPathError> {
    let mut node = Some(node);
    let mut out = String::new();
    for name in segments(path)? {
        let (next, is_key) =
            child(schema, node, &name).ok_or_else(|| FieldPathError::NoField(name.clone()))?;
        if is_key || name.is_empty() {
            out.push('[');
            out.push_str(&name);
            out.push(']');
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(&name);
        }
        node = next;
    }
    Ok(out)
}

/// The node below, if it is known, and whether the name is a key of a map.
fn child<'s>(
    schema: &'s Schema,
    node: Option<&'s DeclType>,
    name: &str,
) -> Option<(Option<&'s DeclType>, bool)> {
    if node?.encoding == Encoding::Resource {
        return None; // the properties that rules see are not declared
    }
    match &node?.kind {
        DeclKind::Ref(id) => child(schema, definition(Some(schema), id), name),
        // any key, but no path below it (k8s: `ValidFieldPath` knows `additionalProperties: true`)
        DeclKind::Object { .. } if node?.encoding == Encoding::FreeMap => Some((None, true)),
        DeclKind::Object { fields, .. } => fields.find(name).map(|field| (Some(&field.node), false)),
        DeclKind::Map { values } => Some((Some(values), true)),
        // only the server knows the nodes below
        DeclKind::Opaque | DeclKind::Unknown | DeclKind::Error => Some((node, false)),
        DeclKind::Bool
        | DeclKind::Int
        | DeclKind::Double
        | DeclKind::String
        | DeclKind::Bytes
        | DeclKind::Duration
        | DeclKind::Date
        | DeclKind::DateTime
        | DeclKind::IntOrString
        | DeclKind::List { .. } => None,
    }
}

/// The names in a path.
///
/// # Errors
/// If the text is not a path.
pub(crate) fn segments(path: &str) -> Result<Vec<String>, FieldPathError> {
    let syntax = |text: String| Err(FieldPathError::Syntax(text));
    let mut tokens = tokens(path).into_iter();
    let mut out = Vec::new();
    while let Some(token) = tokens.next() {
        let name = match token {
            "." => match tokens.next() {
                Some(name) if !["[", "]", "."].contains(&name) => name.to_owned(),
                Some(other) => return syntax(format!("unexpected `{other}`")),
                None => return syntax("unexpected end of JSON path".to_owned()),
            },
            "[" => {
                let Some(quoted) = tokens.next() else {
                    return syntax("unexpected end of JSON path".to_owned());
                };
                let inner = quoted.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                let Some(inner) = inner.filter(|_| quoted.len() > 1) else {
                    return syntax(format!("expected single quoted string but got `{quoted}`"));
                };
                match tokens.next() {
                    Some("]") => unescape(inner)?,
                    Some(other) => return syntax(format!("expected `]` but got `{other}`")),
                    None => return syntax("unexpected end of JSON path".to_owned()),
                }
            }
            other => return syntax(format!("expected `[` or `.` but got `{other}`")),
        };
        out.push(name);
    }
    Ok(out)
}

/// The tokens of a path, cut at `.`, `[` and `]`. A token that begins with a quote ends at the next quote without a backslash.
#[must_use]
pub fn tokens(mut path: &str) -> Vec<&str> {
    let mut out = Vec::new();
    while let Some(first) = path.chars().next() {
        let end = match first {
            '.' | '[' | ']' => 1,
            '\'' => {
                let bytes = path.as_bytes();
                let close = (1..bytes.len()).find(|i| bytes[*i] == b'\'' && bytes[*i - 1] != b'\\'); // i is in range
                close.map_or(path.len(), |close| close + 1)
            }
            _ => path.find(['.', '[', ']']).unwrap_or(path.len()),
        };
        let (token, rest) = path.split_at(end);
        out.push(token);
        path = rest;
    }
    out
}

fn unescape(text: &str) -> Result<String, FieldPathError> {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match chars.next() {
            Some('a') => '\x07',
            Some('b') => '\x08',
            Some('f') => '\x0c',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\x0b',
            Some(c @ ('\'' | '\\')) => c,
            other => {
                let other = other.map(String::from).unwrap_or_default();
                return Err(FieldPathError::Syntax(format!("invalid escape char \\{other}")));
            }
        });
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Access, DeclField};
    use std::collections::BTreeMap;

    fn object(fields: &[(&str, DeclType)]) -> DeclType {
        let field = |(name, node): &(&str, DeclType)| DeclField {
            name: (*name).to_owned(),
            rust_name: None,
            node: node.clone(),
            required: true,
            access: Access::default(),
        };
        let fields = fields.iter().map(field).collect();
        DeclType::new(DeclKind::Object { fields, preserve_unknown_fields: false })
    }

    fn check(path: &str, expected: Result<&str, &str>) {
        let inner = object(&[("q", DeclType::new(DeclKind::Int))]);
        let map = DeclType::new(DeclKind::Map { values: Box::new(inner.clone()) });
        let list =
            DeclType::new(DeclKind::List { items: Box::new(inner.clone()), list_type: Default::default() });
        let node = object(&[
            ("m", map),
            ("l", list),
            ("a", inner.clone()),
            ("a.b", inner),
            ("in", DeclType::new(DeclKind::Int)),
        ]);
        let schema = Schema { root: String::new(), definitions: BTreeMap::new() };
        let found = resolve(&schema, &node, path).map_err(|error| error.to_string());
        assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{path}");
    }

    #[test]
    fn paths_follow_the_schema() {
        check(".a.q", Ok("a.q"));
        check(".a['q']", Ok("a.q"));
        check("['a.b'].q", Ok("a.b.q"));
        check(".m['k'].q", Ok("m[k].q"));
        check(".m.k", Ok("m[k]"));
        check(".m['']", Ok("m[]"));
        check(".m['it\\'s']", Ok("m[it's]"));
        check(".in", Ok("in"));
        check(".z", Err("`z` does not refer to a valid field"));
        check(".l.q", Err("`q` does not refer to a valid field"));
        check(".l[0]", Err("expected single quoted string but got `0`"));
        check("a", Err("expected `[` or `.` but got `a`"));
        check(".a.", Err("unexpected end of JSON path"));
        check(".m['\\x']", Err("invalid escape char \\x"));
    }
}
