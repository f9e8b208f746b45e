//! Texts in Rust source.

use cel_types::quote::is_hidden;

/// A string literal on one line.
pub(super) fn literal(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    out
}

/// A description as a doc comment. If it may have a block of code, it is an attribute that rustdoc does not see when it tests code: the code
/// is not ours, and often not Rust. Hidden characters need the escapes of a literal.
pub(super) fn doc(description: &str, indent: &str) -> String {
    let description = description.trim();
    let needs_literal = |c: char| is_hidden(c) || c.is_control() && c != '\n';
    if may_have_code(description) || description.contains(needs_literal) {
        let lines: Vec<_> = description.lines().map(escaped).collect();
        return format!("{indent}#[cfg_attr(not(doctest), doc = \"{}\")]\n", lines.join("\n"));
    }
    let line = |line: &str| match line.trim_end() {
        "" => format!("{indent}///\n"),
        line => format!("{indent}/// {line}\n"),
    };
    description.lines().map(line).collect()
}

/// True if rustdoc could find a block of code, wherever it is nested.
pub(super) fn may_have_code(description: &str) -> bool {
    CODE.iter().any(|mark| description.contains(mark))
}

/// What a block of code in Markdown begins with: a fence, or an indentation.
const CODE: [&str; 4] = ["```", "~~~", "    ", "\t"];

#[cfg(test)]
mod tests;
