//! Functions of strings, version 2 of the library (cel-go: `ext/strings.go`).

use super::{
    Basis, FunctionDecl, Measure, OverloadDecl, ResultSize, Rust,
    TypePattern::{Dyn, Int, List, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "charAt",
        &[OverloadDecl::member("string_char_at_int", &[String, Int], String)
            .runs(Rust::new("strings::char_at").fallible())],
    ),
    FunctionDecl::new(
        "indexOf",
        &[
            OverloadDecl::member("string_index_of_string", &[String, String], Int)
                .charged(Basis::Traversal)
                .runs(Rust::new("strings::index_of")),
            OverloadDecl::member("string_index_of_string_int", &[String, String, Int], Int)
                .charged(Basis::Traversal)
                .runs(Rust::new("strings::index_of_from").fallible()),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "lastIndexOf",
        &[
            OverloadDecl::member("string_last_index_of_string", &[String, String], Int)
                .charged(Basis::Traversal)
                .runs(Rust::new("strings::last_index_of")),
            OverloadDecl::member("string_last_index_of_string_int", &[String, String, Int], Int)
                .charged(Basis::Traversal)
                .runs(Rust::new("strings::last_index_of_to").fallible()),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "lowerAscii",
        &[OverloadDecl::member("string_lower_ascii", &[String], String)
            .charged(Basis::text(1))
            .sized(ResultSize::Receiver)
            .runs(Rust::new("strings::lower_ascii").builds())],
    ),
    FunctionDecl::new(
        "replace",
        &[
            OverloadDecl::member("string_replace_string_string", &[String, String, String], String)
                .charged(Basis::text(2))
                .sized(ResultSize::Replaced)
                .runs(Rust::new("strings::replace").builds()),
            OverloadDecl::member("string_replace_string_string_int", &[String, String, String, Int], String)
                .charged(Basis::text(2))
                .sized(ResultSize::Replaced)
                .runs(Rust::new("strings::replace_n").builds()),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "split",
        &[
            OverloadDecl::member("string_split_string", &[String, String], List(&String))
                .charged(Basis::text(2))
                .sized(ResultSize::UpToReceiver)
                .runs(Rust::new("strings::split").builds()),
            OverloadDecl::member("string_split_string_int", &[String, String, Int], List(&String))
                .charged(Basis::text(2))
                .sized(ResultSize::UpToLimit)
                .runs(Rust::new("strings::split_n").builds()),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "substring",
        &[
            OverloadDecl::member("string_substring_int", &[String, Int], String)
                .charged(Basis::text(1))
                .sized(ResultSize::Receiver)
                .runs(Rust::new("strings::substring_from").fallible()),
            OverloadDecl::member("string_substring_int_int", &[String, Int, Int], String)
                .charged(Basis::text(1))
                .sized(ResultSize::Receiver)
                .runs(Rust::new("strings::substring").fallible()),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "trim",
        &[OverloadDecl::member("string_trim", &[String], String)
            .charged(Basis::text(1))
            .sized(ResultSize::Receiver)
            .runs(Rust::new("strings::trim"))],
    ),
    FunctionDecl::new(
        "upperAscii",
        &[OverloadDecl::member("string_upper_ascii", &[String], String)
            .charged(Basis::text(1))
            .sized(ResultSize::Receiver)
            .runs(Rust::new("strings::upper_ascii").builds())],
    ),
    FunctionDecl::new(
        "format",
        &[OverloadDecl::member("string_format", &[String, List(&Dyn)], String)
            .since(29)
            .charged(Basis::Tenths { of: 0, tenths: 1, measure: Measure::Cel })
            .runs(Rust::new("strings::format").builds().fallible())],
    ),
    FunctionDecl::new(
        "strings.quote",
        &[OverloadDecl::global("strings_quote", &[String], String)
            .since(29)
            .charged(Basis::Tenths { of: 0, tenths: 1, measure: Measure::Cel })
            .sized(ResultSize::Quoted)
            .runs(Rust::new("strings::quote").builds())],
    ),
    FunctionDecl::new(
        "join",
        &[
            OverloadDecl::member("list_join", &[List(&String)], String)
                .charged(Basis::Join)
                .runs(Rust::new("strings::join").builds())
                .runs_on_values(Rust::new("strings::join_values").builds().fallible()),
            OverloadDecl::member("list_join_string", &[List(&String), String], String)
                .charged(Basis::Join)
                .runs(Rust::new("strings::join_with").builds())
                .runs_on_values(Rust::new("strings::join_values_with").builds().fallible()),
        ],
    )
    .charged_by_name(),
];
