//! Checks a value against its schema, with all peculiarities of the server (k8s:
//! `kube-openapi/pkg/validation/validate`).

mod findings;
mod junctors;
mod matches;
mod number;
mod types;

pub(super) use findings::Mistake;

use super::{enums::Enums, formats};
use crate::{objects::correlation::Pair, path::Path};
use cel_compiler::{
    crd::{
        check::{ErrorType, FieldError, Room, go_value},
        document::{Entry, Node, Value},
        props::{AdditionalProperties, SchemaProps},
    },
    library::KubernetesVersion,
};
use cel_types::{quote::quote, regex};
use findings::Findings;
use junctors::junctors;
pub(crate) use matches::Matches;
use number::number;
use std::{rc::Rc, sync::Arc};
use types::{Types, ty};

/// Mistakes in a default value. The room counts those that were left out.
pub(super) fn validate(
    value: &Node,
    schema: &SchemaProps,
    version: KubernetesVersion,
) -> (Vec<Mistake>, Room) {
    let (known, mut found) = (Known::default(), Findings::kept());
    let path = &Path::Whole("");
    let target = Target { value, path, known: &known, old: None, types: Types::OfDefaults, version };
    validate_node(target, schema, &mut found);
    (found.errors, found.room.unwrap_or_default())
}

/// Checks many values against the same schemas.
#[derive(Default)]
pub(crate) struct Validity(Known);

impl Validity {
    /// `matches` may be shared with checks against other schemas.
    pub(crate) fn new(matches: Rc<Matches>) -> Self {
        Validity(Known { matches, ..Known::default() })
    }

    /// True if a value has no mistake.
    pub(crate) fn accepts(&self, value: &Node, schema: &SchemaProps, version: KubernetesVersion) -> bool {
        let (path, mut counted) = (&Path::Whole(""), Findings::default());
        let target = Target { value, path, known: &self.0, old: None, types: Types::OfObjects, version };
        validate_node(target, schema, &mut counted);
        counted.mistakes == 0
    }
}

/// Mistakes in an object, or in the part of it at `field`. For an update: only in the parts that have changed.
/// The room counts the errors that were left out. `matches` has the answers of patterns so far.
pub(crate) fn errors(
    object: &Node,
    schema: &SchemaProps,
    field: &str,
    old: Option<Pair<'_>>,
    version: KubernetesVersion,
    matches: Rc<Matches>,
) -> (Vec<FieldError>, Room) {
    let (known, mut found) = (Known { matches, ..Known::default() }, Findings::kept());
    let path = &Path::Whole("");
    let target = Target { value: object, path, known: &known, old, types: Types::OfObjects, version };
    validate_node(target, schema, &mut found);
    let errors = found.errors.into_iter().map(|mistake| mistake.at_path(field)).collect();
    (errors, found.room.unwrap_or_default())
}

/// What checks against some schemas have found out about them.
#[derive(Default)]
struct Known {
    enums: Enums,
    matches: Rc<Matches>,
}

/// A value and its path inside the whole.
#[derive(Clone, Copy)]
struct Target<'v> {
    value: &'v Node,
    path: &'v Path<'v>,
    known: &'v Known,
    /// Together with the old value at its place, in an update.
    old: Option<Pair<'v>>,
    types: Types,
    version: KubernetesVersion,
}

impl<'v> Target<'v> {
    /// A property of the value. `kind` and `apiVersion` of the whole are checked in each update.
    fn property<'p>(self, key: &str, value: &'p Node, path: &'p Path<'p>) -> Target<'p>
    where
        'v: 'p,
    {
        let is_type = self.path.is_empty() && (key == "kind" || key == "apiVersion");
        let old = self.old.filter(|_| !is_type).and_then(|old| old.key(key));
        Target { value, path, old, ..self }
    }

    /// An item of the value.
    fn item<'p>(self, i: usize, value: &'p Node, path: &'p Path<'p>) -> Target<'p>
    where
        'v: 'p,
    {
        Target { value, path, old: self.old.and_then(|old| old.index(i)), ..self }
    }

    /// The format that is checked.
    fn format(self, schema: &SchemaProps) -> &str {
        self.types.format(schema, self.version)
    }

    fn mistake(self, ty: ErrorType, shown: String, text: String) -> Mistake {
        let name = self.path.to_string();
        Mistake { name, ty, shown: Some(shown), text: text.into(), detail: None, at: self.value.at }
    }

    fn invalid(self, shown: String, what: &str) -> Mistake {
        self.mistake(ErrorType::Invalid, shown, format!("{} in body {what}", self.path))
    }

    /// `shown` is the value, or a name for it.
    fn wrong_type(self, expected: &str, shown: &str) -> Mistake {
        let shown = quote(shown);
        let text = format!("{} in body must be of type {expected}: {shown}", self.path);
        self.mistake(ErrorType::TypeInvalid, shown, text)
    }

    /// An error without a path.
    fn general(self, text: String) -> Mistake {
        Mistake { name: String::new(), ..self.mistake(ErrorType::Invalid, "\"\"".to_owned(), text) }
    }
}

