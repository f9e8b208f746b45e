//! Named formats: checks of Kubernetes' names and identifiers (k8s: `cel/library/format.go`). Since Kubernetes 1.31.

mod rules;
#[cfg(test)]
mod tests;

use crate::{
    cost::Arena,
    ops::{equality::Equal, list::List, size::ceil01},
};

/// A format: CEL's `kubernetes.NamedFormat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the format of that name")]
pub enum NamedFormat {
    Dns1123Label,
    Dns1123Subdomain,
    Dns1035Label,
    Dns1123LabelPrefix,
    Dns1123SubdomainPrefix,
    Dns1035LabelPrefix,
    QualifiedName,
    LabelValue,
    Uri,
    Uuid,
    Byte,
    Date,
    Datetime,
}

macro_rules! formats {
    ($($function:ident $format:ident $name:literal: $doc:literal, $valid:literal, $invalid:literal;)*) => {
        const NAMES: &[(&str, NamedFormat)] = &[$(($name, NamedFormat::$format)),*];

        $(
            #[doc = concat!("`format.", $name, "() -> kubernetes.NamedFormat`: ", $doc, ". Since 1.31.")]
            ///
            /// ```
            #[doc = concat!("use cel_runtime::{__private::Arena, library::format::{", stringify!($function), ", validate}};")]
            ///
            /// let arena = Arena::new();
            #[doc = concat!("assert!(validate(&arena, ", stringify!($function), "(), \"", $valid, "\").is_none());")]
            #[doc = concat!("assert!(validate(&arena, ", stringify!($function), "(), \"", $invalid, "\").is_some());")]
            /// ```
            #[inline]
            pub fn $function() -> NamedFormat {
                NamedFormat::$format
            }
        )*
    };
}
formats! {
    dns1123_label Dns1123Label "dns1123Label": "a lower-case name of at most 63 bytes", "web-1", "web.1";
    dns1123_subdomain Dns1123Subdomain "dns1123Subdomain": "such names with dots between them", "a.example", "a..b";
    dns1035_label Dns1035Label "dns1035Label": "a name that starts with a letter", "web-1", "1-web";
    dns1123_label_prefix Dns1123LabelPrefix "dns1123LabelPrefix": "the start of such a name", "web-", "web.";
    dns1123_subdomain_prefix Dns1123SubdomainPrefix "dns1123SubdomainPrefix": "the start of such names", "a.web-", "a.";
    dns1035_label_prefix Dns1035LabelPrefix "dns1035LabelPrefix": "the start of a name that starts with a letter", "web-", "1-web";
    qualified_name QualifiedName "qualifiedName": "the key of a label", "example.com/My_name", "/name";
    label_value LabelValue "labelValue": "the value of a label", "My_value", "-";
    uri Uri "uri": "what `isURL` takes", "https://example.com/", "example.com";
    uuid Uuid "uuid": "hexadecimal digits in groups", "123e4567-e89b-12d3-a456-426614174000", "123e4567";
    byte Byte "byte": "base64 with padding", "aGVsbG8=", "hello";
    date Date "date": "a day of the calendar", "2024-02-29", "2023-02-29";
    datetime Datetime "datetime": "a day and a time, nearly as in RFC 3339", "2024-02-29T10:00:00Z", "2024-02-29";
}

/// `format.named(string) -> optional(kubernetes.NamedFormat)`: the format with this name, as in `format.<name>()`. Since 1.31.
///
/// ```
/// use cel_runtime::__private::library::format::{NamedFormat, named};
///
/// assert_eq!(named("uuid"), Some(NamedFormat::Uuid));
/// assert_eq!(named("UUID"), None);
/// ```
#[inline]
pub fn named(name: &str) -> Option<NamedFormat> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
}

/// `kubernetes.NamedFormat.validate(string) -> optional(list(string))`: the mistakes in a text. Empty if the text has the
/// format. Since 1.31.
///
/// ```
/// use cel_runtime::{__private::Arena, library::format::{date, uuid, validate}};
///
/// let arena = Arena::new();
/// assert!(validate(&arena, date(), "2024-02-29").is_none());
/// assert!(validate(&arena, uuid(), "x").is_some());
/// ```
#[inline]
pub fn validate<'a>(arena: &'a Arena, format: NamedFormat, text: &str) -> Option<List<'a, &'a str>> {
    let problems = rules::problems(format, text);
    let texts = problems.iter().map(|problem| &*arena.alloc_str(problem));
    (!problems.is_empty()).then(|| List::Slice(arena.alloc_slice_fill_iter(texts)))
}

impl NamedFormat {
    /// The charge of [`validate`] on a text with so many code points: the charge of a search with a regular expression.
    #[doc(hidden)]
    #[inline]
    pub fn cost(self, code_points: u64) -> u64 {
        ceil01(code_points.saturating_add(1)).saturating_mul(self.factor())
    }

    /// A quarter of the size of the format's regular expression, as the server declares it.
    #[inline]
    fn factor(self) -> u64 {
        match self {
            NamedFormat::Dns1123Label
            | NamedFormat::Dns1035Label
            | NamedFormat::Dns1123LabelPrefix
            | NamedFormat::Dns1035LabelPrefix => 8,
            NamedFormat::Dns1123Subdomain
            | NamedFormat::Dns1123SubdomainPrefix
            | NamedFormat::QualifiedName => 15,
            NamedFormat::LabelValue => 10,
            NamedFormat::Uri => 276,
            NamedFormat::Uuid | NamedFormat::Date | NamedFormat::Datetime => 18,
            NamedFormat::Byte => 21,
        }
    }
}

impl Equal for NamedFormat {
    #[inline]
    fn equal(self, right: Self) -> bool {
        self == right
    }
}
