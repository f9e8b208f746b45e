//! Keywords in `#[schemars(extend(..))]` that are nearly right: the API server drops a keyword that it does not know.

use super::{Entry, Value, entries, split};
use crate::{ctxt::Ctxt, literal::string_literal};
use cel_compiler::{checker::nearest, schema::types};
use proc_macro2::{Delimiter, TokenTree};
use std::borrow::Cow;
use syn::{Attribute, Lit};

/// Reports misspelt keywords, and lists with keys that the server refuses.
pub(crate) fn check(cx: &Ctxt, attrs: &[Attribute]) {
    let extensions: Vec<Entry> = entries(attrs, "schemars")
        .into_iter()
        .filter_map(|entry| match entry.value {
            Value::List(list) if entry.name == "extend" => Some(split(list)),
            _ => None,
        })
        .flatten()
        .collect();
    for extension in &extensions {
        if let Some(meant) = meant(&extension.name) {
            let message = format!("schemas have no keyword `{}`", extension.name);
            cx.error_with_help(extension.span, message, format!("did you mean `{meant}`?"));
        }
        check_value(cx, extension);
    }
    check_list_type(cx, &extensions);
    let lengths = entries(attrs, "schemars").into_iter().filter(|entry| entry.name == "length");
    for length in lengths {
        let Value::List(bounds) = length.value else { continue };
        // schemars also takes the name of a constant, and an expression in quotes.
        let bounds = split(bounds).into_iter().filter(|bound| kind_of(bound) != Some(Kind::Text));
        bounds.for_each(|bound| check_kind(cx, &bound, Kind::Count));
    }
}

/// What a keyword takes, or what is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A whole number that is not negative.
    Count,
    Number,
    Text,
    Boolean,
    List,
}

/// Reports a value of the wrong kind. kube panics when it makes the CRD, or the server refuses that.
fn check_value(cx: &Ctxt, extension: &Entry) {
    if let Some(kind) =
        KEYWORDS.iter().chain(EXTENSIONS).find_map(|(name, kind)| kind.filter(|_| *name == extension.name))
    {
        check_kind(cx, extension, kind);
    }
    let ty = text(extension).filter(|_| extension.name == "type");
    if let Some([error, help]) = ty.and_then(|ty| types::unknown(&ty)) {
        cx.error_with_help(extension.value_span(), error, help);
    }
}

fn check_kind(cx: &Ctxt, entry: &Entry, kind: Kind) {
    let Some(written) = kind_of(entry) else { return };
    // A type may be a list of types.
    let fits = written == kind
        || (kind, written) == (Kind::Number, Kind::Count)
        || entry.name == "type" && written == Kind::List;
    if fits {
        return;
    }
    let (takes, help) = match kind {
        Kind::Count if written == Kind::Number => {
            ("a whole number that is not negative", "write one, such as `16`")
        }
        Kind::Count | Kind::Number => ("a number", "write it without quotes"),
        Kind::Text => ("a text", "write it in quotes"),
        Kind::Boolean => ("`true` or `false`", "write it without quotes"),
        Kind::List => ("a list", "write brackets around it: `[\"a\"]`"),
    };
    cx.error_with_help(entry.value_span(), format!("`{}` takes {takes}", entry.name), help);
}

/// The kind of a literal. `None` for all other values, which the compiler must compute.
fn kind_of(entry: &Entry) -> Option<Kind> {
    let Value::Eq(value) = &entry.value else { return None };
    if text(entry).is_some() {
        return Some(Kind::Text);
    }
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => Some(Kind::List),
        [TokenTree::Ident(name)] if name == "true" || name == "false" => Some(Kind::Boolean),
        [TokenTree::Literal(literal)] => match Lit::new(literal.clone()) {
            Lit::Int(_) => Some(Kind::Count),
            Lit::Float(_) => Some(Kind::Number),
            _ => None,
        },
        [TokenTree::Punct(minus), TokenTree::Literal(_)] if minus.as_char() == '-' => Some(Kind::Number),
        _ => None,
    }
}

/// The value of `"type" = "string"`, if it is a literal.
fn text(extension: &Entry) -> Option<String> {
    match &extension.value {
        Value::Eq(value) => string_literal(value.clone()).map(|text| text.value()),
        Value::None | Value::List(_) => None,
    }
}

