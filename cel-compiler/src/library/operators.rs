//! Operators (cel-go: `common/stdlib`): arithmetic, comparison, logic, indexing, membership.

use super::{
    Basis, FunctionDecl, LIST, MAP, OverloadDecl,
    TypePattern::{A, B, Bool, Bytes, Double, Duration, Int, String, Timestamp, Uint},
};
use cel_types::Operator;

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::operator(
        Operator::Conditional,
        &[OverloadDecl::global("conditional", &[Bool, A, A], A).charged(Basis::Conditional)],
    ),
    FunctionDecl::operator(
        Operator::And,
        &[OverloadDecl::global("logical_and", &[Bool, Bool], Bool).charged(Basis::Logic)],
    ),
    FunctionDecl::operator(
        Operator::Or,
        &[OverloadDecl::global("logical_or", &[Bool, Bool], Bool).charged(Basis::Logic)],
    ),
    FunctionDecl::operator(Operator::Not, &[OverloadDecl::global("logical_not", &[Bool], Bool)])
        .on_values(&[(1, "not")]),
    FunctionDecl::new("@not_strictly_false", &[OverloadDecl::global("not_strictly_false", &[Bool], Bool)]),
    FunctionDecl::operator(
        Operator::Equals,
        &[OverloadDecl::global("equals", &[A, A], Bool).charged(Basis::Comparison)],
    )
    .on_values(&[(2, "equals")]),
    FunctionDecl::operator(
        Operator::NotEquals,
        &[OverloadDecl::global("not_equals", &[A, A], Bool).charged(Basis::Comparison)],
    )
    .on_values(&[(2, "not_equals")]),
    FunctionDecl::operator(
        Operator::Add,
        &[
            OverloadDecl::global("add_bytes", &[Bytes, Bytes], Bytes).charged(Basis::Concatenation),
            OverloadDecl::global("add_double", &[Double, Double], Double),
            OverloadDecl::global("add_duration_duration", &[Duration, Duration], Duration),
            OverloadDecl::global("add_duration_timestamp", &[Duration, Timestamp], Timestamp),
            OverloadDecl::global("add_timestamp_duration", &[Timestamp, Duration], Timestamp),
            OverloadDecl::global("add_int64", &[Int, Int], Int),
            OverloadDecl::global("add_list", &[LIST, LIST], LIST).charged(Basis::ListConcatenation),
            OverloadDecl::global("add_string", &[String, String], String).charged(Basis::Concatenation),
            OverloadDecl::global("add_uint64", &[Uint, Uint], Uint),
        ],
    )
    .on_values(&[(2, "add")]),
    FunctionDecl::operator(
        Operator::Divide,
        &[
            OverloadDecl::global("divide_double", &[Double, Double], Double),
            OverloadDecl::global("divide_int64", &[Int, Int], Int),
            OverloadDecl::global("divide_uint64", &[Uint, Uint], Uint),
        ],
    )
    .on_values(&[(2, "divide")]),
    FunctionDecl::operator(
        Operator::Modulo,
        &[
            OverloadDecl::global("modulo_int64", &[Int, Int], Int),
            OverloadDecl::global("modulo_uint64", &[Uint, Uint], Uint),
        ],
    )
    .on_values(&[(2, "modulo")]),
    FunctionDecl::operator(
        Operator::Multiply,
        &[
            OverloadDecl::global("multiply_double", &[Double, Double], Double),
            OverloadDecl::global("multiply_int64", &[Int, Int], Int),
            OverloadDecl::global("multiply_uint64", &[Uint, Uint], Uint),
        ],
    )
    .on_values(&[(2, "multiply")]),
    FunctionDecl::operator(
        Operator::Negate,
        &[
            OverloadDecl::global("negate_double", &[Double], Double),
            OverloadDecl::global("negate_int64", &[Int], Int),
        ],
    )
    .on_values(&[(1, "negate")]),
    FunctionDecl::operator(
        Operator::Subtract,
        &[
            OverloadDecl::global("subtract_double", &[Double, Double], Double),
            OverloadDecl::global("subtract_duration_duration", &[Duration, Duration], Duration),
            OverloadDecl::global("subtract_int64", &[Int, Int], Int),
            OverloadDecl::global("subtract_timestamp_duration", &[Timestamp, Duration], Timestamp),
            OverloadDecl::global("subtract_timestamp_timestamp", &[Timestamp, Timestamp], Duration),
            OverloadDecl::global("subtract_uint64", &[Uint, Uint], Uint),
        ],
    )
    .on_values(&[(2, "subtract")]),
    FunctionDecl::operator(
        Operator::Less,
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
            OverloadDecl::global("less_string", &[String, String], Bool).charged(Basis::Comparison),
            OverloadDecl::global("less_bytes", &[Bytes, Bytes], Bool).charged(Basis::Comparison),
            OverloadDecl::global("less_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("less_duration", &[Duration, Duration], Bool),
        ],
    )
    .on_values(&[(2, "less")]),
    FunctionDecl::operator(
        Operator::LessEquals,
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
            OverloadDecl::global("less_equals_string", &[String, String], Bool).charged(Basis::Comparison),
            OverloadDecl::global("less_equals_bytes", &[Bytes, Bytes], Bool).charged(Basis::Comparison),
            OverloadDecl::global("less_equals_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("less_equals_duration", &[Duration, Duration], Bool),
        ],
    )
    .on_values(&[(2, "less_equals")]),
    FunctionDecl::operator(
        Operator::Greater,
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
            OverloadDecl::global("greater_string", &[String, String], Bool).charged(Basis::Comparison),
            OverloadDecl::global("greater_bytes", &[Bytes, Bytes], Bool).charged(Basis::Comparison),
            OverloadDecl::global("greater_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("greater_duration", &[Duration, Duration], Bool),
        ],
    )
    .on_values(&[(2, "greater")]),
    FunctionDecl::operator(
        Operator::GreaterEquals,
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
            OverloadDecl::global("greater_equals_string", &[String, String], Bool).charged(Basis::Comparison),
            OverloadDecl::global("greater_equals_bytes", &[Bytes, Bytes], Bool).charged(Basis::Comparison),
            OverloadDecl::global("greater_equals_timestamp", &[Timestamp, Timestamp], Bool),
            OverloadDecl::global("greater_equals_duration", &[Duration, Duration], Bool),
        ],
    )
    .on_values(&[(2, "greater_equals")]),
    FunctionDecl::operator(
        Operator::Index,
        &[
            OverloadDecl::global("index_list", &[LIST, Int], A),
            OverloadDecl::global("index_map", &[MAP, A], B),
        ],
    ),
    FunctionDecl::operator(
        Operator::In,
        &[
            OverloadDecl::global("in_list", &[A, LIST], Bool).charged(Basis::Membership),
            OverloadDecl::global("in_map", &[A, MAP], Bool),
        ],
    )
    .on_values(&[(2, "is_in")]),
];
