//! Rules on a text.

use crate::{
    env::Env,
    rule,
    schema::{DeclKind, DeclType, Schema, ValidationRule},
};

fn check(rule: &str) -> Result<(), rule::RuleError> {
    let (schema, node) = (Schema::default(), DeclType::new(DeclKind::String));
    let rule = ValidationRule { rule: rule.to_owned(), ..ValidationRule::default() };
    rule::register(Env::for_crd_node(&schema, &node), &node, &rule).error.map_or(Ok(()), Err)
}

#[track_caller]
fn helps(rule: &str, expected: &str) {
    let error = check(rule).expect_err(rule);
    let [mistake] = &*error.diagnostics else { panic!("{rule}: {:#?}", error.diagnostics) };
    assert_eq!(mistake.help.as_deref(), Some(expected), "{rule}: {}", mistake.message);
    if let Some(written) = expected.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`')) {
        assert_eq!(check(&format!("dyn({written}) == 1")), Ok(()), "{rule}");
    }
}

#[test]
fn functions_without_self() {
    helps("startsWith('a')", "write `self.startsWith('a')`");
    helps("matches('^a')", "write `self.matches('^a')`");
    helps("size > 0", "write `size(self)`");
    helps("size() > 0", "write `self.size()`");
    helps("substring(0, 1) == 'a'", "write `self.substring(0, 1)`");
}

#[test]
fn the_old_value_is_not_null() {
    helps(
        "oldSelf == null || self == oldSelf",
        "with `optionalOldSelf: true`, in Rust `optional_old_self = true`, `oldSelf.hasValue()` asks whether there is one",
    );
    helps("self != null", "`self` is always there: a rule on a field runs only where the field is");
}

#[test]
fn other_fields() {
    let other = "`self` is the value that the rule stands at; a rule on the type around it sees other fields";
    helps("self > a", other);
    helps("self > otherName", other);
    let own = "the value itself is `self`: it has no fields; a rule on the type around it sees other fields";
    helps("self != self.other", own);
}
