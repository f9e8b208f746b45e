//! Crates of their own: those that depend on cel-runtime in another way than this one, and sources too large to be written.
//! Each test writes a crate and has cargo check it, or run its tests.

mod crates {
    mod foreign;
    mod names;
}

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs};

/// A crate to be checked.
struct Crate<'a> {
    name: &'a str,
    /// Lines of Cargo.toml; `$ROOT` stands for the directory of the workspace.
    dependencies: &'a str,
    source: &'a str,
}

impl Crate<'_> {
    fn write(&self) -> PathBuf {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates").join(self.name);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
        fs::create_dir_all(directory.join("src")).expect("a directory");
        let dependencies = self.dependencies.replace("$ROOT", root.to_str().expect("a path in UTF-8"));
        // Their rules are odd, but for those of the tests of lints.
        let lints = match dependencies.contains("x-validation") {
            true => "",
            false => "[package.metadata.x-validation.lints]\nall = \"allow\"\n\n",
        };
        let manifest = format!(
            "[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n{lints}[dependencies]\n{dependencies}\n\n\
             [profile.dev]\ndebug = \"line-tables-only\"\n",
            self.name
        );
        fs::write(directory.join("Cargo.toml"), manifest).expect("a manifest");
        fs::write(directory.join("src/lib.rs"), self.source).expect("a source");
        fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock"))
            .expect("the versions of the workspace");
        directory
    }

    /// Whether it compiles, and what the compiler said. What it depends on is built where the workspace is.
    fn check(&self) -> (bool, String) {
        self.cargo("check")
    }

    fn cargo(&self, command: &str) -> (bool, String) {
        Self::run(&self.write(), command)
    }

    /// Does not write it: so cargo sees only what was edited.
    fn run(directory: &Path, command: &str) -> (bool, String) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target directory");
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args([command, "--offline", "--quiet", "--color=never", "--target-dir"])
            .arg(target)
            .current_dir(directory)
            .output()
            .expect("cargo runs");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn compiles(&self) {
        let (success, text) = self.check();
        assert!(success && text.is_empty(), "{}: {text}", self.name);
    }
}

const BARE: &str =
    r#"cel-runtime = { path = "$ROOT/cel-runtime", default-features = false, features = ["derive"] }"#;

const SERIALIZED: &str = r#"cel-runtime = { path = "$ROOT/cel-runtime" }
serde = { version = "1", features = ["derive"] }"#;

const RUNTIME: &str = r#"cel-runtime = { path = "$ROOT/cel-runtime" }"#;

/// The compiler puts a hash of all code into the metadata, so that its bytes stand for those of the expansion.
#[test]
fn a_second_build_gives_the_same_bytes() {
    let krate = Crate { name: "rebuilt", dependencies: RUNTIME, source: include_str!("crates/rebuilt.rs") };
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
    Crate { name: "plain", dependencies: BARE, source: include_str!("crates/plain.rs") }.compiles();
}

#[test]
fn a_pattern_without_its_feature_is_an_error_that_names_it() {
    let rules = ["self.a.matches('x')", "self.a.find(self.b) == 'x'", "dyn(self.a).matches(self.b)"];
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
    let middle = Crate { name: "middle", dependencies: types, source: include_str!("crates/middle.rs") };
    middle.write();
    let dependencies = r#"
cel-rt = { package = "cel-runtime", path = "$ROOT/cel-runtime" }
middle = { path = "../middle" }"#;
    Crate { name: "renamed", dependencies, source: include_str!("crates/renamed.rs") }.compiles();
}

/// A struct with rules on a list of lists and on a chain of structs, both deeper than any rule can look.
fn with_rules(rules: &[String]) -> String {
    let mut source = String::from("#![recursion_limit = \"512\"]\nuse cel_runtime::XValidation;\n");
    let rules: String = rules.iter().map(|rule| format!("#[x_validation(rule = \"{rule}\")]\n")).collect();
    source += &format!(
        "#[derive(XValidation)]\n#[x_validation(manual_crd)]\n{rules}pub struct Spec {{ pub x: i32, "
    );
    source += &format!("pub list: {}i32{}, pub c: C0 }}\n", "Vec<".repeat(LEVELS), ">".repeat(LEVELS));
    for n in 0..CHAIN {
        let child = if n + 1 < CHAIN { format!("pub c: C{}", n + 1) } else { "pub x: i32".to_owned() };
        source += &format!("#[derive(XValidation)]\npub struct C{n} {{ {child} }}\n");
    }
    source
}

/// Rust types nest less deeply than rules.
const LEVELS: usize = 100;
const CHAIN: usize = 248;

fn around(open: &str, inner: &str, close: &str, n: usize) -> String {
    format!("{}{inner}{}", open.repeat(n), close.repeat(n))
}

