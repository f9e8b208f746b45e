//! Generated code as separate programs: writes, builds and asks them.

mod counts;
mod defaults;
pub mod expressions;
pub mod objects;
pub mod schemas;
pub mod values;

use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    env,
    error::Error,
    fmt::{Display, Write as _},
    fs::{self, File},
    io::{BufRead, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// How the programs run.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// Without valgrind.
    Alone,
    /// In valgrind: answers have the `instructions` of their evaluation.
    Counted,
}

/// Calls functions by their number, in the order of the requests. The code of each is on one line and begins `pub fn e7(request:
/// &crate::Value) -> crate::Value`. If rustc refuses it, the answers are `{"broken"}`.
///
/// # Errors
/// If a program cannot be built or run.
pub fn call(
    functions: &BTreeMap<usize, String>,
    requests: &[(usize, Value)],
    run: Run,
) -> Result<Vec<Value>> {
    let mut answers = vec![Value::Null; requests.len()];
    for build in builds(functions) {
        let asked: Vec<usize> = (0..requests.len()).filter(|i| build.contains_key(&requests[*i].0)).collect();
        let theirs: Vec<_> = asked.iter().map(|i| requests[*i].clone()).collect();
        for (i, answer) in asked.into_iter().zip(call_built(&build, &theirs, run)?) {
            answers[i] = answer;
        }
    }
    Ok(answers)
}

/// Groups functions into builds. With more code than [`MOST_CODE`] rustc takes too much memory.
fn builds(functions: &BTreeMap<usize, String>) -> Vec<BTreeMap<usize, &String>> {
    let mut builds: Vec<BTreeMap<usize, &String>> = Vec::new();
    let mut size = 0;
    for (number, code) in functions {
        if builds.is_empty() || size + code.len() > MOST_CODE {
            builds.push(BTreeMap::new());
            size = 0;
        }
        size += code.len();
        builds.last_mut().map(|build| build.insert(*number, code));
    }
    builds
}

fn call_built(
    functions: &BTreeMap<usize, &String>,
    requests: &[(usize, Value)],
    run: Run,
) -> Result<Vec<Value>> {
    // Comparisons that run at the same time use separate folders, or wait for each other.
    let folder = env::var("NATIVE").unwrap_or_else(|_| "native".into());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target").join(folder);
    fs::create_dir_all(&folder)?;
    let lock = File::create(folder.join("lock"))?;
    lock.lock()?;
    let programs = Programs { functions, folder };
    let broken = programs.build()?;
    let mut answers = vec![Value::Null; requests.len()];
    for program in 0..PROGRAMS {
        let asked: Vec<usize> =
            (0..requests.len()).filter(|i| requests[*i].0 % PROGRAMS == program).collect();
        let lines = asked.iter().map(|i| json!({"function": requests[*i].0, "request": requests[*i].1}));
        let mut path = programs.folder.join(format!("target/debug/p{program}"));
        path.set_extension(std::env::consts::EXE_EXTENSION);
        let theirs = match run {
            Run::Alone => talk(&mut Command::new(path), lines)?,
            Run::Counted => counts::talk(&path, lines)?,
        };
        for (i, answer) in asked.iter().zip(theirs) {
            answers[*i] = match broken.get(&requests[*i].0) {
                Some(text) => json!({"broken": text}),
                None => answer,
            };
        }
    }
    Ok(answers)
}

struct Programs<'f> {
    /// The functions by number. The number also decides which program has a function.
    functions: &'f BTreeMap<usize, &'f String>,
    folder: PathBuf,
}

impl Programs<'_> {
    /// Writes and builds the programs. Functions that rustc refuses are left out and returned with rustc's message.
    fn build(&self) -> Result<BTreeMap<usize, String>> {
        let source = self.folder.join("src");
        fs::create_dir_all(&source)?;
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        fs::copy(workspace.join("Cargo.lock"), self.folder.join("Cargo.lock"))?;
        write(&self.folder.join("Cargo.toml"), &manifest(&workspace.canonicalize()?))?;
        write(&source.join("values.rs"), include_str!("native/values.rs"))?;
        write(&source.join("objects.rs"), include_str!("native/objects.rs"))?;
        let mut broken = BTreeMap::new();
        loop {
            for program in 0..PROGRAMS {
                self.write_program(program, &broken)?;
            }
            let found = self.cargo_build()?;
            if found.is_empty() {
                return Ok(broken);
            }
            broken.extend(found);
        }
    }

    fn write_program(&self, program: usize, broken: &BTreeMap<usize, String>) -> Result<()> {
        let functions: Vec<_> = self
            .functions
            .iter()
            .filter(|(number, _)| *number % PROGRAMS == program && !broken.contains_key(number))
            .collect();
        let mut text = String::from(MAIN);
        let mut arms = String::new();
        for (i, group) in functions.chunks(FUNCTIONS_PER_MODULE).enumerate() {
            writeln!(
                text,
                "mod m{i} {{\nuse crate::values::{{Encode, answer, counted, options, variable, with_memory}};"
            )?;
            for (number, code) in group {
                writeln!(text, "{code}")?;
                writeln!(arms, "{number} => m{i}::e{number}(request),")?;
            }
            text.push_str("}\n");
        }
        writeln!(
            text,
            "#[inline(never)]\nfn evaluate(number: u64, request: &Value) -> Value {{ match number {{\n{arms}"
        )?;
        text.push_str("_ => Value::Null } }\n");
        write(&self.folder.join(format!("src/p{program}.rs")), &text)
    }

    fn cargo_build(&self) -> Result<BTreeMap<usize, String>> {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--quiet", "--keep-going", "--message-format=json"])
            .args(["--target-dir", "target"]) // not that of `CARGO_TARGET_DIR`
            .current_dir(&self.folder)
            .stderr(Stdio::piped())
            .output()?;
        let mut broken = BTreeMap::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let message: Value = serde_json::from_str(line)?;
            let message = &message["message"];
            if message["level"] == "error"
                && let Some(number) = self.function_at(&message["spans"])
            {
                broken.entry(number).or_insert_with(|| summary(message));
            }
        }
        if !output.status.success() && broken.is_empty() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
        }
        Ok(broken)
    }

    /// The function of an error from rustc. Each function is on its own line.
    fn function_at(&self, spans: &Value) -> Option<usize> {
        let span = spans.as_array()?.iter().find(|span| span["is_primary"] == true)?;
        let text = fs::read_to_string(self.folder.join(span["file_name"].as_str()?)).ok()?;
        let line = text.lines().nth(usize::try_from(span["line_start"].as_u64()?).ok()? - 1)?;
        line.strip_prefix("pub fn e")?.split_once('(')?.0.parse().ok()
    }
}

