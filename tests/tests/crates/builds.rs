//! Crates that depend on cel-runtime in another way than this one, and crates with CRD files.

use crate::{BARE, Crate, RUNTIME, SERIALIZED, WITH_FILES, add_files, is_committed};
use std::{env, fs, path::Path, time::SystemTime};

/// The compiler puts a hash of all code into the metadata, so that its bytes stand for those of the expansion.
#[test]
fn a_second_build_gives_the_same_bytes() {
    let krate = Crate { name: "rebuilt", dependencies: RUNTIME, source: include_str!("rebuilt.rs") };
    krate.compiles();
    let (built, first) = metadata("rebuilt");
    krate.compiles();
    let (rebuilt, second) = metadata("rebuilt");
    assert!(rebuilt > built, "nothing was built");
    assert!(first == second, "the second build gave other metadata");
}

/// The newest metadata of a crate, and when it was written.
fn metadata(krate: &str) -> (SystemTime, Vec<u8>) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target directory");
    let files = fs::read_dir(target.join("debug/deps")).expect("the built crates");
    let files = files.filter_map(|file| {
        let file = file.ok()?;
        let name = file.file_name().into_string().ok()?;
        let is_metadata = name.starts_with(&format!("lib{krate}-")) && name.ends_with(".rmeta");
        is_metadata.then_some((file.metadata().ok()?.modified().ok()?, file.path()))
    });
    let (written, file) = files.max().expect("the crate was built");
    (written, fs::read(file).expect("metadata"))
}

#[test]
fn without_schemars() {
    Crate { name: "plain", dependencies: BARE, source: include_str!("plain.rs") }.compiles();
}

#[test]
fn a_pattern_without_its_feature_is_an_error_that_names_it() {
    let rules = ["self.a.matches('x+')", "self.a.find(self.b) == 'x'", "dyn(self.a).matches(self.b)"];
    for rule in rules {
        let source = format!(
            "#[derive(cel_runtime::XValidation)]\n#[x_validation(rule = \"{rule}\")]\npub struct Spec {{ a: String, b: String }}"
        );
        let (success, text) = Crate { name: "patterns", dependencies: BARE, source: &source }.check();
        let error =
            "error[E0277]: `matches`, `find` and `findAll` in rules need the feature `regex` of cel-runtime";
        assert!(!success && text.starts_with(error), "{rule}: {text}");
        assert!(text.contains("due to 1 previous error"), "{rule}: {text}");
    }
}

/// The derive sees names, so types of these names stand for those of the crates.
#[test]
fn a_type_of_an_optional_crate_is_one_error_that_names_its_feature() {
    let types = [
        ("chrono", "DateTime<Utc>", "pub struct DateTime<T>(pub T); pub struct Utc;"),
        ("chrono", "NaiveDate", "pub struct NaiveDate;"),
        ("indexmap", "IndexMap<String, i32>", "pub struct IndexMap<K, V>(pub K, pub V);"),
        ("indexmap", "IndexSet<i32>", "pub struct IndexSet<T>(pub T);"),
        ("smallvec", "SmallVec<[i32; 2]>", "pub struct SmallVec<A>(pub A);"),
        ("jiff", "Timestamp", "pub struct Timestamp;"),
        ("jiff", "Date", "pub struct Date;"),
        ("url", "Url", "pub struct Url;"),
        ("uuid", "Uuid", "pub struct Uuid;"),
    ];
    for (krate, ty, items) in types {
        let fields = ["TYPE", "Vec<TYPE>", "Option<BTreeMap<String, TYPE>>"];
        let modules = fields.into_iter().enumerate().map(|(n, field)| {
            let field = field.replace("TYPE", ty);
            format!(
                "pub mod spec{n} {{\nuse super::{krate}::*;\nuse std::collections::BTreeMap;\n\
                 #[derive(cel_runtime::XValidation)]\npub struct Spec {{ pub at: {field}, pub map: BTreeMap<String, i32> }}\n}}\n"
            )
        });
        let source = format!("pub mod {krate} {{ {items} }}\n{}", modules.collect::<String>());
        let (success, text) = Crate { name: "features", dependencies: BARE, source: &source }.check();
        let name = ty.split('<').next().unwrap_or(ty);
        let error = format!("error: `{name}` needs the feature `{krate}` of cel-runtime");
        assert!(!success && text.starts_with(&error), "{ty}: {text}");
        assert_eq!(text.matches(&error).count(), 3, "{ty}: {text}");
        assert!(text.contains("due to 3 previous errors"), "{ty}: {text}");
        assert!(text.contains(&format!("features = [\"{krate}\"]")), "{ty}: {text}");
    }
}

#[test]
fn the_runtime_renamed_and_types_of_a_third_crate() {
    let types = r#"tests-types = { path = "$ROOT/tests/types" }"#;
    let middle = Crate { name: "middle", dependencies: types, source: include_str!("middle.rs") };
    middle.write();
    let dependencies = r#"
cel-rt = { package = "cel-runtime", path = "$ROOT/cel-runtime" }
middle = { path = "../middle" }"#;
    Crate { name: "renamed", dependencies, source: include_str!("renamed.rs") }.compiles();
}

#[test]
fn k8s_openapi_renamed() {
    let dependencies = r#"
cel-runtime = { path = "$ROOT/cel-runtime", features = ["k8s-openapi"] }
k8s = { package = "k8s-openapi", version = "0.29", features = ["latest"] }"#;
    Crate { name: "kubernetes", dependencies, source: include_str!("kubernetes.rs") }.compiles();
}

