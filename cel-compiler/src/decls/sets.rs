//! Lists as sets (cel-go: `ext/sets.go`).

use super::{FunctionDecl, LIST, OverloadDecl, TypePattern::Bool};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "sets.contains",
        &[OverloadDecl::global("list_sets_contains_list", &[LIST, LIST], Bool).since(29)],
    ),
    FunctionDecl::new(
        "sets.equivalent",
        &[OverloadDecl::global("list_sets_equivalent_list", &[LIST, LIST], Bool).since(29)],
    ),
    FunctionDecl::new(
        "sets.intersects",
        &[OverloadDecl::global("list_sets_intersects_list", &[LIST, LIST], Bool).since(29)],
    ),
];
