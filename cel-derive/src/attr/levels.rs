//! `allow(..)`, `warn(..)` and `deny(..)`: the levels of lints for a type, a field or a rule.

use super::{Entry, Value, nearest, split_own, unquoted, valid};
use crate::ctxt::Ctxt;
use cel_compiler::lints::{self, Level, Levels, Lint};
use proc_macro2::Span;
use std::collections::BTreeMap;

/// The levels that attributes or a manifest set.
#[derive(Clone, Default)]
pub(crate) struct LintLevels {
    levels: Levels,
    /// The span of the attribute, by the lint's name.
    places: BTreeMap<&'static str, Span>,
}

impl LintLevels {
    /// The levels in the crate's `Cargo.toml`.
    pub(crate) fn of_crate(levels: Levels) -> Self {
        LintLevels { levels, places: BTreeMap::new() }
    }

    /// The same levels, changed by those of an inner item.
    pub(crate) fn with(&self, inner: &LintLevels) -> Self {
        let places = self.places.iter().chain(&inner.places);
        LintLevels {
            levels: self.levels.clone().with(&inner.levels),
            places: places.map(|(name, place)| (*name, *place)).collect(),
        }
    }

    pub(crate) fn of(&self, lint: &Lint) -> Level {
        self.levels.of(lint)
    }

    /// The span of the attribute that sets the level of a lint, if there is one.
    pub(crate) fn place(&self, lint: &Lint) -> Option<Span> {
        self.places.get(lint.name).copied()
    }

    /// Reads an attribute.
    pub(super) fn read(&mut self, cx: &Ctxt, entry: &Entry) {
        let Some(level) = Level::read(&entry.name) else { return };
        let name = &entry.name;
        let Value::List(tokens) = &entry.value else {
            let help = format!("write `{name}(unguarded_optional)`");
            return cx.error_with_help(entry.span, format!("`{name}` takes lints in parentheses"), help);
        };
        let named = split_own(cx, tokens.clone());
        if named.is_empty() {
            cx.error_with_help(entry.span, format!("`{name}` needs the name of a lint"), all_names());
        }
        for lint in named {
            self.read_lint(cx, level, &lint);
        }
    }

    fn read_lint(&mut self, cx: &Ctxt, level: Level, entry: &Entry) {
        let name = entry.name.as_str();
        let lints = lints::all().filter(|lint| name == ALL || lint.name == name);
        let found: Vec<&str> = lints.map(|lint| lint.name).collect();
        if found.is_empty() || !matches!(entry.value, Value::None) {
            let known: Vec<&str> = lints::all().map(|lint| lint.name).collect();
            let help = nearest(name, known.iter()).map(|near| format!("did you mean `{near}`?"));
            let shown: String = name.chars().take(LONGEST).collect();
            let help = help.unwrap_or_else(all_names);
            return cx.error_with_help(entry.span, format!("unknown lint `{shown}`"), help);
        }
        unquoted(cx, entry);
        // This cannot fail: the name was found above.
        let _known = self.levels.set(name, level);
        self.places.extend(found.into_iter().map(|name| (name, entry.span)));
    }
}

fn all_names() -> String {
    let names: Vec<&str> = lints::all().map(|lint| lint.name).collect();
    valid(names.iter()).replace("valid keys", "the lints")
}

/// The keys that set levels.
pub(crate) const LEVEL_KEYS: &[&str] = &["allow", "deny", "warn"];
/// All lints together.
const ALL: &str = "all";
/// Number of characters that are shown of an unknown name.
const LONGEST: usize = 80;
