//! Advice for a wrong `fieldPath`.

use super::{FieldPathError, child, segments};
use crate::{
    checker::nearest,
    schema::reference::definition,
    schema::{DeclKind, DeclType, Encoding, Schema},
};
use std::borrow::Cow;

/// Advice for a path that [`resolve`](super::resolve) refuses.
#[must_use]
pub fn help(schema: &Schema, node: &DeclType, path: &str, error: &FieldPathError) -> String {
    if matches!(error, FieldPathError::Syntax(_)) {
        return of_syntax(schema, node, path);
    }
    missing(schema, node, &segments(path).unwrap_or_default()).unwrap_or_default()
}

/// Advice for a path that is written as in Rust, in a URL or in JSON: `min`, `/spec/min`, `.ports[0]`, `.labels["app"]`.
fn of_syntax(schema: &Schema, node: &DeclType, path: &str) -> String {
    let Some((names, item)) = loose_names(path) else {
        return "name properties as in JSON: `.spec.minReplicas`, `.labels['app']`".to_owned();
    };
    if let Some(help) = missing(schema, node, &names) {
        return help;
    }
    let right = text(&names);
    match item {
        true => format!("a path cannot go into a list: write `{right}`"),
        false if path.starts_with(['.', '[']) => format!("write `{right}`"),
        false => format!("write `{right}`: a path begins with a dot"),
    }
}

/// The names in a path with separators and quotes of any kind, up to the index of an item, and whether there is one.
fn loose_names(path: &str) -> Option<(Vec<String>, bool)> {
    let mut names = Vec::new();
    for part in path.split(['.', '/', '[']).filter(|part| !part.is_empty()) {
        let is_bracket = part.ends_with(']');
        let name = part.trim_end_matches(']').trim_matches(['\'', '"']);
        if is_bracket && name.chars().all(|c| c.is_ascii_digit() || c == '*') {
            return Some((names, true));
        }
        let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-$".contains(c));
        names.push(is_plain.then(|| name.to_owned())?);
    }
    if names.len() > 1 && names.first().is_some_and(|first| first == "self") {
        names.remove(0);
    }
    (!names.is_empty()).then_some((names, false))
}

/// Advice for the first name that the node lacks; `None` if it has them all.
fn missing(schema: &Schema, node: &DeclType, names: &[String]) -> Option<String> {
    let mut node = Some(node);
    for (n, name) in names.iter().enumerate() {
        let Some((next, _)) = child(schema, node, name) else {
            return Some(node.map_or_else(String::new, |node| at(schema, node, names, n)));
        };
        node = next;
    }
    None
}

/// Advice for the name at `n`, which the node lacks.
fn at(schema: &Schema, node: &DeclType, names: &[String], n: usize) -> String {
    let written = names.get(n).map_or("", String::as_str);
    if let ("self", 0) = (written, n) {
        let rest = text(names.get(1..).unwrap_or_default());
        return format!("write `{rest}`: the path starts at this rule's node");
    }
    let node = resolved(schema, node);
    let fields = match &node.kind {
        DeclKind::Object { fields, .. } if node.encoding != Encoding::Resource => fields,
        DeclKind::List { .. } => {
            return format!(
                "a path cannot go into a list: write `{}`",
                text(names.get(..n).unwrap_or_default())
            );
        }
        _ => return "the path must end here: rules see no properties below".to_owned(),
    };
    let of_rust = fields.iter().find(|field| field.rust_name.as_deref() == Some(written));
    let near = || nearest(written, fields.iter().map(|field| Cow::Borrowed(&*field.name)));
    if let Some(name) = of_rust.map(|field| Cow::Borrowed(&*field.name)).or_else(near) {
        let mut right = names.to_vec();
        if let Some(wrong) = right.get_mut(n) {
            *wrong = name.into_owned();
        }
        return format!("did you mean `{}`?", text(&right));
    }
    let all: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
    let listed = all.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    let more = if all.len() > SHOWN { ", .." } else { "" };
    match n {
        0 => format!("the path starts at this rule's node, which has {listed}{more}"),
        _ => format!("`{}` has {listed}{more}", text(names.get(..n).unwrap_or_default())),
    }
}

/// Number of names that advice lists.
const SHOWN: usize = 8;

fn resolved<'s>(schema: &'s Schema, mut node: &'s DeclType) -> &'s DeclType {
    while let DeclKind::Ref(id) = &node.kind {
        match definition(Some(schema), id) {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

/// `.a['b.c']`
fn text(names: &[String]) -> String {
    let is_plain =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    let part = |name: &String| match is_plain(name) {
        true => format!(".{name}"),
        false => format!("['{}']", name.replace('\\', "\\\\").replace('\'', "\\'")),
    };
    names.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::resolve, *};
    use crate::schema::{Access, DeclField};
    use std::collections::BTreeMap;

    fn object(fields: Vec<(&str, DeclType)>) -> DeclType {
        let field = |(name, node): (&str, DeclType)| DeclField {
            name: name.to_owned(),
            rust_name: (name == "minReplicas").then(|| "min_replicas".to_owned()),
            node,
            required: true,
            access: Access::of(Vec::new()),
        };
        let fields: Vec<DeclField> = fields.into_iter().map(field).collect();
        DeclType::new(DeclKind::Object { fields: fields.into(), preserve_unknown_fields: false })
    }

    fn check(path: &str, expected: &str) {
        let int = || DeclType::new(DeclKind::Int);
        let items = Box::new(object(vec![("port", int())]));
        let list = DeclType::new(DeclKind::List { items, list_type: Default::default() });
        let limits = object(vec![("min", int()), ("a.b", int())]);
        let node = object(vec![("minReplicas", int()), ("limits", limits), ("ports", list)]);
        let schema = Schema { root: String::new(), definitions: BTreeMap::new() };
        let error = resolve(&schema, &node, path).expect_err("no path");
        assert_eq!(help(&schema, &node, path, &error), expected, "{path}");
    }

    #[test]
    fn a_path_that_is_none_has_a_help() {
        check(".minReplica", "did you mean `.minReplicas`?");
        check(".min_replicas", "did you mean `.minReplicas`?");
        check(".limits.mim", "did you mean `.limits.min`?");
        check(".limits.zone", "`.limits` has `min`, `a.b`");
        check("minReplicas", "write `.minReplicas`: a path begins with a dot");
        check("self.minReplicas", "write `.minReplicas`: a path begins with a dot");
        check(".self.limits.min", "write `.limits.min`: the path starts at this rule's node");
        check(
            ".spec.limits",
            "the path starts at this rule's node, which has `minReplicas`, `limits`, `ports`",
        );
        check(".ports.port", "a path cannot go into a list: write `.ports`");
        check(".minReplicas.x", "the path must end here: rules see no properties below");
        check(".ports[0]", "a path cannot go into a list: write `.ports`");
        check(".ports[].port", "a path cannot go into a list: write `.ports`");
        check("/limits/min", "write `.limits.min`: a path begins with a dot");
        check(
            "/spec/limits",
            "the path starts at this rule's node, which has `minReplicas`, `limits`, `ports`",
        );
        check("min_replicas", "did you mean `.minReplicas`?");
        check(".limits[\"min\"]", "write `.limits.min`");
        check("limits min", "name properties as in JSON: `.spec.minReplicas`, `.labels['app']`");
    }
}
