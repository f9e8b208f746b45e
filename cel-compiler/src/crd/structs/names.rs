//! Rust names for the kinds, properties and enum values of a CRD.

use std::collections::HashSet;

/// Chooses the names of types. Each begins with the kind, so it does not collide with types of other crates.
pub(super) struct Names {
    kind: String,
    /// The name of the resource, which is mostly the kind.
    root: String,
    taken: HashSet<String>,
    /// Names that only the properties `spec` and `status` of the root may take.
    kept: HashSet<String>,
}

impl Names {
    pub(super) fn new(kind: &str) -> Self {
        let kind = pascal_case(kind);
        let kept = HashSet::from([format!("{kind}Spec"), format!("{kind}Status")]);
        let root = if USED.contains(&&*kind) { format!("{kind}Resource") } else { kind.clone() };
        let used = USED.iter().map(|used| (*used).to_owned());
        let taken = kept.iter().cloned().chain([root.clone()]).chain(used).collect();
        Names { kind, root, taken, kept }
    }

    pub(super) fn root(&self) -> &str {
        &self.root
    }

    /// The name of the type at the root: the kind and a word.
    pub(super) fn reserve(&mut self, word: &str) -> String {
        let name = format!("{}{word}", self.kind);
        self.taken.insert(name.clone());
        name
    }

    /// The shortest free name for the type at the end of a way, for example `GatewayListener`.
    pub(super) fn of_type(&mut self, way: &[&str]) -> String {
        for length in 1..=way.len().max(1) {
            let parts = way.get(way.len().saturating_sub(length)..).unwrap_or_default();
            let name: String = parts.iter().map(|part| pascal_case(part)).collect();
            let name = format!("{}{name}", self.kind);
            let is_kept = way.len() == 1 && self.kept.remove(&name);
            if is_kept || self.taken.insert(name.clone()) {
                return name;
            }
        }
        let name: String = way.iter().map(|part| pascal_case(part)).collect();
        unique(format!("{}{name}", self.kind), &mut self.taken)
    }
}

/// Turns `minReplicas` into `min_replicas`, and any other text into some identifier.
pub(super) fn field_name(json: &str, taken: &mut HashSet<String>) -> String {
    let mut name = String::new();
    let mut before = '_';
    let mut chars = json.chars().peekable();
    while let Some(c) = chars.next() {
        // `apiURL` is `api_url`, `URLPath` is `url_path`.
        let ends_word = before.is_ascii_lowercase() || before.is_ascii_digit();
        let begins_word = before.is_ascii_uppercase() && chars.peek().is_some_and(char::is_ascii_lowercase);
        let is_new = c.is_ascii_uppercase() && (ends_word || begins_word) || !c.is_ascii_alphanumeric();
        if is_new && !name.ends_with('_') {
            name.push('_');
        }
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    let name = name.trim_matches('_');
    let name = match name.chars().next() {
        None => "empty".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("_{name}"),
        Some(_) => name.to_owned(),
    };
    let name = unique(name, taken);
    match name.as_str() {
        "self" | "super" | "crate" => unique(name + "_", taken),
        name if KEYWORDS.contains(&name) => format!("r#{name}"),
        _ => name,
    }
}

/// The name of the variant for an enum value: `Recreate`, `HTTPS`, `V1`.
pub(super) fn variant_name(text: &str, taken: &mut HashSet<String>) -> String {
    let name = match (pascal_case(text).as_str(), text) {
        ("", "") => "Empty".to_owned(),
        ("", "*") => "Any".to_owned(),
        ("", _) => "Other".to_owned(),
        (name, _) if name.starts_with(|c: char| c.is_ascii_digit()) => format!("V{name}"),
        (name, _) => name.to_owned(),
    };
    let name = unique(name, taken);
    if name == "Self" { "Self_".to_owned() } else { name }
}

/// The name that `serde(rename_all = "camelCase")` gives a field.
pub(super) fn camel_case(name: &str) -> String {
    let mut out = String::new();
    let mut upper = false;
    for c in name.trim_start_matches("r#").chars() {
        match c {
            '_' => upper = true,
            c if upper && !out.is_empty() => {
                out.push(c.to_ascii_uppercase());
                upper = false;
            }
            c if upper => {
                out.push(c.to_ascii_lowercase());
                upper = false;
            }
            c => out.push(c),
        }
    }
    out
}

/// The name of a function without a trailing `_`.
pub(super) fn plain_function(name: &str) -> String {
    name.trim_end_matches('_').to_owned()
}

/// The singular of a property name: `listeners` has items `listener`.
pub(super) fn singular(name: &str) -> String {
    if let Some(stem) = name.strip_suffix("ies") {
        return format!("{stem}y");
    }
    for end in ["sses", "xes", "ches", "shes"] {
        if name.ends_with(end) {
            return name.trim_end_matches("es").to_owned();
        }
    }
    match name.strip_suffix('s') {
        Some(stem) if stem.len() > 1 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => format!("{name}Item"),
    }
}

/// Turns `http-only` into `HttpOnly`. Capitals stay.
fn pascal_case(text: &str) -> String {
    let mut out = String::new();
    let mut upper = true;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(if upper { c.to_ascii_uppercase() } else { c });
            upper = false;
        } else {
            upper = true;
        }
    }
    out
}

fn unique(name: String, taken: &mut HashSet<String>) -> String {
    let mut candidate = name.clone();
    let mut number = 2;
    while !taken.insert(candidate.clone()) {
        candidate = format!("{name}{number}");
        number += 1;
    }
    candidate
}

/// Names that the written types use in Rust's own meaning: a field may be an `Option<String>`.
const USED: &[&str] = &[
    "BTreeMap",
    "CustomResource",
    "Default",
    "Deserialize",
    "JsonSchema",
    "Option",
    "Self",
    "Serialize",
    "String",
    "Value",
    "Vec",
    "XValidation",
];

const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];
