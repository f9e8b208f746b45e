//! Address prefixes (k8s: `cel/library/cidr.go`).

use super::{
    Basis, FunctionDecl, OverloadDecl, Rust,
    TypePattern::{self, Bool, Int, Opaque, String},
    ip::IP,
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "cidr",
        &[OverloadDecl::global("string_to_cidr", &[String], CIDR)
            .since(30)
            .charged(Basis::text(1))
            .runs(Rust::new("cidr::cidr").builds().fallible())],
    ),
    FunctionDecl::new(
        "containsIP",
        &[
            OverloadDecl::member("cidr_contains_ip_string", &[CIDR, String], Bool)
                .since(30)
                .charged(Basis::ContainsIp)
                .runs(Rust::new("cidr::contains_ip_string").fallible()),
            OverloadDecl::member("cidr_contains_ip_ip", &[CIDR, IP], Bool)
                .since(30)
                .charged(Basis::ContainsIp)
                .runs(Rust::new("cidr::contains_ip")),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "containsCIDR",
        &[
            OverloadDecl::member("cidr_contains_cidr_string", &[CIDR, String], Bool)
                .since(30)
                .charged(Basis::ContainsCidr)
                .runs(Rust::new("cidr::contains_cidr_string").builds().fallible()),
            OverloadDecl::member("cidr_contains_cidr", &[CIDR, CIDR], Bool)
                .since(30)
                .charged(Basis::ContainsCidr)
                .runs(Rust::new("cidr::contains_cidr")),
        ],
    )
    .charged_by_name(),
    FunctionDecl::new(
        "ip",
        &[OverloadDecl::member("cidr_ip", &[CIDR], IP).since(30).runs(Rust::new("cidr::ip"))],
    ),
    FunctionDecl::new(
        "prefixLength",
        &[OverloadDecl::member("cidr_prefix_length", &[CIDR], Int)
            .since(30)
            .runs(Rust::new("cidr::prefix_length"))],
    ),
    FunctionDecl::new(
        "masked",
        &[OverloadDecl::member("cidr_masked", &[CIDR], CIDR).since(30).runs(Rust::new("cidr::masked"))],
    ),
    FunctionDecl::new(
        "isCIDR",
        &[OverloadDecl::global("is_cidr", &[String], Bool)
            .since(30)
            .charged(Basis::text(1))
            .runs(Rust::new("cidr::is_cidr"))],
    ),
    FunctionDecl::new(
        "string",
        &[OverloadDecl::global("cidr_to_string", &[CIDR], String)
            .since(30)
            .runs(Rust::new("ops::to_string").builds())],
    ),
];

const CIDR: TypePattern = Opaque("net.CIDR");
