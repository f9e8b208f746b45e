//! Whether a value is one of its schema (k8s: `kube-openapi/pkg/validation/validate`), with all its ways.

use super::{
    enums::{Enums, go_int},
    formats,
};
use crate::objects::correlation::Pair;
use cel_compiler::crd::{
    check::{ErrorType, FieldError, go_value},
    document::{Node, Position, Value},
    props::{AdditionalProperties, SchemaProps},
};
use cel_runtime::__private::{Arena, library::regex::matches};
use cel_types::{number::format_double, quote::quote, regex};
use std::{collections::HashSet, sync::Arc};

/// Mistakes in a value.
pub(super) fn validate(value: &Node, schema: &SchemaProps) -> Vec<Mistake> {
    let enums = Enums::default();
    validate_node(Target { value, path: "", enums: &enums, old: None, types: Types::OfDefaults }, schema)
        .errors
}

/// Mistakes in an object; in an update only in the parts that have changed.
pub(crate) fn errors(object: &Node, schema: &SchemaProps, old: Option<Pair<'_>>) -> Vec<FieldError> {
    let enums = Enums::default();
    let target = Target { value: object, path: "", enums: &enums, old, types: Types::OfObjects };
    let mistakes = validate_node(target, schema).errors;
    mistakes.into_iter().map(|mistake| mistake.at_path("")).collect()
}

/// The mistakes, and how much was right: of several alternatives the most promising one is reported.
#[derive(Default)]
struct Findings {
    errors: Vec<Mistake>,
    /// Their texts.
    texts: HashSet<Arc<str>>,
    matches: usize,
}

/// One error; the text also tells errors apart.
#[derive(Clone)]
pub(super) struct Mistake {
    /// The path inside of the value.
    name: String,
    ty: ErrorType,
    shown: Option<String>,
    text: Arc<str>,
    /// Printed form of the value where that is not the text.
    detail: Option<Arc<str>>,
    at: Position,
}

impl Mistake {
    /// How long its text is.
    pub(super) fn length(&self) -> usize {
        self.name.len() + self.detail.as_ref().unwrap_or(&self.text).len()
    }

    pub(super) fn at_path(self, path: &str) -> FieldError {
        let name = self.name.strip_prefix('.').unwrap_or(&self.name);
        let field = match (path, name) {
            ("", "") => "<nil>".to_owned(),
            ("", name) => name.to_owned(),
            (path, "") => path.to_owned(),
            (path, name) => format!("{path}.{name}"),
        };
        let error = FieldError::new(self.ty, self.at, field, &*self.detail.unwrap_or(self.text));
        FieldError { bad_value: self.shown, ..error }
    }
}

impl Findings {
    fn push(&mut self, mistake: Mistake) {
        if self.texts.insert(Arc::clone(&mistake.text)) {
            self.errors.push(mistake);
        }
    }

    fn merge(&mut self, other: Findings) {
        self.matches += other.matches;
        if self.errors.is_empty() {
            (self.errors, self.texts) = (other.errors, other.texts);
            return;
        }
        other.errors.into_iter().for_each(|error| self.push(error));
    }

    fn is_valid(&self) -> bool {
        self.errors.is_empty()
    }
}

/// A value with its path inside of the whole.
#[derive(Clone, Copy)]
struct Target<'v> {
    value: &'v Node,
    path: &'v str,
    enums: &'v Enums,
    /// With the old value in its place, if there is one.
    old: Option<Pair<'v>>,
    types: Types,
}

/// Which schemas the server makes of those with `x-kubernetes-int-or-string`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Types {
    /// Without a type.
    OfDefaults,
    /// With two.
    OfObjects,
}

impl Types {
    fn of(self, schema: &SchemaProps) -> &str {
        if self == Types::OfObjects && schema.int_or_string { "integer,string" } else { &schema.ty }
    }
}

