//! What the rules at and below a node say of its default value (k8s: `schema/cel/validation.go`).

use crate::interpreter::{Judgement, Rule};
use cel_codegen::{
    crd::{
        check::{ErrorType, FieldError, go_value},
        decl_type::decl_type,
        document::{Entry, Node, Value},
        field_path,
        props::{RuleProps, SchemaProps},
    },
    decls::KubernetesVersion,
    rule::{RuleError, Stage},
    schema::{DeclKind, DeclType, Schema, escaping},
};
use cel_runtime::__private::texts;
use cel_types::quote::quote;

/// What the rules of all defaults of a schema may cost.
pub(super) const BUDGET: i64 = 10_000_000;

/// Judges a default as the new value and the old one, and then as a new value alone.
pub(super) fn judge(
    schema: &SchemaProps,
    version: KubernetesVersion,
    default: &Node,
    path: &str,
    budget: &mut i64,
) -> Vec<FieldError> {
    if !has_rules(schema) {
        return Vec::new();
    }
    let ty = Some(decl_type(schema, false)).filter(DeclType::has_type);
    let run = |old: Option<&Node>| {
        let mut run = Run { version, budget: *budget, errors: Vec::new() };
        run.node(Place { schema, ty: ty.as_ref(), value: default, old, path });
        (run.errors, run.budget)
    };
    let (mut errors, mut left) = run(Some(default));
    if errors.is_empty() {
        let (found, left_of_second) = run(None);
        errors = found;
        left = left.min(left_of_second);
    }
    *budget = left;
    errors
}

fn has_rules(schema: &SchemaProps) -> bool {
    let properties = schema.properties.iter().map(|property| &property.schema);
    !schema.rules.is_empty()
        || properties.chain(schema.item_schema()).chain(schema.value_schema()).any(has_rules)
}

/// A value where the walk comes to it.
#[derive(Clone, Copy)]
struct Place<'p> {
    schema: &'p SchemaProps,
    /// None where rules see nothing.
    ty: Option<&'p DeclType>,
    value: &'p Node,
    old: Option<&'p Node>,
    path: &'p str,
}

/// The server's walk over a value.
struct Run {
    version: KubernetesVersion,
    budget: i64,
    errors: Vec<FieldError>,
}

impl Run {
    fn node(&mut self, place: Place<'_>) {
        if place.value.is_null() {
            return;
        }
        let place = Place { old: place.old.filter(|old| !old.is_null()), ..place };
        match place.ty {
            _ if place.schema.rules.is_empty() => {}
            None => {
                let detail = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
                self.errors.push(place.error(detail));
            }
            Some(ty) => self.rules(place, ty),
        }
        if self.budget < 0 {
            return;
        }
        match &place.value.value {
            Value::List(items) => self.items(place, items),
            Value::Object(entries) => self.entries(place, entries),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
        }
    }

    fn rules(&mut self, place: Place<'_>, ty: &DeclType) {
        if self.budget <= 0 {
            self.budget = -1;
            return self.errors.push(place.error(texts::OUT_OF_BUDGET));
        }
        // Whether a message may use `oldSelf` depends on the other rules of the node.
        let rules = &place.schema.rules;
        let ty = DeclType { rules: rules.iter().map(RuleProps::to_rule).collect(), ..ty.clone() };
        let definitions = Schema::default();
        for (props, rule) in rules.iter().zip(&ty.rules) {
            if rule.rule.trim().is_empty() {
                continue;
            }
            let compile = |version| Rule::new(&definitions, &ty, rule, version);
            if let Err(error) = compile(self.version.stored()) {
                self.errors.push(place.uncompiled(&error, props));
            } else if let Ok(rule) = compile(KubernetesVersion::STORED_EXPRESSIONS) {
                // What only older servers compile is not evaluated here.
                self.rule(place, props, &rule);
            }
            if self.budget < 0 {
                return;
            }
        }
    }

    fn rule(&mut self, place: Place<'_>, props: &RuleProps, rule: &Rule<'_>) {
        let (json, old) = (place.value.to_json(), place.old.map(Node::to_json));
        match rule.judge(&json, old.as_ref(), &mut self.budget) {
            Judgement::Holds => {}
            Judgement::Violated { message } => {
                let path = &place.below(rule.field_path());
                self.errors.push(Place { path, ..place }.violation(props, message));
            }
            Judgement::Error { detail } => self.errors.push(place.error(detail)),
            Judgement::MessageError { detail } => {
                let path = &place.below(rule.field_path());
                self.errors.push(Place { path, ..place }.error(detail));
            }
        }
    }

