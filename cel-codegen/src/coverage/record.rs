//! The files that test processes write.

use super::{Place, Seen};
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    env,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

/// All records of some folders.
#[derive(Debug, Default)]
pub struct Records {
    /// The results of each rule in the programs.
    pub rules: BTreeMap<Place, Seen>,
    /// Number of processes that wrote the records.
    pub processes: usize,
    /// Number of records that are older than the program or its sources.
    pub outdated: usize,
    /// The rules in each table.
    tables: HashMap<PathBuf, Vec<Place>>,
    /// When each file was changed.
    changed: HashMap<PathBuf, Option<f64>>,
}

impl Records {
    /// Adds the records in a folder. The folder may be missing.
    ///
    /// # Errors
    /// Files that cannot be read, or that are not records.
    pub fn read(&mut self, folder: &Path) -> io::Result<()> {
        for path in files(folder)? {
            if path.extension() == Some(OsStr::new(RECORD)) {
                self.process(folder, &path).map_err(|error| within(&path, &error))?;
            }
        }
        // Rules of crates that cargo has downloaded do not count.
        if let Some(home) = cargo_home() {
            self.rules.retain(|rule, _| !rule.file.starts_with(&home));
        }
        Ok(())
    }

    fn process(&mut self, folder: &Path, path: &Path) -> io::Result<()> {
        let text = fs::read_to_string(path)?;
        // A killed process may have written only a part of its last line.
        let lines = text.lines().zip(text.split_inclusive('\n')).filter(|(_, line)| line.ends_with('\n'));
        let mut lines = lines.map(|(line, _)| serde_json::from_str::<Value>(line));
        let Some(head) = lines.next().transpose()? else { return Ok(()) };
        if head["version"] != 1 {
            return Err(invalid(
                "another version of cel-runtime wrote it; use the cel-codegen of that version",
            ));
        }
        let table = folder.join(head["rules"].as_str().ok_or_else(|| invalid("it names no rules"))?);
        if !self.tables.contains_key(&table) {
            let rules = read_table(&table).map_err(|error| within(&table, &error))?;
            self.tables.insert(table.clone(), rules);
        }
        let rules = self.tables.get(&table).cloned().unwrap_or_default();
        if self.is_outdated(&head, &rules) {
            self.outdated += 1;
            return Ok(());
        }
        self.processes += 1;
        for rule in &rules {
            self.rules.entry(rule.clone()).or_default();
        }
        for line in lines {
            let line = line?;
            let rule = line["rule"].as_u64().and_then(|n| rules.get(usize::try_from(n).ok()?));
            let Some(seen) = rule.and_then(|rule| self.rules.get_mut(rule)) else {
                return Err(invalid("it names a rule that is not in its table"));
            };
            match line["verdict"].as_str() {
                Some("passed") => seen.passed = true,
                Some("failed") => seen.failed = true,
                _ => seen.error = true,
            }
        }
        Ok(())
    }

    /// True if the program or a source was changed after the record was made.
    fn is_outdated(&mut self, head: &Value, rules: &[Place]) -> bool {
        let Some(built) = head["built"].as_f64() else { return false };
        let program = head["program"].as_str().map(PathBuf::from).unwrap_or_default();
        // The programs of doc tests are removed after the run.
        if self.changed(&program).is_some_and(|now| now != built) {
            return true;
        }
        rules.iter().any(|rule| self.changed(&rule.file).is_some_and(|changed| changed > built))
    }

    fn changed(&mut self, path: &Path) -> Option<f64> {
        if let Some(known) = self.changed.get(path) {
            return *known;
        }
        let time = fs::metadata(path).and_then(|file| file.modified()).ok();
        let time = time.and_then(|time| Some(time.duration_since(UNIX_EPOCH).ok()?.as_secs_f64()));
        self.changed.insert(path.to_owned(), time);
        time
    }
}

/// Removes all records in a folder.
///
/// # Errors
/// A folder or a file in it that cannot be changed.
pub fn clear(folder: &Path) -> io::Result<()> {
    for path in files(folder)? {
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        if extension == RECORD || extension.starts_with(TABLE) {
            fs::remove_file(&path).map_err(|error| within(&path, &error))?;
        }
    }
    Ok(())
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|error| within(folder, &error))?,
    };
    entries.map(|entry| Ok(entry?.path())).collect()
}

fn read_table(path: &Path) -> io::Result<Vec<Place>> {
    fs::read_to_string(path)?.lines().map(|line| place(&serde_json::from_str(line)?)).collect()
}

fn place(line: &Value) -> io::Result<Place> {
    let text = |key: &str| line[key].as_str().ok_or_else(|| invalid("it is no table of rules"));
    let number = |key: &str| line[key].as_u64().unwrap_or_default();
    Ok(Place {
        file: Path::new(text("folder")?).join(text("file")?),
        line: number("line"),
        column: number("column"),
        owner: text("owner")?.to_owned(),
        rule: text("rule")?.to_owned(),
    })
}

fn cargo_home() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
    home.or_else(|| Some(env::home_dir()?.join(".cargo")))
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn within(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The extension of a process' record.
const RECORD: &str = "jsonl";

/// The extension of a table of rules.
const TABLE: &str = "rules";