impl<'v> Target<'v> {
    /// A property of the value. Those that say what the whole is are judged anew in each update.
    fn property<'p>(self, key: &str, value: &'p Node, path: &'p str) -> Target<'p>
    where
        'v: 'p,
    {
        let is_type = self.path.is_empty() && (key == "kind" || key == "apiVersion");
        let old = self.old.filter(|_| !is_type).and_then(|old| old.key(key));
        Target { value, path, old, ..self }
    }

    /// An item of the value.
    fn item<'p>(self, i: usize, value: &'p Node, path: &'p str) -> Target<'p>
    where
        'v: 'p,
    {
        Target { value, path, old: self.old.and_then(|old| old.index(i)), ..self }
    }

    fn mistake(self, ty: ErrorType, shown: String, text: String) -> Mistake {
        let name = self.path.to_owned();
        Mistake { name, ty, shown: Some(shown), text: text.into(), detail: None, at: self.value.at }
    }

    fn invalid(self, shown: String, what: &str) -> Mistake {
        self.mistake(ErrorType::Invalid, shown, format!("{} in body {what}", self.path))
    }

    /// `shown` is the value or what it is called.
    fn wrong_type(self, expected: &str, shown: &str) -> Mistake {
        let shown = quote(shown);
        let text = format!("{} in body must be of type {expected}: {shown}", self.path);
        self.mistake(ErrorType::TypeInvalid, shown, text)
    }

    /// An error that has no place of its own.
    fn general(self, text: String) -> Mistake {
        Mistake { name: String::new(), ..self.mistake(ErrorType::Invalid, "\"\"".to_owned(), text) }
    }
}

/// The check of some keywords.
type Part = fn(Target<'_>, &SchemaProps) -> Findings;

/// A mistake that was there before and has not changed is passed over.
fn validate_node(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let found = validate_new(target, schema);
    if !found.is_valid() && target.old.is_some_and(Pair::is_equal) {
        return Findings::default();
    }
    found
}

fn validate_new(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let value = target.value;
    let mut found = Findings::default();
    if value.is_null() {
        let types = target.types.of(schema);
        match types.is_empty() || schema.nullable {
            true => found.matches += 1,
            false => found.push(target.wrong_type(types, "null")),
        }
        found.merge(enumeration(target, schema));
        return found;
    }
    let parts: [(bool, Part); 8] = [
        (!target.types.of(schema).is_empty() || !schema.format.is_empty(), ty),
        (true, junctors),
        (matches!(value.value, Value::String(_)), text),
        (matches!(value.value, Value::String(_)) && formats::is_known(&schema.format), format),
        (matches!(value.value, Value::Int(_) | Value::Float(_)), number),
        (matches!(value.value, Value::List(_)), list),
        (true, enumeration),
        (matches!(value.value, Value::Object(_)), object),
    ];
    for (_, part) in parts.into_iter().filter(|(applies, _)| *applies) {
        found.merge(part(target, schema));
        found.matches += 1;
    }
    found.matches += 1;
    found
}

fn ty(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let (ty, format) = match &target.value.value {
        Value::Null => return Findings::default(),
        Value::Bool(_) => ("boolean", ""),
        Value::Int(_) => ("integer", "int64"),
        Value::Float(_) => ("number", "float64"),
        Value::String(_) => ("string", ""),
        Value::List(_) => ("array", ""),
        Value::Object(_) => ("object", ""),
    };
    let types = target.types.of(schema);
    let has = |ty: &str| types.split(',').any(|one| one == ty);
    let fits = has(ty)
        || match target.value.value {
            Value::Float(value) => has("integer") && is_integer(value),
            Value::Int(_) => has("number"),
            _ => false,
        };
    let may_have_format = matches!(target.value.value, Value::String(_) | Value::List(_));
    let is_numeric = has("number") || has("integer");
    let has_format = !schema.format.is_empty();
    let mut found = Findings::default();
    if has_format && !may_have_format && !fits && format != schema.format {
        found.push(target.wrong_type(&schema.format, format));
    } else if !(fits || has_format && may_have_format && !is_numeric) {
        found.push(target.wrong_type(types, ty));
    } else {
        found.matches += 1;
    }
    found
}

/// Nearly an integer is one (go-openapi: `swag.IsFloat64AJSONInteger`).
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "as Go does"
)]
fn is_integer(value: f64) -> bool {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    if value.is_nan() || value.abs() > LARGEST {
        return false;
    }
    if value == value.trunc() {
        return true;
    }
    let whole = value as u64 as f64;
    value > 0.0 && whole != 0.0 && (value - whole).abs() / (value.abs() + whole) < 1e-9
}

