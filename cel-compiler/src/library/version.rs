//! Versions of Kubernetes, as far as they decide what an expression may use.

use std::fmt;

/// The features of a minor version of Kubernetes 1. A server accepts in new rules what the release before it had, so that
/// this release can still read them; in stored rules it evaluates all it knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KubernetesVersion(pub u16);

impl Default for KubernetesVersion {
    fn default() -> Self {
        KubernetesVersion::NEW_EXPRESSIONS
    }
}

impl KubernetesVersion {
    /// Functions and syntax that a 1.37 server accepts in new rules.
    pub const NEW_EXPRESSIONS: KubernetesVersion = KubernetesVersion(36);
    /// Functions and syntax that a 1.37 server evaluates in stored rules.
    pub const STORED_EXPRESSIONS: KubernetesVersion = KubernetesVersion(37);

    /// CRDs have `selectableFields`.
    pub const SELECTABLE_FIELDS: KubernetesVersion = KubernetesVersion::of_release(31);

    /// A default value is refused if its rules have no type. Before, only the rules are.
    #[cfg(feature = "crd")]
    pub const RULES_OF_DEFAULTS_WITHOUT_TYPE: KubernetesVersion = KubernetesVersion::of_release(28);
    /// The properties of an object are checked even if it has too few or too many.
    #[cfg(feature = "crd")]
    pub const PROPERTIES_OF_ANY_NUMBER: KubernetesVersion = KubernetesVersion::of_release(28);
    /// Rules have `messageExpression`.
    #[cfg(feature = "crd")]
    pub(crate) const MESSAGE_EXPRESSIONS: KubernetesVersion = KubernetesVersion::of_release(27);
    /// Rules have `reason` and `fieldPath`.
    #[cfg(feature = "crd")]
    pub(crate) const REASONS: KubernetesVersion = KubernetesVersion::of_release(28);
    /// Rules have `optionalOldSelf`, unless a feature gate of 1.29 is off, as it is without being asked for.
    #[cfg(feature = "crd")]
    pub(crate) const OPTIONAL_OLD_SELF: KubernetesVersion = KubernetesVersion::of_release(30);

    /// `.?`, `[?]`, optional parts of literals, `optMap`.
    pub(crate) const OPTIONAL_SYNTAX: KubernetesVersion = KubernetesVersion(28);
    /// `1 < 2.0`
    pub(crate) const NUMBERS_OF_TWO_TYPES: KubernetesVersion = KubernetesVersion(28);
    /// The checks of literals after the type checker.
    pub(crate) const LITERAL_VALIDATORS: KubernetesVersion = KubernetesVersion(29);
    /// The check of the arguments of `format`.
    pub(crate) const FORMAT_VALIDATOR: KubernetesVersion = KubernetesVersion(30);
    /// A validator asks the parts of a literal for their types. Before the checker did, and a value of any type fit beside all others.
    pub(crate) const TYPES_OF_PARTS: KubernetesVersion = KubernetesVersion::of_release(29);
    /// `self.namespace` beside `self.__namespace__`.
    pub(crate) const RESERVED_WORDS_AS_FIELDS: KubernetesVersion = KubernetesVersion(31);
    /// `l.all(i, x, ..)`, `transformList` and its kin.
    pub(crate) const TWO_VARIABLES: KubernetesVersion = KubernetesVersion(32);
    /// `sortBy`
    pub(crate) const SORT_BY: KubernetesVersion = KubernetesVersion(34);

    /// ``self.`a-b` ``
    pub(crate) const NAMES_IN_BACKTICKS: KubernetesVersion = KubernetesVersion::of_release(37);
    /// The lexer knows backticks, if only to refuse them.
    pub(crate) const BACKTICKS: KubernetesVersion = KubernetesVersion::of_release(33);
    /// `.x` is never the `x` of a macro.
    pub(crate) const GLOBAL_NAMES: KubernetesVersion = KubernetesVersion::of_release(37);
    /// `optMap` checks a copy of its target instead of the target once more.
    pub(crate) const COPIED_TARGETS: KubernetesVersion = KubernetesVersion::of_release(32);
    /// Estimates know the sizes of what variables of macros and the parts of literals stand for.
    pub(crate) const SIZES_OF_VARIABLES: KubernetesVersion = KubernetesVersion::of_release(33);
    /// Estimates compare values of Kubernetes' own types in one step, and know how long a URL is.
    pub(crate) const SIZES_OF_ITS_TYPES: KubernetesVersion = KubernetesVersion::of_release(32);
    /// The `maxLength` of an integer or string bounds it.
    pub(crate) const BOUNDED_INT_OR_STRING: KubernetesVersion = KubernetesVersion::of_release(34);

    /// The longest of the values in `enum` bounds a text.
    pub(crate) const BOUNDED_BY_ENUM: KubernetesVersion = KubernetesVersion::of_release(29);

