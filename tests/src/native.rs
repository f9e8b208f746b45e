//! Expressions over variables as native code: writes them as programs of their own, builds and asks these.
//!
//! Requests and answers are those of the oracle's `-mode expr`, without `static_cost`. What cannot be compiled yet is answered
//! `{"id", "unsupported"}`, code that rustc refuses `{"id", "broken"}`.

pub mod values;

use crate::{
    answers::display,
    structural::{Variable, go_name, version},
};
use cel_codegen::{
    decls::KubernetesVersion,
    env::Env,
    rule::{CompiledExpression, compile_expression},
    types::Type,
};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Answers requests in their order.
///
/// # Errors
/// If a program cannot be built or run.
pub fn answers(requests: &[Value]) -> Result<Vec<Value>> {
    let batch = Batch::new(requests);
    let broken = batch.build()?;
    let answers = batch.ask(requests, &broken)?;
    Ok(requests.iter().zip(answers).map(|(request, answer)| with_id(request, answer)).collect())
}

fn with_id(request: &Value, mut answer: Value) -> Value {
    answer["id"] = request["id"].clone();
    answer
}

/// The functions that some requests need.
struct Batch {
    /// By request.
    functions: Vec<usize>,
    compiled: Vec<Compiled>,
    folder: PathBuf,
}

enum Compiled {
    /// The type, and the code on one line.
    Native { ty: Type, code: String },
    /// `compile_error` or `unsupported`, with the text.
    Refused { key: &'static str, text: String },
}

impl Batch {
    fn new(requests: &[Value]) -> Self {
        let mut numbers = HashMap::new();
        let (mut functions, mut compiled) = (Vec::new(), Vec::new());
        for request in requests {
            let types: Vec<(String, String)> = request["vars"].as_object().map_or_else(Vec::new, |vars| {
                vars.iter().map(|(name, var)| (name.clone(), var["type"].to_string())).collect()
            });
            let version = version(request);
            let key = (request["expr"].as_str().unwrap_or_default().to_owned(), types, version.0);
            let number = *numbers.entry(key).or_insert_with_key(|(expr, ..)| {
                compiled.push(compile(expr, &request["vars"], version, compiled.len()));
                compiled.len() - 1
            });
            functions.push(number);
        }
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/native-expr");
        Batch { functions, compiled, folder }
    }

    /// Writes and builds the programs; functions that rustc refuses are left out and given back with its message.
    fn build(&self) -> Result<BTreeMap<usize, String>> {
        let source = self.folder.join("src");
        fs::create_dir_all(&source)?;
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        fs::copy(workspace.join("Cargo.lock"), self.folder.join("Cargo.lock"))?;
        write(&self.folder.join("Cargo.toml"), &manifest(&workspace.canonicalize()?))?;
        write(&source.join("values.rs"), include_str!("native/values.rs"))?;
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
        let numbers = (program..self.compiled.len()).step_by(PROGRAMS);
        let numbers: Vec<usize> = numbers.filter(|number| !broken.contains_key(number)).collect();
        let mut text = String::from(MAIN);
        let mut arms = String::new();
        for (i, group) in numbers.chunks(FUNCTIONS_PER_MODULE).enumerate() {
            writeln!(text, "mod m{i} {{\nuse crate::values::{{Encode, answer, limit, variable}};")?;
            for number in group {
                if let Compiled::Native { code, .. } = &self.compiled[*number] {
                    writeln!(text, "{code}")?;
                    writeln!(arms, "{number} => m{i}::e{number}(request),")?;
                }
            }
            text.push_str("}\n");
        }
        writeln!(text, "fn evaluate(number: u64, request: &Value) -> Value {{ match number {{\n{arms}")?;
        text.push_str("_ => Value::Null } }\n");
        write(&self.folder.join(format!("src/p{program}.rs")), &text)
    }

