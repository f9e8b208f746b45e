//! `cel-codegen fix`

use super::{Result, complain, lints::LintOptions, print, release, say, shown};
use crate::{
    fix::{self, Change, Problem},
    human::plural,
    input::{self, Input},
    terminal,
};
use cel_compiler::library::KubernetesVersion;
use std::{
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
  2  a file cannot be read or written")]
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
    let version = options.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
    let lints = options.lints.lints()?;
    let (files, errors) = input::files(&options.paths);
    let mut is_readable = errors.is_empty();
    errors.iter().for_each(|(folder, error)| complain(&format!("{}: {error}", shown(folder))));
    let (mut rules, mut changed) = (0, 0);
    for file in files {
        let text = match input::read(&file.path) {
            Ok(text) => text,
            Err(error) => {
                complain(&format!("{}: {error}", shown(&file.path)));
                is_readable = false;
                continue;
            }
        };
        let fixed = fix::fix(&shown(&file.path), text, version, &lints);
        is_readable &= says_problem(&file, fixed.problem.as_ref());
        if fixed.is_cut_short {
            let name = shown(&file.path);
            say(&format!("warning: {name}: it has many rules, and some were not looked at: run it again\n"));
        }
        if file.is_found_link() && !fixed.changes.is_empty() {
            let name = shown(&file.path);
            say(&format!(
                "warning: {name}: a link, so its rules stay as they are: name the file that it leads to\n"
            ));
            continue;
        }
        let is_stdin = file.path == Path::new("-");
        if is_stdin && !options.dry_run {
            io::stdout().write_all(fixed.text.as_bytes())?;
        } else {
            print(&told(&file.path, &fixed.changes, &fixed.left))?;
            if !fixed.changes.is_empty() && !options.dry_run {
                fs::write(&file.path, &fixed.text)
                    .map_err(|error| format!("{}: {error}", shown(&file.path)))?;
            }
            rules += fixed.changes.len();
            changed += usize::from(!fixed.changes.is_empty());
        }
    }
    if options.paths.iter().all(|path| path != Path::new("-")) {
        let would = if options.dry_run { "would be made" } else { "made" };
        print(&format!("{} in {} {would}\n", plural(rules, "change"), plural(changed, "file")))?;
    }
    Ok(if is_readable { ExitCode::SUCCESS } else { ExitCode::from(2) })
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
