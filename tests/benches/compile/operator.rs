//! What the derive adds to the build of an operator: a program with kube and k8s-openapi, 25 kinds of 100 structs, and 300 rules.

use crate::{
    krate::{cargo, copy_lock, millis},
    sources::{RULES, RULES_PER_STRUCT, STRUCTS},
};
use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    time::Instant,
};

/// Prints the tables of `docs/performance.md`.
pub(crate) fn print(folder: &Path) {
    let [without, structs, with] =
        [Parts::None, Parts::Structs, Parts::Rules].map(|parts| Operator::new(folder, parts));
    println!("| a kube operator, seconds | without the derive | with 100 structs | with 300 rules | added |");
    println!("|---|---:|---:|---:|---:|");
    let operators = [&without, &structs, &with];
    row("`cargo build --release`, cold", &operators.map(|operator| operator.cold(&RELEASE)));
    row(
        "`cargo build --release`, the operator alone",
        &least(&operators, |operator| operator.again(&RELEASE)),
    );
    let sizes = operators.map(Operator::size);
    row("`cargo check`, cold", &operators.map(|operator| operator.cold(&CHECK)));
    row("`cargo check`, the operator alone", &least(&operators, |operator| operator.again(&CHECK)));
    row("`cargo check` after a change of one rule", &least(&operators, |operator| operator.touched(&CHECK)));
    row("`cargo check`, cold, macros optimized", &operators.map(|operator| operator.cold(&OPTIMIZED)));
    row(
        "`cargo check`, the operator alone, macros optimized",
        &least(&operators, |operator| operator.again(&OPTIMIZED)),
    );
    row(
        "`cargo check` after a change of one rule, macros optimized",
        &least(&operators, |operator| operator.touched(&OPTIMIZED)),
    );
    println!();
    println!("| program, kB | without the derive | with 100 structs | with 300 rules | a struct | a rule |");
    println!("|---|---:|---:|---:|---:|---:|");
    for (what, of) in [("as cargo builds it", 0), ("stripped", 1)] {
        let [none, structs, rules] = sizes.map(|sizes| sizes[of]);
        println!(
            "| {what} | {none:.0} | {structs:.0} | {rules:.0} | {:.2} | {:.2} |",
            (structs - none) / f64::from(STRUCTS),
            (rules - structs) / f64::from(STRUCTS * RULES_PER_STRUCT)
        );
    }
}

/// A row. A cell has the time, and the time of all processors.
fn row(what: &str, spent: &[Spent; 3]) {
    let cells: String =
        spent.iter().map(|spent| format!(" {:.2} ({:.2}) |", spent.wall, spent.processors)).collect();
    let [none, _, all] = spent;
    println!("| {what} |{cells} {:+.2} ({:+.2}) |", all.wall - none.wall, all.processors - none.processors);
}

/// The least times of each in turn.
fn least(operators: &[&Operator; 3], measure: impl Fn(&Operator) -> Spent) -> [Spent; 3] {
    let mut least = operators.map(&measure);
    for _ in 1..ROUNDS {
        for (least, operator) in least.iter_mut().zip(operators) {
            let spent = measure(operator);
            least.wall = least.wall.min(spent.wall);
            least.processors = least.processors.min(spent.processors);
        }
    }
    least
}

const ROUNDS: u32 = 3;

/// A command of cargo.
struct Build {
    arguments: &'static [&'static str],
    target: &'static str,
    are_macros_optimized: bool,
}

const RELEASE: Build =
    Build { arguments: &["build", "--release"], target: "release", are_macros_optimized: false };
const CHECK: Build = Build { arguments: &["check"], target: "check", are_macros_optimized: false };
const OPTIMIZED: Build = Build { arguments: &["check"], target: "optimized", are_macros_optimized: true };

/// What the operator has.
#[derive(Clone, Copy, PartialEq)]
enum Parts {
    None,
    Structs,
    Rules,
}

/// Seconds.
#[derive(Clone, Copy)]
struct Spent {
    wall: f64,
    /// Of all processors together.
    processors: f64,
}

