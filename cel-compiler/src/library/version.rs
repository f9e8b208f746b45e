//! Versions of Kubernetes, and the features that each one gives to expressions.

use std::fmt;

/// The features of a minor version of Kubernetes 1. In new rules a server accepts only the features of the release before it, so
/// that release can still read the rules. In stored rules it evaluates every feature it knows.
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

    /// A default value is refused if its rules have no type. Before, only the rules are refused.
    #[cfg(feature = "crd")]
    pub const RULES_OF_DEFAULTS_WITHOUT_TYPE: KubernetesVersion = KubernetesVersion::of_release(28);
    /// The properties of an object are checked even if it has too few or too many.
    #[cfg(feature = "crd")]
    pub const PROPERTIES_OF_ANY_NUMBER: KubernetesVersion = KubernetesVersion::of_release(28);
    /// The types `integer` and `number` have formats of their own. Before, only texts had formats.
    #[cfg(feature = "crd")]
    pub const FORMATS_BY_TYPE: KubernetesVersion = KubernetesVersion::of_release(36);
    /// Servers warn of formats that they do not know.
    #[cfg(feature = "crd")]
    pub const WARNINGS_ABOUT_FORMATS: KubernetesVersion = KubernetesVersion::of_release(34);
    /// Servers warn of sets of objects and of lists.
    #[cfg(feature = "crd")]
    pub const WARNINGS_ABOUT_SETS: KubernetesVersion = KubernetesVersion::of_release(37);
    /// The formats `k8s-short-name` and `k8s-long-name`.
    #[cfg(feature = "crd")]
    pub const FORMATS_OF_NAMES: KubernetesVersion = KubernetesVersion(34);
    /// Rules have `messageExpression`.
    #[cfg(feature = "crd")]
    pub(crate) const MESSAGE_EXPRESSIONS: KubernetesVersion = KubernetesVersion::of_release(27);
    /// Rules have `reason` and `fieldPath`.
    #[cfg(feature = "crd")]
    pub(crate) const REASONS: KubernetesVersion = KubernetesVersion::of_release(28);
    /// Rules have `optionalOldSelf`. In 1.29 they have it only with a feature gate that is off by default.
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
    /// A validator compares the types of a literal's parts. Before, the checker did, and a dyn value fit beside all others.
    pub(crate) const TYPES_OF_PARTS: KubernetesVersion = KubernetesVersion::of_release(29);
    /// `self.namespace` beside `self.__namespace__`.
    pub(crate) const RESERVED_WORDS_AS_FIELDS: KubernetesVersion = KubernetesVersion(31);
    /// `l.all(i, x, ..)`, `transformList` and the other macros with two variables.
    pub(crate) const TWO_VARIABLES: KubernetesVersion = KubernetesVersion(32);
    /// `sortBy`
    pub(crate) const SORT_BY: KubernetesVersion = KubernetesVersion(34);

    /// ``self.`a-b` ``
    pub(crate) const NAMES_IN_BACKTICKS: KubernetesVersion = KubernetesVersion::of_release(37);
    /// The lexer knows backticks, even if names in them are refused.
    pub(crate) const BACKTICKS: KubernetesVersion = KubernetesVersion::of_release(33);
    /// `.x` is never the `x` of a macro.
    pub(crate) const GLOBAL_NAMES: KubernetesVersion = KubernetesVersion::of_release(37);
    /// `optMap` checks a copy of its target. Before, it checked the target itself twice.
    pub(crate) const COPIED_TARGETS: KubernetesVersion = KubernetesVersion::of_release(32);
    /// Estimates know the sizes of macro variables and of the parts of literals.
    pub(crate) const SIZES_OF_VARIABLES: KubernetesVersion = KubernetesVersion::of_release(33);
    /// Estimates compare values of Kubernetes' own types in one step, and know how long a URL is.
    pub(crate) const SIZES_OF_ITS_TYPES: KubernetesVersion = KubernetesVersion::of_release(32);
    /// The `maxLength` of an integer or string bounds it.
    pub(crate) const BOUNDED_INT_OR_STRING: KubernetesVersion = KubernetesVersion::of_release(34);

    /// The longest of the values in `enum` bounds a text.
    pub(crate) const BOUNDED_BY_ENUM: KubernetesVersion = KubernetesVersion::of_release(29);

    /// Errors about `message` and `fieldPath` do not repeat the key.
    #[cfg(feature = "crd")]
    pub(crate) const ERRORS_WITHOUT_KEYS: KubernetesVersion = KubernetesVersion::of_release(34);

    /// A mistake at the beginning of a line is reported there. Before, it was reported at the end of the previous line.
    pub(crate) const LINE_STARTS: KubernetesVersion = KubernetesVersion::of_release(32);

    /// Messages call the type of an optional `optional_type(int)`. Before, they called it `optional(int)`.
    pub(crate) const NAMES_OF_OPTIONALS: KubernetesVersion = KubernetesVersion::of_release(31);
    /// Estimates know that a macro's result is as large as its range.
    pub(crate) const SIZES_OF_MACROS: KubernetesVersion = KubernetesVersion::of_release(30);

    /// `&&` and `||` report each operand that is not a bool. Before, they reported that no overload matches.
    pub(crate) const OPERANDS_OF_LOGIC: KubernetesVersion = KubernetesVersion::of_release(29);

    /// Estimates count the operand in `has(..)`, and at first one more step.
    pub(crate) const PRESENCE_COSTS: KubernetesVersion = KubernetesVersion::of_release(28);
    /// Estimates count only the operand in `has(..)`.
    pub(crate) const PRESENCE_LIKE_OPERAND: KubernetesVersion = KubernetesVersion::of_release(29);

    /// Later than all versions.
    pub(crate) const NEVER: KubernetesVersion = KubernetesVersion(u16::MAX);

    /// The version of new rules on servers of a release. A change in the release's code applies from this version on.
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
    /// If the text is not a release, or not a known release with validation rules.
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

    /// Advice about a feature that is too new for this version; `None` if the version has it.
    pub(crate) fn lacks(self, what: &str, since: KubernetesVersion) -> Option<String> {
        (since > self).then(|| format!("`{what}`{NEWER}{} on; these are for 1.{}", since.0 + 1, self.0 + 1))
    }

    /// True for advice from [`lacks`](Self::lacks).
    pub(crate) fn is_lacking(advice: &str) -> bool {
        advice.contains(NEWER)
    }
}

/// Why rules cannot be compiled for a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionError {
    /// Not of the form `1.30`.
    Syntax,
    /// A release before validation rules.
    TooOld,
    /// A release that is not known yet.
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
/// The first release with validation rules without a feature gate.
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
