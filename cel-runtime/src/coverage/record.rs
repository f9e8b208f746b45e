//! The records of a process: a table of its rules, shared by processes with the same rules, and the process's own file of verdicts.

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

/// The file of the process. `None` if it could not be opened; a warning said so.
pub(super) struct Record {
    rules: Vec<Place>,
    file: Mutex<Option<File>>,
}

impl Record {
    /// Writes the table of rules, which must be sorted.
    pub(super) fn begin(rules: &[Place]) -> Self {
        let file = begin(rules).unwrap_or_else(|error| {
            say(&error);
            None
        });
        Record { rules: rules.to_vec(), file: Mutex::new(file) }
    }

    /// Writes the first verdict of this kind of a rule.
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

/// Writes the table of rules if no process has written it. The name of the file is a hash of its content.
fn table(folder: &Path, rules: &[Place]) -> io::Result<String> {
    let text: String = rules.iter().map(|rule| json!(rule).to_string() + "\n").collect();
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let name = format!("{:016x}.rules", hasher.finish());
    let path = folder.join(&name);
    if !path.is_file() {
        // Another process may write the same file at this moment.
        let own = folder.join(format!("{name}-{}", process::id()));
        fs::write(&own, text)
            .and_then(|()| fs::rename(&own, &path))
            .map_err(|error| with_path(&error, &path))?;
    }
    Ok(name)
}

/// Opens a new file. Its name has a number, because an earlier process may have had the same id.
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

/// Writes a line with one call, so that no line is cut if the process ends.
fn line(file: &mut File, line: &serde_json::Value) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}

fn with_path(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes directly to stderr, because the output of tests that pass is captured and not shown. This error fails no test.
fn say(error: &io::Error) {
    _ = writeln!(io::stderr(), "warning: the coverage of rules is not written: {error}");
}
