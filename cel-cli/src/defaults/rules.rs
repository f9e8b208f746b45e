//! What the rules at and below a node say of its default value (k8s: `schema/cel/validation.go`).

use crate::interpreter::{Judgement, Rule};
use cel_codegen::{
    crd::{
        check::{ErrorType, FieldError, go_value},
        decl_type::decl_type,
        document::{Node, Value},
        field_path,
        props::{RuleProps, SchemaProps},
    },
    decls::KubernetesVersion,
    env::Env,
    rule::register,
    schema::{DeclKind, DeclType, Schema, ValidationRule, escaping},
};
use cel_types::quote::quote;
use std::collections::BTreeMap;

/// What the rules of all defaults of a schema may cost.
pub(super) const BUDGET: i64 = 10_000_000;

/// Judges a default as the new value and the old one, and then as a new value alone.
pub(super) fn judge(schema: &SchemaProps, default: &Node, path: &str, budget: &mut i64) -> Vec<FieldError> {
    if !has_rules(schema) {
        return Vec::new();
    }
    let ty = Some(decl_type(schema, false)).filter(DeclType::has_type);
    let run = |old: Option<&Node>| {
        let definitions = Schema { root: String::new(), definitions: BTreeMap::new() };
        let mut run = Run { definitions, budget: *budget, errors: Vec::new() };
        run.node(schema, ty.as_ref(), default, old, path);
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

/// The server's walk over a value.
struct Run {
    /// None: schemas of CRDs refer to nothing.
    definitions: Schema,
    budget: i64,
    errors: Vec<FieldError>,
}

impl Run {
    /// `ty` is none where rules see nothing.
    fn node(
        &mut self,
        schema: &SchemaProps,
        ty: Option<&DeclType>,
        value: &Node,
        old: Option<&Node>,
        path: &str,
    ) {
        if value.is_null() {
            return;
        }
        let old = old.filter(|old| !old.is_null());
        match ty {
            _ if schema.rules.is_empty() => {}
            None => {
                let detail = "rule compiler initialization error: failed to convert to declType for CEL validation rules";
                self.errors.push(error(schema, value, path, detail.to_owned()));
            }
            Some(ty) => self.rules(schema, ty, value, old, path),
        }
        if self.budget < 0 {
            return;
        }
        match &value.value {
            Value::List(items) => self.items(schema, ty, items, old, path),
            Value::Object(_) => self.entries(schema, ty, value, old, path),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::String(_) => {}
        }
    }

    fn rules(&mut self, schema: &SchemaProps, ty: &DeclType, value: &Node, old: Option<&Node>, path: &str) {
        if self.budget <= 0 {
            let detail = "validation failed due to running out of cost budget, no further validation rules will be run";
            self.budget = -1;
            return self.errors.push(error(schema, value, path, detail.to_owned()));
        }
        // Whether a message may use `oldSelf` depends on the other rules of the node.
        let ty = DeclType { rules: schema.rules.iter().map(RuleProps::to_rule).collect(), ..ty.clone() };
        for rule in schema.rules.iter().zip(&ty.rules) {
            self.rule(schema, &ty, rule, value, old, path);
            if self.budget < 0 {
                return;
            }
        }
    }

    fn rule(
        &mut self,
        schema: &SchemaProps,
        ty: &DeclType,
        (props, rule): (&RuleProps, &ValidationRule),
        value: &Node,
        old: Option<&Node>,
        path: &str,
    ) {
        const STORED: KubernetesVersion = KubernetesVersion::STORED_EXPRESSIONS;
        if rule.rule.trim().is_empty() {
            return;
        }
        let env = Env::for_node_named(&self.definitions, ty, "selfType0").with_version(STORED);
        if let Some(why) = register(env, ty, rule).error {
            let detail = format!("rule compile error: {}", why.detail(&rule.rule));
            return self.errors.push(error(schema, value, path, detail));
        }
        let Ok(compiled) = Rule::new(&self.definitions, ty, rule, STORED) else { return };
        let (json, old) = (value.to_json(), old.map(Node::to_json));
        let judgement = compiled.judge(&json, old.as_ref(), &mut self.budget);
        let reported = || {
            let below = field_path::resolve(schema, &props.field_path).ok().filter(|below| !below.is_empty());
            below.map_or_else(|| path.to_owned(), |below| format!("{path}.{below}"))
        };
        match judgement {
            Judgement::Holds => {}
            Judgement::Violated { message } => {
                self.errors.push(violation(schema, props, value, &reported(), message));
            }
            Judgement::Error { detail } => self.errors.push(error(schema, value, path, detail)),
            Judgement::MessageError { detail } => {
                self.errors.push(error(schema, value, &reported(), detail));
            }
        }
    }

    fn items(
        &mut self,
        schema: &SchemaProps,
        ty: Option<&DeclType>,
        items: &[Node],
        old: Option<&Node>,
        path: &str,
    ) {
        let Some(item_schema) = schema.item_schema().filter(|schema| has_rules(schema)) else { return };
        let old = match old.map(|old| &old.value) {
            Some(Value::List(old)) if schema.list_type.as_deref() == Some("map") => old.as_slice(),
            _ => &[],
        };
        for (i, item) in items.iter().enumerate() {
            let old = key(schema, item)
                .and_then(|own| old.iter().find(|old| key(schema, old) == Some(own.clone())));
            self.node(item_schema, element_type(ty), item, old, &format!("{path}[{i}]"));
            if self.budget < 0 {
                return;
            }
        }
    }

    fn entries(
        &mut self,
        schema: &SchemaProps,
        ty: Option<&DeclType>,
        value: &Node,
        old: Option<&Node>,
        path: &str,
    ) {
        for entry in value.entries() {
            let (key, value) = (&entry.key, &entry.value);
            let old = old.and_then(|old| old.field(key));
            match (schema.property(key), schema.value_schema()) {
                (Some(property), _) if has_rules(property) => {
                    if let Some(ty) = field_type(ty, key, property) {
                        self.node(property, Some(&ty), value, old, &format!("{path}.{key}"));
                    }
                }
                (None, Some(values)) if has_rules(values) => {
                    self.node(values, element_type(ty), value, old, &format!("{path}[{key}]"));
                }
                _ => {}
            }
            if self.budget < 0 {
                return;
            }
        }
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
    let field = fields.iter().find(|field| field.name == name)?;
    Some(field.node.clone()).filter(DeclType::has_type)
}

/// What tells the items of a list apart; items that lack a part of it are like no other.
fn key(schema: &SchemaProps, item: &Node) -> Option<Vec<serde_json::Value>> {
    schema.list_map_keys.iter().map(|key| item.field(key).map(Node::to_json)).collect()
}

fn violation(
    schema: &SchemaProps,
    props: &RuleProps,
    value: &Node,
    path: &str,
    message: String,
) -> FieldError {
    let shown = (schema.ty != "object" && schema.ty != "array").then(|| go_value(value));
    let (ty, shown, detail) = match props.reason.as_deref() {
        Some("FieldValueForbidden") => (ErrorType::Forbidden, None, message),
        Some("FieldValueRequired") => (ErrorType::Required, None, message),
        Some("FieldValueDuplicate") => (ErrorType::Duplicate, shown, String::new()),
        _ => (ErrorType::Invalid, shown, message),
    };
    FieldError { bad_value: shown, ..FieldError::new(ty, value.at, path, detail) }
}

/// An error that shows the schema's type instead of the value.
fn error(schema: &SchemaProps, value: &Node, path: &str, detail: String) -> FieldError {
    FieldError::new(ErrorType::Invalid, value.at, path, detail).with_value(quote(&schema.ty))
}
