//! Functions of strings, version 2 of the library (cel-go: `ext/strings.go`).

use super::{
    FunctionDecl, OverloadDecl,
    TypePattern::{Dyn, Int, List, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("charAt", &[OverloadDecl::member("string_char_at_int", &[String, Int], String)]),
    FunctionDecl::new(
        "indexOf",
        &[
            OverloadDecl::member("string_index_of_string", &[String, String], Int),
            OverloadDecl::member("string_index_of_string_int", &[String, String, Int], Int),
        ],
    ),
    FunctionDecl::new(
        "lastIndexOf",
        &[
            OverloadDecl::member("string_last_index_of_string", &[String, String], Int),
            OverloadDecl::member("string_last_index_of_string_int", &[String, String, Int], Int),
        ],
    ),
    FunctionDecl::new("lowerAscii", &[OverloadDecl::member("string_lower_ascii", &[String], String)]),
    FunctionDecl::new(
        "replace",
        &[
            OverloadDecl::member("string_replace_string_string", &[String, String, String], String),
            OverloadDecl::member("string_replace_string_string_int", &[String, String, String, Int], String),
        ],
    ),
    FunctionDecl::new(
        "split",
        &[
            OverloadDecl::member("string_split_string", &[String, String], List(&String)),
            OverloadDecl::member("string_split_string_int", &[String, String, Int], List(&String)),
        ],
    ),
    FunctionDecl::new(
        "substring",
        &[
            OverloadDecl::member("string_substring_int", &[String, Int], String),
            OverloadDecl::member("string_substring_int_int", &[String, Int, Int], String),
        ],
    ),
    FunctionDecl::new("trim", &[OverloadDecl::member("string_trim", &[String], String)]),
    FunctionDecl::new("upperAscii", &[OverloadDecl::member("string_upper_ascii", &[String], String)]),
    FunctionDecl::new(
        "format",
        &[OverloadDecl::member("string_format", &[String, List(&Dyn)], String).since(29)],
    ),
    FunctionDecl::new("strings.quote", &[OverloadDecl::global("strings_quote", &[String], String).since(29)]),
    FunctionDecl::new(
        "join",
        &[
            OverloadDecl::member("list_join", &[List(&String)], String),
            OverloadDecl::member("list_join_string", &[List(&String), String], String),
        ],
    ),
];
