//! IP addresses (k8s: `cel/library/ip.go`).

use super::{
    FunctionDecl, OverloadDecl,
    TypePattern::{self, Bool, Int, Opaque, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("ip", &[OverloadDecl::global("string_to_ip", &[String], IP).since(30)]),
    FunctionDecl::new("family", &[OverloadDecl::member("ip_family", &[IP], Int).since(30)]),
    FunctionDecl::new(
        "ip.isCanonical",
        &[OverloadDecl::global("ip_is_canonical", &[String], Bool).since(30)],
    ),
    FunctionDecl::new("isUnspecified", &[OverloadDecl::member("ip_is_unspecified", &[IP], Bool).since(30)]),
    FunctionDecl::new("isLoopback", &[OverloadDecl::member("ip_is_loopback", &[IP], Bool).since(30)]),
    FunctionDecl::new(
        "isLinkLocalMulticast",
        &[OverloadDecl::member("ip_is_link_local_multicast", &[IP], Bool).since(30)],
    ),
    FunctionDecl::new(
        "isLinkLocalUnicast",
        &[OverloadDecl::member("ip_is_link_local_unicast", &[IP], Bool).since(30)],
    ),
    FunctionDecl::new(
        "isGlobalUnicast",
        &[OverloadDecl::member("ip_is_global_unicast", &[IP], Bool).since(30)],
    ),
    FunctionDecl::new("isIP", &[OverloadDecl::global("is_ip", &[String], Bool).since(30)]),
    FunctionDecl::new("string", &[OverloadDecl::global("ip_to_string", &[IP], String).since(30)]),
];

pub(super) const IP: TypePattern = Opaque("net.IP");
