//! `cel-codegen check`

use super::{
    Format, Result, complain, in_order::in_order, lints::LintOptions, release, say, shown, with_help,
    write_out,
};
use crate::{
    check::FileReport,
    costs,
    fields::FieldValidation,
    findings, github,
    human::{self, Counts},
    input::{self, Input},
    json,
    lints::Lints,
    sarif, terminal,
    twice::{Definition, Seen},
};
use cel_compiler::{crd::lines::Lines, library::KubernetesVersion};
use std::{
    collections::HashSet,
    error::Error,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

/// Says what an API server would say of CRD files: the rules (x-kubernetes-validations) and what they may cost, the schemas around
/// them, default values, names and versions.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cel-codegen check crds/
  helm template CHART | cel-codegen check -

Exit code:
  0  a server would take all CRDs
  1  it would refuse one, or a lint that is denied has found something
  2  something cannot be read, or there was nothing to check")]
pub(super) struct Options {
    /// Files of YAML or JSON with `CustomResourceDefinition`s of apiextensions.k8s.io/v1; folders, for all .yaml, .yml and .json files
    /// below them; `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Also prints what each rule may cost, and what bounds it
    #[arg(long)]
    costs: bool,
    /// Treatment of a field that the server does not know, and of a key that is there twice
    #[arg(long, value_enum, default_value_t = FieldValidation::Strict)]
    field_validation: FieldValidation,
    /// Answers as server-side apply does, which refuses two rules with the same text on one node; otherwise that is a warning
    #[arg(long)]
    server_side: bool,
    /// The release of Kubernetes to install on, 1.25 to 1.37 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = release)]
    kubernetes: Option<KubernetesVersion>,
    #[command(flatten)]
    lints: LintOptions,
}

pub(super) fn run(options: Options) -> Result<ExitCode> {
    let lints = options.lints.lints()?;
    let mut check = Check {
        options,
        counts: Counts::default(),
        progress: Progress::new(),
        fruitful: HashSet::new(),
        seen: Seen::default(),
        results: Vec::new(),
    };
    let (files, errors) = input::files(&check.options.paths);
    for (folder, error) in errors {
        check.unreadable(&folder, &error.to_string());
    }
    let options = check.options.clone();
    let all = files.len();
    in_order(
        &files,
        Input::size,
        |file| Checked::of(file, &options, &lints),
        |checked| {
            for (i, file) in files.iter().enumerate() {
                check.progress.show(i, all);
                checked.next().map_or(Ok(()), |checked| check.file(file, checked))?;
            }
            Ok::<_, Box<dyn Error>>(())
        },
    )??;
    check.progress.clear();
    check.say_what_was_in_vain();
    if check.options.format == Format::Human {
        write_out(&format!("{}\n", human::summary(&check.counts)))?;
    }
    if check.options.format == Format::Sarif {
        write_out(&format!("{:#}\n", sarif::log(std::mem::take(&mut check.results))))?;
    }
    Ok(match check.counts {
        Counts { unreadable: 1.., .. } => ExitCode::from(2),
        Counts { refused: 1.., .. } | Counts { denied: 1.., .. } => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

struct Check {
    options: Options,
    counts: Counts,
    progress: Progress,
    /// The arguments with at least one CRD or error.
    fruitful: HashSet<PathBuf>,
    /// The CRDs of the files so far.
    seen: Seen,
    /// For SARIF, which is a single document.
    results: Vec<sarif::Entry>,
}

impl Check {
    fn file(&mut self, input: &Input, checked: Checked) -> Result<()> {
        if checked.is_of_others {
            return Ok(());
        }
        self.fruitful.insert(input.argument.clone());
        self.counts += checked.counts;
        let twice = self.seen.warnings(&shown(&input.path), &checked.definitions);
        self.results.extend(checked.results);
        if !checked.complaints.is_empty() || !checked.out.is_empty() || !twice.is_empty() {
            self.progress.clear();
        }
        twice.iter().for_each(|warning| say(&terminal::escaped(warning)));
        checked.complaints.iter().for_each(|error| complain(error));
        if !checked.out.is_empty() {
            write_out(&checked.out)?;
        }
        Ok(())
    }

    /// Reports folders without any CRD as errors.
    fn say_what_was_in_vain(&mut self) {
        let options = self.options.clone();
        for path in input::in_vain(&options.paths, &std::mem::take(&mut self.fruitful)) {
            self.unreadable(path, input::IN_VAIN);
        }
    }

    fn unreadable(&mut self, path: &Path, error: &str) {
        self.progress.clear();
        complain(&format!("{}: {error}", shown(path)));
        self.counts.unreadable += 1;
    }
}

/// The result for a file.
#[derive(Default)]
struct Checked {
    /// True if the file has no CRD and was found in a folder.
    is_of_others: bool,
    counts: Counts,
    definitions: Vec<Definition>,
    complaints: Vec<String>,
    out: String,
    results: Vec<sarif::Entry>,
}

impl Checked {
    fn of(input: &Input, options: &Options, lints: &Lints) -> Self {
        let text = match input::read(&input.path) {
            Ok(text) => text,
            Err(error) => return Checked::unreadable(&input.path, &error),
        };
        let version = options.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
        let mode = options.field_validation;
        let mut report = FileReport::with_fields(shown(&input.path), text, version, mode).with_lints(lints);
        if options.server_side {
            report = report.for_server_side_apply();
        }
        if report.is_without_crd() {
            return match input.is_found() {
                true => Checked { is_of_others: true, ..Checked::default() },
                false => {
                    let error = with_help(&report.without_crd(), &report.text);
                    Checked::unreadable(&input.path, &error)
                }
            };
        }
        let mut checked = Checked { definitions: report.definitions().to_vec(), ..Checked::default() };
        checked.counts.add(&report);
        checked.counts.unreadable += match &report.content {
            Ok(content) => content.unknown.len(),
            Err(_) => 1,
        };
        checked.report(&report, options);
        checked
    }

    fn unreadable(path: &Path, error: &str) -> Self {
        let counts = Counts { unreadable: 1, ..Counts::default() };
        Checked { counts, complaints: vec![format!("{}: {error}", shown(path))], ..Checked::default() }
    }

    fn report(&mut self, report: &FileReport, options: &Options) {
        match options.format {
            Format::Human => {
                self.out = human::file(report);
                if options.costs {
                    self.out.extend(report.versions().map(costs::table));
                }
            }
            Format::Github | Format::Sarif => {
                let found = findings::of_file(report, &Lines::new(&report.text));
                if options.format == Format::Github {
                    self.out = github::findings(&report.name, &found);
                } else {
                    self.results = sarif::results(&report.name, &found);
                }
            }
            Format::Json => {
                let lines = Lines::new(&report.text);
                for version in report.versions() {
                    self.out += &format!("{}\n", json::version(&report.name, version, &lines));
                }
                self.complaints = complaints_without_version(report);
            }
        }
    }
}

/// Errors of a file that belong to no version, and so to no line of JSON.
fn complaints_without_version(report: &FileReport) -> Vec<String> {
    let content = report.content.as_ref().map(|content| content.unknown.as_slice());
    let errors = content.unwrap_or_else(|error| std::slice::from_ref(error));
    let shown = |error| with_help(&format!("{}:{error}", report.name), &report.text);
    errors.iter().map(shown).collect()
}

/// A line on standard error that shows the progress. It appears after one second.
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
        // In a log file one line is enough.
        if self.shown && end == "\n" {
            return;
        }
        say(&format!("checked {done} of {all} files{end}"));
        self.shown = true;
    }

    fn clear(&self) {
        if self.shown && io::stderr().is_terminal() {
            say("\r\x1b[K");
        }
    }
}
