//! The authorizer's functions (k8s: `cel/library/authz.go`). A CRD has no variable of their types. Their calls compile if the
//! receiver is dyn, and fail.

use super::{
    Basis, FunctionDecl, OverloadDecl,
    TypePattern::{self, Bool, Object, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("path", &[member("authorizer_path", &[AUTHORIZER, String], PATH_CHECK)]),
    FunctionDecl::new("group", &[member("authorizer_group", &[AUTHORIZER, String], GROUP_CHECK)]),
    FunctionDecl::new(
        "serviceAccount",
        &[member("authorizer_serviceaccount", &[AUTHORIZER, String, String], AUTHORIZER)],
    ),
    FunctionDecl::new("resource", &[member("groupcheck_resource", &[GROUP_CHECK, String], RESOURCE_CHECK)]),
    FunctionDecl::new(
        "subresource",
        &[member("resourcecheck_subresource", &[RESOURCE_CHECK, String], RESOURCE_CHECK)],
    ),
    FunctionDecl::new(
        "namespace",
        &[member("resourcecheck_namespace", &[RESOURCE_CHECK, String], RESOURCE_CHECK)],
    ),
    FunctionDecl::new("name", &[member("resourcecheck_name", &[RESOURCE_CHECK, String], RESOURCE_CHECK)]),
    FunctionDecl::new(
        "check",
        &[
            member("pathcheck_check", &[PATH_CHECK, String], DECISION).charged(Basis::Fixed(350_000)),
            member("resourcecheck_check", &[RESOURCE_CHECK, String], DECISION).charged(Basis::Fixed(350_000)),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new("errored", &[member("decision_errored", &[DECISION], Bool)]),
    FunctionDecl::new("error", &[member("decision_error", &[DECISION], String)]),
    FunctionDecl::new("allowed", &[member("decision_allowed", &[DECISION], Bool)]),
    FunctionDecl::new("reason", &[member("decision_reason", &[DECISION], String)]),
    FunctionDecl::new(
        "fieldSelector",
        &[member("authorizer_fieldselector", &[RESOURCE_CHECK, String], RESOURCE_CHECK)
            .since(31)
            .charged(Basis::Selector)],
    ),
    FunctionDecl::new(
        "labelSelector",
        &[member("authorizer_labelselector", &[RESOURCE_CHECK, String], RESOURCE_CHECK)
            .since(31)
            .charged(Basis::Selector)],
    ),
];

const fn member(id: &'static str, args: &'static [TypePattern], result: TypePattern) -> OverloadDecl {
    OverloadDecl::member(id, args, result).since(26)
}

/// Prefix of the names of types without values.
pub const TYPES: &str = "kubernetes.authorization.";

const AUTHORIZER: TypePattern = Object("kubernetes.authorization.Authorizer");
const PATH_CHECK: TypePattern = Object("kubernetes.authorization.PathCheck");
const GROUP_CHECK: TypePattern = Object("kubernetes.authorization.GroupCheck");
const RESOURCE_CHECK: TypePattern = Object("kubernetes.authorization.ResourceCheck");
const DECISION: TypePattern = Object("kubernetes.authorization.Decision");
