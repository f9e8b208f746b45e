//! Named formats (k8s: `cel/library/format.go`).

use super::{
    Basis, FunctionDecl, OverloadDecl, Rust,
    TypePattern::{self, List, Object, Optional, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "validate",
        &[OverloadDecl::member("format-validate", &[FORMAT, String], Optional(&List(&String)))
            .since(31)
            .charged(Basis::Format)
            .runs(Rust::new("format::validate").builds())],
    ),
    FunctionDecl::new(
        "format.named",
        &[OverloadDecl::global("format-named", &[String], Optional(&FORMAT))
            .since(31)
            .runs(Rust::new("format::named"))],
    ),
    FunctionDecl::new(
        "format.dns1123Label",
        &[OverloadDecl::global("format-dns1123Label", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::dns1123_label"))],
    ),
    FunctionDecl::new(
        "format.dns1123Subdomain",
        &[OverloadDecl::global("format-dns1123Subdomain", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::dns1123_subdomain"))],
    ),
    FunctionDecl::new(
        "format.dns1035Label",
        &[OverloadDecl::global("format-dns1035Label", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::dns1035_label"))],
    ),
    FunctionDecl::new(
        "format.qualifiedName",
        &[OverloadDecl::global("format-qualifiedName", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::qualified_name"))],
    ),
    FunctionDecl::new(
        "format.dns1123LabelPrefix",
        &[OverloadDecl::global("format-dns1123LabelPrefix", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::dns1123_label_prefix"))],
    ),
    FunctionDecl::new(
        "format.dns1123SubdomainPrefix",
        &[OverloadDecl::global("format-dns1123SubdomainPrefix", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::dns1123_subdomain_prefix"))],
    ),
    FunctionDecl::new(
        "format.dns1035LabelPrefix",
        &[OverloadDecl::global("format-dns1035LabelPrefix", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::dns1035_label_prefix"))],
    ),
    FunctionDecl::new(
        "format.labelValue",
        &[OverloadDecl::global("format-labelValue", &[], FORMAT)
            .since(31)
            .runs(Rust::new("format::label_value"))],
    ),
    FunctionDecl::new(
        "format.uri",
        &[OverloadDecl::global("format-uri", &[], FORMAT).since(31).runs(Rust::new("format::uri"))],
    ),
    FunctionDecl::new(
        "format.uuid",
        &[OverloadDecl::global("format-uuid", &[], FORMAT).since(31).runs(Rust::new("format::uuid"))],
    ),
    FunctionDecl::new(
        "format.byte",
        &[OverloadDecl::global("format-byte", &[], FORMAT).since(31).runs(Rust::new("format::byte"))],
    ),
    FunctionDecl::new(
        "format.date",
        &[OverloadDecl::global("format-date", &[], FORMAT).since(31).runs(Rust::new("format::date"))],
    ),
    FunctionDecl::new(
        "format.datetime",
        &[OverloadDecl::global("format-datetime", &[], FORMAT).since(31).runs(Rust::new("format::datetime"))],
    ),
];

const FORMAT: TypePattern = Object("kubernetes.NamedFormat");
