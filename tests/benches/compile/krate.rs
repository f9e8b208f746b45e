//! A package on disk, and the times of compiling it.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

const K8S_OPENAPI: &str = "k8s-openapi = { version = \"0.29\", features = [\"latest\"] }\n";

/// A package on disk whose dependencies are built.
pub(crate) struct Crate {
    folder: PathBuf,
}

impl Crate {
    pub(crate) fn new(folder: &Path, name: &str, source: &str) -> Crate {
        Crate::with_files(folder, name, source, &[])
    }

    /// The package also has modules in files of their own: the name and the text of each.
    pub(crate) fn in_files(folder: &Path, name: &str, files: &[(String, String)]) -> Crate {
        let modules = files.iter().map(|(name, _)| format!("pub mod {name};\n"));
        let source = "#![allow(dead_code, unused_imports)]\n".to_owned() + &modules.collect::<String>();
        Crate::with_files(folder, name, &source, files)
    }

    fn with_files(folder: &Path, name: &str, source: &str, files: &[(String, String)]) -> Crate {
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
        for (name, source) in files {
            fs::write(folder.join(name).with_extension("rs"), source).expect("a source");
        }
        copy_lock(&folder);
        let it = Crate { folder };
        it.check();
        it
    }

    /// Checks the package alone, its dependencies being there.
    pub(crate) fn check(&self) -> Times {
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

/// The same releases of other crates as in this workspace.
pub(crate) fn copy_lock(folder: &Path) {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    fs::copy(lock, folder.join("Cargo.lock")).expect("the lock file");
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
pub(crate) fn least<const N: usize>(crates: &[Crate; N]) -> [Times; N] {
    let mut least = [Times::MAX; N];
    for _ in 0..ROUNDS {
        for (least, krate) in least.iter_mut().zip(crates) {
            *least = least.min(krate.check());
        }
    }
    least
}

const ROUNDS: u32 = 7;

pub(crate) fn cargo(command: &str, target: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args([command, "--quiet"])
        .env("CARGO_TARGET_DIR", target)
        .env_remove("RUSTFLAGS")
        .stdin(Stdio::null());
    cargo
}

pub(crate) fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Milliseconds of one `cargo check`.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// In macros: the derive, and the schema macros that lead to its second step.
    pub(crate) expansion: f64,
    /// All of it, what rustc does with the generated code included.
    pub(crate) check: f64,
}

impl Times {
    const MAX: Times = Times { expansion: f64::MAX, check: f64::MAX };

    fn min(self, other: Times) -> Times {
        Times { expansion: self.expansion.min(other.expansion), check: self.check.min(other.check) }
    }

    /// Time for each of so many things.
    pub(crate) fn since(&self, before: &Times, things: u32) -> Times {
        let each = |time: f64, before: f64| (time - before) / f64::from(things);
        Times { expansion: each(self.expansion, before.expansion), check: each(self.check, before.check) }
    }
}

/// rustc of the package alone, as cargo's wrapper calls it: it tells its times, which a stable rustc only does if asked so.
pub(crate) fn rustc(arguments: &[String]) {
    let Some((rustc, arguments)) = arguments.split_first() else { return };
    let mut command = Command::new(rustc);
    command.args(arguments);
    if arguments.iter().any(|argument| argument == "lib.rs") {
        command.arg("-Ztime-passes").env("RUSTC_BOOTSTRAP", "1");
    }
    let status = command.status().expect("rustc");
    std::process::exit(status.code().unwrap_or(1));
}

pub(crate) const WRAPPED: &str = "CEL_BENCH_RUSTC";
