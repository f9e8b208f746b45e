//! Cost class of each function: one table for the estimate (`cost`) and for the charges at run time (`emit::charge`, and the interpreter of
//! the command). Each of them decides for itself what follows, and none can leave one out.

use crate::decls::KubernetesVersion;

/// Cost class of a function (docs/spec/cost.md A.4, A.5, B.7). Operands count from the receiver, or from the first argument where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Basis {
    /// One step.
    Unit,
    /// So many steps.
    Fixed(u64),
    /// Nothing but its operands: `&&`, `||`. The second one may stay unevaluated.
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
    /// Size of the address or prefix, and a tenth of the text that is the argument.
    ContainsIp,
    /// The same for `containsCIDR`.
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
    /// As many requirements as a selector of the second operand's size can have.
    Selector,
}

/// Who measures: cel-go looks into an optional, for Kubernetes' own functions it counts 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "as their names say")]
pub enum Measure {
    Cel,
    Kubernetes,
}

/// The cost class of a call. A function of Kubernetes is found by its name, all others by the overload, which is empty if the checker
/// left several.
#[must_use]
pub fn basis(function: &str, overload: &str) -> Basis {
    match function {
        "containsIP" => Basis::ContainsIp,
        "containsCIDR" => Basis::ContainsCidr,
        "lowerAscii" | "upperAscii" | "substring" | "trim" => text(1),
        "replace" | "split" => text(2),
        "join" => Basis::Join,
        "isSorted" | "sum" | "min" | "max" | "indexOf" | "lastIndexOf" | "includes" => Basis::Traversal,
        "find" | "findAll" => Basis::Search(Measure::Kubernetes),
        "check" => Basis::Fixed(350_000),
        "fieldSelector" | "labelSelector" => Basis::Selector,
        "_==_" | "_!=_" => Basis::Comparison,
        _ => basis_of_overload(overload),
    }
}

/// Cost class that a version's servers estimate a call with: the estimate of an overload may have been lower than its charge.
#[must_use]
pub fn estimated(function: &str, overload: &str, version: KubernetesVersion) -> Basis {
    let earlier = EARLIER.iter().find(|earlier| earlier.overload == overload && version < earlier.until);
    earlier.map_or_else(|| basis(function, overload), |earlier| earlier.basis)
}

/// Cost class of an overload in the estimates before a version.
struct Earlier {
    overload: &'static str,
    until: KubernetesVersion,
    basis: Basis,
}

const EARLIER: &[Earlier] =
    &[Earlier { overload: "matches", until: KubernetesVersion::of_release(37), basis: Basis::Unit }];

fn basis_of_overload(overload: &str) -> Basis {
    match overload {
        "logical_and" | "logical_or" => Basis::Logic,
        "conditional" => Basis::Conditional,
        "less_string"
        | "less_equals_string"
        | "greater_string"
        | "greater_equals_string"
        | "less_bytes"
        | "less_equals_bytes"
        | "greater_bytes"
        | "greater_equals_bytes" => Basis::Comparison,
        "add_string" | "add_bytes" => Basis::Concatenation,
        "add_list" => Basis::ListConcatenation,
        "contains_string" => Basis::Containment,
        "starts_with_string" | "ends_with_string" => {
            Basis::Tenths { of: 1, tenths: 1, measure: Measure::Cel }
        }
        "string_to_bytes" | "bytes_to_string" | "string_format" | "strings_quote" => {
            Basis::Tenths { of: 0, tenths: 1, measure: Measure::Cel }
        }
        "matches" | "matches_string" => Basis::Search(Measure::Cel),
        "in_list" => Basis::Membership,
        "list_sets_contains_list" | "list_sets_intersects_list" => Basis::Pairs(1),
        "list_sets_equivalent_list" => Basis::Pairs(2),
        "list_flatten" | "list_flatten_int" => Basis::Flatten,
        "list_slice" | "list_reverse" | "lists_range" => Basis::Building,
        "list_distinct" => Basis::Sorting { of: 0 },
        id if id.ends_with("_sort") => Basis::Sorting { of: 0 },
        id if id.ends_with("_sortByAssociatedKeys") => Basis::Sorting { of: 1 },
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
        "format-validate" => Basis::Format,
        _ => Basis::Unit,
    }
}

const fn text(tenths: u64) -> Basis {
    Basis::Tenths { of: 0, tenths, measure: Measure::Kubernetes }
}
