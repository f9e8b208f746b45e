//! The file of mistakes: a heading, a program and its error for each, as Markdown.

use super::programs::OTHER_FILE;

/// A mistake and what rustc says.
#[derive(Clone)]
pub(crate) struct Recorded {
    /// The text above it, as the introduction of a part.
    pub(crate) above: String,
    pub(crate) title: String,
    pub(crate) source: String,
    pub(crate) errors: String,
}

impl Recorded {
    pub(crate) fn program_name(&self) -> String {
        let plain: String = self
            .title
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
            .collect();
        plain.trim_matches('_').to_owned()
    }

    /// The imports stand below the program, so that the lines are those of the file.
    pub(crate) fn program(&self) -> String {
        let (main, others) = match self.source.split_once(OTHER_FILE) {
            Some((main, others)) => (main, format!("{OTHER_FILE}{others}\n")),
            None => (self.source.as_str(), String::new()),
        };
        format!("{main}\n\nfn main() {{}}\n\n{IMPORTS}{others}")
    }
}

/// The imports of all programs.
pub(crate) const IMPORTS: &str = "#[allow(unused)]
use {
    cel_runtime::XValidation, kube::CustomResource,
    schemars::JsonSchema, serde::{Deserialize, Serialize}, std::collections::BTreeMap,
};
";

/// The mistakes of a file.
pub(crate) fn read(text: &str) -> Vec<Recorded> {
    let mut out = Vec::new();
    let mut above = String::new();
    let mut title = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("### ") {
            title = Some(name.to_owned());
        } else if line.starts_with("```rust") {
            let source = block(&mut lines);
            out.push(Recorded {
                above: std::mem::take(&mut above),
                title: title.take().unwrap_or_else(|| panic!("a mistake without a title:\n{source}")),
                source,
                errors: String::new(),
            });
        } else if line.starts_with("```text") {
            out.last_mut().expect("a mistake").errors = block(&mut lines);
        } else if title.is_none() {
            above.push_str(line);
            above.push('\n');
        }
    }
    out
}

fn block<'a>(lines: &mut impl Iterator<Item = &'a str>) -> String {
    lines.take_while(|line| *line != "```").collect::<Vec<_>>().join("\n")
}

/// The file of them.
pub(crate) fn write(recorded: &[Recorded]) -> String {
    let mut out = String::new();
    for Recorded { above, title, source, errors } in recorded {
        let above = above.trim();
        if !above.is_empty() {
            out.push_str(&format!("{above}\n\n"));
        }
        out.push_str(&format!(
            "### {title}\n\n```rust,compile_fail\n{source}\n```\n\n```text\n{errors}\n```\n\n"
        ));
    }
    out.trim_end().to_owned() + "\n"
}
