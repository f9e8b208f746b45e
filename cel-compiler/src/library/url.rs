//! URLs (k8s: `cel/library/urls.go`).

use super::{
    Basis, FunctionDecl, OverloadDecl, ResultSize, Rust,
    TypePattern::{self, Bool, List, Map, Object, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new(
        "url",
        &[OverloadDecl::global("string_to_url", &[String], URL)
            .charged(Basis::text(1))
            .sized(ResultSize::Url)
            .runs(Rust::new("url::url").builds().fallible())],
    ),
    FunctionDecl::new(
        "isURL",
        &[OverloadDecl::global("is_url_string", &[String], Bool).runs(Rust::new("url::is_url"))],
    ),
    FunctionDecl::new(
        "getScheme",
        &[OverloadDecl::member("url_get_scheme", &[URL], String).runs(Rust::new("url::get_scheme").builds())],
    ),
    FunctionDecl::new(
        "getHost",
        &[OverloadDecl::member("url_get_host", &[URL], String).runs(Rust::new("url::get_host").builds())],
    ),
    FunctionDecl::new(
        "getHostname",
        &[OverloadDecl::member("url_get_hostname", &[URL], String)
            .runs(Rust::new("url::get_hostname").builds())],
    ),
    FunctionDecl::new(
        "getPort",
        &[OverloadDecl::member("url_get_port", &[URL], String).runs(Rust::new("url::get_port").builds())],
    ),
    FunctionDecl::new(
        "getEscapedPath",
        &[OverloadDecl::member("url_get_escaped_path", &[URL], String)
            .runs(Rust::new("url::get_escaped_path").builds())],
    ),
    FunctionDecl::new(
        "getQuery",
        &[OverloadDecl::member("url_get_query", &[URL], Map(&String, &List(&String)))
            .runs(Rust::new("url::get_query").builds())],
    ),
];

const URL: TypePattern = Object("kubernetes.URL");
