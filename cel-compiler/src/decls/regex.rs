//! Searches with regular expressions (k8s: `cel/library/regex.go`). `matches` is part of the standard library.

use super::{
    FunctionDecl, OverloadDecl,
    TypePattern::{Int, List, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("find", &[OverloadDecl::member("string_find_string", &[String, String], String)]),
    FunctionDecl::new(
        "findAll",
        &[
            OverloadDecl::member("string_find_all_string", &[String, String], List(&String)),
            OverloadDecl::member("string_find_all_string_int", &[String, String, Int], List(&String)),
        ],
    ),
];
