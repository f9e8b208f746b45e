//! Functions of lists: Kubernetes' library (k8s: `cel/library/lists.go`) and cel-go's extension (cel-go: `ext/lists.go`).

use super::{
    Basis, FunctionDecl, LIST, OverloadDecl, ResultSize,
    TypePattern::{self, A, Bool, Bytes, Double, Duration, Dyn, Int, List, String, Timestamp, Uint},
};

/// A member overload for each of some types. `T` is that type in its arguments and its result.
macro_rules! overloads {
    ($since:literal, $args:expr => $result:expr, $basis:expr, $($id:literal $ty:ident)*) => {
        &[$({
            const T: TypePattern = $ty;
            OverloadDecl::member($id, &$args, $result).since($since).charged($basis)
        }),*]
    };
}

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "isSorted",
        overloads! {
            0, [List(&T)] => Bool, Basis::Traversal,
            "list_int_is_sorted_bool" Int
            "list_uint_is_sorted_bool" Uint
            "list_double_is_sorted_bool" Double
            "list_bool_is_sorted_bool" Bool
            "list_duration_is_sorted_bool" Duration
            "list_timestamp_is_sorted_bool" Timestamp
            "list_string_is_sorted_bool" String
            "list_bytes_is_sorted_bool" Bytes
        },
    )
    .charged_by_name()
    .on_values(&[(1, "is_sorted")]),
    FunctionDecl::new(
        "sum",
        overloads! {
            0, [List(&T)] => T, Basis::Traversal,
            "list_int_sum_int" Int
            "list_uint_sum_uint" Uint
            "list_double_sum_double" Double
            "list_duration_sum_duration" Duration
        },
    )
    .charged_by_name()
    .on_values(&[(1, "sum")]),
    FunctionDecl::new(
        "max",
        overloads! {
            0, [List(&T)] => T, Basis::Traversal,
            "list_int_max_int" Int
            "list_uint_max_uint" Uint
            "list_double_max_double" Double
            "list_bool_max_bool" Bool
            "list_duration_max_duration" Duration
            "list_timestamp_max_timestamp" Timestamp
            "list_string_max_string" String
            "list_bytes_max_bytes" Bytes
        },
    )
    .charged_by_name()
    .on_values(&[(1, "max")]),
    FunctionDecl::new(
        "min",
        overloads! {
            0, [List(&T)] => T, Basis::Traversal,
            "list_int_min_int" Int
            "list_uint_min_uint" Uint
            "list_double_min_double" Double
            "list_bool_min_bool" Bool
            "list_duration_min_duration" Duration
            "list_timestamp_min_timestamp" Timestamp
            "list_string_min_string" String
            "list_bytes_min_bytes" Bytes
        },
    )
    .charged_by_name()
    .on_values(&[(1, "min")]),
    // Since 1.37 the server uses another version of its lists library, and adds it later.
    FunctionDecl::new(
        "indexOf",
        &[OverloadDecl::member("list_a_index_of_int", &[LIST, A], Int)
            .first_until(36)
            .charged(Basis::Traversal)],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "lastIndexOf",
        &[OverloadDecl::member("list_a_last_index_of_int", &[LIST, A], Int)
            .first_until(36)
            .charged(Basis::Traversal)],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "includes",
        &[OverloadDecl::member("includes", &[Dyn, Dyn], Bool).since(37).charged(Basis::Traversal)],
    )
    .on_values(&[(2, "includes")]),
    FunctionDecl::new(
        "slice",
        &[OverloadDecl::member("list_slice", &[LIST, Int, Int], LIST)
            .since(34)
            .charged(Basis::Building)
            .sized(ResultSize::Slice)],
    ),
    FunctionDecl::new(
        "flatten",
        &[
            OverloadDecl::member("list_flatten", &[List(&LIST)], LIST)
                .since(34)
                .charged(Basis::Flatten)
                .sized(ResultSize::Receiver),
            OverloadDecl::member("list_flatten_int", &[List(&Dyn), Int], List(&Dyn))
                .since(34)
                .charged(Basis::Flatten)
                .sized(ResultSize::Receiver),
        ],
    )
    .on_values(&[(1, "flatten"), (2, "flatten_to")]),
    FunctionDecl::new(
        "sort",
        overloads! {
            34, [List(&T)] => List(&T), Basis::Sorting { of: 0 },
            "list_int_sort" Int
            "list_uint_sort" Uint
            "list_double_sort" Double
            "list_bool_sort" Bool
            "list_duration_sort" Duration
            "list_timestamp_sort" Timestamp
            "list_string_sort" String
            "list_bytes_sort" Bytes
        },
    )
    .on_values(&[(1, "sort")]),
    FunctionDecl::new(
        "@sortByAssociatedKeys",
        overloads! {
            34, [LIST, List(&T)] => LIST, Basis::Sorting { of: 1 },
            "list_int_sortByAssociatedKeys" Int
            "list_uint_sortByAssociatedKeys" Uint
            "list_double_sortByAssociatedKeys" Double
            "list_bool_sortByAssociatedKeys" Bool
            "list_duration_sortByAssociatedKeys" Duration
            "list_timestamp_sortByAssociatedKeys" Timestamp
            "list_string_sortByAssociatedKeys" String
            "list_bytes_sortByAssociatedKeys" Bytes
        },
    )
    .on_values(&[(2, "sort_by_keys")]),
    FunctionDecl::new(
        "lists.range",
        &[OverloadDecl::global("lists_range", &[Int], List(&Int))
            .since(34)
            .charged(Basis::Building)
            .sized(ResultSize::Range)],
    ),
    FunctionDecl::new(
        "reverse",
        &[OverloadDecl::member("list_reverse", &[LIST], LIST)
            .since(34)
            .charged(Basis::Building)
            .sized(ResultSize::Receiver)],
    ),
    FunctionDecl::new(
        "distinct",
        &[OverloadDecl::member("list_distinct", &[LIST], LIST).since(34).charged(Basis::Sorting { of: 0 })],
    )
    .on_values(&[(1, "distinct")]),
];
