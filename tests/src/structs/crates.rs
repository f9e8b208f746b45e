//! Programs with generated types: writes and builds them, and asks them about objects.

use super::model::Tree;
use crate::native::{talk, write};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The source of a module with a type `Root`.
pub struct Module {
    /// Unique among those of a program.
    pub number: usize,
    /// Rust code.
    pub source: String,
}

/// Name of the programs, and their number.
pub struct Kind {
    name: &'static str,
    programs: usize,
    /// The function of `judge.rs` that answers.
    judge: &'static str,
}

/// Programs for random trees of types.
pub const TREES: Kind = Kind { name: "structs", programs: 2, judge: "judge" };

/// Programs for the types that `cel-codegen structs` writes. One version of a large CRD is as much code as many trees.
pub const RESOURCES: Kind = Kind { name: "structs-corpus", programs: 12, judge: "judge_resource" };

/// The built programs for some modules.
pub struct Programs {
    kind: Kind,
    folder: PathBuf,
    /// Errors of rustc, by the number of the module.
    pub broken: BTreeMap<usize, String>,
}

impl Programs {
    /// Writes the programs of trees and builds them.
    ///
    /// # Errors
    /// Same as for [`Programs::of`].
    pub fn build(trees: &[Tree]) -> Result<Self> {
        let module = |tree: &Tree| Module { number: tree.number, source: tree.source() };
        Self::of(TREES, &trees.iter().map(module).collect::<Vec<_>>())
    }

    /// Writes the programs and builds them.
    ///
    /// # Errors
    /// If that fails for another reason than a module that rustc refuses.
    pub fn of(kind: Kind, modules: &[Module]) -> Result<Self> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
        let folder = workspace.join("target").join(kind.name);
        let source = folder.join("src");
        fs::create_dir_all(&source)?;
        fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        write(&folder.join("Cargo.toml"), &manifest(&workspace, &kind))?;
        write(&source.join("judge.rs"), include_str!("judge.rs"))?;
        write(&source.join("own.rs"), include_str!("own.rs"))?;
        for module in modules {
            write(&source.join(format!("t{}.rs", module.number)), &module.source)?;
        }
        let mut programs = Programs { kind, folder, broken: BTreeMap::new() };
        loop {
            programs.write_mains(modules)?;
            let found = programs.cargo_build(&workspace)?;
            if found.is_empty() {
                return Ok(programs);
            }
            programs.broken.extend(found);
        }
    }

    /// The answers to requests about types, each with the number of its module.
    ///
    /// # Errors
    /// If a program does not run.
    pub fn ask(&self, requests: &[(usize, Value)]) -> Result<Vec<Value>> {
        let mut answers = vec![Value::Null; requests.len()];
        let Kind { name, programs, .. } = self.kind;
        for program in 0..programs {
            let asked: Vec<usize> =
                (0..requests.len()).filter(|i| requests[*i].0 % programs == program).collect();
            let lines = asked.iter().map(|i| json!({"tree": requests[*i].0, "request": requests[*i].1}));
            let mut path = self.folder.join(format!("../debug/{name}{program}"));
            path.set_extension(env::consts::EXE_EXTENSION);
            for (i, answer) in asked.iter().zip(talk(&mut Command::new(path), lines)?) {
                answers[*i] = answer;
            }
        }
        Ok(answers)
    }

    fn write_mains(&self, modules: &[Module]) -> Result<()> {
        let Kind { programs, judge, .. } = self.kind;
        for program in 0..programs {
            let is_here = |module: &&Module| {
                module.number % programs == program && !self.broken.contains_key(&module.number)
            };
            let (mut text, mut arms) = (String::from(MAIN), String::new());
            for number in modules.iter().filter(is_here).map(|module| module.number) {
                writeln!(text, "mod t{number};")?;
                writeln!(arms, "{number} => judge::{judge}::<t{number}::Root>(request),")?;
            }
            writeln!(
                text,
                "fn evaluate(tree: u64, request: &Value) -> Value {{ match tree {{\n{arms}_ => Value::Null }} }}"
            )?;
            write(&self.folder.join(format!("src/p{program}.rs")), &text)?;
        }
        Ok(())
    }

    /// The dependencies are built in the workspace's target folder.
    fn cargo_build(&self, workspace: &Path) -> Result<BTreeMap<usize, String>> {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--quiet", "--keep-going", "--message-format=json", "--target-dir"])
            .arg(workspace.join("target"))
            .current_dir(&self.folder)
            .stderr(Stdio::piped())
            .output()?;
        let mut broken = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: Value = serde_json::from_str(line)?;
            let message = &message["message"];
            if message["level"] == "error"
                && let Some(number) = module_at(&message["spans"])
            {
                broken
                    .entry(number)
                    .or_insert_with(|| message["rendered"].as_str().unwrap_or_default().to_owned());
            }
        }
        if !output.status.success() && broken.is_empty() {
            let text = String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr);
            return Err(text.into());
        }
        Ok(broken)
    }
}

