//! The options of the lints.

use super::{Result, release};
use crate::lints::Lints;
use cel_compiler::{
    library::KubernetesVersion,
    lints::{Level, Levels},
};

/// How lints are treated.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct LintOptions {
    /// Findings of this lint are errors; `all` are all lints (docs/lints.md lists them)
    #[arg(long, value_name = "LINT")]
    deny: Vec<String>,
    /// Findings of this lint are warnings
    #[arg(long, value_name = "LINT")]
    warn: Vec<String>,
    /// This lint is off
    #[arg(long, value_name = "LINT")]
    allow: Vec<String>,
    /// The oldest release of Kubernetes that is to accept the rules, for the lint newer_than_minimum
    #[arg(long, value_name = "VERSION", value_parser = release)]
    minimum_kubernetes: Option<KubernetesVersion>,
}

impl LintOptions {
    /// The levels of the lints. The name of a lint goes before `all`, `--allow` before `--warn`, and that
    /// before `--deny`.
    pub(super) fn lints(&self) -> Result<Lints> {
        let mut levels = Levels::default();
        let options = [(&self.deny, Level::Deny), (&self.warn, Level::Warn), (&self.allow, Level::Allow)];
        for is_all in [true, false] {
            for (names, level) in options {
                for name in names.iter().filter(|name| (*name == "all") == is_all) {
                    levels.set(name, level).map_err(|error| format!("{error} (`--{}`)", level.name()))?;
                }
            }
        }
        Ok(Lints { levels, minimum: self.minimum_kubernetes })
    }
}
