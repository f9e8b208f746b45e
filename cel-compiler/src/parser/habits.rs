//! Advice for the syntax of other languages: `all(x => x > 0)`, `not x`, `x =~ 'a'`.

/// Advice for a character that begins no token: the text before it, and the text from it on.
pub(super) fn character(before: &str, from: &str) -> Option<&'static str> {
    match from.chars().next()? {
        '=' if from.starts_with("=>") && has_parameter_in_parentheses(before) => Some(MACRO),
        '=' if from.starts_with("=>") && !has_parameter(before) && is_condition(before, from) => {
            Some(IMPLIES)
        }
        '=' if from.starts_with("=>") && !has_parameter(before) => Some("use `>=` to compare"),
        '=' if from.starts_with("=>") => Some(MACRO),
        '=' if from.starts_with("=<") => Some("use `<=` to compare"),
        '=' if from.starts_with("=~") => Some(MATCHES),
        '=' if before.ends_with("!=") => Some("use `!=` to compare"),
        '=' if before.ends_with(['+', '-', '*', '/', '%']) => Some(CHANGE),
        '=' => Some(EQUALS),
        '~' if !is_operand(before) => Some(MATCHES),
        '^' if is_operand(before) => Some(PATTERN),
        '^' if is_beside_number(before, from) => Some(BITS),
        '^' => Some(EITHER),
        '&' if ["&gt;", "&lt;", "&amp;", "&quot;"].iter().any(|form| from.starts_with(form)) => Some(HTML),
        '&' if is_operand(before) => Some("remove it: CEL has no references"),
        '&' if is_beside_number(before, from) => Some(BITS),
        '&' => Some("use `&&`"),
        '|' if is_closure(from) && is_operand(before) => Some(MACRO),
        '|' if is_word_at_start(from.trim_start_matches('|'), "default") => Some(DEFAULT),
        '|' if is_beside_number(before, from) => Some(BITS),
        '|' if is_name_in_brackets(before) => Some(MACRO),
        '|' if is_pipe(from) => {
            Some("CEL has no pipes: a function stands behind its value, as in `a.size()`")
        }
        '|' => Some("use `||`"),
        ';' if from.trim_end() == ";" => Some("remove it: a rule is one expression"),
        ';' => Some(JOIN),
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' => Some("use straight quotes: `'` or `\"`"),
        '#' if before == "r" || before.ends_with(".r") => {
            Some("remove `r#`, which is Rust: write `self.type`")
        }
        '#' => Some(COMMENT),
        '$' if from.starts_with("$self") => Some("use `self`"),
        '$' if from.starts_with("${") => {
            Some("this looks like a placeholder: run the program that fills it in first, such as `envsubst`")
        }
        '@' if before.trim_end_matches('(').ends_with("[?") => Some(MACRO),
        '$' | '@' if from[1..].starts_with('.') => Some(PATH),
        '`' if !before.ends_with('.') => Some(TEXT),
        '\\' => Some("only a text has escapes: write the character itself"),
        _ => None,
    }
}

/// A rule that went through a program for web pages.
const HTML: &str =
    "write the character itself: `&gt;` is `>`, `&lt;` is `<`, `&amp;` is `&`, `&quot;` is `\"`";

/// Advice for a string with an escape that CEL does not have: `'\d+'`.
pub(super) const ESCAPE: &str = "use a raw string, as in `r'\\d+'`, or two backslashes, as in `'\\\\d+'`";

/// Advice for a string without its second quote.
pub(super) const NO_END: &str = "a text ends with the quote that it begins with: `'a'`, `\"a\"`";

/// Advice for a token at a place that does not allow it.
pub(super) fn token(before: &str, found: &str, after: &str) -> Option<&'static str> {
    let ends_text = before.ends_with(['\'', '"']) && found.starts_with(is_of_word);
    let before = before.trim_end();
    symbol(before, found, after)
        .or_else(|| word(before, found, after))
        .or_else(|| behind_word(before))
        .or_else(|| {
            ends_text.then_some("the text ends at this quote; a text with `'` in it can stand between `\"`")
        })
        .or_else(|| is_percentage(before).then_some(PERCENTAGE))
        .or_else(|| before.contains("?.").then_some("an optional field is read with `.?`: `self.?name`"))
        .or_else(|| found.is_empty().then(|| at_end(before)).flatten())
        .or_else(|| reserved(found))
}

