//! Crates of their own: those that depend on cel-runtime in another way than this one, and sources too large to be written.
//! Each test writes a crate and has cargo check it, or run its tests.

mod crates {
    mod builds;
    mod files;
    mod foreign;
    mod manifest;
    mod names;
    mod size;
}

use std::path::{Path, PathBuf};
use std::process::Command;
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

const WITH_FILES: &str = r#"cel-runtime = { path = "$ROOT/cel-runtime", features = ["crd"] }"#;

/// Files of a crate that was written.
fn add_files(directory: &Path, files: &[(&str, &str)]) {
    fs::create_dir_all(directory.join("crds")).expect("a directory");
    for (name, text) in files {
        fs::write(directory.join("crds").join(name), text).expect("a file");
    }
}

/// Compares with a file of this package, or writes it.
fn is_committed(file: &str, text: &str) -> bool {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, text).expect("a file to write");
    }
    fs::read_to_string(file).unwrap_or_default() == text
}
