//! Levels of lints: `allow`, `warn`, `deny`.

use super::{
    all::{LINTS, all, lint},
    lint::{Level, Lint},
};
use crate::checker::nearest;
use std::{collections::BTreeMap, fmt};

/// The levels of all lints: the default levels, and the levels that are set.
///
/// ```
/// use cel_compiler::lints::{self, Level, Levels};
///
/// let mut levels = Levels::default();
/// levels.set("needless_has", Level::Deny).unwrap();
/// assert_eq!(levels.of(lints::lint("needless_has").unwrap()), Level::Deny);
/// let error = levels.set("needles_has", Level::Allow).unwrap_err();
/// assert_eq!(error.to_string(), "unknown lint `needles_has`; did you mean `needless_has`?");
/// let error = levels.set("unguarded", Level::Allow).unwrap_err();
/// assert_eq!(error.to_string(), "unknown lint `unguarded`; did you mean `unguarded_optional`?");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// The levels that are set, by the name of the lint.
    set: BTreeMap<&'static str, Level>,
}

/// A lint or level that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LevelsError {
    /// No lint has this name.
    Lint(String),
    /// Neither `allow`, `warn` nor `deny`.
    Level(String),
}

impl Levels {
    /// Sets the level of a lint, or of all lints by the name `all`. The last one counts.
    ///
    /// # Errors
    /// If there is no such lint.
    pub fn set(&mut self, name: &str, level: Level) -> Result<(), LevelsError> {
        if name == ALL {
            self.set.extend(all().map(|lint| (lint.name, level)));
            return Ok(());
        }
        let lint = lint(name).ok_or_else(|| LevelsError::Lint(name.to_owned()))?;
        self.set.insert(lint.name, level);
        Ok(())
    }

    /// Sets a level from text: `allow`, `unguarded_optional`.
    ///
    /// # Errors
    /// If there is no such level or lint.
    pub fn set_text(&mut self, level: &str, name: &str) -> Result<(), LevelsError> {
        let level = Level::read(level).ok_or_else(|| LevelsError::Level(level.to_owned()))?;
        self.set(name, level)
    }

    /// True if nothing is said of what any lint finds.
    #[must_use]
    pub fn allow_all(&self) -> bool {
        LINTS.iter().all(|lint| self.of(lint) == Level::Allow)
    }

    /// The level of a lint.
    #[must_use]
    pub fn of(&self, lint: &Lint) -> Level {
        self.set.get(lint.name).copied().unwrap_or(lint.level)
    }

    /// The same levels, overridden by others: the levels of a type override the levels of its crate.
    #[must_use]
    pub fn with(mut self, over: &Levels) -> Self {
        self.set.extend(&over.set);
        self
    }
}

impl fmt::Display for LevelsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, written, near) = match self {
            LevelsError::Lint(name) => {
                let begins = || all().find(|lint| lint.name.starts_with(name.as_str()) && name.len() > 2);
                let near = nearest(name, all().map(|lint| lint.name.into()));
                ("lint", name, near.or_else(|| begins().map(|lint| lint.name.into())))
            }
            LevelsError::Level(name) => {
                ("level", name, nearest(name, Level::ALL.iter().map(|(name, _)| (*name).into())))
            }
        };
        let shown: String = written.chars().take(LONGEST).collect();
        write!(f, "unknown {what} `{shown}`")?;
        match near {
            Some(near) => write!(f, "; did you mean `{near}`?"),
            None if what == "level" => f.write_str("; a level is `allow`, `warn` or `deny`"),
            None => {
                let names: Vec<&str> = all().map(|lint| lint.name).collect();
                write!(f, "; there is {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for LevelsError {}

/// The name of all lints together.
const ALL: &str = "all";

/// Number of characters of an unknown name that are shown.
const LONGEST: usize = 80;
