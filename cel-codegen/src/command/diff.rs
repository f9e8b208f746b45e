//! `cel-codegen diff`

use super::{Format, Result, complain, print, release, say, shown, with_help};
use crate::{
    check::FileReport,
    diff::{self, Budget, Comparison, Outcome},
    documents::Documents,
    findings::{self, Finding},
    github, human, input, json, sarif,
};
use cel_compiler::{crd::lines::Lines, library::KubernetesVersion};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Says what a changed CRD does: rules and keywords that are new, gone, tighter or looser, each with an object that shows it, and whether
/// objects that are stored today keep being accepted.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cel-codegen diff old.yaml new.yaml
  git show main:crds/widget.yaml | cel-codegen diff - crds/widget.yaml

Exit code:
  0  no object was found that is accepted before and refused afterwards
  1  such an object was found, one was not looked for since there are too many changes, or a server would refuse one of the CRDs
  2  something cannot be read, or there was nothing to compare")]
pub(super) struct Options {
    /// The CRDs before; `-` for standard input
    old: PathBuf,
    /// The CRDs afterwards; `-` for standard input
    new: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The release of Kubernetes, 1.25 to 1.37 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = release)]
    kubernetes: Option<KubernetesVersion>,
}

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let dash = Path::new("-");
    if options.old == dash && options.new == dash {
        return Err("only one of the two can be standard input".into());
    }
    let version = options.kubernetes.unwrap_or(KubernetesVersion::NEW_EXPRESSIONS);
    let read = |path: &Path| -> Result<FileReport> {
        let name = shown(path);
        if path.is_dir() {
            return Err(format!("{name}: a folder; name the file of a CRD").into());
        }
        let text = input::read(path).map_err(|error| format!("{name}: {error}"))?;
        Ok(FileReport::new(name, text, version))
    };
    let reports = [read(&options.old)?, read(&options.new)?];
    let refusals = reports.iter().map(|report| refusal(report, options.format));
    if let Some(code) = refusals.collect::<Result<Vec<_>>>()?.into_iter().flatten().max() {
        return Ok(ExitCode::from(code));
    }
    let [old, new] = reports.each_ref().map(|report| Documents::all(&report.text).unwrap_or_default().crds());
    let comparison = diff::compare(&old, &new, version, &Budget::default());
    report(&comparison, &reports, options.format)?;
    let counts = Counts::new(&comparison);
    Ok(if counts.tighter > 0 || counts.may_be_tighter { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The exit code for a file that cannot be compared. The findings of `check` are printed.
fn refusal(report: &FileReport, format: Format) -> Result<Option<u8>> {
    let unknown = report.content.as_ref().map_or(1, |content| content.unknown.len());
    if report.is_without_crd() {
        complain(&with_help(&format!("{}: no CustomResourceDefinition in it", report.name), &report.text));
        return Ok(Some(2));
    }
    if unknown == 0 && report.versions().all(|version| version.is_accepted()) {
        return Ok(None);
    }
    let lines = Lines::new(&report.text);
    let found = findings::of_file(report, &lines);
    print(&match format {
        Format::Human => human::findings(&report.name, &lines, &found),
        Format::Github => github::findings(&report.name, &found),
        Format::Sarif => format!("{:#}\n", sarif::log(sarif::results(&report.name, &found))),
        Format::Json => report
            .versions()
            .map(|version| format!("{}\n", json::version(&report.name, version, &lines)))
            .collect(),
    })?;
    let why = if report.content.is_ok() { "an API server would refuse it" } else { "it cannot be read" };
    say(&format!("{}: {why}; nothing is compared\n", report.name));
    Ok(Some(if unknown > 0 { 2 } else { 1 }))
}

fn report(comparison: &Comparison, [old, new]: &[FileReport; 2], format: Format) -> Result<()> {
    if format == Format::Json {
        let lines = diff::json::lines([&old.name, &new.name], comparison);
        print(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())?;
        return Ok(());
    }
    let mut results = Vec::new();
    let lines = [Lines::new(&old.text), Lines::new(&new.text)];
    // Findings of one file are printed together, in order.
    let found = diff::findings::of_comparison(comparison);
    for side in found.chunk_by(|(one, _), (other, _)| one == other) {
        let is_old = side.first().is_some_and(|(is_old, _)| *is_old);
        let [of_old, of_new] = &lines;
        let (report, lines) = if is_old { (old, of_old) } else { (new, of_new) };
        let side: Vec<Finding<'_>> = side.iter().map(|(_, finding)| finding.clone()).collect();
        match format {
            Format::Human => drop(print(&human::findings(&report.name, lines, &side))?),
            Format::Github => drop(print(&github::findings(&report.name, &side))?),
            Format::Sarif | Format::Json => results.extend(sarif::results(&report.name, &side)),
        }
    }
    match format {
        Format::Human => drop(print(&Counts::new(comparison).text())?),
        Format::Sarif => drop(print(&format!("{:#}\n", sarif::log(results)))?),
        Format::Github | Format::Json => {}
    }
    Ok(())
}

/// Number of changes of each kind.
#[derive(Default)]
struct Counts {
    versions: usize,
    /// Changes that make the server refuse an object that it accepted before.
    tighter: usize,
    looser: usize,
    /// Changes for which no object was found.
    others: usize,
    /// Changes outside of the schemas that refuse nothing.
    noted: usize,
    /// Changes that there was no time for.
    unsearched: usize,
    /// True if one of these may be tighter.
    may_be_tighter: bool,
}

impl Counts {
    fn new(comparison: &Comparison) -> Self {
        let crds = &comparison.crds;
        let facts = comparison.facts.iter().chain(crds.iter().flat_map(|crd| &crd.facts));
        let (tighter, noted): (Vec<_>, Vec<_>) = facts.partition(|fact| fact.is_tighter);
        let mut counts = Counts {
            versions: crds.iter().map(|crd| crd.versions.len()).sum(),
            tighter: tighter.len(),
            noted: noted.len(),
            ..Counts::default()
        };
        for effect in crds.iter().flat_map(|crd| &crd.versions).flat_map(|version| &version.effects) {
            let found = |outcome: &Outcome| matches!(outcome, Outcome::Found(_));
            let (tighter, looser) = (found(&effect.tighter), found(&effect.looser));
            counts.tighter += usize::from(tighter);
            counts.looser += usize::from(looser);
            counts.may_be_tighter |= matches!(effect.tighter, Outcome::NotSearched { .. });
            counts.unsearched += usize::from(effect.is_unsearched());
            counts.others += usize::from(!tighter && !looser && !effect.is_unsearched());
        }
        counts
    }

    fn text(&self) -> String {
        let Counts { versions, tighter, looser, others, noted, unsearched, .. } = self;
        let mut text = format!("{} compared: ", human::plural(*versions, "version"));
        let parts = [
            (tighter, "tightened"),
            (looser, "loosened"),
            (others, "without an effect that was found"),
            (noted, if *noted == 1 { "other change" } else { "other changes" }),
            (unsearched, "not searched"),
        ];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(count, _)| **count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        text += &if parts.is_empty() { "no change".to_owned() } else { parts.join(", ") };
        text + "\n"
    }
}
