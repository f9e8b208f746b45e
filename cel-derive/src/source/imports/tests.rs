use super::{Imports, Shown};

/// What a file shows of a path in an item of its own module, or of one inside of it. A `?` marks doubt.
fn check(text: &str, is_inside: bool, path: &str, expected: &str) {
    let names: Vec<String> = path.split("::").map(str::to_owned).collect();
    let found = match Imports::of(text).path(&names, text, is_inside) {
        Some(Shown::Certain(path)) => path,
        Some(Shown::InDoubt(path)) => format!("?{}", path.unwrap_or_default()),
        None => "none".to_owned(),
    };
    assert_eq!(found, expected, "{path} in {text}");
}

const META: &str = "apimachinery::pkg::apis::meta::v1::ObjectMeta";

#[test]
fn an_import_of_k8s_openapi_names_a_type_or_a_module() {
    let text = "use k8s_openapi::api::core::v1::{self as core, Service as Svc};";
    check(text, false, "Svc", "api::core::v1::Service");
    check(text, false, "core::Pod", "api::core::v1::Pod");
    check(text, false, "Service", "none");
    check(text, false, "jiff::Service", "none");
}

#[test]
fn kube_has_two_types_of_k8s_openapi() {
    check("use kube::core::ObjectMeta as Meta;", false, "Meta", META);
    check("use kube::core as kc;", false, "kc::ObjectMeta", "none"); // the file does not name the type
    check("use kube::core as kc; type M = kc::ObjectMeta;", false, "kc::ObjectMeta", META);
    check("use kube::{core::{self, ObjectMeta as Meta}};", false, "core::ObjectMeta", META);
    check("use kube_core::ObjectMeta as Meta;", false, "Meta", META);
    check("use kube::core::{ObjectMeta, Duration};", false, "Duration", "none");
}

#[test]
fn another_type_or_import_of_the_name_makes_doubt() {
    let import = "use k8s_openapi::api::core::v1::Service;\n";
    check(import, false, "Service", "api::core::v1::Service");
    check(&format!("{import}mod own {{ struct Service; }}"), false, "Service", "?");
    check(&format!("{import}mod a {{ use own::Service; }}"), false, "Service", "?api::core::v1::Service");
    check(&format!("mod a {{ {import} }}"), false, "Service", "?api::core::v1::Service");
    check(import, true, "Service", "?api::core::v1::Service");
}

#[test]
fn two_imports_of_a_name_make_doubt() {
    let text =
        "mod a { use k8s_openapi::api::core::v1 as m; } mod b { use k8s_openapi::api::apps::v1 as m; }";
    check(text, true, "m::Deployment", "?");
    check(text, true, "other::Deployment", "none");
}

#[test]
fn a_glob_is_in_doubt_inside_of_modules_and_where_another_name_comes_first() {
    let glob = "use k8s_openapi::api::core::v1::*;\n";
    check(glob, false, "Service", "api::core::v1::Service");
    check(glob, true, "Service", "?api::core::v1::Service");
    check(&format!("mod a {{ {glob} }}"), false, "Service", "?api::core::v1::Service");
    check(&format!("{glob}mod own {{ struct Service; }}"), false, "Service", "?");
    check(glob, true, "Own", "none");
}
