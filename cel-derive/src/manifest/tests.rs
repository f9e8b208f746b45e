use super::*;

/// The name of the crate, and the version of Kubernetes.
fn check(text: &str, name: Option<&str>, minor: Option<u8>) {
    let manifest = read(text);
    assert_eq!((manifest.k8s_openapi.as_deref(), manifest.minor), (name, minor), "{text}");
}

#[test]
fn dependencies_are_found_however_they_are_written() {
    check("[dependencies]\nk8s-openapi = \"0.29\"", Some("k8s_openapi"), None);
    check(
        "[dependencies]\nk8s-openapi = { version = \"0.29\", features = [\"v1_33\"] }",
        Some("k8s_openapi"),
        Some(33),
    );
    check("[dependencies]\nk8s-openapi.workspace = true", Some("k8s_openapi"), None);
    check(
        "[dependencies.k8s-openapi]\nversion = \"0.29\"\nfeatures = [\"latest\"]",
        Some("k8s_openapi"),
        Some(37),
    );
    check("[dependencies]\nk8s = { package = \"k8s-openapi\", version = \"0.29\" }", Some("k8s"), None);
    check("[dependencies.k8s]\npackage = \"k8s-openapi\"", Some("k8s"), None);
    check("[target.'cfg(unix)'.dependencies]\n\"k8s-openapi\" = \"0.29\"", Some("k8s_openapi"), None);
    check("[dev-dependencies]\nk8s-openapi = \"0.29\"", Some("k8s_openapi"), None);
}

#[test]
fn features_and_comments_are_no_dependencies() {
    check("[dependencies]\ncel-runtime = { version = \"1\", features = [\"k8s-openapi\"] }", None, None);
    check("[dependencies]\n# k8s-openapi = \"0.29\"", None, None);
    check("[features]\nk8s-openapi = []", None, None);
    check(
        "[dependencies]\ncel-runtime = { version = \"1\", features = [\n    \"k8s-openapi\",\n] }",
        None,
        None,
    );
}

#[test]
fn the_list_names_types() {
    let text = "[package.metadata.cel-runtime.k8s-openapi]\nCond = \"apimachinery::pkg::apis::meta::v1::Condition\"\nRole = false";
    let types = read(text).types;
    let cond = Some("apimachinery::pkg::apis::meta::v1::Condition".to_owned());
    assert_eq!(types, BTreeMap::from([("Cond".to_owned(), cond), ("Role".to_owned(), None)]));
}
