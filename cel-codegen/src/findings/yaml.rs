//! Advice about texts that YAML reads otherwise than their author: a rule that begins with a quote, or has `: ` in it.

use cel_compiler::{
    crd::{
        document::{FileError, Position},
        lines::Lines,
    },
    diagnostic::Diagnostic,
};

/// Advice about an error of YAML.
pub(super) fn advice(error: &FileError, lines: &Lines<'_>) -> Option<String> {
    if error.message.ends_with("invalid indentation in multiline quoted scalar") {
        return Some("a text above has no second quote".to_owned());
    }
    if error.message.contains("tabs disallowed") {
        return Some("YAML is indented with spaces".to_owned());
    }
    if !error.message.starts_with("not valid YAML") {
        return None;
    }
    let at = error.at?;
    let line = lines.get((at.line as usize).checked_sub(1)?)?;
    let (key, text) = entry(line)?;
    let key_at = line.find(key)? + 1;
    let is_misplaced =
        |message: &str, column: usize| error.message.ends_with(message) && at.column as usize == column;
    if is_misplaced("mapping values are not allowed in this context", key_at + key.len())
        || is_misplaced("did not find expected key", key_at)
    {
        return Some(format!("`{key}` must begin in the column of the keys beside it"));
    }
    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    if error.message.ends_with("found unknown anchor")
        && let Some(name) = text.strip_prefix('*').filter(is_name)
    {
        return Some(format!("`&{name}` must stand before it, in the same document"));
    }
    let is_block = text.starts_with(['>', '|']);
    if is_block && text.len() > 3 {
        return Some(format!("the text begins on the next line, below `{key}: >-`"));
    }
    let is_special =
        text.starts_with(['\'', '"', '!', '&', '*', '`', '%', '@']) || goes_on_behind_bracket(text);
    (is_special || text.contains(": "))
        .then(|| format!("write the text on the next line, below `{key}: >-`: there it needs no quotes"))
}

/// `[1, 2].exists(x, x == self.size)`
fn goes_on_behind_bracket(text: &str) -> bool {
    let end = text.find([']', '}']).filter(|_| text.starts_with(['[', '{']));
    end.is_some_and(|end| end + 1 < text.len())
}

/// Advice about a rule that YAML has cut off: `rule: self.name == 'a #b'`.
pub(super) fn of_comment(mistake: &Diagnostic, begin: Position, lines: &Lines<'_>) -> Option<String> {
    if mistake.message != "string without end" {
        return None;
    }
    let rest = lines.rest((begin.line as usize).checked_sub(1)?, (begin.column as usize).checked_sub(1)?)?;
    let rest: String = rest.chars().take(MOST_SEARCHED).collect();
    let is_cut = !rest.starts_with(['\'', '"']) && rest.contains(" #");
    is_cut.then(|| {
        "` #` begins a comment in YAML: write the rule on the next line, below `rule: >-`".to_owned()
    })
}

/// Advice about a rule that YAML takes for a tag without a value: `rule: !has(self.a)`.
pub(super) fn of_tag(at: Position, lines: &Lines<'_>) -> Option<String> {
    let line = lines.get((at.line as usize).checked_sub(1)?)?;
    let (key, _) = entry(line).filter(|(_, text)| text.starts_with('!'))?;
    Some(format!("`!` begins a tag in YAML: write the rule on the next line, below `{key}: >-`"))
}

/// True for a text in quotes.
pub(super) fn is_quoted(at: Position, lines: &Lines<'_>) -> bool {
    let place = [at.line, at.column].map(|number| (number as usize).saturating_sub(1));
    lines.rest(place[0], place[1]).is_some_and(|text| text.starts_with(['\'', '"']))
}

/// The key and the text of `- rule: self.size > 0`.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, text) = line.trim_start_matches([' ', '-']).split_once(": ")?;
    let is_key =
        !key.is_empty() && key.len() < 60 && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_key.then(|| (key, text.trim()))
}

/// Characters of a line that are searched.
const MOST_SEARCHED: usize = 1000;
