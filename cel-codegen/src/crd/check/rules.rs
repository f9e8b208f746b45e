//! Rules of one schema node: their texts, their expressions, and where they may compare with an old value.

use super::{
    Surroundings,
    error::{
        ErrorType::{Internal, Invalid, Required},
        FieldError, go_json_text,
    },
    field_path,
};
use crate::{
    crd::props::{RuleProps, SchemaProps},
    decls::KubernetesVersion,
    rule::{ExpressionError, Registration, register},
    schema::{DeclType, Schema, ValidationRule},
};
use cel_types::quote::quote;
use std::collections::BTreeMap;

/// What is found out of one rule, whatever is wrong with the schema around it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport {
    /// `spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0].rule`
    pub path: String,
    /// The rule as the file has it.
    pub props: RuleProps,
    /// Why the rule is no program.
    pub compile_error: Option<ExpressionError>,
    /// Why its message expression is none.
    pub message_error: Option<ExpressionError>,
    /// The rule compares with the value before an update.
    pub uses_old_self: bool,
    /// `fieldPath` as it is printed; empty without, or if something is wrong.
    pub normalized_field_path: String,
}

/// The rules of a node.
#[derive(Debug)]
pub(super) struct NodeRules {
    /// The node has no type for rules.
    pub(super) type_error: Option<&'static str>,
    pub(super) reports: Vec<RuleReport>,
}

/// Compiles the rules of a node, whose type is known or wrong.
pub(super) fn compile(
    schema: &SchemaProps,
    ty: Result<&DeclType, &'static str>,
    version: KubernetesVersion,
    path: &str,
) -> NodeRules {
    // Definitions are for Rust types only.
    let definitions = Schema { root: String::new(), definitions: BTreeMap::new() };
    let report = |(i, props): (usize, &RuleProps)| {
        let registration = match ty {
            Ok(node) => register(&definitions, node, &validation_rule(props), version),
            Err(error) => Registration::failed(error),
        };
        let normalized = match &registration {
            Registration { error: None, message_error: None, .. } if !is_blank(&props.rule) => {
                field_path::resolve(schema, &props.field_path).ok()
            }
            _ => None,
        };
        RuleReport {
            path: format!("{path}.x-kubernetes-validations[{i}].rule"),
            props: props.clone(),
            compile_error: registration.error,
            message_error: registration.message_error,
            uses_old_self: registration.uses_old_self,
            normalized_field_path: normalized.unwrap_or_default(),
        }
    };
    NodeRules { type_error: ty.err(), reports: schema.rules.iter().enumerate().map(report).collect() }
}

fn validation_rule(props: &RuleProps) -> ValidationRule {
    let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    ValidationRule {
        rule: props.rule.clone(),
        message: some(&props.message),
        message_expression: some(&props.message_expression),
        field_path: some(&props.field_path),
        reason: props.reason.clone(),
        optional_old_self: props.optional_old_self,
        ..ValidationRule::default()
    }
}

/// What is wrong with the texts of a node's rules.
pub(super) fn texts(schema: &SchemaProps, path: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for (i, rule) in schema.rules.iter().enumerate() {
        let path = format!("{path}.x-kubernetes-validations[{i}]");
        errors.extend(rule_or_message(rule, &path));
        if is_blank(&rule.message_expression) && !rule.message_expression.is_empty() {
            let (at, field) = (rule.message_expression_at, format!("{path}.messageExpression"));
            let detail = "messageExpression must be non-empty if specified";
            errors.push(FieldError::new(Required, at, field, detail));
        }
        if let Some(reason) = rule.reason.as_ref().filter(|reason| !REASONS.contains(&&***reason)) {
            let field = format!("{path}.reason");
            errors.push(FieldError::not_supported(rule.at, field, quote(reason), &REASONS));
        }
        errors.extend(field_path_errors(schema, rule, &path));
    }
    errors
}

