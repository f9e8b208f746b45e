//! IP addresses (k8s: `cel/library/ip.go`).

use super::{
    Basis, FunctionDecl, OverloadDecl, Rust,
    TypePattern::{self, Bool, Int, Opaque, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "ip",
        &[OverloadDecl::global("string_to_ip", &[String], IP)
            .since(30)
            .charged(Basis::text(1))
            .runs(Rust::new("ip::ip").builds().fallible())],
    ),
    FunctionDecl::new(
        "family",
        &[OverloadDecl::member("ip_family", &[IP], Int).since(30).runs(Rust::new("ip::family"))],
    ),
    FunctionDecl::new(
        "ip.isCanonical",
        &[OverloadDecl::global("ip_is_canonical", &[String], Bool)
            .since(30)
            .charged(Basis::text(2))
            .runs(Rust::new("ip::is_canonical").builds().fallible())],
    ),
    FunctionDecl::new(
        "isUnspecified",
        &[OverloadDecl::member("ip_is_unspecified", &[IP], Bool)
            .since(30)
            .runs(Rust::new("ip::is_unspecified"))],
    ),
    FunctionDecl::new(
        "isLoopback",
        &[OverloadDecl::member("ip_is_loopback", &[IP], Bool).since(30).runs(Rust::new("ip::is_loopback"))],
    ),
    FunctionDecl::new(
        "isLinkLocalMulticast",
        &[OverloadDecl::member("ip_is_link_local_multicast", &[IP], Bool)
            .since(30)
            .runs(Rust::new("ip::is_link_local_multicast"))],
    ),
    FunctionDecl::new(
        "isLinkLocalUnicast",
        &[OverloadDecl::member("ip_is_link_local_unicast", &[IP], Bool)
            .since(30)
            .runs(Rust::new("ip::is_link_local_unicast"))],
    ),
    FunctionDecl::new(
        "isGlobalUnicast",
        &[OverloadDecl::member("ip_is_global_unicast", &[IP], Bool)
            .since(30)
            .runs(Rust::new("ip::is_global_unicast"))],
    ),
    FunctionDecl::new(
        "isIP",
        &[OverloadDecl::global("is_ip", &[String], Bool)
            .since(30)
            .charged(Basis::text(1))
            .runs(Rust::new("ip::is_ip"))],
    ),
    FunctionDecl::new(
        "string",
        &[OverloadDecl::global("ip_to_string", &[IP], String)
            .since(30)
            .runs(Rust::new("ops::to_string").builds())],
    ),
];

pub(super) const IP: TypePattern = Opaque("net.IP");
