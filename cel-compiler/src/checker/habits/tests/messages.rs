//! Message expressions that are no texts.

use super::node;
use crate::{
    env::Env,
    rule,
    schema::{Schema, ValidationRule},
};

fn check(message_expression: &str) -> Result<(), rule::RuleError> {
    let (schema, node) = (Schema::default(), node());
    let rule = ValidationRule {
        rule: "true".to_owned(),
        message_expression: Some(message_expression.to_owned()),
        ..ValidationRule::default()
    };
    rule::register(Env::for_crd_node(&schema, &node), &node, &rule).message_error.map_or(Ok(()), Err)
}

/// Expects this help. The expression in a help `write ..` must be a text.
#[track_caller]
fn helps(message_expression: &str, expected: Option<&str>) {
    let error = check(message_expression).expect_err(message_expression);
    let [mistake] = &*error.diagnostics else { panic!("{message_expression}: {:#?}", error.diagnostics) };
    assert_eq!(mistake.help.as_deref(), expected, "{message_expression}: {}", mistake.message);
    let written = expected.and_then(|help| help.split_once("write `")?.1.strip_suffix('`'));
    assert_eq!(written.map_or(Ok(()), check), Ok(()), "{message_expression}");
}

#[test]
fn values_that_are_no_texts() {
    helps("self.minReplicas", Some("write `string(self.minReplicas)`"));
    helps("self.ratio * 2.0", Some("write `string(self.ratio * 2.0)`"));
    helps("self.names", Some("write `self.names.join(', ')`"));
    helps("self.steps", Some("write `'%s'.format([self.steps])`"));
    helps("self.labels", Some("write `'%s'.format([self.labels])`"));
    helps("type(self.name)", Some("write `'%s'.format([type(self.name)])`"));
    helps("self.?name", Some("write `self.?name.orValue('')`"));
    helps("self.inner", None);
    helps("null", None);
}

#[test]
fn conditions() {
    let choice = |condition: &str| {
        format!(
            "a condition belongs into the rule; for a text that depends on it, write `{condition} ? 'one text' : 'another text'`"
        )
    };
    helps("self.ready", Some(&choice("self.ready")));
    helps("self.ready && self.name != ''", Some(&choice("self.ready && self.name != ''")));
    helps("self.ready ? true : false", Some(&choice("(self.ready ? true : false)")));
}
