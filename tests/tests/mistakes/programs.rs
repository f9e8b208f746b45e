//! Many small programs, each a binary of one crate, so that no error of one hides those of another.

use serde_json::Value;
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

pub(crate) struct Program {
    /// A name for the binary.
    pub(crate) name: String,
    pub(crate) source: String,
}

/// The errors that rustc shows for each program, in their order.
pub(crate) fn check(krate: &str, programs: &[Program]) -> Vec<Vec<String>> {
    let directory = write(&krate.replace('.', "-"), programs);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target directory");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["check", "--offline", "--bins", "--keep-going", "--message-format=json", "--target-dir"])
        .arg(target)
        .current_dir(&directory)
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut errors: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut finished = false;
    for message in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
        finished |= message["reason"] == "build-finished";
        if message["message"]["level"] == "error" && message["message"]["spans"] != Value::Array(Vec::new()) {
            let name = message["target"]["name"].as_str().unwrap_or_default();
            errors.entry(name.to_owned()).or_default().push(shown(&message["message"]));
        }
    }
    assert!(finished, "{}", String::from_utf8_lossy(&output.stderr));
    programs.iter().map(|program| errors.remove(&program.name).unwrap_or_default()).collect()
}

/// The text as in a terminal, without what differs from machine to machine.
fn shown(message: &Value) -> String {
    let text = message["rendered"].as_str().unwrap_or_default();
    let lines = of_program(text);
    let lines = lines.iter().map(|line| &**line).map(|line| match line.find(" --> ") {
        Some(at) => {
            let file = line[at + 5..].rsplit('/').next().unwrap_or_default();
            format!("{} --> {file}", &line[..at])
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// The lines without the notes about places in other crates. rustc shows the lines of std if the component `rust-src` is there, and those of
/// our crates move.
fn of_program(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| line.starts_with("note: ") || line.trim_start().starts_with("= ");
    let is_elsewhere = |at: usize| lines.get(at + 1).is_some_and(|place| place.contains("--> /"));
    let mut is_left_out = false;
    let mut kept = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if begins(line) {
            is_left_out = line.starts_with("note: ") && is_elsewhere(at);
        }
        if !is_left_out {
            kept.push(*line);
        }
    }
    let wider = if kept.len() < lines.len() {
        width_of_places(&kept).saturating_sub(width_of_numbers(&kept))
    } else {
        0
    };
    let wider = " ".repeat(wider);
    kept.into_iter().map(|line| line.strip_prefix(&wider).unwrap_or(line).to_owned()).collect()
}

/// The width of the column of line numbers. Lines that are left out may have longer numbers.
fn width_of_places(lines: &[&str]) -> usize {
    lines.iter().find_map(|line| line.find("--> ")).unwrap_or_default()
}

fn width_of_numbers(lines: &[&str]) -> usize {
    let numbers = lines.iter().filter_map(|line| Some(line.split_once(" |")?.0.trim_start()));
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    numbers.filter(is_number).map(str::len).max().unwrap_or_default()
}

fn write(krate: &str, programs: &[Program]) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mistakes").join(krate);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let bins = directory.join("src/bin");
    if let Err(error) = fs::remove_dir_all(&bins) {
        assert!(!bins.exists(), "{error}");
    }
    fs::create_dir_all(&bins).expect("a directory");
    let manifest = format!(
        "[package]\nname = \"{krate}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n{DEPENDENCIES}"
    );
    let manifest = manifest.replace("$ROOT", root.to_str().expect("a path in UTF-8"));
    fs::write(directory.join("Cargo.toml"), manifest).expect("a manifest");
    fs::copy(root.join("Cargo.lock"), directory.join("Cargo.lock")).expect("the versions of the workspace");
    for program in programs {
        let mut files = program.source.split(OTHER_FILE);
        let main = files.next().unwrap_or_default();
        let write = |path: PathBuf, text: &str| {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a source");
        };
        let folder = bins.join(&program.name);
        let mut is_alone = true;
        for file in files {
            let (name, text) = file.split_once('\n').expect("the name of a file");
            write(folder.join(name), text);
            is_alone = false;
        }
        write(
            if is_alone { bins.join(format!("{}.rs", program.name)) } else { folder.join("main.rs") },
            main,
        );
    }
    directory
}

/// In front of the name of another file of the program.
pub(crate) const OTHER_FILE: &str = "\n// file ";

/// No feature for types of other crates: that is one of the mistakes.
const DEPENDENCIES: &str = r#"[dependencies]
cel-runtime = { path = "$ROOT/cel-runtime", features = ["k8s-openapi"] }
chrono = { version = "0.4", default-features = false, features = ["alloc", "serde"] }
ipnet = { version = "2", features = ["serde"] }
jiff = { version = "0.2", default-features = false, features = ["serde"] }
k8s-openapi = { version = "0.29", features = ["latest", "schemars"] }
kube = { version = "5", default-features = false, features = ["derive"] }
schemars = { version = "1.2", features = ["chrono04", "jiff02", "url2", "uuid1"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"
tests-types = { path = "$ROOT/tests/types" }
url = { version = "2", features = ["serde"] }
uuid = { version = "1", features = ["serde"] }

[profile.dev]
debug = "line-tables-only"
"#;
