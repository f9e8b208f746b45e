//! Answers that are recorded beside a test. The test has the questions, asks them and writes the answers.

use crate::{
    oracle,
    program::{Asked, Report, Result},
};
use std::{
    path::Path,
    process::{Command, ExitStatus},
};

/// CRDs that `check` judges.
pub fn check(_: &Asked, _: &mut Report) -> Result<()> {
    record(&["-p", "tests", "--test", "check"])
}

/// Types that derive `XValidation`.
pub fn derive(_: &Asked, _: &mut Report) -> Result<()> {
    record(&["-p", "tests", "--features", "long", "--test", "derive"])
}

/// Objects with keys of all kinds.
pub fn odd_keys(_: &Asked, _: &mut Report) -> Result<()> {
    record(&["-p", "tests", "--features", "long", "--test", "odd_keys"])
}

/// Pairs of CRDs.
pub fn diff(_: &Asked, _: &mut Report) -> Result<()> {
    record(DIFF)
}

/// Rules that releases of Kubernetes judge differently. `RELEASES` is the folder of their programs.
pub fn releases(asked: &Asked, _: &mut Report) -> Result<()> {
    let folder =
        asked.folder.as_deref().ok_or("--folder names the folder of the programs of the releases")?;
    let mut test = test(&["-p", "tests", "--test", "releases"]);
    succeed(test.env("RECORD", "1").env("RELEASES", folder.canonicalize()?).status()?)
}

/// Asks about the objects in all reports of `diff`: those of the recorded cases, of the versions of other projects' CRDs, and of copies of
/// these in which one thing is changed. With `ALL=1` it makes all of these changes.
pub fn compare_diff(_: &Asked, report: &mut Report) -> Result<()> {
    let status = test(DIFF).arg("--nocapture").env("ORACLE", oracle::program()?.canonicalize()?).status()?;
    if !status.success() {
        report.differs("a report differs: see above")?;
    }
    Ok(())
}

const DIFF: &[&str] = &["-p", "cel-codegen", "--features", "slow-tests", "--test", "diff"];

fn record(arguments: &[&str]) -> Result<()> {
    let oracle = oracle::program()?.canonicalize()?;
    succeed(test(arguments).env("RECORD", "1").env("ORACLE", oracle).status()?)
}

/// The last argument is for the tests.
fn test(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--quiet"]).args(arguments).arg("--");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
}

fn succeed(status: ExitStatus) -> Result<()> {
    if status.success() { Ok(()) } else { Err("a test fails: see above".into()) }
}
