//! Arguments, and what is done with them.

use crate::{
    check::FileReport,
    costs, explain,
    human::{self, Counts},
    input::{self, Input},
    json, structs,
};
use cel_codegen::{crd::props::SchemaProps, decls::KubernetesVersion, env::Env, types::Type};
use lexopt::{Arg, Parser, ValueExt};
use std::{
    error::Error,
    fmt::Write as _,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Runs the command that the arguments name.
///
/// # Errors
/// Arguments that mean nothing, and output that cannot be written.
pub fn run(mut arguments: Parser) -> Result<ExitCode> {
    match arguments.next()? {
        Some(Arg::Value(command)) if command == "check" => check(CheckOptions::parse(arguments)?),
        Some(Arg::Value(command)) if command == "explain" => explain(arguments),
        Some(Arg::Value(command)) if command == "structs" => structs(arguments),
        Some(Arg::Long("help") | Arg::Short('h')) => print(HELP),
        Some(Arg::Long("version") | Arg::Short('V')) => {
            print(&format!("cel-codegen {}\n", env!("CARGO_PKG_VERSION")))
        }
        Some(other) => Err(format!("{}\n\n{HELP}", other.unexpected()).into()),
        None => Err(HELP.into()),
    }
}

fn print(text: &str) -> Result<ExitCode> {
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

struct CheckOptions {
    json: bool,
    costs: bool,
    server_side: bool,
    version: KubernetesVersion,
    inputs: Vec<PathBuf>,
    help: bool,
}

impl CheckOptions {
    fn parse(mut arguments: Parser) -> Result<Self> {
        let mut options = CheckOptions {
            json: false,
            costs: false,
            server_side: false,
            version: KubernetesVersion::NEW_EXPRESSIONS,
            inputs: Vec::new(),
            help: false,
        };
        while let Some(argument) = arguments.next()? {
            match argument {
                Arg::Long("format") => {
                    options.json = match arguments.value()?.string()?.as_str() {
                        "json" => true,
                        "human" => false,
                        other => return Err(format!("`--format` is `human` or `json`, not `{other}`").into()),
                    };
                }
                Arg::Long("kubernetes") => {
                    options.version = release(&arguments.value()?.string()?)?;
                }
                Arg::Long("costs") => options.costs = true,
                Arg::Long("server-side") => options.server_side = true,
                Arg::Long("help") | Arg::Short('h') => options.help = true,
                Arg::Value(path) => options.inputs.push(path.into()),
                other => return Err(other.unexpected().into()),
            }
        }
        if options.inputs.is_empty() && !options.help {
            return Err("`check` needs a FILE, a DIR or `-` for standard input".into());
        }
        Ok(options)
    }
}

/// `cel-codegen check`
fn check(options: CheckOptions) -> Result<ExitCode> {
    if options.help {
        return print(HELP);
    }
    let mut run = Check { options, counts: Counts::default(), progress: Progress::new() };
    let (files, errors) = input::files(&run.options.inputs);
    for (folder, error) in errors {
        run.unreadable(&folder, &error.to_string());
    }
    for (i, file) in files.iter().enumerate() {
        run.progress.show(i, files.len());
        run.file(file)?;
    }
    run.progress.clear();
    if !run.options.json {
        writeln!(io::stdout(), "{}", human::summary(&run.counts))?;
    }
    Ok(match run.counts {
        Counts { unreadable: 1.., .. } => ExitCode::from(2),
        Counts { refused: 1.., .. } => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// `cel-codegen explain`
fn explain(mut arguments: Parser) -> Result<ExitCode> {
    let (mut rule, mut crd, mut at, mut version) = (None, None, String::new(), None);
    let mut variables: Vec<(String, Type)> = Vec::new();
    let mut kubernetes = KubernetesVersion::NEW_EXPRESSIONS;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("crd") => crd = Some(PathBuf::from(arguments.value()?)),
            Arg::Long("at") => at = arguments.value()?.string()?,
            Arg::Long("version") => version = Some(arguments.value()?.string()?),
            Arg::Long("kubernetes") => kubernetes = release(&arguments.value()?.string()?)?,
            Arg::Long("var") => variables.push(variable(&arguments.value()?.string()?)?),
            Arg::Long("help") | Arg::Short('h') => return print(HELP),
            Arg::Value(text) if rule.is_none() => rule = Some(text.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let rule = rule.ok_or("`explain` needs a RULE")?;
    let schema = match &crd {
        Some(file) => explain::schema_at(&input::read(file)?, version.as_deref(), &at)?,
        None => (SchemaProps::default(), false),
    };
    let (definitions, node) = explain::node_of(&schema.0, schema.1);
    let mut env = match crd {
        Some(_) => explain::with_node(&definitions, &node, kubernetes),
        None => Env::new().with_version(kubernetes),
    };
    for (name, ty) in variables {
        env = env.with_variable(&name, ty);
    }
    match explain::explain(&rule, &env) {
        Ok(tree) => print(&tree),
        Err(errors) => {
            print(&format!("{errors}\n"))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// `cel-codegen structs`
fn structs(mut arguments: Parser) -> Result<ExitCode> {
    let mut file = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return print(HELP),
            Arg::Value(path) if file.is_none() => file = Some(PathBuf::from(path)),
            other => return Err(other.unexpected().into()),
        }
    }
    let file = file.ok_or("`structs` needs a FILE, or `-` for standard input")?;
    print(&structs::structs(&file)?)
}

/// `self=list(int)`
fn variable(text: &str) -> Result<(String, Type)> {
    let shown: String = text.chars().take(80).collect();
    let usage = || {
        format!(
            "`--var {shown}` is not of the form `name=type`, such as `self=list(int)`, of at most 100 levels"
        )
    };
    let (name, ty) = text.split_once('=').ok_or_else(usage)?;
    Ok((name.trim().to_owned(), explain::type_of(ty).ok_or_else(usage)?))
}

fn release(text: &str) -> Result<KubernetesVersion> {
    KubernetesVersion::for_new_rules(text).map_err(|error| format!("`--kubernetes {text}`: {error}").into())
}

struct Check {
    options: CheckOptions,
    counts: Counts,
    progress: Progress,
}

impl Check {
    fn file(&mut self, input: &Input) -> Result<()> {
        let text = match input::read(&input.path) {
            Ok(text) => text,
            Err(error) => {
                self.unreadable(&input.path, &error);
                return Ok(());
            }
        };
        let name =
            if input.path == Path::new("-") { "<stdin>".into() } else { input.path.display().to_string() };
        let mut report = FileReport::new(name, text, self.options.version);
        if self.options.server_side {
            report = report.for_server_side_apply();
        }
        if report.is_without_crd() {
            if !input.found {
                self.unreadable(&input.path, "no CustomResourceDefinition in it");
            }
            return Ok(());
        }
        self.counts.add(&report);
        self.counts.unreadable += match &report.content {
            Ok(content) => content.unknown.len(),
            Err(_) => 1,
        };
        self.report(&report)
    }

    fn report(&mut self, report: &FileReport) -> Result<()> {
        let mut out = String::new();
        if self.options.json {
            for version in report.versions() {
                writeln!(out, "{}", json::version(&report.name, version))?;
            }
            // What has no version has no line.
            if report.content.as_ref().map_or(true, |content| !content.unknown.is_empty()) {
                self.progress.clear();
                let content = report.content.as_ref().map(|content| content.unknown.as_slice());
                let errors = content.unwrap_or_else(|error| std::slice::from_ref(error));
                errors.iter().for_each(|error| say(&format!("{}:{error}\n", report.name)));
            }
        } else {
            out = human::file(report);
            if self.options.costs {
                out.extend(report.versions().map(costs::table));
            }
        }
        if !out.is_empty() {
            self.progress.clear();
            io::stdout().lock().write_all(out.as_bytes())?;
        }
        Ok(())
    }

    fn unreadable(&mut self, path: &Path, error: &str) {
        self.progress.clear();
        say(&format!("{}: {error}\n", path.display()));
        self.counts.unreadable += 1;
    }
}

/// Says something on standard error, if anybody listens.
fn say(text: &str) {
    _ = io::stderr().write_all(text.as_bytes());
}

/// A line on standard error that tells how far it is, once a second has passed.
struct Progress {
    begin: Instant,
    shown: bool,
}

impl Progress {
    fn new() -> Self {
        Progress { begin: Instant::now(), shown: false }
    }

    fn show(&mut self, done: usize, all: usize) {
        if self.begin.elapsed() < Duration::from_secs(1) {
            return;
        }
        let end = if io::stderr().is_terminal() { "\r" } else { "\n" };
        // Files of a log get no line each.
        if self.shown && end == "\n" {
            return;
        }
        say(&format!("checked {done} of {all} files{end}"));
        self.shown = true;
    }

    fn clear(&mut self) {
        if self.shown && io::stderr().is_terminal() {
            say("\r\x1b[K");
        }
    }
}

const HELP: &str = "\
cel-codegen check [--format human|json] [--costs] [--server-side] [--kubernetes VERSION] FILE... | DIR... | -
cel-codegen explain RULE (--crd FILE [--at spec.list[].name] [--version v1] | --var NAME=TYPE...)
cel-codegen structs FILE | -

check says what an API server would say of CRD files: the rules (x-kubernetes-validations) and what they may cost, the schemas around
them, default values. explain shows a rule as the checker understands it: places, types, overloads.
structs prints Rust types for the CRDs of a file, with their rules.

  FILE                  YAML or JSON with CustomResourceDefinitions of apiextensions.k8s.io/v1
  DIR                   all .yaml, .yml and .json files below it; documents that are no CRD are passed over
  -                     standard input
  --format human|json   human: places in the file with the server's text; json: a line for each version of a CRD
  --costs               human: also a table of what each rule may cost, and what bounds it
  --server-side         what server-side apply would say, which operators use: it refuses two rules with the same text on one node,
                        which is a warning otherwise
  --kubernetes VERSION  the release to install on, 1.25 to 1.37 (default 1.37)
  --crd FILE            the rule stands in the first CRD of a file
  --at PATH             on which part of it: properties, `[]` for the items of a list or the values of a map
  --version NAME        in which version of it (default: the first)
  --var NAME=TYPE       the rule stands nowhere and may use a variable: --var 'self=map(string, int)'
  -h, --help
  -V, --version

Exit code: 0 all would be installed, 1 something would be refused, 2 something cannot be read.
";
