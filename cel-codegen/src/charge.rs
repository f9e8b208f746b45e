//! By what a call charges: one table for the estimate (`cost`) and for the charges at run time (`emit::charge`).

/// What decides the cost of a call. Operands count from the receiver, or from the first argument where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Charge {
    /// One step.
    Unit,
    /// Nothing but its operands, of which the second may stay unevaluated: `&&`, `||`.
    Logic,
    /// Nothing but the condition and one branch.
    Conditional,
    /// A tenth of the smaller operand.
    Comparison,
    /// A tenth of both operands.
    Concatenation,
    /// A step; the result is as large as both operands.
    ListConcatenation,
    /// So many tenths of an operand.
    Tenths {
        /// Which operand.
        of: usize,
        /// How many.
        tenths: u64,
        /// Who measures.
        measure: Measure,
    },
    /// A tenth of the text for each tenth of the part.
    Containment,
    /// A tenth of the text for each quarter of the pattern.
    Search(Measure),
    /// A step for each element of the second operand.
    Membership,
    /// All elements of the receiver, with their texts.
    Traversal,
    /// Two tenths of the text that is built.
    Join,
    /// What the address or prefix takes, and a tenth of the text that is the argument.
    ContainsIp,
    /// Likewise.
    ContainsCidr,
    /// So many steps for each pair of elements.
    Pairs(u64),
    /// A step for each element of the result, and a list.
    Building,
    /// A step for each element of the receiver and level, and a list.
    Flatten,
    /// Two steps and more for each pair of elements of an operand, and a list.
    Sorting {
        /// Which operand.
        of: usize,
    },
    /// The pattern of a named format on the text.
    Format,
}

/// Who measures: cel-go looks into an optional, for Kubernetes' own functions it counts 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Cel,
    Kubernetes,
}

/// By what a call of a function charges: functions of Kubernetes by their name, all others by the overload, which is empty if the
/// checker left several.
pub(crate) fn charge_of(function: &str, overload: &str) -> Charge {
    match function {
        "containsIP" => Charge::ContainsIp,
        "containsCIDR" => Charge::ContainsCidr,
        "lowerAscii" | "upperAscii" | "substring" | "trim" => text(1),
        "replace" | "split" => text(2),
        "join" => Charge::Join,
        "isSorted" | "sum" | "min" | "max" | "indexOf" | "lastIndexOf" | "includes" => Charge::Traversal,
        "find" | "findAll" => Charge::Search(Measure::Kubernetes),
        "_==_" | "_!=_" => Charge::Comparison,
        _ => charge_of_overload(overload),
    }
}

fn charge_of_overload(overload: &str) -> Charge {
    match overload {
        "logical_and" | "logical_or" => Charge::Logic,
        "conditional" => Charge::Conditional,
        "less_string"
        | "less_equals_string"
        | "greater_string"
        | "greater_equals_string"
        | "less_bytes"
        | "less_equals_bytes"
        | "greater_bytes"
        | "greater_equals_bytes" => Charge::Comparison,
        "add_string" | "add_bytes" => Charge::Concatenation,
        "add_list" => Charge::ListConcatenation,
        "contains_string" => Charge::Containment,
        "starts_with_string" | "ends_with_string" => {
            Charge::Tenths { of: 1, tenths: 1, measure: Measure::Cel }
        }
        "string_to_bytes" | "bytes_to_string" | "string_format" | "strings_quote" => {
            Charge::Tenths { of: 0, tenths: 1, measure: Measure::Cel }
        }
        "matches" | "matches_string" => Charge::Search(Measure::Cel),
        "in_list" => Charge::Membership,
        "list_sets_contains_list" | "list_sets_intersects_list" => Charge::Pairs(1),
        "list_sets_equivalent_list" => Charge::Pairs(2),
        "list_flatten" | "list_flatten_int" => Charge::Flatten,
        "list_slice" | "list_reverse" | "lists_range" => Charge::Building,
        "list_distinct" => Charge::Sorting { of: 0 },
        id if id.ends_with("_sort") => Charge::Sorting { of: 0 },
        id if id.ends_with("_sortByAssociatedKeys") => Charge::Sorting { of: 1 },
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
        | "is_semver_string_bool" => text(1),
        "ip_is_canonical" => text(2),
        "format-validate" => Charge::Format,
        _ => Charge::Unit,
    }
}

const fn text(tenths: u64) -> Charge {
    Charge::Tenths { of: 0, tenths, measure: Measure::Kubernetes }
}