fn junctors(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings { matches: 1, ..Findings::default() };
    let target = Target { old: None, ..target };
    let check = |schema: &SchemaProps| validate_node(target, schema);
    let quoted = quote(target.path);
    if !schema.any_of.is_empty() {
        let results = schema.any_of.iter().map(check);
        match first_valid_or_best(results) {
            Ok(valid) => found.merge(valid),
            Err(best) => {
                found.push(target.general(format!("{quoted} must validate at least one schema (anyOf)")));
                found.merge(best);
            }
        }
    }
    if !schema.one_of.is_empty() {
        let results: Vec<Findings> = schema.one_of.iter().map(check).collect();
        let valid = results.iter().filter(|result| result.is_valid()).count();
        let how_many = match valid {
            0 => "Found none valid".to_owned(),
            valid => format!("Found {valid} valid alternatives"),
        };
        if valid != 1 {
            let text = format!("{quoted} must validate one and only one schema (oneOf). {how_many}");
            found.push(target.general(text));
        }
        match first_valid_or_best(results.into_iter()) {
            Ok(only) if valid == 1 => found.merge(only),
            Ok(_) => {}
            Err(best) => found.merge(best),
        }
    }
    found.merge(all_of(target, schema));
    if schema.not.as_deref().is_some_and(|not| check(not).is_valid()) {
        found.push(target.general(format!("{quoted} must not validate the schema (not)")));
    }
    found
}

/// The first result without errors, or else the one with most that is right.
fn first_valid_or_best(results: impl Iterator<Item = Findings>) -> Result<Findings, Findings> {
    let mut best: Option<Findings> = None;
    for result in results {
        if result.is_valid() {
            return Ok(result);
        }
        if best.as_ref().is_none_or(|best| result.matches > best.matches) {
            best = Some(result);
        }
    }
    Err(best.unwrap_or_default())
}

fn all_of(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::default();
    let mut valid = 0;
    for schema in &schema.all_of {
        let result = validate_node(target, schema);
        valid += usize::from(result.is_valid());
        found.merge(result);
    }
    if valid != schema.all_of.len() {
        let none = if valid == 0 { ". None validated" } else { "" };
        let quoted = quote(target.path);
        found.push(target.general(format!("{quoted} must validate all the schemas (allOf){none}")));
    }
    found
}

fn text(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::default();
    let Some(text) = target.value.as_str() else { return found };
    let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    if let Some(max) = schema.max_length.filter(|max| length > *max) {
        let text = format!("{} in body should be at most {max} chars long", target.path);
        let bytes = if max == 1 { "byte" } else { "bytes" };
        let detail = Some(format!("may not be more than {max} {bytes}").into());
        let mistake = target.mistake(ErrorType::TooLong, String::new(), text);
        found.push(Mistake { shown: None, detail, ..mistake });
    } else if let Some(min) = schema.min_length.filter(|min| length < *min) {
        found.push(target.invalid(quote(text), &format!("should be at least {min} chars long")));
    } else if !schema.pattern.is_empty() {
        found.errors.extend(pattern(target, text, &schema.pattern));
    }
    found
}

/// Patterns of a file share a limit on their work. Beyond it nothing is known of the text.
fn pattern(target: Target<'_>, text: &str, pattern: &str) -> Option<Mistake> {
    let what = match matches(&Arena::new(), text, pattern) {
        Ok(true) => return None,
        Err(error) if regex::check(pattern).is_ok() => format!("cannot be matched here: {error}"),
        Ok(false) | Err(_) => format!("should match '{pattern}'"),
    };
    Some(target.invalid(quote(text), &what))
}