    /// Errors about `message` and `fieldPath` do not say again which of them is wrong.
    #[cfg(feature = "crd")]
    pub(crate) const ERRORS_WITHOUT_KEYS: KubernetesVersion = KubernetesVersion::of_release(34);

    /// A mistake at the beginning of a line is not reported behind the line before.
    pub(crate) const LINE_STARTS: KubernetesVersion = KubernetesVersion::of_release(32);

    /// Texts call the type of an optional `optional_type(int)`, no longer `optional(int)`.
    pub(crate) const NAMES_OF_OPTIONALS: KubernetesVersion = KubernetesVersion::of_release(31);
    /// Estimates know that a macro's result is as large as its range.
    pub(crate) const SIZES_OF_MACROS: KubernetesVersion = KubernetesVersion::of_release(30);

    /// `&&` and `||` say which operand is no bool, no longer that they have no overload for both.
    pub(crate) const OPERANDS_OF_LOGIC: KubernetesVersion = KubernetesVersion::of_release(29);

    /// Estimates count what is asked of in `has(..)`, and at first a step for asking.
    pub(crate) const PRESENCE_COSTS: KubernetesVersion = KubernetesVersion::of_release(28);
    /// Only what is asked of.
    pub(crate) const PRESENCE_LIKE_OPERAND: KubernetesVersion = KubernetesVersion::of_release(29);

    /// After all versions.
    pub(crate) const NEVER: KubernetesVersion = KubernetesVersion(u16::MAX);

    /// The first version for whose rules the code of a release counts: the rules that are new on its servers.
    #[must_use]
    pub const fn of_release(minor: u16) -> Self {
        KubernetesVersion(minor - 1)
    }

    /// Functions and syntax that a server of a release (`"1.30"`) accepts in new rules.
    ///
    /// ```
    /// use cel_compiler::library::KubernetesVersion;
    ///
    /// assert_eq!(KubernetesVersion::for_new_rules("1.37"), Ok(KubernetesVersion::NEW_EXPRESSIONS));
    /// ```
    ///
    /// # Errors
    /// If the text names no release, or one that is not known to have such rules.
    pub fn for_new_rules(release: &str) -> Result<Self, VersionError> {
        let minor = release.strip_prefix("1.").filter(|minor| minor.bytes().all(|b| b.is_ascii_digit()));
        let minor = minor.and_then(|minor| minor.parse().ok()).ok_or(VersionError::Syntax)?;
        match minor {
            ..OLDEST_RELEASE => Err(VersionError::TooOld),
            OLDEST_RELEASE..=NEWEST_RELEASE => Ok(KubernetesVersion(minor - 1)),
            _ => Err(VersionError::TooNew),
        }
    }

    /// Functions and syntax that the same servers evaluate in stored rules.
    #[must_use]
    pub fn stored(self) -> Self {
        KubernetesVersion(self.0 + 1).min(KubernetesVersion::STORED_EXPRESSIONS)
    }

    /// Advice about something that is too new for this version; `None` if it is not.
    pub(crate) fn lacks(self, what: &str, since: KubernetesVersion) -> Option<String> {
        (since > self).then(|| format!("`{what}`{NEWER}{} on; these are for 1.{}", since.0 + 1, self.0 + 1))
    }

    /// True for such advice.
    pub(crate) fn is_lacking(advice: &str) -> bool {
        advice.contains(NEWER)
    }
}

/// Why a text is no version that rules can be compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionError {
    /// Not of the form `1.30`.
    Syntax,
    /// Before validation rules.
    TooOld,
    /// Not known yet.
    TooNew,
}

impl fmt::Display for VersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VersionError::Syntax => f.write_str("a version of Kubernetes is written `1.30`"),
            VersionError::TooOld => {
                write!(f, "validation rules are enabled from Kubernetes 1.{OLDEST_RELEASE} on")
            }
            VersionError::TooNew => write!(f, "the newest known version of Kubernetes is 1.{NEWEST_RELEASE}"),
        }
    }
}

const NEWER: &str = " may be used in rules from Kubernetes 1.";
/// The first release that has the rules without a feature gate.
const OLDEST_RELEASE: u16 = 25;
/// The release whose behaviour is compiled.
const NEWEST_RELEASE: u16 = 37;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_accept_what_the_one_before_had() {
        assert_eq!(KubernetesVersion::for_new_rules("1.25"), Ok(KubernetesVersion(24)));
        assert_eq!(KubernetesVersion::for_new_rules("1.37"), Ok(KubernetesVersion::NEW_EXPRESSIONS));
    }

    #[test]
    fn other_texts_are_no_versions() {
        for text in ["", "1", "1.", "1.x", "2.30", "1.30.1", "v1.30", "1.+30", "1.99999", "30"] {
            assert_eq!(KubernetesVersion::for_new_rules(text), Err(VersionError::Syntax), "{text}");
        }
        assert_eq!(KubernetesVersion::for_new_rules("1.24"), Err(VersionError::TooOld));
        assert_eq!(KubernetesVersion::for_new_rules("1.38"), Err(VersionError::TooNew));
    }
}