struct Operator {
    folder: PathBuf,
    parts: Parts,
}

impl Operator {
    fn new(folder: &Path, parts: Parts) -> Operator {
        let name = match parts {
            Parts::None => "operator",
            Parts::Structs => "operator-structs",
            Parts::Rules => "operator-rules",
        };
        let folder = folder.join(name);
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cel-runtime");
        let runtime = match parts {
            Parts::None => String::new(),
            Parts::Structs | Parts::Rules => {
                format!("cel-runtime = {{ path = {runtime:?}, features = [\"k8s-openapi\", \"kube\"] }}\n")
            }
        };
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("Cargo.toml"), format!("{MANIFEST}{runtime}[workspace]\n"))
            .expect("a manifest");
        copy_lock(&folder);
        let operator = Operator { folder, parts };
        operator.write(0);
        operator
    }

    /// Writes the sources. Each number makes another text of one rule.
    fn write(&self, number: u32) {
        let types = types(self.parts).replacen("65536", &(65_536 + number).to_string(), 1);
        fs::write(self.folder.join("types.rs"), types).expect("a source");
        fs::write(self.folder.join("main.rs"), program(self.parts)).expect("a source");
    }

    /// The build of everything.
    fn cold(&self, build: &Build) -> Spent {
        let target = self.folder.join(build.target);
        if target.exists() {
            fs::remove_dir_all(&target).expect("a folder to remove");
        }
        self.run(build, "0")
    }

    /// The build of the program, its dependencies being there.
    fn again(&self, build: &Build) -> Spent {
        let main = self.folder.join("main.rs");
        let text = fs::read_to_string(&main).expect("a source");
        fs::write(&main, text + "\n").expect("a source");
        self.run(build, "0")
    }

    /// The build after a change of one rule, with the results of the build before.
    fn touched(&self, build: &Build) -> Spent {
        self.write(0);
        self.run(build, "1");
        self.write(1);
        self.run(build, "1")
    }

    fn run(&self, build: &Build, incremental: &str) -> Spent {
        let mut cargo = cargo(build.arguments[0], &self.folder.join(build.target));
        cargo.args(&build.arguments[1..]).env("CARGO_INCREMENTAL", incremental).current_dir(&self.folder);
        if build.are_macros_optimized {
            cargo.env("CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL", "3");
        }
        let (begin, before) = (Instant::now(), processors());
        let status = cargo.status().expect("cargo");
        assert!(status.success(), "{cargo:?} failed");
        Spent { wall: millis(begin.elapsed()) / 1e3, processors: processors() - before }
    }

    /// Kilobytes of the program, and without symbols.
    fn size(&self) -> [f64; 2] {
        let program = self.folder.join("release/release/operator");
        let stripped = self.folder.join("release/stripped");
        let status = std::process::Command::new("strip").arg("-o").arg(&stripped).arg(&program).status();
        assert!(status.is_ok_and(|status| status.success()), "`strip` failed");
        [program, stripped].map(|path| fs::metadata(path).expect("a program").len() as f64 / 1e3)
    }
}

/// Seconds of all processors in programs that this one has called, on Linux: the kernel counts hundredths.
fn processors() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().skip(13).take(2);
    fields.filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}

const MANIFEST: &str = r#"[package]
name = "operator"
version = "0.1.0"
edition = "2024"

[[bin]]
name = "operator"
path = "main.rs"

[dependencies]
futures = { version = "0.3", default-features = false, features = ["std"] }
k8s-openapi = { version = "0.29", features = ["latest", "schemars"] }
kube = { version = "5", default-features = false, features = ["client", "derive", "ring", "runtime", "rustls-tls"] }
schemars = "1"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }
"#;

