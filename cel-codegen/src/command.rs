//! The arguments, and a module for each subcommand.

mod check;
mod coverage;
mod diff;
mod explain;
mod fix;
mod in_order;
mod lints;
mod structs;
mod validate;

use crate::{
    findings::{TEMPLATE_HELP, is_template},
    terminal,
};
use cel_compiler::library::KubernetesVersion;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::{
    error::Error,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Says what an API server would say of CRDs and of objects, without a cluster.
#[derive(Debug, Parser)]
#[command(name = "cel-codegen", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Options),
    Validate(validate::Options),
    Diff(diff::Options),
    Coverage(coverage::Options),
    Explain(explain::Options),
    Fix(fix::Options),
    Structs(structs::Options),
    Completions(Completions),
}

/// Prints a script that completes the arguments of cel-codegen in a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: cel-codegen completions bash > /etc/bash_completion.d/cel-codegen")]
struct Completions {
    /// The shell
    shell: Shell,
}

/// Runs the subcommand that the arguments name.
///
/// # Errors
/// Arguments that do not fit together, files that cannot be read, and output that cannot be written.
pub fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Command::Check(options) => check::run(options),
        Command::Validate(options) => validate::run(options),
        Command::Diff(options) => diff::run(&options),
        Command::Coverage(options) => coverage::run(&options),
        Command::Explain(options) => explain::run(options),
        Command::Fix(options) => fix::run(&options),
        Command::Structs(options) => structs::run(&options),
        Command::Completions(options) => {
            let mut script = Vec::new();
            clap_complete::generate(options.shell, &mut Cli::command(), "cel-codegen", &mut script);
            io::stdout().write_all(&script)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Output format of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Places in the file with the server's text
    Human,
    /// A line of JSON for each version of a CRD, or each object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Commands of a GitHub workflow, which show each mistake at its line
    Github,
}

/// Prints a text, with styles only on a terminal.
fn print(text: &str) -> Result<ExitCode> {
    write_out(text)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes a text to standard output, with styles only on a terminal. It is written as a whole: `anstream` would write each line by
/// itself.
fn write_out(text: &str) -> io::Result<()> {
    let text = &*terminal::with_styles(text);
    let out = io::stdout();
    match anstream::AutoStream::choice(&out) {
        anstream::ColorChoice::Never => {
            out.lock().write_all(anstream::adapter::strip_str(text).to_string().as_bytes())
        }
        _ => anstream::stdout().write_all(text.as_bytes()),
    }
}

/// Writes to standard error and ignores a failure.
fn say(text: &str) {
    _ = anstream::stderr().write_all(text.as_bytes());
}

/// Prints an error to standard error, which may be closed.
pub fn complain(error: &str) {
    say(&format!("{ERROR}error:{ERROR:#} {}\n", terminal::escaped(error)));
}

/// Stack size of a thread that reads files: enough for the deepest files and rules.
pub const STACK: usize = 16 << 20;

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

/// An error about a file, with advice if the file is a template of Helm.
fn with_help(error: &str, text: &str) -> String {
    if is_template(text) { format!("{error}; {TEMPLATE_HELP}") } else { error.to_owned() }
}

/// Parses the release that `--kubernetes` names.
fn release(text: &str) -> std::result::Result<KubernetesVersion, String> {
    KubernetesVersion::for_new_rules(text).map_err(|error| error.to_string())
}

/// The name of a file in reports.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".to_owned() } else { terminal::in_line(&path.display().to_string()) }
}

const EXIT_CODES: &str = "\
Exit code:
  0  all would be accepted
  1  something would be refused
  2  something cannot be read, or there was nothing to check";
