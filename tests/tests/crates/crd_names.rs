//! CRD files in odd surroundings: without a prelude, under all lints, beside items by the names of the standard library.

#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings, clippy::all, clippy::pedantic, missing_docs, unused_qualifications, non_snake_case)]

/// Names of std and of Rust that mean something else here.
pub mod hostile {
    #![allow(missing_docs, dead_code, non_camel_case_types, unused_imports, unused_macros)]

    pub struct Option;
    pub struct Result;
    pub struct String;
    pub struct Vec;
    pub struct Some;
    pub struct Ok;
    pub struct str;
    pub struct bool;
    pub struct i64;
    pub trait Serialize {}
    pub mod core {}
    pub mod std {}
    pub mod serde_json {}
    macro_rules! concat {
        () => {};
    }
    macro_rules! include_bytes {
        () => {};
    }
    macro_rules! env {
        () => {};
    }
    pub(crate) use {concat, env, include_bytes};

    ::cel_rt::include_crd!("crds/names.yaml");
}

/// In a function, and from a macro.
#[must_use]
pub fn judged<T: ::core::default::Default>(object: &::serde_json::Value) -> (bool, T) {
    macro_rules! include {
        ($file:literal) => {
            ::cel_rt::include_crd!($file);
        };
    }
    include!("crds/names.yaml");
    (option::core::validate(object, ::core::option::Option::None).is_ok(), T::default())
}

#[cfg(test)]
mod tests {
    use super::{hostile, judged};
    use ::cel_rt::Options;
    use ::serde_json::json;
    use ::std::{assert, assert_eq, prelude::rust_2024::*};

    #[test]
    fn each_version_runs_its_rules() {
        let object = json!({"spec": {"option": "some", "self": 9, "gen": 4, "Self": 5}});
        let options = Options::default();
        let reports = [
            hostile::option::r#gen::evaluate(&object, None, &options),
            hostile::option::r#async::evaluate(&object, None, &options),
            hostile::option::crd_crate::evaluate(&object, None, &options),
            hostile::option::core::evaluate(&object, None, &options),
            hostile::option::string::evaluate(&object, None, &options),
            hostile::option::evaluate::evaluate(&object, None, &options),
        ];
        for report in reports {
            assert_eq!(report.errors.to_string(), "spec: Invalid value: not some");
        }
        assert!(hostile::option::plain::evaluate(&object, None, &options).errors.is_empty());
        assert!(hostile::r#gen::v1::evaluate(&object, None, &options).errors.is_empty());
        assert_eq!(judged::<u8>(&object), (false, 0));
    }
}