fn rule_or_message(rule: &RuleProps, path: &str) -> Option<FieldError> {
    let (text, message) = (rule.rule.trim(), rule.message.trim());
    let (ty, key, detail) = if text.is_empty() {
        (Required, "rule", "rule is not specified")
    } else if !rule.message.is_empty() && message.is_empty() {
        (Invalid, "message", "must be non-empty if specified")
    } else if has_line_break(message) {
        (Invalid, "message", "must not contain line breaks")
    } else if has_line_break(text) && message.is_empty() {
        (Required, "message", "message must be specified if rule contains line breaks")
    } else {
        return None;
    };
    let error = FieldError::new(ty, rule.at, format!("{path}.{key}"), detail);
    Some(if ty == Invalid { error.with_value(quote(&rule.message)) } else { error })
}

fn field_path_errors(schema: &SchemaProps, rule: &RuleProps, path: &str) -> Vec<FieldError> {
    let text = &rule.field_path;
    if text.is_empty() {
        return Vec::new();
    }
    let problems = [
        (is_blank(text), "must be non-empty if specified"),
        (has_line_break(text), "must not contain line breaks"),
        (field_path::resolve(schema, text).is_err(), "must be a valid path"),
    ];
    let field = format!("{path}.fieldPath");
    let error = |detail| FieldError::new(Invalid, rule.at, field.clone(), detail).with_value(quote(text));
    problems.into_iter().filter(|(found, _)| *found).map(|(_, detail)| error(detail)).collect()
}

/// What is wrong with the expressions of a node's rules.
pub(super) fn expressions(
    rules: &NodeRules,
    schema: &SchemaProps,
    around: &Surroundings,
    path: &str,
) -> Vec<FieldError> {
    let path = format!("{path}.x-kubernetes-validations");
    if let Some(error) = rules.type_error {
        let detail = if error == NO_TYPE {
            format!(
                "internal error: failed to construct type information for x-kubernetes-validations rules: {error}"
            )
        } else {
            error.to_owned()
        };
        return vec![FieldError::new(Internal, schema.at, path, detail)];
    }
    let mut errors = Vec::new();
    for (i, report) in rules.reports.iter().enumerate() {
        let (props, path) = (&report.props, format!("{path}[{i}]"));
        let invalid = |at, key: &str, shown: String, detail: &str| {
            FieldError::new(Invalid, at, format!("{path}.{key}"), detail).with_value(shown)
        };
        if let Some(error) = &report.compile_error {
            errors.push(invalid(props.rule_at, "rule", as_json(props), &error.detail));
        }
        if let Some(error) = &report.message_error {
            let at = props.message_expression_at;
            errors.push(invalid(at, "messageExpression", as_json(props), &error.detail));
        }
        if report.uses_old_self {
            if let Some(list) = &around.uncorrelatable {
                let detail = format!(
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within {list}"
                );
                errors.push(invalid(props.rule_at, "rule", quote(&props.rule), &detail));
            }
        } else if let Some(optional) = props.optional_old_self {
            let detail = "may not be set if oldSelf is not used in rule";
            errors.push(invalid(props.at, "optionalOldSelf", optional.to_string(), detail));
        }
    }
    errors
}

/// The rule as the server's own struct in JSON.
fn as_json(rule: &RuleProps) -> String {
    let text = go_json_text;
    format!(
        r#"{{"Rule":{},"Message":{},"MessageExpression":{},"Reason":{},"FieldPath":{},"OptionalOldSelf":{}}}"#,
        text(&rule.rule),
        text(&rule.message),
        text(&rule.message_expression),
        rule.reason.as_deref().map_or_else(|| "null".to_owned(), text),
        text(&rule.field_path),
        rule.optional_old_self.map_or_else(|| "null".to_owned(), |optional| optional.to_string()),
    )
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn has_line_break(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

const REASONS: [&str; 4] =
    ["FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"];

/// Why a node cannot have rules.
pub(super) const NO_TYPE: &str = "unable to convert structural schema to CEL declarations";
/// The same of what is below a node with rules whose type says nothing of it.
pub(super) const NO_TYPE_IN_PARENT: &str = "failed to convert to declType for CEL validation rules";