/// The same for a token that is no word.
fn symbol(before: &str, found: &str, after: &str) -> Option<&'static str> {
    match found {
        ">" if before.ends_with('<') => Some("use `!=` to compare"),
        ">" if before.strip_suffix('-').is_some_and(is_self) => Some(FIELD),
        ">" if before.strip_suffix('-').is_some_and(|before| !has_parameter(before)) => Some(IMPLIES),
        ">" if before.ends_with('-') => Some(MACRO),
        ":" if has_parameter(before) => Some(MACRO),
        ":" if is_index(before) => {
            Some("a part of a text is `a.substring(0, 2)`, a part of a list is `a.slice(0, 2)`")
        }
        ":" if after.starts_with('=') => Some(EQUALS),
        ":" if after.starts_with(':') && is_self(before) => Some(FIELD),
        ":" if after.starts_with(':') => {
            Some("the value of an enum is a text in quotes: `self.mode == 'Fast'`")
        }
        "?" | ":" if before.ends_with('?') => Some(DEFAULT),
        "*" if before.ends_with('/') => Some(COMMENT),
        "*" if before.ends_with('*') => Some("CEL has no powers: write the product, as in `a * a`"),
        "*" | "]" if before.ends_with(['[', '.']) => Some(MACRO),
        "*" if is_operand(before) => Some("remove it: CEL has no references"),
        "+" if before.ends_with('+') => Some(CHANGE),
        ">" | "<" if before.ends_with(found) => Some(BITS),
        "(" if before.ends_with('.') => Some(CONVERSION),
        "(" if before.ends_with(')') => Some(OPERATOR),
        "." if after.starts_with('.') && before.strip_suffix('.').is_some_and(is_operand) => {
            Some("lists are joined with `+`: `a + ['x']`")
        }
        "." if before.ends_with('.') => Some(FIELD),
        "[" if before.ends_with(".?") => {
            Some("an item that may be absent is read with `[?`: `self.items[?0]`")
        }
        ":" if before.chars().all(is_of_word) && !before.is_empty() => {
            Some("a keyword of the schema stands beside `type`, not in a rule")
        }
        ".0" if before.ends_with(is_of_word) => Some(ONLY_FIELD),
        _ if found.starts_with('.') && before.ends_with(is_of_word) => {
            Some("an item is read by its index: `self.items[0]`")
        }
        ":" if before.chars().all(|c| is_of_word(c) || c == '.') => Some(EXPRESSION),
        "}" if before.contains("{{") => Some(TEMPLATE),
        "{" if before.ends_with([')', ']']) => Some("a rule is one condition, without braces"),
        "," if after.contains("=>") && has_parameter(before) => Some(MACRO),
        "/" if is_operand(before) => Some(PATTERN),
        "!" if is_word_at_start(after, "in") => Some(NOT_IN),
        "!" if after.starts_with('~') => Some(NOT_MATCHES),
        "<" | "<=" | ">" | ">=" if before.ends_with("&&") => Some(RANGE),
        ":" if before
            .rsplit_once('(')
            .is_some_and(|(_, argument)| argument.chars().all(|c| c.is_ascii_digit())) =>
        {
            Some("a comma stands between arguments")
        }
        "," if is_list_without_brackets(before) => {
            Some("a list stands in square brackets: `a in ['x', 'y']`")
        }
        "}" | "," if is_element_in_braces(before) => Some("a list stands in square brackets: `['x', 'y']`"),
        "!" if after.starts_with('(') => {
            Some("CEL has no `format!`: `'%s and %d'.format([a, b])` puts values into a text")
        }
        "," if ends_with_digit(before) && is_group_of_digits(after) => Some(DIGITS),
        "," if is_outside_brackets(before) => Some(JOIN),
        _ if found.starts_with('.') && before.strip_suffix('.').is_some_and(ends_with_digit) => Some(RANGE),
        _ if found.starts_with('`') => Some(TEXT),
        _ if found.starts_with(['\'', '"']) && is_word_at_end(before, "f") => {
            Some("CEL has no templates: `'%s and %d'.format([a, b])` puts values into a text")
        }
        _ if is_operator_in_front(before) => Some(OPERATOR),
        _ if found.starts_with(['\'', '"']) && before.ends_with('.') => Some(KEY),
        _ if found.starts_with(['\'', '"']) && before.ends_with(is_of_word) && !ends_with_digit(before) => {
            Some(CALL)
        }
        _ if found.starts_with(['\'', '"'])
            && before.ends_with(['\'', '"'])
            && !is_outside_brackets(before) =>
        {
            Some("a comma stands between the parts of a list")
        }
        _ => None,
    }
}

