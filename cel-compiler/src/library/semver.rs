//! Semantic versions (k8s: `cel/library/semver.go`).

use super::{
    Basis, FunctionDecl, OverloadDecl, Rust,
    TypePattern::{self, Bool, Int, Object, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "semver",
        &[
            OverloadDecl::global("string_to_semver", &[String], SEMVER)
                .since(33)
                .charged(Basis::text(1))
                .runs(Rust::new("semver::semver").builds().fallible()),
            OverloadDecl::global("string_bool_to_semver", &[String, Bool], SEMVER)
                .since(33)
                .charged(Basis::text(1))
                .runs(Rust::new("semver::semver_normalized").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "isSemver",
        &[
            OverloadDecl::global("is_semver_string", &[String], Bool)
                .since(33)
                .charged(Basis::text(1))
                .runs(Rust::new("semver::is_semver")),
            OverloadDecl::global("is_semver_string_bool", &[String, Bool], Bool)
                .since(33)
                .charged(Basis::text(1))
                .runs(Rust::new("semver::is_semver_normalized")),
        ],
    ),
    FunctionDecl::new(
        "isGreaterThan",
        &[OverloadDecl::member("semver_is_greater_than", &[SEMVER, SEMVER], Bool)
            .since(33)
            .runs(Rust::new("semver::is_greater_than"))],
    ),
    FunctionDecl::new(
        "isLessThan",
        &[OverloadDecl::member("semver_is_less_than", &[SEMVER, SEMVER], Bool)
            .since(33)
            .runs(Rust::new("semver::is_less_than"))],
    ),
    FunctionDecl::new(
        "compareTo",
        &[OverloadDecl::member("semver_compare_to", &[SEMVER, SEMVER], Int)
            .since(33)
            .runs(Rust::new("semver::compare_to"))],
    ),
    FunctionDecl::new(
        "major",
        &[OverloadDecl::member("semver_major", &[SEMVER], Int).since(33).runs(Rust::new("semver::major"))],
    ),
    FunctionDecl::new(
        "minor",
        &[OverloadDecl::member("semver_minor", &[SEMVER], Int).since(33).runs(Rust::new("semver::minor"))],
    ),
    FunctionDecl::new(
        "patch",
        &[OverloadDecl::member("semver_patch", &[SEMVER], Int).since(33).runs(Rust::new("semver::patch"))],
    ),
];

const SEMVER: TypePattern = Object("kubernetes.Semver");
