//! Advice about the whole text of a rule or a message expression.

use super::RuleError;

/// A message expression that is the message itself: `must be positive`.
pub(super) fn of_fixed_text(mut error: RuleError, source: &str) -> RuleError {
    let is_prose =
        |c: char| c.is_alphanumeric() || c.is_whitespace() || matches!(c, ',' | '.' | '_' | '-' | '\'');
    if let [mistake] = &mut *error.diagnostics
        && (mistake.help.is_none() || !source.contains("self"))
        && source.trim().contains(' ')
        && source.chars().all(is_prose)
    {
        let help =
            "this is an expression, in which a text stands in quotes; a fixed text belongs into `message`";
        mistake.help = Some(help.to_owned());
    }
    error
}

/// A rule whose end is a comment: `self.size // 2 == 0`.
pub(super) fn of_comment(source: &str) -> Option<String> {
    let before = source.trim_end().lines().last()?.split_once("//")?.0;
    let is_code =
        !before.trim().is_empty() && ['\'', '"'].iter().all(|quote| before.matches(*quote).count() % 2 == 0);
    is_code.then(|| "`//` begins a comment: `a / b` divides".to_owned())
}
