//! Conversions and functions of the standard library (cel-go: `common/stdlib`, `cel/library.go` for the getters of times).

use super::{
    Basis, FunctionDecl, LIST, MAP, Measure, OverloadDecl, ResultSize, Rust,
    TypePattern::{A, Bool, Bytes, Double, Duration, Dyn, Int, String, Timestamp, Type, Uint},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "size",
        &[
            OverloadDecl::global("size_bytes", &[Bytes], Int),
            OverloadDecl::member("bytes_size", &[Bytes], Int),
            OverloadDecl::global("size_list", &[LIST], Int),
            OverloadDecl::member("list_size", &[LIST], Int),
            OverloadDecl::global("size_map", &[MAP], Int),
            OverloadDecl::member("map_size", &[MAP], Int),
            OverloadDecl::global("size_string", &[String], Int),
            OverloadDecl::member("string_size", &[String], Int),
        ],
    )
    .on_values(&[(1, "size")]),
    FunctionDecl::new("type", &[OverloadDecl::global("type", &[A], Type(&A))]).on_values(&[(1, "type_of")]),
    FunctionDecl::new(
        "bool",
        &[
            OverloadDecl::global("bool_to_bool", &[Bool], Bool),
            OverloadDecl::global("string_to_bool", &[String], Bool),
        ],
    ),
    FunctionDecl::new(
        "bytes",
        &[
            OverloadDecl::global("bytes_to_bytes", &[Bytes], Bytes),
            OverloadDecl::global("string_to_bytes", &[String], Bytes)
                .charged(Basis::Tenths { of: 0, tenths: 1, measure: Measure::Cel })
                .sized(ResultSize::Encoded),
        ],
    ),
    FunctionDecl::new(
        "double",
        &[
            OverloadDecl::global("double_to_double", &[Double], Double),
            OverloadDecl::global("int64_to_double", &[Int], Double),
            OverloadDecl::global("string_to_double", &[String], Double),
            OverloadDecl::global("uint64_to_double", &[Uint], Double),
        ],
    ),
    FunctionDecl::new(
        "duration",
        &[
            OverloadDecl::global("duration_to_duration", &[Duration], Duration),
            OverloadDecl::global("int64_to_duration", &[Int], Duration).until_release(37),
            OverloadDecl::global("string_to_duration", &[String], Duration),
        ],
    ),
    FunctionDecl::new("dyn", &[OverloadDecl::global("to_dyn", &[A], Dyn)]).on_values(&[(1, "as_dyn")]),
    FunctionDecl::new(
        "int",
        &[
            OverloadDecl::global("int64_to_int64", &[Int], Int),
            OverloadDecl::global("double_to_int64", &[Double], Int),
            OverloadDecl::global("duration_to_int64", &[Duration], Int),
            OverloadDecl::global("string_to_int64", &[String], Int),
            OverloadDecl::global("timestamp_to_int64", &[Timestamp], Int),
            OverloadDecl::global("uint64_to_int64", &[Uint], Int),
        ],
    ),
    FunctionDecl::new(
        "string",
        &[
            OverloadDecl::global("string_to_string", &[String], String),
            OverloadDecl::global("bool_to_string", &[Bool], String),
            OverloadDecl::global("bytes_to_string", &[Bytes], String)
                .charged(Basis::Tenths { of: 0, tenths: 1, measure: Measure::Cel })
                .sized(ResultSize::Decoded),
            OverloadDecl::global("double_to_string", &[Double], String),
            OverloadDecl::global("duration_to_string", &[Duration], String),
            OverloadDecl::global("int64_to_string", &[Int], String),
            OverloadDecl::global("timestamp_to_string", &[Timestamp], String),
            OverloadDecl::global("uint64_to_string", &[Uint], String),
        ],
    ),
    FunctionDecl::new(
        "timestamp",
        &[
            OverloadDecl::global("timestamp_to_timestamp", &[Timestamp], Timestamp),
            OverloadDecl::global("int64_to_timestamp", &[Int], Timestamp),
            OverloadDecl::global("string_to_timestamp", &[String], Timestamp),
        ],
    ),
    FunctionDecl::new(
        "uint",
        &[
            OverloadDecl::global("uint64_to_uint64", &[Uint], Uint),
            OverloadDecl::global("double_to_uint64", &[Double], Uint),
            OverloadDecl::global("int64_to_uint64", &[Int], Uint),
            OverloadDecl::global("string_to_uint64", &[String], Uint),
        ],
    ),
    FunctionDecl::new(
        "contains",
        &[OverloadDecl::member("contains_string", &[String, String], Bool).charged(Basis::Containment)],
    )
    .on_values(&[(2, "contains")]),
    FunctionDecl::new(
        "endsWith",
        &[OverloadDecl::member("ends_with_string", &[String, String], Bool).charged(Basis::Tenths {
            of: 1,
            tenths: 1,
            measure: Measure::Cel,
        })],
    )
    .on_values(&[(2, "ends_with")]),
    FunctionDecl::new(
        "startsWith",
        &[OverloadDecl::member("starts_with_string", &[String, String], Bool).charged(Basis::Tenths {
            of: 1,
            tenths: 1,
            measure: Measure::Cel,
        })],
    )
    .on_values(&[(2, "starts_with")]),
    FunctionDecl::new(
        "matches",
        &[
            OverloadDecl::global("matches", &[String, String], Bool)
                .since(27)
                .charged(Basis::Search(Measure::Cel))
                .estimated_until(37, Basis::Unit)
                .runs(Rust::new("regex::matches").builds().fallible()),
            OverloadDecl::member("matches_string", &[String, String], Bool)
                .charged(Basis::Search(Measure::Cel))
                .runs(Rust::new("regex::matches").builds().fallible()),
        ],
    )
    .on_values(&[(2, "matches")]),
    FunctionDecl::new(
        "getFullYear",
        &[
            OverloadDecl::member("timestamp_to_year", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_year_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_full_year").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "getMonth",
        &[
            OverloadDecl::member("timestamp_to_month", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_month_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_month").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "getDayOfYear",
        &[
            OverloadDecl::member("timestamp_to_day_of_year", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_day_of_year_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_day_of_year").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "getDayOfMonth",
        &[
            OverloadDecl::member("timestamp_to_day_of_month", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_day_of_month_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_day_of_month").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "getDate",
        &[
            OverloadDecl::member("timestamp_to_day_of_month_1_based", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_day_of_month_1_based_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_date").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "getDayOfWeek",
        &[
            OverloadDecl::member("timestamp_to_day_of_week", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_day_of_week_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_day_of_week").builds().fallible()),
        ],
    ),
    FunctionDecl::new(
        "getHours",
        &[
            OverloadDecl::member("timestamp_to_hours", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_hours_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_hours").builds().fallible()),
            OverloadDecl::member("duration_to_hours", &[Duration], Int),
        ],
    ),
    FunctionDecl::new(
        "getMinutes",
        &[
            OverloadDecl::member("timestamp_to_minutes", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_minutes_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_minutes").builds().fallible()),
            OverloadDecl::member("duration_to_minutes", &[Duration], Int),
        ],
    ),
    FunctionDecl::new(
        "getSeconds",
        &[
            OverloadDecl::member("timestamp_to_seconds", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_seconds_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_seconds").builds().fallible()),
            OverloadDecl::member("duration_to_seconds", &[Duration], Int),
        ],
    ),
    FunctionDecl::new(
        "getMilliseconds",
        &[
            OverloadDecl::member("timestamp_to_milliseconds", &[Timestamp], Int),
            OverloadDecl::member("timestamp_to_milliseconds_with_tz", &[Timestamp, String], Int)
                .runs(Rust::new("time::get_milliseconds").builds().fallible()),
            OverloadDecl::member("duration_to_milliseconds", &[Duration], Int),
        ],
    ),
];
