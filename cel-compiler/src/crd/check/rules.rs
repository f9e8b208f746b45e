//! Rules of one schema node: their texts, their expressions, and the places where they may use an old value.

use super::{
    Surroundings,
    error::{ErrorType, FieldError, go_json_text},
    path::{of_part, of_rule},
};
use crate::{
    cost::{Sizes, expression_cost_error},
    crd::{
        field_path,
        props::{RuleProps, SchemaProps},
    },
    env::Env,
    library::KubernetesVersion,
    parser::Copies,
    rule::{self, Key, Registration, RuleError, TextErrorKind, register},
    schema::{DeclType, Schema},
};
use cel_types::quote::quote;
use std::sync::Arc;

/// Report about one rule, whatever is wrong with the schema around it.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleReport {
    /// `spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0].rule`
    pub path: String,
    /// The rules of the node.
    rules: Arc<[RuleProps]>,
    /// Index of this rule in `rules`.
    index: usize,
    /// Why the node can have no rules at all.
    pub type_error: Option<&'static str>,
    /// The server's answer about its expressions.
    pub registration: Registration,
    /// The printed `fieldPath`; empty if there is none, or if it is wrong.
    pub normalized_field_path: String,
    /// How often the node can occur in a request if no list or map around it has a bound; 0 if the rule does not compile.
    pub max_cardinality: u64,
    /// How often the node can occur in an object. The cost of one evaluation is multiplied by it.
    pub cardinality: u64,
    /// Highest cost of the rule in one validation. The limits use this cost.
    pub estimated_cost: u64,
}

impl RuleReport {
    /// The rule in the file.
    #[must_use]
    pub fn props(&self) -> &RuleProps {
        // `compile` makes a report for each rule of the list.
        &self.rules[self.index]
    }

    /// Why the rule does not compile.
    #[must_use]
    pub fn compile_error(&self) -> Option<String> {
        let own = self.registration.error.as_ref().map(|error| error.detail(&self.props().rule));
        self.type_error.map(str::to_owned).or(own)
    }

    /// Why its message expression does not compile.
    #[must_use]
    pub fn message_error(&self) -> Option<String> {
        let error = self.registration.message_error.as_ref()?;
        Some(error.detail(&self.props().message_expression))
    }

    /// Costs of the rule and its message expression.
    #[must_use]
    pub fn costs(&self) -> [u64; 2] {
        [self.estimated_cost, self.registration.message_expression_max_cost]
    }

    /// The error of the rule, or else of its message expression.
    #[must_use]
    pub fn error(&self) -> Option<&RuleError> {
        self.registration.error.as_ref().or(self.registration.message_error.as_ref())
    }
}

/// Compiles the rules of a node. `ty` is its type, or why it has none. `cardinality` is how often the node can occur in an object, by
/// the bounds of the lists and maps around it.
pub(super) fn compile(
    schema: &SchemaProps,
    ty: Result<&DeclType, &'static str>,
    version: KubernetesVersion,
    copies: &Copies,
    cardinality: Option<u64>,
    path: &str,
) -> Vec<RuleReport> {
    // Definitions are for Rust types only.
    let definitions = Schema::default();
    let env = ty.map(|node| Env::for_crd_node(&definitions, node).with_version(version).with_copies(copies));
    let report = |(i, props): (usize, &RuleProps)| {
        let mut registration = Registration::default();
        let mut max_cardinality = 0;
        if let (Ok(env), Ok(node)) = (&env, ty) {
            registration = register(env.clone(), node, &props.to_rule());
            if registration.error.is_none() && !props.rule.trim().is_empty() {
                max_cardinality = Sizes::new(env).max_cardinality(node);
            }
        }
        let times = cardinality.unwrap_or(max_cardinality);
        let mut report = RuleReport {
            path: of_part(&of_rule(path, i), "rule"),
            rules: Arc::clone(&schema.rules),
            index: i,
            type_error: ty.err(),
            estimated_cost: registration.max_cost.saturating_mul(times),
            registration,
            normalized_field_path: String::new(),
            max_cardinality,
            cardinality: times,
        };
        if report.type_error.is_none() && report.error().is_none() && !props.rule.trim().is_empty() {
            report.normalized_field_path = field_path::resolve(schema, &props.field_path).unwrap_or_default();
        }
        report
    };
    schema.rules.iter().enumerate().map(report).collect()
}

