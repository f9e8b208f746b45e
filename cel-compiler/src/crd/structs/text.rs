//! Texts in Rust source.

use cel_types::quote::is_hidden;

/// A string literal on one line.
pub(super) fn literal(text: &str) -> String {
    let mut out = String::from("\"");
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
    out + "\""
}

/// A description as a doc comment. Its code blocks are marked `text`, so rustdoc does not compile them.
pub(super) fn doc(description: &str, indent: &str) -> String {
    let mut out = String::new();
    let mut in_fence = false;
    for line in description.trim().lines() {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let stem = line.trim();
        let spaces = (line.len() - line.trim_start().len()).min(3);
        let fence = stem.starts_with("```");
        in_fence ^= fence;
        let language = if fence && in_fence && stem == "```" { "text" } else { "" };
        if stem.is_empty() {
            out.extend([indent, "///\n"]);
        } else {
            out.extend([indent, "/// ", &" ".repeat(spaces), stem, language, "\n"]);
        }
    }
    if in_fence {
        out.extend([indent, "/// ```\n"]);
    }
    out
}
