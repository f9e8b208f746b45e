//! A crate without a prelude that denies what it can, with names of all kinds.
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, clippy::all, clippy::pedantic, missing_docs, unused_qualifications, non_snake_case)]

/// Names of any script, which rules cannot name, raw ones, and names that serde gives.
#[derive(::cel_runtime::XValidation, ::serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[x_validation(rule = "self.type != '' && self.__in__ == 1 && self.__dash__x", manual_crd)]
#[x_validation(rule = "self.inner.all(i, i.wert > 0) && has(self.mode)")]
pub struct Größe {
    /// ä
    #[serde(rename = "größe")]
    pub größe: i64,
    /// raw
    pub r#type: ::std::string::String,
    /// in
    pub r#in: i32,
    /// a dash
    #[serde(rename = "-x")]
    pub dash: bool,
    /// nested
    #[x_validation(items(rule = "self.wert != 7"))]
    pub inner: ::std::vec::Vec<r#mod::r#Innen>,
    /// a unit enum
    pub mode: ::std::option::Option<Modus>,
}

/// An enum.
#[derive(::cel_runtime::XValidation, ::serde::Serialize)]
pub enum Modus {
    /// one
    Übermut,
    /// two
    #[serde(rename = "日本")]
    Nihon,
}

/// A module whose name is a keyword.
pub mod r#mod {
    /// Inside.
    #[derive(::cel_runtime::XValidation, ::serde::Serialize)]
    #[x_validation(rule = "self.wert < 9", manual_crd)]
    pub struct Innen {
        /// value
        pub wert: i64,
    }

    pub(super) mod below {
        /// Not seen from outside.
        #[derive(::cel_runtime::XValidation, ::serde::Serialize)]
        #[x_validation(rule = "self.a > 0", manual_crd)]
        pub(in crate::r#mod) struct Hidden {
            pub(super) a: i64,
        }
    }

    /// Uses it.
    #[must_use]
    pub fn hidden(a: i64) -> bool {
        ::cel_runtime::XValidation::x_validate(&below::Hidden { a }).is_ok()
    }
}

macro_rules! made {
    ($(#[$meta:meta])* $name:ident, $field:ident: $ty:ty, $rule:literal) => {
        /// Made.
        #[derive(::cel_runtime::XValidation, ::serde::Serialize)]
        #[x_validation(rule = $rule, manual_crd)]
        $(#[$meta])*
        pub struct $name {
            /// a field
            pub $field: $ty,
        }
    };
}

made!(Made, a: ::std::vec::Vec<i64>, "self.a.all(x, x > 0)");
made!(
    /// Twice.
    MadeTwice, made: Made, "self.made.a.size() < 3"
);

/// A struct in a function.
#[must_use]
pub fn local() -> bool {
    /// Local.
    #[derive(::cel_runtime::XValidation, ::serde::Serialize)]
    #[x_validation(rule = "self.a > 0", manual_crd)]
    struct Local {
        a: i64,
    }
    ::cel_runtime::XValidation::x_validate(&Local { a: 1 }).is_ok()
}

#[cfg(test)]
mod tests {
    use ::cel_runtime::XValidation;
    use ::std::{assert, assert_eq, string::ToString as _, vec};

    #[test]
    fn they_are_judged() {
        assert!(crate::local() && crate::r#mod::hidden(1) && !crate::r#mod::hidden(0));
        let made = crate::MadeTwice { made: crate::Made { a: vec![1, 0, 2] } };
        let text = made.x_validate().unwrap_err().to_string();
        assert_eq!(
            text,
            "[<nil>: Invalid value: failed rule: self.made.a.size() < 3, made: Invalid value: failed rule: self.a.all(x, x > 0)]"
        );
    }
}