#[test]
fn deep_rules_compile() {
    let rules = [
        around("(", "true", ")", 249),
        around("(", "self.x > 0", ")", 248),
        around("(self.x > 0 ? true : ", "false", ")", 120),
        format!("{}false", "self.x == 1 ? true : ".repeat(120)),
        format!("{} == {}", around("[", "self.x", "]", 245), around("[", "1", "]", 245)),
        format!("self{}.x > 0", ".c".repeat(CHAIN)),
        format!("self.list{} > 0", "[0]".repeat(LEVELS)),
        format!("self.x > 0{}", " && self.x > 0".repeat(250)),
        format!("self.x{} > 0", " + 1".repeat(200)),
        around("!", "(self.x > 0)", "", 10_000),
    ];
    Crate { name: "deep", dependencies: RUNTIME, source: &with_rules(&rules) }.compiles();
}

#[test]
fn too_deep_a_rule_is_an_ordinary_error() {
    let rules = [
        around("(", "self.x > 0", ")", 10_000),
        around("[", "", "]", 10_000),
        format!("{}false", "self.x == 1 ? true : ".repeat(10_000)),
        format!("self{}.x > 0", ".c".repeat(10_000)),
        format!("self.list{} > 0", "[0]".repeat(10_000)),
        format!("self.x{} > 0", " + 1".repeat(10_000)),
    ];
    for rule in rules {
        let source = with_rules(std::slice::from_ref(&rule));
        let (success, text) = Crate { name: "too-deep", dependencies: RUNTIME, source: &source }.check();
        let start = &rule[..20];
        assert!(!success && text.starts_with("error: "), "{start}: {text:.2000}");
        assert!(!text.contains("overflow") && !text.contains("SIG"), "{start}: {text:.2000}");
    }
}

/// `optional.of(self.x).optMap(v0, v0 + v0 + v0).optMap(..)`: the server evaluates the target of each step twice.
fn chained(steps: usize) -> String {
    let steps: String = (0..steps).map(|n| format!(".optMap(v{n}, v{n} + v{n} + v{n})")).collect();
    format!("optional.of(self.x){steps}.orValue(0) > 0")
}

/// `optional.of(self.x).optMap(v0, optional.of(v0 + v0 + v0).optMap(v1, ..).value()).value() > 0`
fn nested(steps: usize) -> String {
    let triple = |n: usize| format!("v{n} + v{n} + v{n}");
    let inner = (0..steps).rev().fold(triple(steps - 1), |inner, n| {
        let value = n.checked_sub(1).map_or("self.x".to_owned(), triple);
        format!("optional.of({value}).optMap(v{n}, {inner}).value()")
    });
    format!("{inner} > 0")
}

/// As many elements as a list may need, and rules of the largest size the server takes; with the server's costs.
#[test]
fn large_rules_run() {
    let list = |element: fn(usize) -> String| (0..5_000).map(element).collect::<Vec<_>>().join(", ");
    let fallible = |element: fn(usize) -> String| (0..3_000).map(element).collect::<Vec<_>>().join(", ");
    let filled = |head: &str, part: &str, tail: &str| {
        let parts = (100_000 - head.len() - tail.len()) / part.chars().count();
        format!("{head}{}{tail}", part.repeat(parts))
    };
    let rules = [
        (format!("self.x in [{}]", list(|n| n.to_string())), 2),
        (format!("[{}].all(y, y < 5000 + self.x)", list(|n| n.to_string())), 40_001),
        (format!("[{}].exists(y, y > 4999)", list(|n| format!("self.x + {n}"))), 45_011),
        (format!("{{{}}}[self.x] > 0", list(|n| format!("{n}: self.x"))), 10_034),
        (filled("self.text != '", "ä", "'"), 10_001),
        (filled("self.x > 0", " && self.x > 0", ""), 21_429),
        ("!self.text.matches('(a*)*b')".to_owned(), 209_719),
        (format!("[{}].size() == 3000", fallible(|n| format!("{n} / self.x"))), 9_012),
        (format!("{{{}}}.size() == 3000", fallible(|n| format!("{n}: {n} / self.x"))), 9_032),
        (chained(8), 2_809),
        (nested(8), 128),
    ];
    let attributes: String =
        rules.iter().map(|(rule, _)| format!("#[x_validation(rule = \"{rule}\")]\n")).collect();
    let costs: Vec<u64> = rules.iter().map(|(_, cost)| *cost).collect();
    let source = include_str!("crates/large.rs")
        .replace("// RULES", &attributes)
        .replace("/* COSTS */", &format!("{costs:?}"));
    let (success, text) = Crate { name: "large", dependencies: SERIALIZED, source: &source }.cargo("test");
    assert!(success, "{text}");
}