    fn cargo_build(&self) -> Result<BTreeMap<usize, String>> {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline", "--quiet", "--keep-going", "--message-format=json"])
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

    /// The function of which rustc speaks: each is on a line of its own.
    fn function_at(&self, spans: &Value) -> Option<usize> {
        let span = spans.as_array()?.iter().find(|span| span["is_primary"] == true)?;
        let text = fs::read_to_string(self.folder.join(span["file_name"].as_str()?)).ok()?;
        let line = text.lines().nth(usize::try_from(span["line_start"].as_u64()?).ok()? - 1)?;
        line.strip_prefix("pub fn e")?.split_once('(')?.0.parse().ok()
    }

    fn ask(&self, requests: &[Value], broken: &BTreeMap<usize, String>) -> Result<Vec<Value>> {
        let mut answers: Vec<Value> =
            self.functions.iter().map(|number| self.compiled[*number].without_running()).collect();
        for (answer, number) in answers.iter_mut().zip(&self.functions) {
            if let Some(text) = broken.get(number) {
                *answer = json!({"broken": text});
            }
        }
        for program in 0..PROGRAMS {
            let asked: Vec<usize> = (0..requests.len())
                .filter(|i| self.functions[*i] % PROGRAMS == program && answers[*i].is_null())
                .collect();
            let lines = asked.iter().map(|i| {
                json!({"function": self.functions[*i], "vars": requests[*i]["vars"], "perCallLimit": requests[*i]["perCallLimit"]})
            });
            let mut path = self.folder.join(format!("target/debug/p{program}"));
            path.set_extension(std::env::consts::EXE_EXTENSION);
            let found = talk(&mut Command::new(path), lines)?;
            for (i, mut answer) in asked.into_iter().zip(found) {
                if let Compiled::Native { ty, .. } = &self.compiled[self.functions[i]] {
                    answer["type"] = go_name(ty).into();
                }
                answers[i] = answer;
            }
        }
        Ok(answers)
    }
}

impl Compiled {
    /// The answer if no program is asked, else null.
    fn without_running(&self) -> Value {
        match self {
            Compiled::Native { .. } => Value::Null,
            Compiled::Refused { key, text } => json!({*key: text}),
        }
    }
}

/// rustc's message without the code, which is all on one line.
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

/// Writes requests to a program and reads an answer for each.
///
/// # Errors
/// If it does not run, or says something else.
pub fn talk(command: &mut Command, requests: impl Iterator<Item = Value>) -> Result<Vec<Value>> {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("no stdin")?;
    let lines: String = requests.map(|request| format!("{request}\n")).collect();
    let count = lines.lines().count();
    let writer = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer panicked")??;
    let answers: Vec<Value> = String::from_utf8(output.stdout)?
        .lines()
        .map(serde_json::from_str)
        .collect::<std::result::Result<_, _>>()?;
    if answers.len() == count {
        Ok(answers)
    } else {
        Err(format!("{command:?} answered {} of {count}", answers.len()).into())
    }
}

fn compile(expr: &str, vars: &Value, version: KubernetesVersion, number: usize) -> Compiled {
    let unsupported = |text: String| Compiled::Refused { key: "unsupported", text };
    let variables = crate::structural::variables(vars);
    let mut env = Env::new().with_version(version);
    for (i, (name, variable)) in variables.iter().enumerate() {
        match variable {
            Variable::Type(ty) if is_static(ty) => env = env.with_variable(name, ty.clone()),
            Variable::Node(node) => env = env.with_json_variable(name, &format!("varType{i}"), node),
            _ => return unsupported(format!("the type of `{name}`")),
        }
    }
    match compile_expression(expr, &env) {
        Ok(compiled) => {
            let names = variables.iter().map(|(name, _)| name.as_str()).collect();
            Compiled::Native { code: function(number, names, &compiled), ty: compiled.ty }
        }
        Err(diagnostics) => {
            let text = display(expr, &diagnostics);
            match text.find("is not supported yet") {
                Some(_) => unsupported(text),
                None => Compiled::Refused {
                    key: "compile_error",
                    text: text.replace("ERROR: <input>:-1:0: ", ""),
                },
            }
        }
    }
}

fn is_static(ty: &Type) -> bool {
    match ty {
        Type::List(element) => is_static(element),
        Type::Map(entry) => is_static(&entry.0) && is_static(&entry.1),
        Type::Opaque(_, parameters) => parameters.iter().all(is_static),
        Type::Null | Type::Bool | Type::Int | Type::Uint | Type::Double | Type::String => true,
        Type::Bytes | Type::Timestamp | Type::Duration => true,
        Type::Dyn => true,
        Type::Error | Type::Object(_) | Type::Type(_) | Type::Wrapper(_) | Type::Param(_) => false,
    }
}

/// `pub fn e7(request: &Value) -> Value`, on one line.
fn function(number: usize, names: Vec<&str>, compiled: &CompiledExpression) -> String {
    let (mut parameters, mut arguments) = (String::new(), String::new());
    for ((ident, rust), name) in compiled.variables.iter().zip(names) {
        parameters += &format!("{ident}: {rust}, ");
        arguments += &format!("variable(request, {name:?}, &arena), ");
    }
    let body = &compiled.body;
    let text = format!(
        "pub fn e{number}(request: &crate::Value) -> crate::Value {{ use cel_runtime::__private::generated::*; \
         fn evaluate<'a>({parameters}cost: &mut Cost<'a>) -> Outcome<'a, impl Encode + 'a> {{ {body} }} \
         let arena = cel_runtime::__private::Arena::new(); let mut cost = Cost::new(limit(request), &arena); \
         let outcome = evaluate({arguments}&mut cost); answer(outcome, &cost) }}"
    );
    text.replace('\n', " ")
}

/// Unchanged files keep their time, so that cargo does not build them again.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) { Ok(()) } else { Ok(fs::write(path, text)?) }
}

fn manifest(workspace: &Path) -> String {
    let programs: String =
        (0..PROGRAMS).map(|i| format!("[[bin]]\nname = \"p{i}\"\npath = \"src/p{i}.rs\"\n")).collect();
    format!(
        "[package]\nname = \"native-expr\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{programs}\
         [dependencies]\ncel-runtime = {{ path = {:?}, default-features = false, features = [\"regex\", \"time-zones\"] }}\n\
         serde_json = {{ version = \"1\", features = [\"float_roundtrip\"] }}\n\
         [profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n[workspace]\n",
        workspace.join("cel-runtime")
    )
}

/// Cargo builds them beside each other.
const PROGRAMS: usize = 4;

/// rustc makes units of modules.
const FUNCTIONS_PER_MODULE: usize = 50;

const MAIN: &str = r#"#![allow(warnings)]
mod values;
use cel_runtime::__private::serde_json::{self, Value, json};
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for line in std::io::stdin().lines() {
        let request: Value = serde_json::from_str(&line.expect("a line")).expect("a request");
        let number = request["function"].as_u64().unwrap_or(u64::MAX);
        let answer = std::panic::catch_unwind(|| evaluate(number, &request));
        println!("{}", answer.unwrap_or_else(|_| json!({"panic": true})));
    }
}
"#;