/// The types: groups of four. Each nests the one before, and the last of a group is a kind.
fn types(parts: Parts) -> String {
    let mut source = TYPES_BEGIN.to_owned();
    if parts != Parts::None {
        source.push_str("use cel_runtime::XValidation;\n");
    }
    for n in 0..STRUCTS {
        let own = (n % 4) as usize;
        let is_kind = own == 3;
        let kind = if is_kind { "CustomResource, " } else { "" };
        let derive = if parts == Parts::None { "" } else { ", XValidation" };
        let _ = writeln!(source, "#[derive({kind}Clone, Debug, Deserialize, JsonSchema, Serialize{derive})]");
        if is_kind {
            let _ = writeln!(
                source,
                "#[kube(group = \"example.dev\", version = \"v1\", kind = \"Kind{n}\", namespaced)]"
            );
        }
        if parts != Parts::None {
            let _ = writeln!(source, "#[schemars(transform = Type{n}::x_validations)]");
        }
        let rules: &[&str] = if parts == Parts::Rules { RULES[own] } else { &[] };
        for rule in rules {
            let _ = writeln!(source, "#[x_validation(rule = \"{rule}\", message = \"a message\")]");
        }
        let fields = FIELDS[own].replace("Before", &format!("Type{}", n.wrapping_sub(1)));
        let _ = writeln!(source, "pub struct Type{n} {{ {fields} }}");
    }
    source
}

const TYPES_BEGIN: &str = "use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
";

const FIELDS: [&str; 4] = [
    "#[schemars(length(max = 64))] pub name: String, pub port: i32, #[schemars(length(max = 64))] pub protocol: Option<String>",
    "#[schemars(length(max = 8))] pub ports: Vec<Before>, \
     #[schemars(extend(\"maxProperties\" = 8))] pub labels: BTreeMap<String, String>, pub class: Option<String>",
    "pub min: i32, pub max: i32, pub step: Option<i64>, pub service: Before",
    "pub replicas: i32, pub mode: Option<String>, #[schemars(length(max = 8), inner(length(max = 64)))] pub tags: Vec<String>, \
     pub scaling: Option<Before>",
];

/// A program that watches one kind, and judges objects of all kinds.
fn program(parts: Parts) -> String {
    let trait_of_rules = if parts == Parts::None { "" } else { "use cel_runtime::XValidation;\n" };
    let mut source = format!("{PROGRAM_BEGIN}{trait_of_rules}{PROGRAM}");
    for n in (3..STRUCTS).step_by(4) {
        let judge =
            if parts == Parts::None { ".map(drop)" } else { ".and_then(|kind| Ok(kind.x_validate()?))" };
        let _ = writeln!(source, "        \"Kind{n}\" => read::<types::Kind{n}>(json){judge},");
    }
    source.push_str("        other => Err(format!(\"no kind {other}\").into()),\n    }\n}\n");
    source
}

const PROGRAM_BEGIN: &str = "mod types;

";

const PROGRAM: &str = "use futures::StreamExt;
use kube::{Api, Client, runtime::controller::{Action, Controller}};
use std::{error::Error, sync::Arc, time::Duration};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

#[tokio::main]
async fn main() -> Result<()> {
    if let [_, kind, file] = std::env::args().collect::<Vec<_>>().as_slice() {
        return judge(kind, &std::fs::read(file)?);
    }
    let client = Client::try_default().await?;
    let kinds = Api::<types::Kind3>::all(client.clone());
    let reconcile = |kind: Arc<types::Kind3>, _: Arc<Client>| async move {
        let json = serde_json::to_vec(&*kind).unwrap_or_default();
        if let Err(error) = judge(\"Kind3\", &json) {
            eprintln!(\"{error}\");
        }
        Ok::<_, kube::Error>(Action::await_change())
    };
    let retry = |_: Arc<types::Kind3>, _: &kube::Error, _: Arc<Client>| Action::requeue(Duration::from_secs(5));
    Controller::new(kinds, Default::default())
        .run(reconcile, retry, Arc::new(client))
        .for_each(|_| async {})
        .await;
    Ok(())
}

fn read<T: serde::de::DeserializeOwned>(json: &[u8]) -> Result<T> {
    Ok(serde_json::from_slice(json)?)
}

fn judge(kind: &str, json: &[u8]) -> Result<()> {
    match kind {
";
