use super::*;

/// Expects the crate's name for k8s-openapi and the version of Kubernetes.
fn check(text: &str, name: Option<&str>, minor: Option<u8>) {
    let manifest = read(text);
    assert_eq!((manifest.k8s_openapi.as_deref(), manifest.minor()), (name, minor), "{text}");
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
    check(
        "[dependencies]\nk8s-openapi = { version = \"0.28.1\", features = [\"latest\"] }",
        Some("k8s_openapi"),
        Some(36),
    );
    check(
        "[dependencies.k8s-openapi]\nfeatures = ['schemars', 'earliest']\nversion = \"=0.29\"",
        Some("k8s_openapi"),
        Some(33),
    );
    check("[dependencies]\nk8s-openapi.features = ['v1_30']", Some("k8s_openapi"), Some(33));
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
fn without_a_manifest_crates_have_their_own_names() {
    let name = unread().k8s_openapi.expect("a name");
    assert!(syn::parse_str::<proc_macro2::Ident>(&name).is_ok(), "{name}");
}

#[test]
fn the_list_names_types() {
    let text = "[package.metadata.cel-runtime.k8s-openapi]\nCond = \"apimachinery::pkg::apis::meta::v1::Condition\"\nRole = false";
    let types = read(text).types;
    let cond = Some("apimachinery::pkg::apis::meta::v1::Condition".to_owned());
    assert_eq!(types, BTreeMap::from([("Cond".to_owned(), cond), ("Role".to_owned(), None)]));
}

/// Expects the levels, the oldest release, and the mistakes.
fn check_lints(text: &str, levels: &str, mistakes: &[&str]) {
    let lints = read(text).lints;
    let (found, wrong) = lints.levels();
    let mut shown: Vec<String> = cel_compiler::lints::LINTS
        .iter()
        .filter(|lint| found.of(lint) != lint.level)
        .map(|lint| format!("{} {}", found.of(lint).name(), lint.name))
        .collect();
    shown.extend(lints.minimum.map(|minimum| format!("1.{}", minimum.0)));
    assert_eq!(shown.join(", "), levels, "{text}");
    assert_eq!(wrong, mistakes, "{text}");
}

#[test]
fn levels_are_found_however_they_are_written() {
    let deny = "deny needless_has";
    check_lints("[package.metadata.x-validation.lints]\nneedless_has = \"deny\" # why", deny, &[]);
    check_lints("[package.metadata.x-validation]\nlints.needless_has = 'deny'", deny, &[]);
    check_lints("[package.metadata.x-validation]\nlints = { needless_has = \"deny\" }", deny, &[]);
    check_lints("[package.metadata]\nx-validation.lints.\"needless_has\" = \"deny\"", deny, &[]);
    check_lints("[package]\nmetadata.x-validation.lints.needless_has = \"deny\"", deny, &[]);
    check_lints("[ package . metadata . x-validation . lints ]\nneedless_has=\"deny\"", deny, &[]);
    // For new rules a server accepts only what the release before it knows.
    check_lints("[package.metadata.x-validation]\nminimum-kubernetes = \"1.30\"", "1.29", &[]);
    check_lints("[package.metadata.other.lints]\nneedless_has = \"deny\"", "", &[]);
    check_lints("[workspace.metadata.x-validation.lints]\nneedless_has = \"deny\"", "", &[]);
}

#[test]
fn the_name_of_a_lint_counts_more_than_all() {
    let text = "[package.metadata.x-validation.lints]\nmessage_missing = \"warn\"\nall = \"allow\"";
    let (levels, _) = read(text).lints.levels();
    let level = |name| levels.of(cel_compiler::lints::lint(name).expect("a lint"));
    assert_eq!(level("message_missing"), cel_compiler::lints::Level::Warn);
    assert_eq!(level("needless_has"), cel_compiler::lints::Level::Allow);
}

#[test]
fn mistakes_in_the_table_are_told() {
    let table = "[package.metadata.x-validation]\n";
    check_lints(
        &format!("{table}lints.needles_has = \"deny\""),
        "",
        &["unknown lint `needles_has`; did you mean `needless_has`?"],
    );
    check_lints(
        &format!("{table}lints.needless_has = \"dny\""),
        "",
        &["unknown level `dny`; did you mean `deny`?"],
    );
    check_lints(
        &format!("{table}lints.needless_has = true"),
        "",
        &["`needless_has` takes a level: `needless_has = \"allow\"`"],
    );
    check_lints(
        &format!("{table}minimum-kubernets = \"1.30\""),
        "",
        &["unknown key `minimum-kubernets`; did you mean `minimum-kubernetes`?"],
    );
    check_lints(
        &format!("{table}minimum-kubernetes = 1.30"),
        "",
        &["`minimum-kubernetes` takes a version: `minimum-kubernetes = \"1.30\"`"],
    );
    check_lints(
        &format!("{table}lints = \"deny\""),
        "",
        &["`lints` takes a table: `[package.metadata.x-validation.lints]`"],
    );
}
