//! What the derive adds to a build: a crate of 100 structs with 300 rules is checked with and without it, by the compiler
//! that users have, the macro unoptimised as in their builds.
//!
//! `cargo bench -p tests --bench compile`; nothing is measured without `--bench`.

use std::{
    env, fmt::Write, fs, path::Path, path::PathBuf, process::Command, process::Stdio, time::Duration,
    time::Instant,
};

fn main() {
    if !env::args().any(|argument| argument == "--bench") {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    let with = Crate::new(&folder, "with", &source("XValidation", true));
    let structs = Crate::new(&folder, "structs", &source("XValidation", false));
    let without = Crate::new(&folder, "without", &source("Default", false));
    let [with, structs, without] = least(&[with, structs, without]);
    print("100 structs without the derive", without, "");
    let per_struct = millis(structs.saturating_sub(without)) / f64::from(STRUCTS);
    print("with the derive, without rules", structs, &format!("{per_struct:.2} ms per struct (target 1)"));
    let rules = f64::from(STRUCTS * RULES_PER_STRUCT);
    let per_rule = millis(with.saturating_sub(structs)) / rules;
    print("with the derive and 300 rules", with, &format!("{per_rule:.2} ms per rule (target 1)"));
    let clean = (0..3).map(|_| clean_check(&folder)).min().unwrap_or_default();
    print("cargo check -p cel-derive, clean", clean, "target 10 s on two cores");
}

fn print(what: &str, time: Duration, comment: &str) {
    println!("{what:<34} {:>8.0} ms   {comment}", millis(time));
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// 100 structs in groups of four, of which each nests the one before.
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
             [dependencies]\ncel-runtime = {{ path = {runtime:?} }}\n[workspace]\n"
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
    fn check(&self) -> Duration {
        fs::OpenOptions::new()
            .append(true)
            .open(self.folder.join("lib.rs"))
            .and_then(|mut file| std::io::Write::write_all(&mut file, b"\n"))
            .expect("a changed source");
        let start = Instant::now();
        let shared = self.folder.join("../target");
        run(cargo("check", &shared).env("CARGO_INCREMENTAL", "0").current_dir(&self.folder));
        start.elapsed()
    }
}

/// The least time of each in turn.
fn least<const N: usize>(crates: &[Crate; N]) -> [Duration; N] {
    let mut least = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (least, krate) in least.iter_mut().zip(crates) {
            *least = krate.check().min(*least);
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
