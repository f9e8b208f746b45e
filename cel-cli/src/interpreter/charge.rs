//! What a call costs (cost.md A.4, A.5): by the overload where the checker found exactly one. An operand that failed counts 1.

use cel_runtime::{
    __private::generated::{Outcome, dynamic, size},
    value::Value,
};

type Operand<'a> = Outcome<'a, Value<'a>>;

/// The charge of a call before it is run.
pub(super) fn of_call(function: &str, overload: &str, operands: &[Operand<'_>]) -> u64 {
    match (function, operands) {
        ("containsIP", [cidr, other]) => {
            size::contains_ip(own(cidr), text_of(overload, "cidr_contains_ip_string", other))
        }
        ("containsCIDR", [cidr, other]) => {
            size::contains_cidr(own(cidr), text_of(overload, "cidr_contains_cidr_string", other))
        }
        ("lowerAscii" | "upperAscii" | "substring" | "trim", [text, ..]) => size::ceil01(own(text)),
        ("replace" | "split", [text, ..]) => size::ceil02(own(text)),
        ("join" | "or" | "orValue", _) => 0,
        ("isSorted" | "sum" | "min" | "max" | "indexOf" | "lastIndexOf" | "includes", [list, ..]) => {
            list.map_or(1, Value::traversal)
        }
        ("_==_", [left, right]) => dynamic::equality(*left, cel(right)),
        ("_!=_", [left, right]) => size::smaller(cel(left), cel(right)),
        ("find" | "findAll", [text, pattern, ..]) => size::search(own(text), own(pattern)),
        _ => of_overload(overload, operands),
    }
}

fn of_overload(overload: &str, operands: &[Operand<'_>]) -> u64 {
    match (overload, operands) {
        (
            "less_string"
            | "less_equals_string"
            | "greater_string"
            | "greater_equals_string"
            | "less_bytes"
            | "less_equals_bytes"
            | "greater_bytes"
            | "greater_equals_bytes",
            [left, right],
        ) => size::smaller(cel(left), cel(right)),
        ("add_string" | "add_bytes", [left, right]) => size::sum(cel(left), cel(right)),
        ("contains_string", [text, part]) => size::product(cel(text), cel(part)),
        ("starts_with_string" | "ends_with_string", [_, part]) => size::ceil01(cel(part)),
        ("string_to_bytes" | "bytes_to_string" | "string_format" | "strings_quote", [text, ..]) => {
            size::ceil01(cel(text))
        }
        ("matches" | "matches_string", [text, pattern]) => size::search(cel(text), cel(pattern)),
        ("in_list", [_, list]) => cel(list),
        ("list_sets_contains_list" | "list_sets_intersects_list", [left, right]) => {
            size::pairs(own(left), own(right))
        }
        ("list_sets_equivalent_list", [left, right]) => size::pairs_twice(own(left), own(right)),
        ("list_flatten", [list]) => size::new_list(own(list)),
        ("list_flatten_int", [list, Ok(Value::Int(depth))]) => size::flattened(own(list), *depth),
        ("list_slice" | "list_reverse" | "lists_range", _) => 0, // by what it gives: `of_result`
        ("list_distinct", [list]) => each_pair(list),
        (id, [list]) if id.ends_with("_sort") => each_pair(list),
        (id, [_, keys]) if id.ends_with("_sortByAssociatedKeys") => each_pair(keys),
        (
            "string_to_url"
            | "string_to_ip"
            | "is_ip"
            | "string_to_cidr"
            | "is_cidr"
            | "string_to_quantity"
            | "is_quantity_string"
            | "string_to_semver"
            | "string_bool_to_semver"
            | "is_semver_string"
            | "is_semver_string_bool",
            [text, ..],
        ) => size::ceil01(own(text)),
        ("ip_is_canonical", [text]) => size::ceil02(own(text)),
        ("format-validate", [format, text]) => dynamic::validation(*format, own(text)),
        _ => 1,
    }
}

/// The charge of a call by what it gave.
pub(super) fn of_result(function: &str, overload: &str, result: Operand<'_>) -> u64 {
    match (function, overload) {
        ("join", _) => size::ceil02(cel(&result)),
        (_, "list_slice" | "list_reverse" | "lists_range") => size::new_list(cel(&result)),
        _ => 0,
    }
}

/// The size as cel-go measures it: of an optional that of its content.
fn cel(operand: &Operand<'_>) -> u64 {
    operand.map_or(1, Value::size)
}

/// The size as Kubernetes' own functions measure it.
fn own(operand: &Operand<'_>) -> u64 {
    operand.map_or(1, Value::own_size)
}

/// The size of an operand if it is text that is read first.
fn text_of(overload: &str, reads_text: &str, operand: &Operand<'_>) -> u64 {
    if overload == reads_text { own(operand) } else { 0 }
}

fn each_pair(list: &Operand<'_>) -> u64 {
    match list {
        Ok(Value::List(list)) => dynamic::each_pair(list.elements),
        _ => 1,
    }
}