/// Checks some keywords.
type Part = fn(Target<'_>, &SchemaProps, &mut Findings);

/// Checks a value. In an update, mistakes in an unchanged value are dropped.
fn validate_node(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let mark = found.mark();
    validate_new(target, schema, found);
    if !found.is_valid_since(&mark) && target.old.is_some_and(Pair::is_equal) {
        found.reset(mark);
    }
}

fn validate_new(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let value = target.value;
    if value.is_null() {
        let types = target.types.of(schema);
        match types.is_empty() || schema.nullable {
            true => found.matches += 1,
            false => found.push(|| target.wrong_type(types, "null")),
        }
        return enumeration(target, schema, found);
    }
    let wanted = target.format(schema);
    let parts: [(bool, Part); 8] = [
        (!target.types.of(schema).is_empty() || !wanted.is_empty(), ty),
        (true, junctors),
        (matches!(value.value, Value::String(_)), text),
        (matches!(value.value, Value::String(_)) && formats::is_known(wanted), format),
        (matches!(value.value, Value::Int(_) | Value::Float(_)), number),
        (matches!(value.value, Value::List(_)), list),
        (true, enumeration),
        (matches!(value.value, Value::Object(_)), object),
    ];
    for (_, part) in parts.into_iter().filter(|(applies, _)| *applies) {
        part(target, schema, found);
        found.matches += 1;
    }
    found.matches += 1;
}

fn text(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let Some(text) = target.value.as_str() else { return };
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if let Some(max) = schema.max_length.filter(|max| length > *max) {
        found.push(|| {
            let text = format!("{} in body should be at most {max} chars long", target.path);
            let bytes = if max == 1 { "byte" } else { "bytes" };
            let detail = Some(format!("may not be more than {max} {bytes}").into());
            Mistake { shown: None, detail, ..target.mistake(ErrorType::TooLong, String::new(), text) }
        });
    } else if let Some(min) = schema.min_length.filter(|min| length < *min) {
        found.push(|| target.invalid(quote(text), &format!("should be at least {min} chars long")));
    } else if !schema.pattern.is_empty() {
        pattern(target, text, &schema.pattern, found);
    }
}

/// Checks a pattern. The patterns of a file share a limit on their work. Above it the result is an error.
fn pattern(target: Target<'_>, text: &str, pattern: &str, found: &mut Findings) {
    let what = match target.known.matches.of(text, pattern) {
        Ok(true) => return,
        Err(error) if regex::check(pattern).is_ok() => format!("cannot be matched here: {error}"),
        Ok(false) | Err(_) => format!("should match '{pattern}'"),
    };
    found.push(|| target.invalid(quote(text), &what));
}

fn format(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let format = target.format(schema);
    if let Some(text) = target.value.as_str().filter(|text| !formats::is_valid(format, text)) {
        found.push(|| target.wrong_type(format, text));
    }
}

fn list(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    found.matches += 1;
    let Value::List(items) = &target.value.value else { return };
    if let Some(item_schema) = schema.item_schema() {
        for (i, item) in items.iter().enumerate() {
            validate_node(target.item(i, item, &Path::Item(target.path, i)), item_schema, found);
        }
    }
    let size = i64::try_from(items.len()).unwrap_or(i64::MAX);
    if let Some(min) = schema.min_items.filter(|min| size < *min) {
        found.push(|| target.invalid(size.to_string(), &format!("should have at least {min} items")));
    }
    if let Some(max) = schema.max_items.filter(|max| size > *max) {
        found.push(|| too_many(target, size, max, "items"));
    }
}

fn too_many(target: Target<'_>, size: i64, max: i64, what: &str) -> Mistake {
    let text = format!("{} in body should have at most {max} {what}", target.path);
    let items = if max == 1 { "item" } else { "items" };
    let detail = Some(format!("must have at most {max} {items}").into());
    Mistake { detail, ..target.mistake(ErrorType::TooMany, size.to_string(), text) }
}

fn enumeration(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    if schema.enum_values.is_empty() {
        return;
    }
    let values = target.known.enums.of(schema);
    if !values.contain(target.value) {
        found.push(|| {
            let text = format!("{} in body should be one of the values no. {}", target.path, values.number);
            let detail = Some(Arc::clone(&values.detail));
            let shown = go_value(target.value);
            Mistake { detail, ..target.mistake(ErrorType::NotSupported, shown, text) }
        });
    }
}

fn object(target: Target<'_>, schema: &SchemaProps, found: &mut Findings) {
    let (entries, path) = (target.value.entries(), target.path);
    let size = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    let is_over = target.version < KubernetesVersion::PROPERTIES_OF_ANY_NUMBER;
    if let Some(min) = schema.min_properties.filter(|min| size < *min) {
        found.push(|| target.invalid(size.to_string(), &format!("should have at least {min} properties")));
        if is_over {
            return;
        }
    }
    if let Some(max) = schema.max_properties.filter(|max| size > *max) {
        found.push(|| too_many(target, size, max, "properties"));
        if is_over {
            return;
        }
    }
    for Entry { key, value, .. } in entries {
        if let Some(property) = schema.property(key) {
            let path = Path::Property(path, key);
            validate_node(target.property(key, value, &path), property, found);
            continue;
        }
        let path = Path::Dotted(path, key);
        match &schema.additional_properties {
            Some(AdditionalProperties::Allowed(false)) => found.push(|| {
                let text = format!("{path} in body is a forbidden property");
                target.mistake(ErrorType::Invalid, quote(key), text)
            }),
            Some(AdditionalProperties::Schema(values)) => {
                validate_node(target.property(key, value, &path), values, found);
            }
            Some(AdditionalProperties::Allowed(true)) | None => {}
        }
    }
    for key in schema.required.iter().filter(|key| target.value.field(key).is_none()) {
        found.push(|| {
            let name = Path::Dotted(path, key).to_string();
            let text = format!("{name} in body is required");
            let mistake = target.mistake(ErrorType::Required, String::new(), text);
            Mistake { name, shown: None, detail: Some("".into()), ..mistake }
        });
    }
}
