//! `cel-codegen fix`

use super::{Result, complain, lints::LintOptions, print, release, say, shown};
use crate::{
    fix::{self, Change, Problem},
    human::plural,
    input::{self, Input},
    lints::Lints,
    terminal,
};
use cel_compiler::library::KubernetesVersion;
use std::{
    collections::HashSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Changes rules that compile and are wrong all the same, where there is one right answer: guards of optional fields, `hasValue()`,
/// anchors of patterns. All other bytes of a file stay as they are.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cel-codegen fix --dry-run crds/
  cel-codegen fix --allow unanchored_pattern crds/widget.yaml

Exit code:
  0  what was found is changed
  2  something cannot be read or written, or there was nothing to change: no CRD")]
pub(super) struct Options {
    /// Files of YAML or JSON with `CustomResourceDefinition`s, or folders of them, in which links stay as they are; `-` reads standard input and prints the changed text
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Only says what would be changed
    #[arg(long)]
    dry_run: bool,
    /// The release of Kubernetes to install on, 1.25 to 1.37 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = release)]
    kubernetes: Option<KubernetesVersion>,
    #[command(flatten)]
    lints: LintOptions,
}

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let lints = options.lints.lints()?;
    let (files, errors) = input::files(&options.paths);
    let is_whole = errors.is_empty();
    let mut fix = Fix { options, lints, is_whole, rules: 0, changed: 0, fruitful: HashSet::new() };
    errors.iter().for_each(|(folder, error)| complain(&format!("{}: {error}", shown(folder))));
    for file in files {
        match input::read(&file.path) {
            Ok(text) => fix.file(&file, text)?,
            Err(error) => {
                complain(&format!("{}: {error}", shown(&file.path)));
                fix.is_whole = false;
            }
        }
    }
    fix.finish()
}
struct Fix<'o> {
    options: &'o Options,
    lints: Lints,
    /// Everything could be read.
    is_whole: bool,
    /// Number of changes.
    rules: usize,
    /// Number of files with changes.
    changed: usize,
    /// The arguments with at least one CRD or error.
    fruitful: HashSet<PathBuf>,
}

impl Fix<'_> {
    fn file(&mut self, file: &Input, text: String) -> Result<()> {
        let version = self.options.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
        let name = shown(&file.path);
        let fixed = fix::fix(&name, text, version, &self.lints);
        self.is_whole &= says_problem(file, fixed.problem.as_ref());
        if !(file.is_found() && matches!(fixed.problem, Some(Problem::NoCrd(_)))) {
            self.fruitful.insert(file.argument.clone());
        }
        if fixed.is_cut_short {
            say(&format!("warning: {name}: it has many rules, and some were not looked at: run it again\n"));
        }
        if file.is_found_link() && !fixed.changes.is_empty() {
            say(&format!(
                "warning: {name}: a link, so its rules stay as they are: name the file that it leads to\n"
            ));
            return Ok(());
        }
        if file.path == Path::new("-") && !self.options.dry_run {
            io::stdout().write_all(fixed.text.as_bytes())?;
            return Ok(());
        }
        print(&told(&file.path, &fixed.changes, &fixed.left))?;
        if !fixed.changes.is_empty() && !self.options.dry_run {
            fs::write(&file.path, &fixed.text).map_err(|error| format!("{name}: {error}"))?;
        }
        self.rules += fixed.changes.len();
        self.changed += usize::from(!fixed.changes.is_empty());
        Ok(())
    }

    fn finish(mut self) -> Result<ExitCode> {
        for folder in input::in_vain(&self.options.paths, &self.fruitful) {
            complain(&format!("{}: {}", shown(folder), input::IN_VAIN));
            self.is_whole = false;
        }
        if self.options.paths.iter().all(|path| path != Path::new("-")) {
            let would = if self.options.dry_run { "would be made" } else { "made" };
            let (changes, files) = (plural(self.rules, "change"), plural(self.changed, "file"));
            print(&format!("{changes} in {files} {would}\n"))?;
        }
        Ok(if self.is_whole { ExitCode::SUCCESS } else { ExitCode::from(2) })
    }
}

/// Says why rules stay as they are. False if the file cannot be read. In folders files of other kinds are passed over.
fn says_problem(file: &Input, problem: Option<&Problem>) -> bool {
    let name = shown(&file.path);
    match problem {
        Some(Problem::Unreadable(why)) => complain(&format!("{name}:{why}")),
        Some(Problem::NoCrd(why)) if !file.is_found() => complain(&format!("{name}: {why}")),
        Some(Problem::Refused) => {
            say(&format!(
                "warning: {name}: an API server would refuse it, so its rules stay as they are: `cel-codegen check {name}` says why\n"
            ));
            return true;
        }
        Some(Problem::NoCrd(_)) | None => return true,
    }
    false
}

/// A paragraph about each change.
fn told(path: &Path, changes: &[Change], left: &[Change]) -> String {
    let line = |change: &Change, note: &str| {
        let Change { at, lints, before, after } = change;
        let lints = lints.join(", ");
        let indented = |text: &str| terminal::escaped(text).replace('\n', "\n    ");
        format!(
            "{}:{}:{}: {lints}{note}\n  - {}\n  + {}\n",
            shown(path),
            at.line,
            at.column,
            indented(before),
            indented(after)
        )
    };
    let left =
        left.iter().map(|change| line(change, ": change it by hand, the file has the rule in another form"));
    changes.iter().map(|change| line(change, "")).chain(left).collect()
}
