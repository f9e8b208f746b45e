//! `cel-codegen coverage`

use super::{Result, print, say};
use crate::coverage::{Records, Report, clear, folder};
use std::{
    ffi::OsString,
    path::PathBuf,
    process::{self, ExitCode, ExitStatus},
};

/// Says which rules tests never saw fail, never saw pass, or never ran.
///
/// Tests record what rules say if cel-runtime has its feature `coverage`. A record does not count if its program was built again
/// since.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Options {
    /// Files and folders of sources: only rules in these [default: all]
    sources: Vec<PathBuf>,
    /// A folder of records. Give several for the tests of several machines [default: target/rule-coverage]
    #[arg(long, value_name = "FOLDER")]
    records: Vec<PathBuf>,
    /// Fails if fewer rules have both passed and failed
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_under: Option<f64>,
    /// How the report is printed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Runs this first, and reports only on it: earlier records are removed
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// How a report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line for each rule that is not tested, then how many there are
    Human,
    /// A document with all rules
    Json,
}

const EXAMPLES: &str = "\
Examples:
  cel-codegen coverage -- cargo test --features cel-runtime/coverage
  cel-codegen coverage --fail-under 100 src

Exit code:
  0  the report is printed
  1  fewer rules are tested than --fail-under says, or COMMAND failed
  2  there are no records, or they cannot be read";

pub(super) fn run(options: &Options) -> Result<ExitCode> {
    let mut folders = options.records.clone();
    if folders.is_empty() {
        folders.extend(folder());
    }
    let mut has_passed = true;
    if let [program, arguments @ ..] = &*options.command {
        for folder in &folders {
            clear(folder)?;
        }
        let status = execute(program, arguments, options.records.first())?;
        has_passed = status.success();
        if folders.is_empty() {
            // The first build of a package makes its target folder.
            folders.extend(folder());
        }
    }
    let mut records = Records::default();
    for folder in &folders {
        records.read(folder)?;
    }
    let report = Report::new(records, &options.sources);
    match report.outdated() {
        0 => {}
        1 => say("warning: 1 record is older than its sources or its program\n"),
        outdated => say(&format!("warning: {outdated} records are older than their sources or programs\n")),
    }
    if report.is_empty() {
        if let (false, Some(program)) = (has_passed, options.command.first()) {
            return Err(format!("{} failed, and recorded no rule", program.display()).into());
        }
        return Err(match options.sources.is_empty() {
            true => NOTHING,
            false => "no recorded rule is in these sources",
        }
        .into());
    }
    match options.format {
        Format::Human => print(&report.to_string())?,
        Format::Json => print(&format!("{:#}\n", report.to_json()))?,
    };
    let is_enough = options.fail_under.is_none_or(|least| report.percent() >= least);
    Ok(if has_passed && is_enough { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Runs the tests, which record to the first folder in `--records`.
fn execute(program: &OsString, arguments: &[OsString], records: Option<&PathBuf>) -> Result<ExitStatus> {
    let mut command = process::Command::new(program);
    command.args(arguments);
    if let Some(records) = records {
        // Tests run in the folders of their packages.
        command.env("RULE_COVERAGE_DIR", std::path::absolute(records)?);
    }
    command.status().map_err(|error| format!("{}: {error}", program.display()).into())
}

fn percent(text: &str) -> std::result::Result<f64, String> {
    let percent = text.trim_end_matches('%').trim_end().parse().ok();
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .ok_or_else(|| "not a number from 0 to 100".to_owned())
}

const NOTHING: &str = "there are no records of rules; run `cargo test --features cel-runtime/coverage` first";