/// Mistakes in the texts of a node's rules.
pub(super) fn texts(schema: &SchemaProps, version: KubernetesVersion, path: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let invalid = |key: Key, detail: &str| match version < KubernetesVersion::ERRORS_WITHOUT_KEYS {
        true => format!("{key} {detail}"),
        false => detail.to_owned(),
    };
    for (i, props) in schema.rules.iter().enumerate() {
        let path = of_rule(path, i);
        for error in rule::text_errors(&props.to_rule()) {
            let ty = match error.kind {
                TextErrorKind::Required => ErrorType::Required,
                TextErrorKind::Invalid => ErrorType::Invalid,
                TextErrorKind::NotSupported => ErrorType::NotSupported,
            };
            let field = format!("{path}.{}", error.key);
            let value = quote(text_of(props, error.key));
            errors.push(match error.kind {
                TextErrorKind::Required => FieldError::new(ty, props.at, field, error.detail),
                TextErrorKind::Invalid => {
                    FieldError::new(ty, props.at, field, invalid(error.key, &error.detail)).with_value(value)
                }
                TextErrorKind::NotSupported => {
                    FieldError::new(ty, props.at, field, error.detail).with_value(value)
                }
            });
        }
        let text = &props.field_path;
        if !text.is_empty() && field_path::resolve(schema, text).is_err() {
            let field = format!("{path}.fieldPath");
            let detail = invalid(Key::FieldPath, "must be a valid path");
            let found = FieldError::new(ErrorType::Invalid, props.at, field, detail);
            let found = found.with_value(quote(text));
            errors.push(match field_path::advice(schema, text) {
                Some(help) => found.with_help(help),
                None => found,
            });
        }
    }
    errors
}

fn text_of(props: &RuleProps, key: Key) -> &str {
    match key {
        Key::Rule => &props.rule,
        Key::Message => &props.message,
        Key::MessageExpression => &props.message_expression,
        Key::Reason => props.reason.as_deref().unwrap_or_default(),
        Key::FieldPath => &props.field_path,
        Key::OptionalOldSelf => "",
    }
}

/// Mistakes in the expressions of a node's rules.
pub(super) fn expressions(
    reports: &[RuleReport],
    schema: &SchemaProps,
    around: &Surroundings,
    path: &str,
) -> Vec<FieldError> {
    if let Some(error) = reports.iter().find_map(|report| report.type_error) {
        let detail = if error == NO_TYPE {
            format!(
                "internal error: failed to construct type information for x-kubernetes-validations rules: {error}"
            )
        } else {
            error.to_owned()
        };
        let path = of_part(path, "x-kubernetes-validations");
        return vec![FieldError::new(ErrorType::Internal, schema.at, path, detail)];
    }
    let mut errors = Vec::new();
    for (i, report) in reports.iter().enumerate() {
        let (props, path) = (report.props(), of_rule(path, i));
        let invalid = |at, key: &str, shown: String, detail: &str| {
            FieldError::new(ErrorType::Invalid, at, of_part(&path, key), detail).with_value(shown)
        };
        if let Some(detail) = expression_cost_error("rule", report.estimated_cost) {
            errors.push(FieldError::new(ErrorType::Forbidden, props.rule_at, of_part(&path, "rule"), detail));
        }
        if let Some(detail) = report.compile_error() {
            errors.push(invalid(props.rule_at, "rule", as_json(props), &detail));
        }
        if let Some(detail) = report.message_error() {
            let at = props.message_expression_at;
            errors.push(invalid(at, "messageExpression", as_json(props), &detail));
        }
        let message_cost = report.registration.message_expression_max_cost;
        if let Some(detail) = expression_cost_error("messageExpression", message_cost) {
            let (at, path) = (props.message_expression_at, of_part(&path, "messageExpression"));
            errors.push(FieldError::new(ErrorType::Forbidden, at, path, detail));
        }
        if report.registration.uses_old_self {
            if let Some(list) = &around.uncorrelatable {
                let detail = format!(
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within {list}"
                );
                let error = invalid(props.rule_at, "rule", quote(&props.rule), &detail);
                errors.push(error.with_help(KEYS.to_owned()));
            }
        } else if let Some(optional) = props.optional_old_self {
            let detail = "may not be set if oldSelf is not used in rule";
            errors.push(invalid(props.at, "optionalOldSelf", optional.to_string(), detail));
        }
    }
    errors
}

/// Mistakes in the message expressions of rules that do not compile.
pub(super) fn hidden_messages(reports: &[RuleReport], path: &str) -> Vec<FieldError> {
    let hidden = reports.iter().enumerate().filter_map(|(i, report)| {
        let (error, props) = (report.registration.hidden_message_error.as_ref()?, report.props());
        let field = of_part(&of_rule(path, i), "messageExpression");
        let detail = error.detail(&props.message_expression);
        let found = FieldError::new(ErrorType::Invalid, props.message_expression_at, field, detail);
        Some(found.with_value(as_json(props)))
    });
    hidden.collect()
}

const KEYS: &str = "items of a list have old values only if they have keys: `x-kubernetes-list-type: map` with \
     `x-kubernetes-list-map-keys`; without keys, write the rule on the list";

/// The rule as JSON of the server's own struct.
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

/// Why a node cannot have rules.
pub(super) const NO_TYPE: &str = "unable to convert structural schema to CEL declarations";
/// The same for a node below a node with rules, if the type of the upper node does not contain it.
pub(super) const NO_TYPE_IN_PARENT: &str = "failed to convert to declType for CEL validation rules";
