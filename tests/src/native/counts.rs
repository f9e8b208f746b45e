//! The instructions of each evaluation, by valgrind.

use super::Result;
use serde_json::Value;
use std::{fmt::Display, fs, path::Path, process::Command};

/// Like [`talk`](super::talk), but the program runs in valgrind: each answer has its `instructions`.
pub(super) fn talk(program: &Path, requests: impl Iterator<Item: Display> + Send) -> Result<Vec<Value>> {
    let folder = program.with_extension("counts");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder)?;
    let name = program.file_stem().and_then(|name| name.to_str()).ok_or("no name")?;
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=counts", "--quiet"])
        .args([
            format!("--toggle-collect={name}::values::counted*"),
            format!("--dump-after={name}::evaluate"),
        ])
        .arg(program)
        .current_dir(&folder);
    let mut answers = super::talk(&mut command, requests)?;
    for (i, answer) in answers.iter_mut().enumerate() {
        let text = fs::read_to_string(folder.join(format!("counts.{}", i + 1)))?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).ok_or("no total")?;
        answer["instructions"] = total.trim().parse::<u64>()?.into();
    }
    fs::remove_dir_all(&folder)?;
    Ok(answers)
}
