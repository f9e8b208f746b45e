//! Functions of optional values (cel-go: `cel/library.go`, `optionalLib`), and the map insertion that comprehensions need.

use super::{
    FunctionDecl, LIST, MAP, OverloadDecl,
    TypePattern::{A, B, Bool, Dyn, Int, List, Optional, String},
};
use cel_types::Operator;

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("optional.of", &[OverloadDecl::global("optional_of", &[A], Optional(&A)).since(28)])
        .on_values(&[(1, "optional_of")]),
    FunctionDecl::new(
        "optional.ofNonZeroValue",
        &[OverloadDecl::global("optional_ofNonZeroValue", &[A], Optional(&A)).since(28)],
    )
    .on_values(&[(1, "optional_of_non_zero")]),
    FunctionDecl::new("optional.none", &[OverloadDecl::global("optional_none", &[], Optional(&A)).since(28)])
        .on_values(&[(0, "optional_none")]),
    FunctionDecl::new("value", &[OverloadDecl::member("optional_value", &[Optional(&A)], A).since(28)])
        .on_values(&[(1, "value_of")]),
    FunctionDecl::new(
        "hasValue",
        &[OverloadDecl::member("optional_hasValue", &[Optional(&A)], Bool).since(28)],
    )
    .on_values(&[(1, "has_value")]),
    FunctionDecl::new(
        "or",
        &[OverloadDecl::member("optional_or_optional", &[Optional(&A), Optional(&A)], Optional(&A))
            .since(28)],
    ),
    FunctionDecl::new(
        "orValue",
        &[OverloadDecl::member("optional_orValue_value", &[Optional(&A), A], A).since(28)],
    ),
    // The checker reads `_?._` as a selection. The row is for the cost model and the emitter.
    FunctionDecl::operator(
        Operator::OptSelect,
        &[OverloadDecl::global("select_optional_field", &[Dyn, String], Optional(&A)).since(28)],
    ),
    FunctionDecl::operator(
        Operator::OptIndex,
        &[
            OverloadDecl::global("list_optindex_optional_int", &[LIST, Int], Optional(&A)).since(28),
            OverloadDecl::global(
                "optional_list_optindex_optional_int",
                &[Optional(&LIST), Int],
                Optional(&A),
            )
            .since(28),
            OverloadDecl::global("map_optindex_optional_value", &[MAP, A], Optional(&B)).since(28),
            OverloadDecl::global("optional_map_optindex_optional_value", &[Optional(&MAP), A], Optional(&B))
                .since(28),
        ],
    ),
    FunctionDecl::operator(
        Operator::Index,
        &[
            OverloadDecl::global("optional_list_index_int", &[Optional(&LIST), Int], Optional(&A)).since(28),
            OverloadDecl::global("optional_map_index_value", &[Optional(&MAP), A], Optional(&B)).since(28),
        ],
    ),
    FunctionDecl::new("last", &[OverloadDecl::member("list_last", &[LIST], Optional(&A)).since(32)]),
    FunctionDecl::new("first", &[OverloadDecl::member("list_first", &[LIST], Optional(&A)).since(32)]),
    FunctionDecl::new(
        "optional.unwrap",
        &[OverloadDecl::global("optional_unwrap", &[List(&Optional(&A))], LIST).since(32)],
    )
    .on_values(&[(1, "unwrap")]),
    FunctionDecl::new(
        "unwrapOpt",
        &[OverloadDecl::member("optional_unwrapOpt", &[List(&Optional(&A))], LIST).since(32)],
    )
    .on_values(&[(1, "unwrap_opt")]),
    FunctionDecl::new(
        "cel.@mapInsert",
        &[
            OverloadDecl::global("@mapInsert_map_key_value", &[MAP, A, B], MAP).since(32),
            OverloadDecl::global("@mapInsert_map_map", &[MAP, MAP], MAP).since(32),
        ],
    ),
];
