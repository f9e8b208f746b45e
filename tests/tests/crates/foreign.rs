//! Which types of k8s-openapi a crate means depends on its `Cargo.toml`.

use super::super::Crate;

/// Its own types by names of k8s-openapi's, in a crate that does not depend on that.
#[test]
fn a_crate_without_k8s_openapi_has_its_own_types() {
    let source = r#"
        use cel_runtime::XValidation;
        #[derive(XValidation)]
        #[x_validation(manual_crd)]
        pub struct Condition { pub ready: bool }
        #[derive(XValidation)]
        #[x_validation(rule = "self.conditions.all(c, c.ready)", manual_crd)]
        pub struct Status { pub conditions: Vec<Condition> }
    "#;
    let dependencies = "cel-runtime = { path = \"$ROOT/cel-runtime\" }";
    Crate { name: "foreign-none", dependencies, source }.compiles();
}

/// `status` of the pattern is required in 1.33 and optional in 1.37; `evictionResponders` came later.
#[test]
fn an_older_version_of_kubernetes_has_other_fields() {
    let source = r#"
        use cel_runtime::XValidation;
        use k8s_openapi::api::{batch::v1::PodFailurePolicyOnPodConditionsPattern, core::v1::PodTemplateSpec};
        #[derive(XValidation)]
        #[x_validation(rule = "self.pattern.status != '' && self.template.spec.containers.all(c, has(c.resources))", manual_crd)]
        #[x_validation(rule = "self.template == self.template && dyn(self.template) != dyn(1)")]
        pub struct Spec { pub pattern: PodFailurePolicyOnPodConditionsPattern, pub template: PodTemplateSpec }
    "#;
    let dependencies = "cel-runtime = { path = \"$ROOT/cel-runtime\", features = [\"k8s-openapi\"] }\n\
                        k8s-openapi = { version = \"0.29\", features = [\"v1_33\"] }";
    Crate { name: "foreign-old", dependencies, source }.compiles();
}

/// A list in `Cargo.toml` says what names mean, and the crate may have another name.
#[test]
fn a_crate_lists_names() {
    let source = r#"
        use cel_runtime::XValidation;
        use k8s::{api::core::v1::Service, apimachinery::pkg::apis::meta::v1::Condition as Cond};
        #[derive(XValidation)]
        #[x_validation(manual_crd)]
        pub struct Condition { pub ready: bool }
        #[derive(XValidation)]
        #[x_validation(rule = "self.last.type != '' && self.service.spec.ports.size() > 0 && self.own.ready", manual_crd)]
        pub struct Spec { pub last: Cond, pub service: Service, pub own: Condition }
    "#;
    let dependencies = "cel-runtime = { path = \"$ROOT/cel-runtime\" }\n\
                        k8s = { package = \"k8s-openapi\", version = \"0.29\", features = [\"latest\"] }\n\n\
                        [package.metadata.cel-runtime.k8s-openapi]\n\
                        Cond = \"apimachinery::pkg::apis::meta::v1::Condition\"\n\
                        Service = \"api::core::v1::Service\"\n\
                        Condition = false";
    Crate { name: "foreign-list", dependencies, source }.compiles();
}

/// The error says in which file the derive is missing, by a path without `..`.
#[test]
fn a_type_of_a_crate_beside_this_one_is_named_with_its_file() {
    let source = "pub struct Port { pub number: i32 }";
    Crate { name: "foreign-api", dependencies: "", source }.write();
    let source = "#[derive(cel_runtime::XValidation)] pub struct Spec { pub port: foreign_api::Port }";
    let dependencies =
        "cel-runtime = { path = \"$ROOT/cel-runtime\" }\nforeign-api = { path = \"../foreign-api\" }";
    let (success, text) = Crate { name: "foreign-user", dependencies, source }.check();
    assert!(!success && text.starts_with("error: `Port` does not derive `XValidation`"), "{text}");
    assert!(text.contains("crates/foreign-api/src/lib.rs") && !text.contains(".."), "{text}");
    assert!(text.contains("due to 1 previous error"), "{text}");
}
