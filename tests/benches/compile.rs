//! Time that the derive adds to a build: a crate of 100 structs with 300 rules is checked with and without it, by the compiler
//! that users have, the macro unoptimised as in their builds.
//!
//! `cargo bench -p tests --bench compile`; without `--bench`, as `cargo test --all-targets` runs it, the crate is only checked once.

use std::{
    env,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if env::var_os(WRAPPED).is_some() {
        return rustc(&arguments);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    if !arguments.iter().any(|argument| argument == "--bench") {
        Crate::new(&folder, "with", &source("XValidation", true));
        println!("100 structs with 300 rules compile");
        return;
    }
    let without = Crate::new(&folder, "without", &source("Default", false));
    let structs = Crate::new(&folder, "structs", &source("XValidation", false));
    let with = Crate::new(&folder, "with", &source("XValidation", true));
    let [without, structs, with] = least(&[without, structs, with]);
    let per_struct = structs.since(&without, STRUCTS);
    let per_rule = with.since(&structs, STRUCTS * RULES_PER_STRUCT);
    println!("{:<38} {:>10} {:>16}", "ms", "macro", "whole check");
    print("100 structs without the derive", &without, "");
    print("with the derive, without rules", &structs, "");
    print("with the derive and 300 rules", &with, "");
    print("per struct", &per_struct, "   target 1 for the macro");
    print("per rule", &per_rule, "   target 1 for the macro");
    templates(&folder);
    let clean = (0..3).map(|_| clean_check(&folder)).min().unwrap_or_default();
    println!(
        "{:<38} {:>27.0}   target 10000 on two cores",
        "cargo check -p cel-derive, clean",
        millis(clean)
    );
}

/// Time for a field of a type of k8s-openapi that one rule reads.
fn templates(folder: &Path) {
    let crates = [("Default", false), ("XValidation", false), ("Default", true), ("XValidation", true)];
    let crates = crates.map(|(derive, has_template)| {
        let name = format!("{derive}_{has_template}").to_lowercase();
        Crate::new(folder, &name, &template_source(derive, has_template))
    });
    let [none, plain, none_with, with] = least(&crates);
    let (plain, with) = (plain.since(&none, STRUCTS), with.since(&none_with, STRUCTS));
    print("per struct with a rule", &plain, "");
    print("the same, and a PodTemplateSpec", &with, "");
    println!(
        "{:<38} {:>10.2} {:>16.2}   target 5",
        "times of the struct without it",
        with.expansion / plain.expansion,
        with.check / plain.check
    );
}

/// 100 structs with two rules. One of them reads a `PodTemplateSpec` where there is one.
fn template_source(derive: &str, has_template: bool) -> String {
    let mut source = "#![allow(dead_code, unused_imports)]\nuse cel_runtime::XValidation;\n".to_owned();
    for n in 0..STRUCTS {
        let (field, rule) = match has_template {
            true => (", pub template: k8s_openapi::api::core::v1::PodTemplateSpec", TEMPLATE_RULE),
            false => ("", "self.replicas > 0"),
        };
        let rules = match derive {
            "XValidation" => format!(
                "#[x_validation(manual_crd)]\n#[x_validation(rule = \"self.name != ''\")]\n#[x_validation(rule = \"{rule}\")]\n"
            ),
            _ => String::new(),
        };
        let _ = writeln!(
            source,
            "#[derive({derive})]\n{rules}pub struct Type{n} {{ pub name: String, pub replicas: i32{field} }}"
        );
    }
    source
}

const TEMPLATE_RULE: &str = "self.template.spec.containers.all(c, has(c.resources))";

fn print(what: &str, times: &Times, comment: &str) {
    println!("{what:<38} {:>10.2} {:>16.2}{comment}", times.expansion, times.check);
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Milliseconds of one `cargo check`.
#[derive(Clone, Copy)]
struct Times {
    /// In macros: the derive, and the schema macros that lead to its second step.
    expansion: f64,
    /// All of it, what rustc does with the generated code included.
    check: f64,
}

impl Times {
    const MAX: Times = Times { expansion: f64::MAX, check: f64::MAX };

    fn min(self, other: Times) -> Times {
        Times { expansion: self.expansion.min(other.expansion), check: self.check.min(other.check) }
    }

    /// Time for each of so many things.
    fn since(&self, before: &Times, things: u32) -> Times {
        let each = |time: f64, before: f64| (time - before) / f64::from(things);
        Times { expansion: each(self.expansion, before.expansion), check: each(self.check, before.check) }
    }
}

/// rustc of the package alone, as cargo's wrapper calls it: it tells its times, which a stable rustc only does if asked so.
fn rustc(arguments: &[String]) {
    let Some((rustc, arguments)) = arguments.split_first() else { return };
    let mut command = Command::new(rustc);
    command.args(arguments);
    if arguments.iter().any(|argument| argument == "lib.rs") {
        command.arg("-Ztime-passes").env("RUSTC_BOOTSTRAP", "1");
    }
    let status = command.status().expect("rustc");
    std::process::exit(status.code().unwrap_or(1));
}

const WRAPPED: &str = "CEL_BENCH_RUSTC";

/// 100 structs in groups of four. Each nests the one before.
fn source(derive: &str, rules: bool) -> String {
    let mut source = "#![allow(dead_code)]\nuse std::collections::BTreeMap;\n".to_owned();
    if derive == "XValidation" {
        source.push_str("use cel_runtime::XValidation;\n");
    }
    for n in 0..STRUCTS {
        let rules: &[&str] = if rules { RULES[(n % 4) as usize] } else { &[] };
        let _ = writeln!(source, "#[derive({derive})]");
        if derive == "XValidation" {
            let _ = writeln!(source, "#[x_validation(manual_crd)]");
        }
        for rule in rules {
            let _ = writeln!(source, "#[x_validation(rule = \"{rule}\", message = \"a message\")]");
        }
        let fields = FIELDS[(n % 4) as usize].replace("Before", &format!("Type{}", n.wrapping_sub(1)));
        let _ = writeln!(source, "pub struct Type{n} {{ {fields} }}");
    }
    source
}

const STRUCTS: u32 = 100;
const RULES_PER_STRUCT: u32 = 3;

const FIELDS: [&str; 4] = [
    "name: String, port: i32, protocol: Option<String>",
    "ports: Vec<Before>, labels: BTreeMap<String, String>, class: Option<String>",
    "min: i32, max: i32, step: Option<i64>, service: Before",
    "replicas: i32, mode: Option<String>, tags: Vec<String>, scaling: Option<Before>",
];

const RULES: [&[&str; RULES_PER_STRUCT as usize]; 4] = [
    &[
        "self.port > 0 && self.port < 65536",
        "self.name.size() <= 63 && !self.name.contains('--')",
        "!has(self.protocol) || self.protocol in ['TCP', 'UDP', 'SCTP']",
    ],
    &[
        "self.ports.all(p, p.name.startsWith('a') && p.port > 0)",
        "self.ports.all(p, self.ports.exists_one(q, q.name == p.name))",
        "self.labels.all(k, k.size() < 64 && self.labels[k] != '')",
    ],
    &[
        "self.min <= self.max",
        "has(self.step) ? self.max % self.step == 0 : true",
        "self.service.ports.size() > 0 || has(self.service.class)",
    ],
    &[
        "!has(self.scaling) || self.scaling.min <= self.replicas && self.replicas <= self.scaling.max",
        "has(self.mode) && self.mode == 'manual' ? !has(self.scaling) : true",
        "self.tags.filter(t, t.startsWith('x-')).size() <= 5",
    ],
];

const K8S_OPENAPI: &str = "k8s-openapi = { version = \"0.29\", features = [\"latest\"] }\n";

/// A package on disk whose dependencies are built.
struct Crate {
    folder: PathBuf,
}

impl Crate {
    fn new(folder: &Path, name: &str, source: &str) -> Crate {
        let folder = folder.join(name);
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cel-runtime");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n[lib]\npath = \"lib.rs\"\n\
             [dependencies]\ncel-runtime = {{ path = {runtime:?} }}\n{}[workspace]\n",
            if source.contains("k8s_openapi") { K8S_OPENAPI } else { "" }
        );
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("Cargo.toml"), manifest).expect("a manifest");
        fs::write(folder.join("lib.rs"), source).expect("a source");
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
        fs::copy(lock, folder.join("Cargo.lock")).expect("the lock file");
        let it = Crate { folder };
        it.check();
        it
    }

    /// Checks the package alone, its dependencies being there.
    fn check(&self) -> Times {
        let source = fs::OpenOptions::new().append(true).open(self.folder.join("lib.rs"));
        source.and_then(|mut file| file.write_all(b"\n")).expect("a changed source");
        let mut cargo = cargo("check", &self.folder.join("../target"));
        cargo.env("CARGO_INCREMENTAL", "0").env(WRAPPED, "1").current_dir(&self.folder);
        cargo.env("RUSTC_WORKSPACE_WRAPPER", env::current_exe().expect("this program"));
        let start = Instant::now();
        let output = cargo.output().expect("cargo");
        let check = millis(start.elapsed());
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        Times { expansion: expansion(&text).expect("rustc's times"), check }
    }
}

