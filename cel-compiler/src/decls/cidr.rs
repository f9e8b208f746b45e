//! Address prefixes (k8s: `cel/library/cidr.go`).

use super::{
    FunctionDecl, OverloadDecl,
    TypePattern::{self, Bool, Int, Opaque, String},
    ip::IP,
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("cidr", &[OverloadDecl::global("string_to_cidr", &[String], CIDR).since(30)]),
    FunctionDecl::new(
        "containsIP",
        &[
            OverloadDecl::member("cidr_contains_ip_string", &[CIDR, String], Bool).since(30),
            OverloadDecl::member("cidr_contains_ip_ip", &[CIDR, IP], Bool).since(30),
        ],
    ),
    FunctionDecl::new(
        "containsCIDR",
        &[
            OverloadDecl::member("cidr_contains_cidr_string", &[CIDR, String], Bool).since(30),
            OverloadDecl::member("cidr_contains_cidr", &[CIDR, CIDR], Bool).since(30),
        ],
    ),
    FunctionDecl::new("ip", &[OverloadDecl::member("cidr_ip", &[CIDR], IP).since(30)]),
    FunctionDecl::new("prefixLength", &[OverloadDecl::member("cidr_prefix_length", &[CIDR], Int).since(30)]),
    FunctionDecl::new("masked", &[OverloadDecl::member("cidr_masked", &[CIDR], CIDR).since(30)]),
    FunctionDecl::new("isCIDR", &[OverloadDecl::global("is_cidr", &[String], Bool).since(30)]),
    FunctionDecl::new("string", &[OverloadDecl::global("cidr_to_string", &[CIDR], String).since(30)]),
];

const CIDR: TypePattern = Opaque("net.CIDR");