fn format(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::default();
    if let Some(text) = target.value.as_str().filter(|text| !formats::is_valid(&schema.format, text)) {
        found.push(target.wrong_type(&schema.format, text));
    }
    found
}

fn number(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings { matches: 1, ..Findings::default() };
    let format = match (&*schema.ty, &*schema.format) {
        ("integer", format @ ("int32" | "int64")) | ("number", format @ ("float" | "double")) => format,
        _ => "",
    };
    let value = Number::of(&target.value.value);
    let out_of_range = |number: Number, what: &str| {
        (!number.is_in_range(&schema.ty, format)).then(|| {
            let format = if format.is_empty() {
                "(default format)".to_owned()
            } else {
                format!("with format {format}")
            };
            target.general(format!("{what} value must be of type {} {format} in {}", schema.ty, target.path))
        })
    };
    out_of_range(value, "Checked").into_iter().for_each(|mistake| found.push(mistake));
    let limits = [
        (schema.multiple_of, "MultipleOf", Limit::MultipleOf),
        (schema.minimum, "Minimum boundary", Limit::Minimum(schema.exclusive_minimum)),
        (schema.maximum, "Maximum boundary", Limit::Maximum(schema.exclusive_maximum)),
    ];
    for (bound, what, limit) in limits {
        let Some(bound) = bound else { continue };
        let unfit = out_of_range(Number::Float(bound), what);
        // A limit of another kind is compared as a float.
        let value = if unfit.is_some() { Number::Float(value.as_float()) } else { value };
        unfit.into_iter().for_each(|mistake| found.push(mistake));
        if let Some((shown, problem)) = limit.problem(value, bound, target.path) {
            found.push(target.mistake(ErrorType::Invalid, shown, problem));
        }
    }
    found
}

#[derive(Clone, Copy)]
enum Number {
    Int(i64),
    Float(f64),
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "as Go does")]
impl Number {
    fn of(value: &Value) -> Self {
        match value {
            Value::Int(value) => Number::Int(*value),
            Value::Float(value) => Number::Float(*value),
            _ => Number::Int(0),
        }
    }

