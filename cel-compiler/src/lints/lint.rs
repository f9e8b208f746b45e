//! The description of a lint.

/// A kind of mistake.
#[derive(Debug, PartialEq, Eq)]
pub struct Lint {
    /// The name that levels and texts use: `unguarded_optional`.
    pub name: &'static str,
    /// Its level if none is set.
    pub level: Level,
    /// The mistake in one sentence.
    pub summary: &'static str,
    /// Why it matters.
    pub reason: &'static str,
    /// A rule with the mistake and one without.
    pub example: Example,
}

/// Rules on a node that show a lint.
#[derive(Debug, PartialEq, Eq)]
pub struct Example {
    /// The schema of the node, in YAML. Empty if the lint is about what stands beside the rules in Rust: then `wrong` and `right` are lines of Rust.
    pub schema: &'static str,
    /// Rules with the mistake. If there are several, the lint reports the last one.
    pub wrong: &'static [&'static str],
    /// The same rules without the mistake.
    pub right: &'static [&'static str],
}

/// How a finding is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// No report.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

impl Level {
    /// All levels, with their names.
    pub const ALL: [(&'static str, Level); 3] =
        [("allow", Level::Allow), ("warn", Level::Warn), ("deny", Level::Deny)];

    /// The level of that name.
    #[must_use]
    pub fn read(name: &str) -> Option<Level> {
        Level::ALL.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}
