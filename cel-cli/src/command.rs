//! Arguments, and what is done with them.

use crate::{
    check::FileReport,
    human::{self, Counts},
    input::{self, Input},
    json,
};
use cel_codegen::decls::KubernetesVersion;
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
    version: KubernetesVersion,
    inputs: Vec<PathBuf>,
    help: bool,
}

impl CheckOptions {
    fn parse(mut arguments: Parser) -> Result<Self> {
        let mut options = CheckOptions {
            json: false,
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
                    let release = arguments.value()?.string()?;
                    options.version = KubernetesVersion::for_new_rules(&release)
                        .map_err(|error| format!("`--kubernetes {release}`: {error}"))?;
                }
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
        let report = FileReport::new(name, text, self.options.version);
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
                errors.iter().for_each(|error| eprintln!("{}:{error}", report.name));
            }
        } else {
            out = human::file(report);
        }
        if !out.is_empty() {
            self.progress.clear();
            io::stdout().lock().write_all(out.as_bytes())?;
        }
        Ok(())
    }

    fn unreadable(&mut self, path: &Path, error: &str) {
        self.progress.clear();
        eprintln!("{}: {error}", path.display());
        self.counts.unreadable += 1;
    }
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
        eprint!("checked {done} of {all} files{end}");
        self.shown = true;
    }

    fn clear(&mut self) {
        if self.shown && io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
    }
}

const HELP: &str = "\
cel-codegen check [--format human|json] [--kubernetes VERSION] FILE... | DIR... | -

Says what an API server would say of CRD files: the rules (x-kubernetes-validations), the schemas around them, default values. The
limits of the rules' estimated costs are not checked.

  FILE                  YAML or JSON with CustomResourceDefinitions of apiextensions.k8s.io/v1
  DIR                   all .yaml, .yml and .json files below it; documents that are no CRD are passed over
  -                     standard input
  --format human|json   human: places in the file with the server's text; json: a line for each version of a CRD
  --kubernetes VERSION  the release to install on, 1.25 to 1.37 (default 1.37)
  -h, --help
  -V, --version

Exit code: 0 all would be installed, 1 something would be refused, 2 something cannot be read.
";
