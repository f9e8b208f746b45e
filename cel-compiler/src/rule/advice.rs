//! Advice about the whole text of a rule or a message expression.

use super::RuleError;

/// A message expression that is the message itself: `must be positive`, `port: {self.port}`.
pub(super) fn of_fixed_text(mut error: RuleError, source: &str) -> RuleError {
    let [mistake] = &mut *error.diagnostics else { return error };
    let is_quoted = source.contains(['\'', '"']);
    let help = if !is_quoted && source.contains('{') && source.contains('}') {
        "a text stands in quotes; `'%s and %d'.format([a, b])` puts values into it"
    } else if (mistake.help.is_none() || !source.contains("self")) && is_prose(source) {
        "this is an expression, in which a text stands in quotes; a fixed text belongs into `message`"
    } else {
        return error;
    };
    mistake.help = Some(help.to_owned());
    error
}

/// True for words without quotes and braces.
fn is_prose(source: &str) -> bool {
    let words: Vec<&str> = source.split_whitespace().collect();
    let is_word = |word: &str| {
        let word = word.trim_end_matches(['.', ',', ':', ';', '!', '?']);
        word.chars().all(char::is_alphabetic) && word != "in"
    };
    let has_phrase = words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)));
    let signs = if has_phrase { ",._-':;!?()<>=%/" } else { ",._-'" };
    words.len() > 1 && source.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || signs.contains(c))
}

/// A rule whose end is a comment: `self.size // 2 == 0`.
pub(super) fn of_comment(source: &str) -> Option<String> {
    let before = source.trim_end().lines().last()?.split_once("//")?.0;
    let is_code =
        !before.trim().is_empty() && ['\'', '"'].iter().all(|quote| before.matches(*quote).count() % 2 == 0);
    is_code.then(|| "`//` begins a comment: `a / b` divides".to_owned())
}