/// The same for a word. SQL writes its words in capitals.
fn word(before: &str, found: &str, after: &str) -> Option<&'static str> {
    match &*found.to_ascii_lowercase() {
        "and" => Some("use `&&`"),
        "or" => Some("use `||`"),
        "is" if is_word_at_start(after, "one") || is_word_at_start(after, "in") => Some(IN_LIST),
        "is" if is_word_at_start(after, "immutable") => Some(IMMUTABLE),
        "is" if ["greater", "less", "more", "at", "above", "below"]
            .iter()
            .any(|word| is_word_at_start(after, word)) =>
        {
            Some(ORDER)
        }
        "greater" | "less" | "more" | "at" | "above" | "below" | "gt" | "lt" | "gte" | "lte" => Some(ORDER),
        "must" | "should" | "shall" | "cannot" | "can" | "are" | "be" => Some(EXPRESSION),
        "one" if is_word_at_start(after, "of") => {
            Some("one of several conditions is `[a, b].exists_one(x, x)`")
        }
        "is" if is_absence(after) => Some(PRESENCE),
        "is" | "not" if is_word_at_start(after.trim_start().trim_start_matches("not "), "empty") => {
            Some(EMPTY)
        }
        "is" if TYPES.iter().any(|word| is_word_at_start(after, word)) => Some(CONVERSION),
        "is" if is_word_at_start(after, "not") => Some("use `!=` to compare"),
        "is" | "eq" | "equals" => Some(EQUALS),
        "not" if is_word_at_start(after, "in") => Some(NOT_IN),
        "not" if is_word_at_start(after, "like") => Some(NOT_MATCHES),
        "as" | "instanceof" => Some(CONVERSION),
        "s" | "m" | "h" | "ms" | "sec" | "min" | "seconds" | "minutes" | "hours" | "hour" | "minute"
            if ends_with_digit(before) =>
        {
            Some("a duration is written `duration('5m')`")
        }
        "d" | "day" | "days" if ends_with_digit(before) => Some("a duration is written `duration('24h')`"),
        "ki" | "mi" | "gi" | "ti" | "k" | "g" | "t" if ends_with_digit(before) => {
            Some("a quantity is written `quantity('1Gi')`")
        }
        number if number.starts_with('_') && ends_with_digit(before) => Some(DIGITS),
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" | "f32" | "f64"
            if ends_with_digit(before) =>
        {
            Some("a number has no suffix: `1` is an integer, `1.0` is a double")
        }
        "true" if before.ends_with('.') => Some("the field `true` is `__true__` in a rule: `self.__true__`"),
        "false" if before.ends_with('.') => {
            Some("the field `false` is `__false__` in a rule: `self.__false__`")
        }
        "null" if before.ends_with('.') => Some("the field `null` is `__null__` in a rule: `self.__null__`"),
        "in" if before.ends_with('.') && after.trim_start().starts_with('(') => {
            Some("`in` stands between its operands: `a in b`")
        }
        "in" if before.ends_with('.') => Some("the field `in` is `__in__` in a rule: `self.__in__`"),
        "in" if found != "in" && after.trim_start().starts_with('(') => Some(IN_LIST),
        "in" if found != "in" => Some("use `in`"),
        "between" => Some(RANGE),
        "xor" => Some(EITHER),
        "then" | "implies" => Some(IMPLIES),
        "like" | "ilike" | "rlike" | "regexp" => Some(MATCHES),
        "contains" | "matches" | "startswith" | "endswith" | "includes" | "has" => Some(CALL),
        "starts" | "ends" if is_word_at_start(after, "with") => Some(CALL),
        _ => None,
    }
}

/// The same for a token behind a word that is no operator in CEL.
fn behind_word(before: &str) -> Option<&'static str> {
    let last = before.rsplit(|c: char| !is_of_word(c) && c != '.').next()?;
    match &*last.to_ascii_lowercase() {
        "not" => Some("use `!`"),
        "has" => Some("`has()` takes a field, as in `has(self.name)`"),
        "exists" | "defined" | "present" | "required" | "exist" => Some(PRESENCE),
        "eq" | "ne" | "gt" | "lt" | "ge" | "le" | "and" | "or" => Some(OPERATOR),
        "size" | "len" | "length" | "count" | "empty" | "quote" | "default" => {
            Some("a function takes its argument in parentheses: `size(a)`")
        }
        "typeof" => Some("`type(a) == string` compares a type"),
        "lambda" | "every" | "some" | "any" | "all" | "range" | "each" | "foreach" | "select" => Some(MACRO),
        "switch" | "case" | "when" | "match" | "unless" => Some(CHOICE),
        "assert" | "require" | "ensure" | "check" | "must" => {
            Some("a rule is the condition itself, without a word before it")
        }
        "new" => {
            Some("CEL has no `new`: a function makes the value, as in `timestamp('2024-01-31T00:00:00Z')`")
        }
        _ => None,
    }
}