    fn items(&mut self, place: Place<'_>, items: &[Node]) {
        let Some(schema) = place.schema.item_schema().filter(|schema| has_rules(schema)) else { return };
        let old = match place.old.map(|old| &old.value) {
            Some(Value::List(old)) if place.schema.list_type.as_deref() == Some("map") => old.as_slice(),
            _ => &[],
        };
        let ty = element_type(place.ty);
        for (i, value) in items.iter().enumerate() {
            let old = key(place.schema, value)
                .and_then(|own| old.iter().find(|old| key(place.schema, old) == Some(own.clone())));
            self.node(Place { schema, ty, value, old, path: &format!("{}[{i}]", place.path) });
            if self.budget < 0 {
                return;
            }
        }
    }

    fn entries(&mut self, place: Place<'_>, entries: &[Entry]) {
        for Entry { key, value, .. } in entries {
            let old = place.old.and_then(|old| old.field(key));
            match (place.schema.property(key), place.schema.value_schema()) {
                (Some(schema), _) if has_rules(schema) => {
                    if let Some(ty) = field_type(place.ty, key, schema) {
                        let path = &format!("{}.{key}", place.path);
                        self.node(Place { schema, ty: Some(&ty), value, old, path });
                    }
                }
                (None, Some(schema)) if has_rules(schema) => {
                    let (ty, path) = (element_type(place.ty), &format!("{}[{key}]", place.path));
                    self.node(Place { schema, ty, value, old, path });
                }
                _ => {}
            }
            if self.budget < 0 {
                return;
            }
        }
    }
}

impl Place<'_> {
    /// The path of a field below the place, or its own if there is no such field.
    fn below(&self, field_path: &str) -> String {
        let below = field_path::resolve(self.schema, field_path).ok().filter(|below| !below.is_empty());
        below.map_or_else(|| self.path.to_owned(), |below| format!("{}.{below}", self.path))
    }

    fn violation(&self, props: &RuleProps, message: String) -> FieldError {
        let shown = (self.schema.ty != "object" && self.schema.ty != "array").then(|| go_value(self.value));
        let (ty, shown, detail) = match props.reason.as_deref() {
            Some("FieldValueForbidden") => (ErrorType::Forbidden, None, message),
            Some("FieldValueRequired") => (ErrorType::Required, None, message),
            Some("FieldValueDuplicate") => (ErrorType::Duplicate, shown, String::new()),
            _ => (ErrorType::Invalid, shown, message),
        };
        let error = FieldError::new(ty, self.value.at, self.path, detail);
        FieldError { bad_value: shown, ..error }
    }

    /// An error that shows the schema's type instead of the value.
    fn error(&self, detail: impl Into<String>) -> FieldError {
        let error = FieldError::new(ErrorType::Invalid, self.value.at, self.path, detail);
        error.with_value(quote(&self.schema.ty))
    }

    /// A rule that the server does not run, or that cannot be run here: then nobody knows what it would say.
    fn uncompiled(&self, error: &RuleError, props: &RuleProps) -> FieldError {
        let detail = error.detail(props.expression(error.key).0);
        if error.stage == Stage::Unsupported {
            let detail = format!("the rule `{}` cannot judge the default: {detail}", props.rule.trim());
            return FieldError::new(ErrorType::Internal, self.value.at, self.path, detail);
        }
        self.error(format!("rule compile error: {detail}"))
    }
}

fn element_type(ty: Option<&DeclType>) -> Option<&DeclType> {
    match &ty?.kind {
        DeclKind::List { items: element, .. } | DeclKind::Map { values: element } => Some(element),
        _ => None,
    }
}

/// The type of a property; properties that rules cannot name have one of their own.
fn field_type(ty: Option<&DeclType>, name: &str, schema: &SchemaProps) -> Option<DeclType> {
    if escaping::escape(name).is_none() {
        return Some(decl_type(schema, false)).filter(DeclType::has_type);
    }
    let DeclKind::Object { fields, .. } = &ty?.kind else { return None };
    let field = fields.find(name)?;
    Some(field.node.clone()).filter(DeclType::has_type)
}

/// What tells the items of a list apart; items that lack a part of it are like no other.
fn key(schema: &SchemaProps, item: &Node) -> Option<Vec<serde_json::Value>> {
    schema.list_map_keys.iter().map(|key| item.field(key).map(Node::to_json)).collect()
}
