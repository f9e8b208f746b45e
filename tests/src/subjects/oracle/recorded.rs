//! Records answers that belong to a test. The test has the questions, asks the oracle and writes the answers.

use crate::{
    oracle,
    program::{Asked, Report, Result},
};
use std::{
    path::Path,
    process::{Command, ExitStatus},
};

/// Records CRDs for `check`.
pub fn check(_: &Asked, _: &mut Report) -> Result<()> {
    record(&["-p", "tests", "--test", "check"])
}

/// Records types that derive `XValidation`.
pub fn derive(_: &Asked, _: &mut Report) -> Result<()> {
    record(&["-p", "tests", "--features", "long", "--test", "derive"])
}

/// Records objects with keys of all kinds.
pub fn odd_keys(_: &Asked, _: &mut Report) -> Result<()> {
    record(&["-p", "tests", "--features", "long", "--test", "odd_keys"])
}

/// Records pairs of CRDs.
pub fn diff(_: &Asked, _: &mut Report) -> Result<()> {
    record(DIFF)
}

/// Records rules that releases of Kubernetes judge differently. `RELEASES` is the folder of their programs.
pub fn releases(asked: &Asked, _: &mut Report) -> Result<()> {
    let folder =
        asked.folder.as_deref().ok_or("--folder names the folder of the programs of the releases")?;
    let mut test = test(&["-p", "tests", "--test", "releases"]);
    succeed(test.env("RECORD", "1").env("RELEASES", folder.canonicalize()?).status()?)
}

/// Asks the oracle about the objects in all reports of `diff`: those for recorded cases, for versions of other projects' CRDs, and
/// for copies of these with one change. With `ALL=1` the test makes all of these changes.
pub fn compare_diff(_: &Asked, report: &mut Report) -> Result<()> {
    let status = test(DIFF).arg("--nocapture").env("ORACLE", oracle::program()?.canonicalize()?).status()?;
    if !status.success() {
        report.differs("a report differs: see above")?;
    }
    Ok(())
}

/// The tests of `diff`, as `.ci/run` builds them.
const DIFF: &[&str] =
    &["--release", "-p", "cel-codegen", "--features", "slow-tests,hostile-tests", "--test", "diff"];

fn record(arguments: &[&str]) -> Result<()> {
    let oracle = oracle::program()?.canonicalize()?;
    succeed(test(arguments).env("RECORD", "1").env("ORACLE", oracle).status()?)
}

/// A test with these arguments. The last argument goes to the test itself.
fn test(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--quiet"]).args(arguments).arg("--");
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command
}

fn succeed(status: ExitStatus) -> Result<()> {
    if status.success() { Ok(()) } else { Err("a test fails: see above".into()) }
}