/// The same for the end of the text.
fn at_end(before: &str) -> Option<&'static str> {
    let has_choice = before.contains('?') && is_outside_brackets(before) && !is_operand(before);
    has_choice.then_some("`a ? b : c` has three parts; `b` if `a` is `!a || b`")
}

/// Advice for a reserved word.
pub(super) fn reserved(word: &str) -> Option<&'static str> {
    match word {
        "if" => Some(CHOICE),
        "for" | "while" | "loop" => Some("use a macro: `self.items.all(x, x > 0)`"),
        "function" => Some(MACRO),
        "return" => Some("a rule is one expression: leave out `return`"),
        "let" | "var" | "const" => {
            Some("a rule has no variables of its own: write the value where it is used")
        }
        _ => None,
    }
}

/// `a in (1`, `a in {1`, `a in 1`
fn is_list_without_brackets(before: &str) -> bool {
    let behind = before.rsplit([' ', '(', '{']).next().map_or(0, str::len);
    let before = before[..before.len() - behind].trim_end();
    let before = before.strip_suffix(['(', '{']).unwrap_or(before);
    is_word_at_end(before.trim_end(), "in")
}

/// `{'a'`, `{self.name`
fn is_element_in_braces(before: &str) -> bool {
    let element = before.rsplit_once('{').map(|(_, element)| element.trim());
    element.is_some_and(|element| !element.is_empty() && !element.contains([':', '(', '[', ',', '?']))
}

/// `self.size == 50%`
fn is_percentage(before: &str) -> bool {
    before.strip_suffix('%').is_some_and(ends_with_digit)
}

/// True behind a condition: what follows `=>` may be what is implied.
fn is_condition(before: &str, from: &str) -> bool {
    let implied = from.get(2..).unwrap_or_default();
    let has = |text: &str, parts: &[&str]| parts.iter().any(|part| text.contains(part));
    has(before, &["==", "!=", "has("]) || has(implied, &["==", "!=", "has(", "<", ">"])
}

/// `| length`, `| quote == 'a'`
fn is_pipe(from: &str) -> bool {
    let rest = from.trim_start_matches('|').trim_start();
    let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    let (word, behind) = rest.split_at(end);
    let is_value = matches!(word, "" | "self" | "oldSelf" | "true" | "false");
    !is_value && word.starts_with(|first: char| first.is_ascii_lowercase()) && !behind.starts_with(['.', '('])
}

/// `{x`, `[x` as in `{x | x := self.names[_]}`
fn is_name_in_brackets(before: &str) -> bool {
    let name = before.trim_end().rsplit(['{', '[']).next().unwrap_or_default();
    name.len() < before.trim_end().len() && !name.is_empty() && name.chars().all(is_of_word)
}

/// `not null`, `None`
fn is_absence(after: &str) -> bool {
    let after = after.trim_start();
    let after = if is_word_at_start(after, "not") { &after["not".len()..] } else { after };
    ["null", "none", "nil", "undefined"].iter().any(|word| is_word_at_start(after, word))
}

/// `eq .self.name`, as in templates of Go
fn is_operator_in_front(before: &str) -> bool {
    ["eq", "ne", "lt", "le", "gt", "ge", "and", "or"].iter().any(|word| is_word_at_start(before, word))
}

/// `self.name[0`
fn is_index(before: &str) -> bool {
    before.rsplit_once('[').is_some_and(|(list, index)| {
        list.ends_with(|last: char| last.is_alphanumeric() || matches!(last, '_' | ')' | ']'))
            && index.chars().all(|c| c.is_ascii_digit())
    })
}

/// True if the operator in front of `from` has a number for an operand: `self.flags & 1 == 0`, `(1 | self.flags) > 0`. Where the
/// number is the end of a comparison, conditions are joined: `self.a > 0 & self.b > 0`.
fn is_beside_number(before: &str, from: &str) -> bool {
    let rest = before.trim_end().trim_end_matches(|c| is_of_word(c) || c == '.');
    let is_number = |text: &str| text.trim_start().starts_with(|first: char| first.is_ascii_digit());
    let is_left = before.get(rest.len()..).is_some_and(is_number);
    let is_right = from.get(1..).is_some_and(is_number);
    let ends_comparison = is_left && rest.trim_end().ends_with(['=', '<', '>']);
    !ends_comparison && (is_right || is_left && is_operand(rest))
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
    name.is_some_and(|name| {
        name.chars().all(is_of_word) && !name.starts_with(|first: char| first.is_ascii_digit())
    })
}

