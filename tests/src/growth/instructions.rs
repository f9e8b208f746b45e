//! Counts instructions instead of time, if valgrind is installed. The counts do not vary.

use super::{Case, Effort, Finding};
use serde_json::{Value, json};
use std::{
    env,
    error::Error,
    fs,
    path::Path,
    process::{Command, Stdio},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// True if valgrind is installed.
pub fn can_count() -> bool {
    let version =
        Command::new("valgrind").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Evaluates a case once at each size, and prints everything except the instructions. This runs in valgrind.
pub fn evaluate(case: &Case) {
    for effort in SIZES.map(|n| case.measure(n, 1)) {
        let Effort { n, cost, memory, input, is_limited, .. } = effort;
        println!(
            "{}",
            json!({"n": n, "cost": cost, "memory": memory, "input": input, "limited": is_limited})
        );
    }
}

/// Runs this program again in valgrind. The arguments must make it [`evaluate`] the cases.
///
/// # Errors
/// If valgrind fails.
pub fn count(cases: &[Case], arguments: &[&str]) -> Result<Vec<Finding>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/growth");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder)?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=counts", "--quiet"])
        .args(["--toggle-collect=tests::growth::evaluated*", "--dump-after=tests::growth::Case::evaluate"])
        .arg(env::current_exe()?)
        .args(arguments)
        .current_dir(&folder)
        .stderr(Stdio::inherit())
        .output()?;
    let lines = String::from_utf8(output.stdout)?;
    let mut efforts =
        lines.lines().enumerate().map(|(i, line)| effort(line, &folder.join(format!("counts.{}", i + 1))));
    let mut next = || efforts.next().ok_or("valgrind ended early")?;
    let findings = cases.iter().map(|_| Ok(Finding::of([next()?, next()?]))).collect();
    fs::remove_dir_all(&folder)?;
    findings
}

fn effort(line: &str, counts: &Path) -> Result<Effort> {
    let known: Value = serde_json::from_str(line)?;
    let number = |key: &str| known[key].as_u64().ok_or_else(|| format!("no `{key}` in {line}"));
    let text = fs::read_to_string(counts)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).ok_or("no total")?;
    Ok(Effort {
        n: usize::try_from(number("n")?)?,
        nanos: total.trim().parse()?,
        cost: number("cost")?,
        memory: usize::try_from(number("memory")?)?,
        input: usize::try_from(number("input")?)?,
        is_limited: known["limited"] == true,
    })
}

/// The numbers of parts of the values.
pub(super) const SIZES: [usize; 2] = [64, 256];
