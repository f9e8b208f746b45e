//! Searches with regular expressions (k8s: `cel/library/regex.go`). `matches` is part of the standard library.

use super::{
    Basis, FunctionDecl, Measure, OverloadDecl, ResultSize, Rust,
    TypePattern::{Int, List, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "find",
        &[OverloadDecl::member("string_find_string", &[String, String], String)
            .charged(Basis::Search(Measure::Kubernetes))
            .sized(ResultSize::UpToReceiver)
            .runs(Rust::new("regex::find").builds().fallible())],
    ),
    FunctionDecl::new(
        "findAll",
        &[
            OverloadDecl::member("string_find_all_string", &[String, String], List(&String))
                .charged(Basis::Search(Measure::Kubernetes))
                .sized(ResultSize::UpToReceiver)
                .runs(Rust::new("regex::find_all").builds().fallible()),
            OverloadDecl::member("string_find_all_string_int", &[String, String, Int], List(&String))
                .charged(Basis::Search(Measure::Kubernetes))
                .sized(ResultSize::UpToReceiver)
                .runs(Rust::new("regex::find_all_limited").builds().fallible()),
        ],
    )
    .charged_by_name(),
];