    fn as_float(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    fn shown(self) -> String {
        match self {
            Number::Int(value) => value.to_string(),
            Number::Float(value) => format_double(value),
        }
    }

    fn is_in_range(self, ty: &str, format: &str) -> bool {
        let value = self.as_float();
        match (ty, format) {
            ("integer", "int32") => {
                value.fract() == 0.0 && (-2_147_483_648.0..=2_147_483_647.0).contains(&value)
            }
            ("integer", _) => match self {
                Number::Int(_) => true,
                Number::Float(value) => {
                    value.fract() == 0.0
                        && (-9.223_372_036_854_776e18..9.223_372_036_854_776e18).contains(&value)
                }
            },
            ("number", "float") => (value as f32).is_finite(),
            _ => true,
        }
    }
}

#[derive(Clone, Copy)]
enum Limit {
    MultipleOf,
    /// Whether it is exclusive.
    Minimum(bool),
    Maximum(bool),
}

impl Limit {
    /// The value and the text that the server shows for a number beyond the limit.
    fn problem(self, number: Number, bound: f64, path: &str) -> Option<(String, String)> {
        let int_bound = go_int(bound);
        // An integer is compared with the bound cut to one.
        let (shown, below, above, equal) = match number {
            Number::Int(value) => {
                (int_bound.to_string(), value < int_bound, value > int_bound, value == int_bound)
            }
            Number::Float(value) => (format_double(bound), value < bound, value > bound, value == bound),
        };
        let (fails, words) = match self {
            Limit::MultipleOf => return multiple_of(number, bound, path),
            Limit::Minimum(false) => (below, "should be greater than or equal to"),
            Limit::Minimum(true) => (below || equal, "should be greater than"),
            Limit::Maximum(false) => (above, "should be less than or equal to"),
            Limit::Maximum(true) => (above || equal, "should be less than"),
        };
        fails.then(|| (number.shown(), format!("{path} in body {words} {shown}")))
    }
}

fn multiple_of(number: Number, factor: f64, path: &str) -> Option<(String, String)> {
    let (shown, is_positive, is_multiple) = match number {
        Number::Int(value) => {
            let factor = go_int(factor);
            (factor.to_string(), factor > 0, value.checked_rem(factor).is_some_and(|rest| rest == 0))
        }
        Number::Float(value) => {
            let times = if factor < 1.0 { 1.0 / factor * value } else { value / factor };
            (format_double(factor), factor > 0.0, is_integer(times))
        }
    };
    if !is_positive {
        let problem = format!("factor MultipleOf declared for {path} must be positive: {shown}");
        return Some((shown, problem));
    }
    (!is_multiple).then(|| (number.shown(), format!("{path} in body should be a multiple of {shown}")))
}

fn list(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings { matches: 1, ..Findings::default() };
    let Value::List(items) = &target.value.value else { return found };
    if let Some(item_schema) = schema.item_schema() {
        for (i, item) in items.iter().enumerate() {
            found.merge(validate_node(target.item(i, item, &format!("{}[{i}]", target.path)), item_schema));
        }
    }
    let size = i64::try_from(items.len()).unwrap_or(i64::MAX);
    if let Some(min) = schema.min_items.filter(|min| size < *min) {
        found.push(target.invalid(size.to_string(), &format!("should have at least {min} items")));
    }
    if let Some(max) = schema.max_items.filter(|max| size > *max) {
        found.push(too_many(target, size, max, "items"));
    }
    found
}

fn too_many(target: Target<'_>, size: i64, max: i64, what: &str) -> Mistake {
    let text = format!("{} in body should have at most {max} {what}", target.path);
    let items = if max == 1 { "item" } else { "items" };
    let detail = Some(format!("must have at most {max} {items}").into());
    Mistake { detail, ..target.mistake(ErrorType::TooMany, size.to_string(), text) }
}

fn enumeration(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::default();
    if schema.enum_values.is_empty() {
        return found;
    }
    let values = target.enums.of(schema);
    if values.contain(target.value) {
        return found;
    }
    let text = format!("{} in body should be one of the values no. {}", target.path, values.number);
    let detail = Some(Arc::clone(&values.detail));
    let shown = go_value(target.value);
    found.push(Mistake { detail, ..target.mistake(ErrorType::NotSupported, shown, text) });
    found
}

fn object(target: Target<'_>, schema: &SchemaProps) -> Findings {
    let mut found = Findings::default();
    let (entries, path) = (target.value.entries(), target.path);
    let size = i64::try_from(entries.len()).unwrap_or(i64::MAX);
    if let Some(min) = schema.min_properties.filter(|min| size < *min) {
        found.push(target.invalid(size.to_string(), &format!("should have at least {min} properties")));
    }
    if let Some(max) = schema.max_properties.filter(|max| size > *max) {
        found.push(too_many(target, size, max, "properties"));
    }
    for entry in entries {
        let key = &entry.key;
        if let Some(property) = schema.property(key) {
            let path = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
            found.merge(validate_node(target.property(key, &entry.value, &path), property));
            continue;
        }
        match &schema.additional_properties {
            Some(AdditionalProperties::Allowed(false)) => {
                let text = format!("{path}.{key} in body is a forbidden property");
                found.push(target.mistake(ErrorType::Invalid, quote(key), text));
            }
            Some(AdditionalProperties::Schema(values)) => {
                found.merge(validate_node(
                    target.property(key, &entry.value, &format!("{path}.{key}")),
                    values,
                ));
            }
            Some(AdditionalProperties::Allowed(true)) | None => {}
        }
    }
    for key in schema.required.iter().filter(|key| target.value.field(key).is_none()) {
        let name = format!("{path}.{key}");
        let mistake =
            target.mistake(ErrorType::Required, String::new(), format!("{name} in body is required"));
        found.push(Mistake { name, shown: None, detail: Some("".into()), ..mistake });
    }
    found
}