#[test]
fn names_that_the_manifest_or_its_workspace_gives_are_found() {
    let source = r#"
        use cel::XValidation;
        use k8s::api::core::v1::PodTemplateSpec;
        #[derive(XValidation)]
        #[x_validation(rule = "self.own.size > 0 && has(self.template.spec) && self.sizes.all(s, s > 0)", manual_crd)]
        pub struct Spec { pub own: Own, pub template: PodTemplateSpec, pub sizes: Vec<i32> }
        #[derive(XValidation)]
        #[x_validation(rule = "self.size < 10", manual_crd)]
        pub struct Own { pub size: i32 }
        pub fn check(spec: &Spec) -> bool { spec.x_validate().is_ok() }
    "#;
    let runtime =
        r#"cel = { package = "cel-runtime", path = "$ROOT/cel-runtime", features = ["k8s-openapi"] }"#;
    let kubernetes = r#"k8s = { package = "k8s-openapi", version = "0.29", features = ["latest"] }"#;
    let inherited = "cel.workspace = true\nk8s = { workspace = true }\n\n[workspace.dependencies]";
    let names = [("named", ""), ("named-above", inherited)];
    for (name, own) in names {
        let dependencies = format!("{own}\n{runtime}\n{kubernetes}");
        Crate { name, dependencies: &dependencies, source }.compiles();
    }
}

#[test]
fn without_a_prelude_under_all_lints() {
    let source = include_str!("no_prelude.rs");
    let krate = Crate { name: "no-prelude", dependencies: SERIALIZED, source };
    let (success, text) = krate.cargo("test");
    assert!(success, "{text}");
    let (success, text) = krate.cargo("clippy");
    assert!(success && text.is_empty(), "{text}");
}

#[test]
fn nothing_is_said_of_allowed_lints() {
    let dependencies = format!("{RUNTIME}\n\n[package.metadata.x-validation]"); // with the usual levels
    let source = include_str!("allowed.rs");
    Crate { name: "allowed", dependencies: &dependencies, source }.compiles();
}

#[test]
fn hundreds_of_types_in_one_tree() {
    const TYPES: usize = 400;
    let mut source = String::new();
    for n in 0..TYPES {
        // each but the leaves holds three others
        let children: Vec<usize> = (3 * n + 1..=3 * n + 3).filter(|child| *child < TYPES).collect();
        let fields: String = children.iter().map(|child| format!("pub c{child}: T{child}, ")).collect();
        source += &format!("#[derive(cel_runtime::XValidation)] pub struct T{n} {{ pub x: i32, {fields}}}\n");
    }
    source.push_str(
        "#[derive(cel_runtime::XValidation)]\n#[x_validation(rule = \"self.root.c1.c4.c13.c40.c121.x > 0\", manual_crd)]\n\
         pub struct Spec { pub root: T0 }\n",
    );
    Crate { name: "many", dependencies: RUNTIME, source: &source }.compiles();
}

#[test]
fn mistakes_in_crd_files_are_errors_at_their_places() {
    let source = include_str!("crd_files.rs");
    let krate = Crate { name: "crd-files", dependencies: WITH_FILES, source };
    add_files(
        &krate.write(),
        &[
            ("broken.yaml", include_str!("crds/broken.yaml")),
            ("deployment.yaml", include_str!("crds/deployment.yaml")),
            ("wrong.yaml", include_str!("crds/wrong.yaml")),
            ("refused.yaml", include_str!("crds/refused.yaml")),
            ("misspelt.yaml", include_str!("crds/misspelt.yaml")),
        ],
    );
    let (success, text) = krate.check();
    assert!(!success);
    assert!(is_committed("tests/crates/crd_files.stderr", &text), "{text}");
}

#[test]
fn crd_files_stand_beside_any_names_and_lints() {
    let dependencies = r#"cel-rt = { package = "cel-runtime", path = "$ROOT/cel-runtime", features = ["crd"] }
serde_json = "1""#;
    let krate = Crate { name: "crd-names", dependencies, source: include_str!("crd_names.rs") };
    add_files(&krate.write(), &[("names.yaml", include_str!("crds/names.yaml"))]);
    let (success, text) = krate.cargo("test");
    assert!(success, "{text}");
    let (success, text) = krate.cargo("clippy");
    assert!(success && text.is_empty(), "{text}");
}

#[test]
fn an_edited_crd_file_is_compiled_again() {
    let wrong = include_str!("crds/wrong.yaml");
    let right = wrong.replace("'a'", "1").replace("sise", "size").replace("\"self\"", "\"string(self)\"");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates/edited");
    for path in [Path::new("crds/edited.yaml"), &folder.join("crds/edited.yaml")] {
        let source = format!(
            "mod widgets {{ cel_runtime::include_crd!({path:?}); }}\npub use widgets::v1::evaluate;\n"
        );
        let krate = Crate { name: "edited", dependencies: WITH_FILES, source: &source };
        let directory = krate.write();
        add_files(&directory, &[("edited.yaml", &right)]);
        krate.compiles();
        add_files(&directory, &[("edited.yaml", wrong)]);
        let (success, text) = Crate::run(&directory, "check");
        assert!(!success && text.contains("crds/edited.yaml:19:30: "), "{text}");
    }
}