/// rustc's message without the code, which would be one long line.
fn summary(message: &Value) -> String {
    let notes = message["children"].as_array().into_iter().flatten().map(|note| &note["message"]);
    let labels = message["spans"].as_array().into_iter().flatten().map(|span| &span["label"]);
    let code = message["spans"].as_array().into_iter().flatten().find_map(|span| {
        let text = span["text"][0]["text"].as_str()?;
        let place = |key: &str| Some(usize::try_from(span[key].as_u64()?).ok()?.saturating_sub(1));
        let (start, end) = (place("column_start")?, place("column_end")?);
        Some(
            text.chars()
                .skip(start.saturating_sub(100))
                .take(end.min(start + 200) - start + 150)
                .collect::<String>(),
        )
    });
    let parts = [&message["message"]].into_iter().chain(labels).chain(notes).filter_map(Value::as_str);
    parts.map(str::to_owned).chain(code).collect::<Vec<_>>().join("\n")
}

/// Writes requests to a program, a line each, and reads an answer for each.
///
/// # Errors
/// If it does not run, or answers something else.
pub fn talk(command: &mut Command, requests: impl Iterator<Item: Display> + Send) -> Result<Vec<Value>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = BufWriter::new(child.stdin.take().ok_or("no stdin")?);
    let output = BufReader::new(child.stdout.take().ok_or("no stdout")?);
    let write = move || {
        let mut count = 0;
        for request in requests {
            writeln!(input, "{request}")?;
            count += 1;
        }
        input.flush().map(|()| count)
    };
    let (written, answers) = thread::scope(|scope| {
        let writer = scope.spawn(write);
        let answers: Result<Vec<Value>> =
            output.lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect();
        (writer.join(), answers)
    });
    child.wait()?;
    let count: usize = written.map_err(|_| "the writer panicked")??;
    let answers = answers?;
    if answers.len() == count {
        Ok(answers)
    } else {
        Err(format!("{command:?} answered {} of {count}", answers.len()).into())
    }
}

/// Writes a file if its text has changed. Unchanged files keep their time, so cargo does not build them again.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) { Ok(()) } else { Ok(fs::write(path, text)?) }
}

fn manifest(workspace: &Path) -> String {
    let programs: String =
        (0..PROGRAMS).map(|i| format!("[[bin]]\nname = \"p{i}\"\npath = \"src/p{i}.rs\"\n")).collect();
    format!(
        "[package]\nname = \"native\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{programs}\
         [dependencies]\ncel-runtime = {{ path = {:?}, default-features = false, features = [\"regex\", \"time-zones\"] }}\n\
         serde_json = \"1\"\n\
         [profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n[workspace]\n",
        workspace.join("cel-runtime")
    )
}

/// Limit for the code of one build, in bytes.
const MOST_CODE: usize = 6_000_000;

/// Cargo builds these programs at the same time.
const PROGRAMS: usize = 4;

/// rustc makes codegen units of modules.
const FUNCTIONS_PER_MODULE: usize = 50;

const MAIN: &str = r#"#![allow(warnings)]
mod objects;
mod values;
use cel_runtime::__private::serde_json::{self, Value, json};
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for line in std::io::stdin().lines() {
        let request: Value = serde_json::from_str(&line.expect("a line")).expect("a request");
        let number = request["function"].as_u64().unwrap_or(u64::MAX);
        let answer = std::panic::catch_unwind(|| evaluate(number, &request["request"]));
        println!("{}", answer.unwrap_or_else(|_| json!({"panic": true})));
    }
}
"#;
