//! Operators (cel-go: `common/stdlib`): arithmetic, comparison, logic, indexing, membership.

use super::{
    FunctionDecl, LIST, MAP, OverloadDecl,
    TypePattern::{A, B, Bool, Bytes, Double, Duration, Int, String, Timestamp, Uint},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("_?_:_", &[OverloadDecl::global("_?_:_", &[Bool, A, A], A)]),
    FunctionDecl::new("_&&_", &[OverloadDecl::global("_&&_", &[Bool, Bool], Bool)]),
    FunctionDecl::new("_||_", &[OverloadDecl::global("_||_", &[Bool, Bool], Bool)]),
    FunctionDecl::new("!_", &[OverloadDecl::global("!_", &[Bool], Bool)]),
    FunctionDecl::new(
        "@not_strictly_false",
        &[OverloadDecl::global("@not_strictly_false", &[Bool], Bool)],
    ),
    FunctionDecl::new("_==_", &[OverloadDecl::global("_==_", &[A, A], Bool)]),
    FunctionDecl::new("_!=_", &[OverloadDecl::global("_!=_", &[A, A], Bool)]),
    FunctionDecl::new(
        "_+_",
        &[
            OverloadDecl::global("add_bytes", &[Bytes, Bytes], Bytes),
            OverloadDecl::global("add_double", &[Double, Double], Double),
            OverloadDecl::global("add_duration_duration", &[Duration, Duration], Duration),
            OverloadDecl::global("add_duration_timestamp", &[Duration, Timestamp], Timestamp),
            OverloadDecl::global("add_timestamp_duration", &[Timestamp, Duration], Timestamp),
            OverloadDecl::global("add_int64", &[Int, Int], Int),
            OverloadDecl::global("add_list", &[LIST, LIST], LIST),
            OverloadDecl::global("add_string", &[String, String], String),
            OverloadDecl::global("add_uint64", &[Uint, Uint], Uint),
        ],
    ),
    FunctionDecl::new(
        "_/_",
        &[
            OverloadDecl::global("divide_double", &[Double, Double], Double),
            OverloadDecl::global("divide_int64", &[Int, Int], Int),
            OverloadDecl::global("divide_uint64", &[Uint, Uint], Uint),
        ],
    ),
    FunctionDecl::new(
        "_%_",
        &[
            OverloadDecl::global("modulo_int64", &[Int, Int], Int),
            OverloadDecl::global("modulo_uint64", &[Uint, Uint], Uint),
        ],
    ),
    FunctionDecl::new(
        "_*_",
        &[
            OverloadDecl::global("multiply_double", &[Double, Double], Double),
            OverloadDecl::global("multiply_int64", &[Int, Int], Int),
            OverloadDecl::global("multiply_uint64", &[Uint, Uint], Uint),
        ],
    ),
    FunctionDecl::new(
        "-_",
        &[
            OverloadDecl::global("negate_double", &[Double], Double),
            OverloadDecl::global("negate_int64", &[Int], Int),
        ],
    ),
    FunctionDecl::new(
        "_-_",
        &[
            OverloadDecl::global("subtract_double", &[Double, Double], Double),
            OverloadDecl::global("subtract_duration_duration", &[Duration, Duration], Duration),
            OverloadDecl::global("subtract_int64", &[Int, Int], Int),
            OverloadDecl::global("subtract_timestamp_duration", &[Timestamp, Duration], Timestamp),
            OverloadDecl::global("subtract_timestamp_timestamp", &[Timestamp, Timestamp], Duration),
            OverloadDecl::global("subtract_uint64", &[Uint, Uint], Uint),
        ],
    ),
    FunctionDecl::new(
        "_<_",
        &[
            OverloadDecl::global("less_bool", &[Bool, Bool], Bool),
            OverloadDecl::global("less_int64", &[Int, Int], Bool),
            OverloadDecl::global("less_int64_double", &[Int, Double], Bool).since(28),
            OverloadDecl::global("less_int64_uint64", &[Int, Uint], Bool).since(28),
            OverloadDecl::global("less_uint64", &[Uint, Uint], Bool),
            OverloadDecl::global("less_uint64_double", &[Uint, Double], Bool).since(28),
            OverloadDecl::global("less_uint64_int64", &[Uint, Int], Bool).since(28),
            OverloadDecl::global("less_double", &[Double, Double], Bool),
            OverloadDecl::global("less_double_int64", &[Double, Int], Bool).since(28),
            OverloadDecl::global("less_double_uint64", &[Double, Uint], Bool).since(28),
            OverloadDecl::global("less_string", &[String, String], Bool),
            OverloadDecl::global("less_bytes", &[Bytes, Bytes], Bool),
            OverloadDecl::global("less_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("less_duration", &[Duration, Duration], Bool),
        ],
    ),
    FunctionDecl::new(
        "_<=_",
        &[
            OverloadDecl::global("less_equals_bool", &[Bool, Bool], Bool),
            OverloadDecl::global("less_equals_int64", &[Int, Int], Bool),
            OverloadDecl::global("less_equals_int64_double", &[Int, Double], Bool).since(28),
            OverloadDecl::global("less_equals_int64_uint64", &[Int, Uint], Bool).since(28),
            OverloadDecl::global("less_equals_uint64", &[Uint, Uint], Bool),
            OverloadDecl::global("less_equals_uint64_double", &[Uint, Double], Bool).since(28),
            OverloadDecl::global("less_equals_uint64_int64", &[Uint, Int], Bool).since(28),
            OverloadDecl::global("less_equals_double", &[Double, Double], Bool),
            OverloadDecl::global("less_equals_double_int64", &[Double, Int], Bool).since(28),
            OverloadDecl::global("less_equals_double_uint64", &[Double, Uint], Bool).since(28),
            OverloadDecl::global("less_equals_string", &[String, String], Bool),
            OverloadDecl::global("less_equals_bytes", &[Bytes, Bytes], Bool),
            OverloadDecl::global("less_equals_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("less_equals_duration", &[Duration, Duration], Bool),
        ],
    ),
    FunctionDecl::new(
        "_>_",
        &[
            OverloadDecl::global("greater_bool", &[Bool, Bool], Bool),
            OverloadDecl::global("greater_int64", &[Int, Int], Bool),
            OverloadDecl::global("greater_int64_double", &[Int, Double], Bool).since(28),
            OverloadDecl::global("greater_int64_uint64", &[Int, Uint], Bool).since(28),
            OverloadDecl::global("greater_uint64", &[Uint, Uint], Bool),
            OverloadDecl::global("greater_uint64_double", &[Uint, Double], Bool).since(28),
            OverloadDecl::global("greater_uint64_int64", &[Uint, Int], Bool).since(28),
            OverloadDecl::global("greater_double", &[Double, Double], Bool),
            OverloadDecl::global("greater_double_int64", &[Double, Int], Bool).since(28),
            OverloadDecl::global("greater_double_uint64", &[Double, Uint], Bool).since(28),
            OverloadDecl::global("greater_string", &[String, String], Bool),
            OverloadDecl::global("greater_bytes", &[Bytes, Bytes], Bool),
            OverloadDecl::global("greater_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("greater_duration", &[Duration, Duration], Bool),
        ],
    ),
    FunctionDecl::new(
        "_>=_",
        &[
            OverloadDecl::global("greater_equals_bool", &[Bool, Bool], Bool),
            OverloadDecl::global("greater_equals_int64", &[Int, Int], Bool),
            OverloadDecl::global("greater_equals_int64_double", &[Int, Double], Bool).since(28),
            OverloadDecl::global("greater_equals_int64_uint64", &[Int, Uint], Bool).since(28),
            OverloadDecl::global("greater_equals_uint64", &[Uint, Uint], Bool),
            OverloadDecl::global("greater_equals_uint64_double", &[Uint, Double], Bool).since(28),
            OverloadDecl::global("greater_equals_uint64_int64", &[Uint, Int], Bool).since(28),
            OverloadDecl::global("greater_equals_double", &[Double, Double], Bool),
            OverloadDecl::global("greater_equals_double_int64", &[Double, Int], Bool).since(28),
            OverloadDecl::global("greater_equals_double_uint64", &[Double, Uint], Bool).since(28),
            OverloadDecl::global("greater_equals_string", &[String, String], Bool),
            OverloadDecl::global("greater_equals_bytes", &[Bytes, Bytes], Bool),
            OverloadDecl::global("greater_equals_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("greater_equals_duration", &[Duration, Duration], Bool),
        ],
    ),
    FunctionDecl::new(
        "_[_]",
        &[
            OverloadDecl::global("index_list", &[LIST, Int], A),
            OverloadDecl::global("index_map", &[MAP, A], B),
        ],
    ),
    FunctionDecl::new(
        "@in",
        &[
            OverloadDecl::global("in_list", &[A, LIST], Bool),
            OverloadDecl::global("in_map", &[A, MAP], Bool),
        ],
    ),
];