/// The keyword that is meant, if this is none.
fn meant(name: &str) -> Option<Cow<'static, str>> {
    let is_known = |known: &str| known == name;
    if EXTENSIONS.iter().chain(KEYWORDS).any(|(known, _)| is_known(known)) {
        return None;
    }
    let plain = |name: &str| name.replace(['_', '-'], "").to_lowercase();
    let same = KEYWORDS.iter().find(|(known, _)| plain(known) == plain(name));
    let near = || nearest(name, EXTENSIONS.iter().map(|(known, _)| Cow::from(*known)));
    same.map(|(known, _)| Cow::from(*known)).or_else(|| name.starts_with("x-").then(near).flatten())
}

/// The type of a list and its keys belong together.
fn check_list_type(cx: &Ctxt, extensions: &[Entry]) {
    let find = |name: &str| extensions.iter().find(|extension| extension.name == name);
    let (list_type, keys) = (find("x-kubernetes-list-type"), find("x-kubernetes-list-map-keys"));
    match (list_type.map(|entry| (entry, text(entry))), keys) {
        (Some((entry, Some(ty))), _) if !LIST_TYPES.contains(&&*ty) => {
            let help = "the types of lists are `atomic`, `set` and `map`";
            cx.error_with_help(entry.value_span(), format!("unsupported list type `{ty}`"), help);
        }
        (Some((entry, Some(ty))), None) if ty == "map" => {
            let help =
                "add the properties that tell the items apart: `\"x-kubernetes-list-map-keys\" = [\"name\"]`";
            cx.error_with_help(entry.value_span(), "a list of the type `map` needs keys", help);
        }
        (None, Some(keys)) => {
            let help = "add `\"x-kubernetes-list-type\" = \"map\"`";
            cx.error_with_help(keys.span, "a list with keys has the type `map`", help);
        }
        (Some((entry, Some(ty))), Some(_)) if ty != "map" => {
            let help = "write `\"map\"`, or remove the keys";
            cx.error_with_help(entry.value_span(), "a list with keys has the type `map`", help);
        }
        _ => {}
    }
}

const LIST_TYPES: [&str; 3] = ["atomic", "set", "map"];

/// The server's own keywords, and what they take; `None` if other code looks at it, or if it may be much.
const EXTENSIONS: &[(&str, Option<Kind>)] = &[
    ("x-kubernetes-embedded-resource", Some(Kind::Boolean)),
    ("x-kubernetes-int-or-string", Some(Kind::Boolean)),
    ("x-kubernetes-list-map-keys", Some(Kind::List)),
    ("x-kubernetes-list-type", Some(Kind::Text)),
    ("x-kubernetes-map-type", Some(Kind::Text)),
    ("x-kubernetes-preserve-unknown-fields", Some(Kind::Boolean)),
    ("x-kubernetes-validations", None),
];

/// Those of JSON schema that the server knows.
const KEYWORDS: &[(&str, Option<Kind>)] = &[
    ("additionalProperties", None),
    ("allOf", Some(Kind::List)),
    ("anyOf", Some(Kind::List)),
    ("default", None),
    ("description", Some(Kind::Text)),
    ("enum", Some(Kind::List)),
    ("example", None),
    ("exclusiveMaximum", None),
    ("exclusiveMinimum", None),
    ("externalDocs", None),
    ("format", Some(Kind::Text)),
    ("items", None),
    ("maxItems", Some(Kind::Count)),
    ("maxLength", Some(Kind::Count)),
    ("maxProperties", Some(Kind::Count)),
    ("maximum", Some(Kind::Number)),
    ("minItems", Some(Kind::Count)),
    ("minLength", Some(Kind::Count)),
    ("minProperties", Some(Kind::Count)),
    ("minimum", Some(Kind::Number)),
    ("multipleOf", Some(Kind::Number)),
    ("not", None),
    ("nullable", Some(Kind::Boolean)),
    ("oneOf", Some(Kind::List)),
    ("pattern", Some(Kind::Text)),
    ("properties", None),
    ("required", Some(Kind::List)),
    ("title", Some(Kind::Text)),
    ("type", Some(Kind::Text)),
    ("uniqueItems", Some(Kind::Boolean)),
];
