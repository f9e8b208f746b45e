//! `[package.metadata.x-validation]`: the levels of lints for the whole crate, and the oldest Kubernetes that
//! must accept the rules. With `workspace = true` there, the settings of `[workspace.metadata.x-validation]`
//! also count.

use super::{keys, quoted};
use cel_compiler::{checker::nearest, library::KubernetesVersion, lints::Levels};

/// The settings of a table.
#[derive(Default)]
pub(crate) struct LintSettings {
    pub(crate) minimum: Option<KubernetesVersion>,
    /// True if the table of the workspace counts, too.
    pub(super) is_inherited: bool,
    /// The names of lints and their levels, as written.
    written: Vec<(String, String)>,
    mistakes: Vec<String>,
}

impl LintSettings {
    /// Reads a line whose key is in the table.
    pub(super) fn read(&mut self, key: &[String], value: &str) {
        match key {
            [key] if key == MINIMUM => self.read_minimum(value),
            [key] if key == WORKSPACE => self.is_inherited = value.trim_start().starts_with("true"),
            [key] if key == LINTS => self.read_inline(value),
            [key, lint] if key == LINTS => self.read_level(lint, value),
            [key, ..] => {
                let near = nearest(key, [MINIMUM, LINTS, WORKSPACE].into_iter().map(Into::into));
                let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                self.mistakes.push(format!("unknown key `{key}`{near}"));
            }
            [] => {}
        }
    }

    fn read_minimum(&mut self, value: &str) {
        match quoted(value).map(|text| KubernetesVersion::for_new_rules(&text)) {
            Some(Ok(version)) => self.minimum = Some(version),
            Some(Err(error)) => self.mistakes.push(error.to_string()),
            None => self.mistakes.push(format!("`{MINIMUM}` takes a version: `{MINIMUM} = \"1.30\"`")),
        }
    }

    /// `{ unguarded_optional = "allow" }`
    fn read_inline(&mut self, value: &str) {
        let inside = value.trim().strip_prefix('{').and_then(|rest| rest.split('}').next());
        let Some(inside) = inside else {
            return self
                .mistakes
                .push(format!("`{LINTS}` takes a table: `[package.metadata.x-validation.{LINTS}]`"));
        };
        for (lint, level) in inside.split(',').filter_map(|entry| entry.split_once('=')) {
            if let Some(lint) = keys(lint.trim()).first() {
                self.read_level(lint, level);
            }
        }
    }

    fn read_level(&mut self, lint: &str, value: &str) {
        match quoted(value) {
            Some(level) if value.trim_start().starts_with(['"', '\'']) => {
                self.written.push((lint.to_owned(), level));
            }
            _ => self.mistakes.push(format!("`{lint}` takes a level: `{lint} = \"allow\"`")),
        }
    }

    /// Adds the settings of the workspace.
    pub(super) fn within(mut self, workspace: LintSettings) -> Self {
        self.minimum = self.minimum.or(workspace.minimum);
        self.written.splice(0..0, workspace.written);
        self.mistakes.extend(workspace.mistakes);
        self
    }

    /// The levels and the mistakes. The name of a lint goes before `all`.
    pub(crate) fn levels(&self) -> (Levels, Vec<String>) {
        let (mut levels, mut mistakes) = (Levels::default(), self.mistakes.clone());
        let (all, named): (Vec<_>, Vec<_>) = self.written.iter().partition(|(lint, _)| lint == "all");
        for (lint, level) in all.into_iter().chain(named) {
            if let Err(error) = levels.set_text(level, lint) {
                mistakes.push(error.to_string());
            }
        }
        (levels, mistakes)
    }
}

const MINIMUM: &str = "minimum-kubernetes";
const LINTS: &str = "lints";
const WORKSPACE: &str = "workspace";