/// The module with a compiler error. Each module has its own file.
fn module_at(spans: &Value) -> Option<usize> {
    let file = |span: &Value| {
        let name = span["file_name"].as_str()?;
        name.strip_prefix("src/t")?.strip_suffix(".rs")?.parse().ok()
    };
    spans.as_array()?.iter().find_map(file)
}

fn manifest(workspace: &Path, kind: &Kind) -> String {
    let Kind { name, programs, .. } = kind;
    let programs: String =
        (0..*programs).map(|i| format!("[[bin]]\nname = \"{name}{i}\"\npath = \"src/p{i}.rs\"\n")).collect();
    let runtime = workspace.join("cel-runtime");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{programs}\
         [dependencies]\ncel-runtime = {{ path = {runtime:?}, features = [\"chrono\", \"crd\", \"crd-file\", \"k8s-openapi\", \"url\", \"uuid\"] }}\n\
         {DEPENDENCIES}[profile.dev]\ndebug = \"line-tables-only\"\n[profile.dev.package.{name}]\ndebug = false\nincremental = false\n[workspace]\n"
    )
}

/// Same as those of the tests, so that cargo does not build them twice.
const DEPENDENCIES: &str = r#"
chrono = { version = "0.4", default-features = false, features = ["serde"] }
jiff = { version = "0.2", default-features = false, features = ["serde"] }
k8s-openapi = { version = "0.29", features = ["latest", "schemars"] }
kube = { version = "5", default-features = false, features = ["derive"] }
schemars = { version = "1", default-features = false, features = ["chrono04", "derive", "jiff02", "std", "url2", "uuid1"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
url = { version = "2", features = ["serde"] }
uuid = { version = "1", default-features = false, features = ["serde"] }
"#;

const MAIN: &str = r#"#![allow(warnings)]
mod judge;
mod own;
use serde_json::{Value, json};
mod prelude {
    pub use crate::own::*;
    pub use cel_runtime::XValidation;
    pub use kube::{CustomResource, KubeSchema};
    pub use schemars::JsonSchema;
    pub use serde::{Deserialize, Serialize};
    pub use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
    pub fn json<T: serde::de::DeserializeOwned>(text: &str) -> T { serde_json::from_str(text).expect("a default") }
}
fn main() {
    static PANIC: std::sync::Mutex<String> = std::sync::Mutex::new(String::new());
    std::panic::set_hook(Box::new(|info| *PANIC.lock().expect("one thread") = info.to_string()));
    for line in std::io::stdin().lines() {
        let request: Value = serde_json::from_str(&line.expect("a line")).expect("a request");
        let tree = request["tree"].as_u64().unwrap_or(u64::MAX);
        let answer = std::panic::catch_unwind(|| evaluate(tree, &request["request"]));
        println!("{}", answer.unwrap_or_else(|_| json!({"panic": *PANIC.lock().expect("one thread")})));
    }
}
"#;