/// `time:   0.156; rss:   44MB ->   77MB (  +34MB)\tmacro_expand_crate`; a crate without anything to expand has no line.
fn expansion(times: &str) -> Option<f64> {
    let Some(line) = times.lines().find(|line| line.ends_with("\tmacro_expand_crate")) else {
        return times.contains("\ttotal").then_some(0.0);
    };
    let seconds: f64 = line.trim_start().strip_prefix("time:")?.split(';').next()?.trim().parse().ok()?;
    Some(seconds * 1e3)
}

/// The least time of each in turn.
fn least<const N: usize>(crates: &[Crate; N]) -> [Times; N] {
    let mut least = [Times::MAX; N];
    for _ in 0..ROUNDS {
        for (least, krate) in least.iter_mut().zip(crates) {
            *least = least.min(krate.check());
        }
    }
    least
}

const ROUNDS: u32 = 7;

fn clean_check(folder: &Path) -> Duration {
    let target = folder.join("clean");
    if target.exists() {
        fs::remove_dir_all(&target).expect("a folder to remove");
    }
    let start = Instant::now();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    run(cargo("check", &target).args(["-p", "cel-derive", "--offline"]).current_dir(workspace));
    start.elapsed()
}

fn cargo(command: &str, target: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args([command, "--quiet"])
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .stdin(Stdio::null());
    cargo
}

fn run(command: &mut Command) {
    let status = command.status().expect("cargo");
    assert!(status.success(), "{command:?} failed");
}
