//! Advice for the syntax of other languages: `all(x => x > 0)`, `not x`, `x =~ 'a'`.

/// Advice for a character that begins no token: the text before it, and the text from it on.
pub(super) fn character(before: &str, from: &str) -> Option<&'static str> {
    match from.chars().next()? {
        '=' if from.starts_with("=>") && !has_parameter(before) => Some("use `>=` to compare"),
        '=' if from.starts_with("=>") => Some(MACRO),
        '=' if from.starts_with("=~") => Some("use `a.matches(r'..')`"),
        '=' => Some("use `==` to compare"),
        '&' if is_operand(before) => Some("remove it: CEL has no references"),
        '&' => Some("use `&&`"),
        '|' if is_closure(from) => Some(MACRO),
        '|' => Some("use `||`"),
        ';' => Some("a rule is one expression: join conditions with `&&`"),
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => Some("use straight quotes: `'` or `\"`"),
        '#' => Some("a rule has no comments: write them beside it"),
        '$' if from.starts_with("$self") => Some("use `self`"),
        _ => None,
    }
}

/// Advice for a string with an escape that CEL does not have: `'\d+'`.
pub(super) const ESCAPE: &str = "use a raw string, as in `r'\\d+'`, or two backslashes, as in `'\\\\d+'`";

/// Advice for a token at a place that does not allow it.
pub(super) fn token(before: &str, found: &str, after: &str) -> Option<&'static str> {
    let before = before.trim_end();
    match found {
        "and" => Some("use `&&`"),
        "or" => Some("use `||`"),
        "is" => Some("use `==` to compare"),
        "not" if after.trim_start().starts_with("in") => Some("use `!(a in b)`"),
        ">" if before.strip_suffix('-').is_some_and(|before| !has_parameter(before)) => {
            Some("`b` if `a` is `!a || b`")
        }
        ">" if before.ends_with('-') => Some(MACRO),
        ":" if has_parameter(before) => Some(MACRO),
        ":" if is_index(before) => {
            Some("a part of a text is `a.substring(0, 2)`, a part of a list is `a.slice(0, 2)`")
        }
        "," if before.rsplit_once('(').is_some_and(|(before, _)| is_word_at_end(before.trim_end(), "in")) => {
            Some("a list stands in square brackets: `a in ['x', 'y']`")
        }
        "s" | "m" | "h" | "ms" if before.ends_with(|last: char| last.is_ascii_digit()) => {
            Some("a duration is written `duration('5m')`")
        }
        ":" if after.starts_with(':') => {
            Some("the value of an enum is a text in quotes: `self.mode == 'Fast'`")
        }
        "in" if before.ends_with('.') && after.trim_start().starts_with('(') => {
            Some("`in` stands between its operands: `a in b`")
        }
        "in" if before.ends_with('.') => Some("the field `in` is `__in__` in a rule: `self.__in__`"),
        "?" if before.ends_with('?') => Some("`a.?b.orValue(c)` is `c` where `b` is absent"),
        _ if is_word_at_end(before, "not") => Some("use `!`"),
        _ if before.contains("?.") => Some("an optional field is read with `.?`: `self.?name`"),
        _ => None,
    }
}

/// Advice for a reserved word.
pub(super) fn reserved(word: &str) -> Option<&'static str> {
    match word {
        "if" => Some("use `condition ? a : b`, or `!condition || a`"),
        "for" | "while" | "loop" => Some("use a macro: `self.items.all(x, x > 0)`"),
        "let" | "var" | "const" => {
            Some("a rule has no variables of its own: write the value where it is used")
        }
        _ => None,
    }
}

/// `self.name[0`
fn is_index(before: &str) -> bool {
    before.rsplit_once('[').is_some_and(|(list, index)| {
        list.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | ')' | ']'))
            && index.chars().all(|c| c.is_ascii_digit())
    })
}

/// True if a text ends where an operand begins.
fn is_operand(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with(['(', '[', ',', ':', '?', '!', '=', '<', '>', '&', '|', '+', '*', '/', '%'])
}

/// `.all(x`
fn has_parameter(before: &str) -> bool {
    let name = before.trim_end().rsplit_once('(').map(|(_, name)| name);
    name.is_some_and(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

/// `|x| ..`
fn is_closure(text: &str) -> bool {
    let parameter = text.strip_prefix('|').and_then(|rest| rest.split_once('|')).map(|(name, _)| name.trim());
    parameter.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

fn is_word_at_end(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word);
    before.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.'))
}

const MACRO: &str = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