/// `.all((x)`
fn has_parameter_in_parentheses(before: &str) -> bool {
    before.trim_end().strip_suffix(')').is_some_and(|open| {
        open.rsplit_once('(').is_some_and(|(call, _)| call.trim_end().ends_with('(') && has_parameter(open))
    })
}

/// `|x| ..`
fn is_closure(text: &str) -> bool {
    let parameter = text.strip_prefix('|').and_then(|rest| rest.split_once('|')).map(|(name, _)| name.trim());
    parameter.is_some_and(|name| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_'))
}

fn is_word_at_end(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word);
    before.is_some_and(|before| !before.ends_with(|c: char| is_of_word(c) || c == '.'))
}

fn is_word_at_start(text: &str, word: &str) -> bool {
    let text = text.trim_start();
    let start = text.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word));
    start.is_some() && !text[word.len()..].starts_with(is_of_word)
}

/// True behind `self` and `oldSelf`.
fn is_self(before: &str) -> bool {
    is_word_at_end(before, "self") || is_word_at_end(before, "oldSelf")
}

/// True if all brackets are closed. It also counts those in texts, so it is a guess.
fn is_outside_brackets(before: &str) -> bool {
    before.matches(['(', '[', '{']).count() == before.matches([')', ']', '}']).count()
}

fn ends_with_digit(before: &str) -> bool {
    before.ends_with(|last: char| last.is_ascii_digit())
}

/// True for the `000` of `1,000`.
fn is_group_of_digits(after: &str) -> bool {
    after.bytes().take_while(u8::is_ascii_digit).count() == 3
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

const MACRO: &str = "a macro takes a variable and a condition: `self.items.all(x, x > 0)`";
const BITS: &str = "CEL has no operations on bits";
const CHANGE: &str = "CEL changes no values: the next one is `a + 1`";
const EITHER: &str = "`a != b` is true if one of two conditions is";
const TYPES: &[&str] =
    &["string", "str", "int", "integer", "number", "float", "double", "bool", "boolean", "list", "map"];
const EMPTY: &str = "`a.size() == 0` is true of an empty text, list or map";
const KEY: &str = "a key in quotes stands in brackets: `self.labels['app.kubernetes.io/name']`";
const DEFAULT: &str = "`a.?b.orValue(c)` is `c` where `b` is absent";
const PRESENCE: &str = "`has(self.name)` asks whether a field is there";
const TEMPLATE: &str = "CEL has no templates: a rule names the field itself, as in `self.name`";
const CALL: &str = "a function takes its argument in parentheses: `a.contains('x')`";
const PATTERN: &str = "a pattern is a text in quotes: `a.matches(r'..')`";
const MATCHES: &str = "use `a.matches(r'..')`";
const NOT_MATCHES: &str = "use `!a.matches(r'..')`";
const CHOICE: &str = "use `condition ? a : b`, or `!condition || a`";
const CONVERSION: &str = "a function converts a value, as in `int(a)`; `type(a) == int` asks for its type";
const PERCENTAGE: &str = "a percentage is a text, as in `'50%'`; a part is a number, as in `0.5`";
const ONLY_FIELD: &str = "an item of a list is read by its index: `self.items[0]`; a tuple struct with one field is its value: `self`";
const OPERATOR: &str = "an operator stands between its operands: `a == b`, `a && b`";
const ORDER: &str = "numbers are compared with `<`, `<=`, `>` and `>=`";
const IN_LIST: &str = "one of several values is `a in ['x', 'y']`";
pub(crate) const IMMUTABLE: &str = "`self == oldSelf` as the rule of a field lets nobody change it";
const EXPRESSION: &str =
    "a rule is an expression: `self.min >= 1`, `self.name != ''`, `self.size == oldSelf.size`";
const EQUALS: &str = "use `==` to compare";
const IMPLIES: &str = "`b` if `a` is `!a || b`";
const NOT_IN: &str = "use `!(a in b)`";
const RANGE: &str = "a range is two comparisons: `a >= 1 && a <= 10`";
const DIGITS: &str = "the digits of a number stand together: `1000`";
const JOIN: &str = "a rule is one expression: join conditions with `&&`";
const FIELD: &str = "a field is read with a dot: `self.name`";
pub(crate) const PATH: &str = "a field is read from `self`: `self.name`";
const TEXT: &str = "a text stands between `'` or `\"`";
const COMMENT: &str = "a comment begins with `//`";
