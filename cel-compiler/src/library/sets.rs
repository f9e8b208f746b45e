//! Lists as sets (cel-go: `ext/sets.go`).

use super::{Basis, FunctionDecl, LIST, OverloadDecl, TypePattern::Bool};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "sets.contains",
        &[OverloadDecl::global("list_sets_contains_list", &[LIST, LIST], Bool)
            .since(29)
            .charged(Basis::Pairs(1))],
    )
    .on_values(&[(2, "sets_contains")]),
    FunctionDecl::new(
        "sets.equivalent",
        &[OverloadDecl::global("list_sets_equivalent_list", &[LIST, LIST], Bool)
            .since(29)
            .charged(Basis::Pairs(2))],
    )
    .on_values(&[(2, "sets_equivalent")]),
    FunctionDecl::new(
        "sets.intersects",
        &[OverloadDecl::global("list_sets_intersects_list", &[LIST, LIST], Bool)
            .since(29)
            .charged(Basis::Pairs(1))],
    )
    .on_values(&[(2, "sets_intersects")]),
];
