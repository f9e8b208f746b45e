//! URLs (k8s: `cel/library/urls.go`).

use super::{
    FunctionDecl, OverloadDecl,
    TypePattern::{self, Bool, List, Map, Object, String},
};

pub(super) const FUNCTIONS: &[FunctionDecl] = &[
    FunctionDecl::new("url", &[OverloadDecl::global("string_to_url", &[String], URL)]),
    FunctionDecl::new("isURL", &[OverloadDecl::global("is_url_string", &[String], Bool)]),
    FunctionDecl::new("getScheme", &[OverloadDecl::member("url_get_scheme", &[URL], String)]),
    FunctionDecl::new("getHost", &[OverloadDecl::member("url_get_host", &[URL], String)]),
    FunctionDecl::new("getHostname", &[OverloadDecl::member("url_get_hostname", &[URL], String)]),
    FunctionDecl::new("getPort", &[OverloadDecl::member("url_get_port", &[URL], String)]),
    FunctionDecl::new("getEscapedPath", &[OverloadDecl::member("url_get_escaped_path", &[URL], String)]),
    FunctionDecl::new(
        "getQuery",
        &[OverloadDecl::member("url_get_query", &[URL], Map(&String, &List(&String)))],
    ),
];

const URL: TypePattern = Object("kubernetes.URL");
