//! Records of a process: a table of its rules, which processes with the same rules share, and a file of its own with the answers of rules.

use super::{Place, Verdict, folder::folder};
use serde_json::json;
use std::{
    env,
    fs::{self, File, OpenOptions},
    hash::{DefaultHasher, Hash, Hasher},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    process,
    sync::{Mutex, PoisonError},
    time::UNIX_EPOCH,
};

/// The file of the process. None if there is nothing to write to, which was said then.
pub(super) struct Record {
    rules: Vec<Place>,
    file: Mutex<Option<File>>,
}

impl Record {
    /// Writes which rules there are; they are sorted.
    pub(super) fn begin(rules: &[Place]) -> Self {
        let file = begin(rules).unwrap_or_else(|error| {
            say(&error);
            None
        });
        Record { rules: rules.to_vec(), file: Mutex::new(file) }
    }

    /// A rule said this for the first time.
    pub(super) fn saw(&self, place: &Place, verdict: Verdict) {
        let Ok(rule) = self.rules.binary_search(place) else { return };
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(open) = &mut *file else { return };
        if let Err(error) = line(open, &json!({"rule": rule, "verdict": verdict})) {
            *file = None;
            say(&error);
        }
    }
}

fn begin(rules: &[Place]) -> io::Result<Option<File>> {
    if rules.is_empty() {
        return Ok(None);
    }
    let program = env::current_exe()?;
    let folder = folder(&program)?;
    fs::create_dir_all(&folder).map_err(|error| with_path(&error, &folder))?;
    let table = table(&folder, rules)?;
    let name = program.file_stem().map(|name| name.to_string_lossy()).unwrap_or_default();
    let mut file = own_file(&folder, &name)?;
    let built = fs::metadata(&program).and_then(|program| program.modified()).ok();
    let built = built.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|time| time.as_secs_f64());
    line(
        &mut file,
        &json!({"version": 1, "rules": table, "program": program.to_string_lossy(), "built": built}),
    )?;
    Ok(Some(file))
}

/// Writes the table of rules, if no process has done so. Its name says what is in it.
fn table(folder: &Path, rules: &[Place]) -> io::Result<String> {
    let text: String = rules.iter().map(|rule| json!(rule).to_string() + "\n").collect();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let name = format!("{:016x}.rules", hasher.finish());
    let path = folder.join(&name);
    if !path.is_file() {
        // Another process may do the same.
        let own = folder.join(format!("{name}-{}", process::id()));
        fs::write(&own, text)
            .and_then(|()| fs::rename(&own, &path))
            .map_err(|error| with_path(&error, &path))?;
    }
    Ok(name)
}

/// A process may have the id of one that has ended.
fn own_file(folder: &Path, name: &str) -> io::Result<File> {
    let mut number = 0_u32;
    loop {
        let path: PathBuf = folder.join(format!("{name}-{}-{number}.jsonl", process::id()));
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number = number.saturating_add(1),
            opened => return opened.map_err(|error| with_path(&error, &path)),
        }
    }
}

/// In one write, so that no part of a line is missing if the process ends.
fn line(file: &mut File, line: &serde_json::Value) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}

fn with_path(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Past what captures the output of tests, since most tests pass. A test does not fail for this.
fn say(error: &io::Error) {
    _ = writeln!(io::stderr(), "warning: the coverage of rules is not written: {error}");
}
