//! `[package.metadata.x-validation]`: what an edit of it changes.

use crate::{Crate, RUNTIME};
use std::fs;

/// `Condition` is the crate's own, then that of k8s-openapi, in one and the same source.
#[test]
fn an_edited_list_of_types_in_the_manifest_is_read_again() {
    let dependencies = r#"
cel-runtime = { path = "$ROOT/cel-runtime", features = ["k8s-openapi"] }
k8s-openapi = { version = "0.29", features = ["latest"] }

[package.metadata.cel-runtime.k8s-openapi]
Condition = false"#;
    let source = "use cel_runtime::XValidation;\n#[derive(XValidation)] pub struct Condition { pub ok: bool }\n\
                  #[derive(XValidation)] #[x_validation(manual_crd, rule = \"self.condition.ok\")]\n\
                  pub struct Spec { pub condition: Condition }\n";
    let krate = Crate { name: "listed", dependencies, source };
    let directory = krate.write();
    krate.compiles();
    let manifest = fs::read_to_string(directory.join("Cargo.toml")).expect("a manifest");
    let other = "Condition = \"apimachinery::pkg::apis::meta::v1::Condition\"";
    fs::write(directory.join("Cargo.toml"), manifest.replace("Condition = false", other))
        .expect("a manifest");
    let (success, text) = Crate::run(&directory, "check");
    assert!(
        !success
            && text.contains("`Condition` is taken for the type of k8s-openapi by the list in `Cargo.toml`"),
        "{text}"
    );
    let missing = "Condition = \"apimachinery::pkg::Condition\"";
    fs::write(directory.join("Cargo.toml"), manifest.replace("Condition = false", missing))
        .expect("a manifest");
    let (success, text) = Crate::run(&directory, "check");
    assert!(!success && text.contains("k8s-openapi has no type `apimachinery::pkg::Condition`"), "{text}");
    assert_eq!(text.matches("error: ").count(), 2, "{text}"); // and cargo's own
}

/// The same source with other levels in `Cargo.toml`.
#[test]
fn edited_levels_of_lints_in_the_manifest_are_read_again() {
    let dependencies = r#"
cel-runtime = { path = "$ROOT/cel-runtime" }

[package.metadata.x-validation.lints]
unguarded_optional = "allow""#;
    let source = "use cel_runtime::XValidation;\n#[derive(XValidation)] #[x_validation(manual_crd, rule = \"self.class != ''\")]\n\
                  pub struct Spec { pub class: Option<String> }\n";
    let krate = Crate { name: "levels", dependencies, source };
    let directory = krate.write();
    krate.compiles();
    let manifest = fs::read_to_string(directory.join("Cargo.toml")).expect("a manifest");
    let with = |line: &str| {
        let manifest = manifest.replace("unguarded_optional = \"allow\"", line);
        fs::write(directory.join("Cargo.toml"), manifest).expect("a manifest");
        Crate::run(&directory, "check")
    };
    let (success, text) = with("");
    assert!(
        success && text.contains("warning: use of deprecated function `_::unguarded_optional`"),
        "{text}"
    );
    let (success, text) = with("unguarded_optional = \"deny\"");
    assert!(!success && text.contains("error: use of deprecated function `_::unguarded_optional`"), "{text}");
    let (success, text) = with("unguarded_option = \"deny\"");
    assert!(
        !success && text.contains("unknown lint `unguarded_option`; did you mean `unguarded_optional`?"),
        "{text}"
    );
    let (success, text) = with("all = \"allow\"");
    assert!(success && text.is_empty(), "{text}");
}

/// A member reads the table of its workspace if it asks for that.
#[test]
fn levels_of_lints_in_a_workspace() {
    let dependencies = r#"
cel-runtime = { path = "$ROOT/cel-runtime" }

[workspace.metadata.x-validation.lints]
unguarded_optional = "allow"
newer_than_minimum = "deny"

[workspace.metadata.x-validation]
minimum-kubernetes = "1.28"
"#;
    Crate { name: "around_levels", dependencies, source: "" }.compiles();
    let dependencies = format!("{RUNTIME}\n\n[package.metadata.x-validation]\nworkspace = true");
    let source = "use cel_runtime::XValidation;\n#[derive(XValidation)] #[x_validation(manual_crd, rule = \"self.class != ''\")]\n\
                  #[x_validation(rule = \"ip.isCanonical(self.name)\")]\n\
                  pub struct Spec { pub class: Option<String>, pub name: String }\n";
    let member = Crate { name: "around_levels/member", dependencies: &dependencies, source };
    let directory = member.write();
    let manifest = fs::read_to_string(directory.join("Cargo.toml")).expect("a manifest");
    let manifest = manifest.replace("around_levels/member", "member").replace("[workspace]\n", "");
    fs::write(directory.join("Cargo.toml"), &manifest).expect("a manifest");
    let around = directory.join("../Cargo.toml");
    let workspace = fs::read_to_string(&around).expect("a manifest");
    let workspace = workspace.replace("[workspace]", "[workspace]\nmembers = [\"member\"]");
    fs::write(&around, &workspace).expect("a manifest");
    let (success, text) = Crate::run(&directory, "check");
    assert!(!success && text.contains("newer_than_minimum"), "{text}");
    assert!(!text.contains("unguarded_optional"), "{text}");
    fs::write(&around, workspace.replace("1.28", "1.34")).expect("a manifest");
    let (success, text) = Crate::run(&directory, "check");
    assert!(success && text.is_empty(), "{text}");
    fs::write(directory.join("Cargo.toml"), manifest.replace("workspace = true", "")).expect("a manifest");
    let (success, text) = Crate::run(&directory, "check");
    assert!(success && text.contains("unguarded_optional"), "{text}");
}
