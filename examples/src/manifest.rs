//! Reads manifests: YAML files with several documents. A document may contain the expected result

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use kube::Resource;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Scaler;

/// One YAML document of a file
pub struct Document {
    /// Line on which it starts, from 1
    pub line: usize,
    /// Its text, after as many blank lines as there are lines before it in the file. So errors have the file's line numbers
    text: String,
}

/// The expected result that a manifest has in its comments
#[derive(Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `# expect: accepted`
    Accepted,
    /// `# expect: refused: <error>`, a line for each error; sorted
    Refused(Vec<String>),
}

/// The reason why a document cannot be read as a Scaler
#[derive(Debug)]
pub enum Problem {
    /// It is not YAML
    Yaml(serde_saphyr::Error),
    /// It is YAML, but not a valid Scaler
    Shape(String),
    /// It is another kind of object
    Kind {
        /// Its `apiVersion`
        api_version: String,
        /// Its `kind`
        kind: String,
    },
}

/// The documents of a file, without empty ones.
///
/// This function splits them, and not the YAML reader, so that an error in one document does not affect the others. A line that
/// starts with `---` or `...` ends a document, even inside a block of text.
pub fn documents(text: &str) -> Vec<Document> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut all = vec![Document { line: 1, text: String::new() }];
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if is_marker(line, "---") {
            all.push(Document { line: index + 1, text: "\n".repeat(index) });
        } else if is_marker(line, "...") {
            all.push(Document { line: index + 2, text: "\n".repeat(index + 1) });
            continue;
        }
        if let Some(document) = all.last_mut() {
            document.text.push_str(line);
        }
    }
    all.retain(|document| !document.is_empty());
    all
}

fn is_marker(line: &str, marker: &str) -> bool {
    line.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

impl Document {
    fn is_empty(&self) -> bool {
        let content = |line: &str| !line.is_empty() && !line.starts_with(['#', '%']) && line != "---";
        !self.text.lines().map(str::trim).any(content)
    }

    /// The document as YAML
    pub fn text(&self) -> &str {
        self.text.trim_start_matches('\n')
    }

    /// The object, if it is a Scaler.
    ///
    /// It is read as JSON first, like on the server: YAML alone would accept a quoted number as an integer.
    pub fn read(&self) -> Result<Scaler, Problem> {
        let value: Value = parse(&self.text).map_err(Problem::Yaml)?;
        let found = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let (api_version, kind) = (found("apiVersion"), found("kind"));
        if api_version != Scaler::api_version(&()) || kind != Scaler::kind(&()) {
            return Err(Problem::Kind { api_version, kind });
        }
        serde_json::from_value(value).map_err(|error| match parse::<Scaler>(&self.text) {
            Err(with_place) => Problem::Shape(with_place.to_string()),
            Ok(_) => Problem::Shape(error.to_string()),
        })
    }

    /// The expected result in the document's comments, if there is one.
    pub fn expectation(&self) -> Option<Expectation> {
        let comments = || self.text.lines().filter_map(|line| line.strip_prefix("# expect: "));
        let mut errors: Vec<String> =
            comments().filter_map(|line| line.strip_prefix("refused: ")).map(str::to_owned).collect();
        errors.sort();
        match comments().next()? {
            "accepted" => Some(Expectation::Accepted),
            _ => Some(Expectation::Refused(errors)),
        }
    }
}

/// Reads scalars like the API server: an unquoted `8080` is a number, `yes` is true and `012` is ten.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, serde_saphyr::Error> {
    serde_saphyr::from_str_with_options(
        text,
        serde_saphyr::options! { no_schema: true, legacy_octal_numbers: true },
    )
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Yaml(error) => write!(f, "not YAML: {error}"),
            Problem::Shape(error) => write!(f, "not a Scaler: {error}"),
            Problem::Kind { api_version, kind } => write!(
                f,
                "not a Scaler: found apiVersion `{api_version}`, kind `{kind}`, expected `{}`, `{}`",
                Scaler::api_version(&()),
                Scaler::kind(&())
            ),
        }
    }
}

/// The bundled manifests, sorted by name.
pub fn bundled() -> io::Result<Vec<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("manifests");
    let mut files = Vec::new();
    for directory in ["valid", "invalid"] {
        for entry in fs::read_dir(root.join(directory))? {
            files.push(entry?.path());
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    Ok(files)
}