/// Hundreds of comparisons of whole objects in loops and below `optMap`, and thousands of indexes there, with the server's costs. The limit is ten times what it takes.
#[test]
fn large_rules_in_loops_run() {
    let repeated = |term: &str, operator: &str| vec![term; 300].join(operator);
    let same = repeated("dyn(x.a) == dyn(x.b)", " && ");
    let different = repeated("dyn(y.a) != dyn(x.b)", " || ");
    let with_first = repeated("dyn(x.a) == dyn(self.first.b)", " && ");
    let indexed = vec!["x.list[0] > 0"; 3_000].join(" && ");
    let rules = [
        (format!("self.items.all(x, {same})"), 4_209),
        (format!("self.items.all(y, y.items.exists(x, {different} || true))"), 4_229),
        (format!("self.?first.optMap(x, {same}).orValue(false)"), 2_107),
        (format!("self.items.filter(x, x.a.x > 0).all(x, {same})"), 4_244),
        (repeated("dyn(self.first) == dyn(self.first)", " && "), 2_100),
        (format!("self.items.all(x, {with_first})"), 4_809),
        (format!("self.?first.optMap(x, {indexed}).orValue(false)"), 12_007),
    ];
    let attributes: String =
        rules.iter().map(|(rule, _)| format!("#[x_validation(rule = \"{rule}\")]\n")).collect();
    let costs: Vec<u64> = rules.iter().map(|(_, cost)| *cost).collect();
    let source = include_str!("crates/large_loops.rs")
        .replace("// RULES", &attributes)
        .replace("/* COSTS */", &format!("{costs:?}"));
    let start = Instant::now();
    let krate = Crate { name: "large-loops", dependencies: SERIALIZED, source: &source };
    let (success, text) = krate.cargo("test");
    assert!(success, "{text}");
    assert!(start.elapsed() < Duration::from_secs(300), "{:?}", start.elapsed());
}

/// rustc takes 127 attributes of one name on an item; rules in one attribute are as many as the author likes.
#[test]
fn a_thousand_rules_on_a_type_and_on_a_field() {
    let rules = |of: &str, value: &str| {
        let rules: Vec<String> =
            (0..1_000).map(|n| format!("{of}(rule = \"{value} > {n}\", message = \"{n}\")")).collect();
        rules.join(", ")
    };
    let source = format!(
        "#[derive(cel_runtime::XValidation)]\n#[x_validation(manual_crd, {})]\npub struct Spec {{\n\
         #[x_validation({})] pub x: i64,\n#[x_validation({})] pub list: Vec<i64>,\n}}",
        rules("self", "self.x"),
        rules("self", "self"),
        rules("items", "self"),
    );
    Crate { name: "grouped", dependencies: RUNTIME, source: &source }.compiles();
}

#[test]
fn k8s_openapi_renamed() {
    let dependencies = r#"
cel-runtime = { path = "$ROOT/cel-runtime", features = ["k8s-openapi"] }
k8s = { package = "k8s-openapi", version = "0.29", features = ["latest"] }"#;
    Crate { name: "kubernetes", dependencies, source: include_str!("crates/kubernetes.rs") }.compiles();
}

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

#[test]
fn without_a_prelude_under_all_lints() {
    let source = include_str!("crates/no_prelude.rs");
    let krate = Crate { name: "no-prelude", dependencies: SERIALIZED, source };
    let (success, text) = krate.cargo("test");
    assert!(success, "{text}");
    let (success, text) = krate.cargo("clippy");
    assert!(success && text.is_empty(), "{text}");
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

const WITH_FILES: &str = r#"cel-runtime = { path = "$ROOT/cel-runtime", features = ["crd"] }"#;

/// Files of a crate that was written.
fn add_files(directory: &Path, files: &[(&str, &str)]) {
    fs::create_dir_all(directory.join("crds")).expect("a directory");
    for (name, text) in files {
        fs::write(directory.join("crds").join(name), text).expect("a file");
    }
}

#[test]
fn mistakes_in_crd_files_are_errors_at_their_places() {
    let source = include_str!("crates/crd_files.rs");
    let krate = Crate { name: "crd-files", dependencies: WITH_FILES, source };
    add_files(
        &krate.write(),
        &[
            ("broken.yaml", include_str!("crates/crds/broken.yaml")),
            ("deployment.yaml", include_str!("crates/crds/deployment.yaml")),
            ("wrong.yaml", include_str!("crates/crds/wrong.yaml")),
        ],
    );
    let (success, text) = krate.check();
    assert!(!success);
    assert!(is_committed("tests/crates/crd_files.stderr", &text), "{text}");
}

#[test]
fn an_edited_crd_file_is_compiled_again() {
    let source = "mod widgets { cel_runtime::include_crd!(\"crds/edited.yaml\"); }\n\
                  pub use widgets::v1::evaluate;\n";
    let krate = Crate { name: "edited", dependencies: WITH_FILES, source };
    let wrong = include_str!("crates/crds/wrong.yaml");
    let right = wrong.replace("'a'", "1").replace("sise", "size").replace("\"self\"", "\"string(self)\"");
    let directory = krate.write();
    add_files(&directory, &[("edited.yaml", &right)]);
    krate.compiles();
    add_files(&directory, &[("edited.yaml", wrong)]);
    let (success, text) = Crate::run(&directory, "check");
    assert!(!success && text.contains("crds/edited.yaml:19:30: "), "{text}");
}

/// Compares with a file of this package, or writes it.
fn is_committed(file: &str, text: &str) -> bool {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, text).expect("a file to write");
    }
    fs::read_to_string(file).unwrap_or_default() == text
}
