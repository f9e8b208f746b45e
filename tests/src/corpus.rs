//! CRDs of other projects, and examples of their objects.

pub mod cases;

use crate::schemas;
use cel_compiler::crd::{definition::CrdFile, document};
use serde_json::Value;
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// CRDs and examples.
pub struct Corpus {
    /// The CRDs without descriptions.
    pub crds: Vec<Value>,
    /// Objects of the CRDs, with the place where each was found.
    pub examples: Vec<(String, Value)>,
}

/// One version of a CRD.
pub struct Version<'c> {
    /// The CRD without descriptions.
    pub crd: &'c Value,
    /// The version's name.
    pub name: &'c str,
    /// Its schema.
    pub schema: &'c Value,
    /// The schema's text.
    pub text: Arc<str>,
}

impl Corpus {
    /// The folder of the corpus: the one that `CORPUS` names, or a folder beside the project.
    pub fn folder() -> Option<PathBuf> {
        let folder = env::var_os("CORPUS").map(PathBuf::from);
        let folder =
            folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"));
        if !folder.is_dir() {
            println!("there is no corpus at {}: nothing of it is compared", folder.display());
            return None;
        }
        Some(folder)
    }

    /// The schemas of all CRDs in the corpus, with their names; empty without a corpus.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn schemas() -> Result<Vec<(String, Value)>> {
        let Some(folder) = Self::folder() else { return Ok(Vec::new()) };
        let (files, _) = cel_codegen::input::files(&[folder]);
        let mut found = Vec::new();
        for file in files {
            found.extend(schemas::of_text(&cel_codegen::input::read(&file.path)?));
        }
        Ok(found)
    }

    /// The files with CRDs, in order.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn crd_files(folder: &Path) -> Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for project in sorted(folder)?.iter().filter(|project| project.is_dir()) {
            files.extend(sorted(project)?.into_iter().filter(|file| is_yaml(file)));
        }
        Ok(files)
    }

    /// Reads the corpus in a folder.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn read(folder: &Path) -> Result<Self> {
        let mut corpus = Corpus { crds: Vec::new(), examples: Vec::new() };
        for file in Self::crd_files(folder)? {
            let text = fs::read_to_string(&file)?;
            let crds = CrdFile::read(&text).map_err(|error| format!("{}:{error}", file.display()))?;
            for crd in &crds.crds {
                let mut crd = crd.node.to_json();
                remove_descriptions(&mut crd);
                corpus.crds.push(crd);
            }
        }
        for project in sorted(folder)?.iter().filter(|project| project.join("examples").is_dir()) {
            corpus.read_examples(folder, &project.join("examples"))?;
        }
        Ok(corpus)
    }

    /// The corpus, if there is one, and CRDs and objects of our own.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn with_invented() -> Result<Self> {
        let mut corpus = match Self::folder() {
            Some(folder) => Self::read(&folder)?,
            None => Corpus { crds: Vec::new(), examples: Vec::new() },
        };
        let (crds, cases) = crate::validate::recorded()?;
        let writes = cases.into_iter().filter_map(|case| case.write);
        let examples = writes.flat_map(|write| [Some(write.object), write.old]).flatten();
        corpus.examples.extend(examples.map(|object| ("recorded".to_owned(), object)));
        corpus.crds.extend(crds);
        Ok(corpus)
    }

    fn read_examples(&mut self, root: &Path, folder: &Path) -> Result<()> {
        for path in sorted(folder)? {
            if path.is_dir() {
                self.read_examples(root, &path)?;
            } else if is_yaml(&path) {
                let place = path.strip_prefix(root)?.display().to_string();
                let documents = match document::read(&fs::read_to_string(&path)?) {
                    Ok(documents) => documents,
                    Err(error) => {
                        eprintln!("{place}:{error}");
                        continue;
                    }
                };
                let objects = documents.iter().map(document::Node::to_json);
                self.examples.extend(objects.enumerate().filter_map(|(i, mut object)| {
                    object.as_object_mut()?.remove("_err");
                    self.crds.iter().any(|crd| is_of(&object, crd)).then(|| (format!("{place}#{i}"), object))
                }));
            }
        }
        Ok(())
    }

    /// All versions of all CRDs.
    pub fn versions(&self) -> impl Iterator<Item = Version<'_>> {
        self.crds.iter().flat_map(|crd| {
            crd["spec"]["versions"].as_array().into_iter().flatten().filter_map(move |version| {
                let schema = &version["schema"]["openAPIV3Schema"];
                let text = schema.to_string().into();
                Some(Version { crd, name: version["name"].as_str()?, schema, text })
            })
        })
    }

    /// The examples of a version's kind. Those of other versions get the `apiVersion` of this one.
    pub fn examples_of(&self, version: &Version<'_>) -> Vec<(String, Value)> {
        let examples = self.examples.iter().filter(|(_, object)| is_of(object, version.crd));
        examples
            .map(|(place, object)| {
                let mut object = object.clone();
                object["apiVersion"] = version.api_version().into();
                (place.clone(), object)
            })
            .collect()
    }
}

impl Version<'_> {
    /// The `apiVersion` of its objects.
    pub fn api_version(&self) -> String {
        format!("{}/{}", self.crd["spec"]["group"].as_str().unwrap_or_default(), self.name)
    }
}

fn is_of(object: &Value, crd: &Value) -> bool {
    let group = object["apiVersion"].as_str().and_then(|version| version.split_once('/'));
    let names = &crd["spec"]["names"];
    group.is_some_and(|(group, _)| crd["spec"]["group"] == group) && object["kind"] == names["kind"]
}

fn remove_descriptions(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_descriptions),
        Value::Object(fields) => {
            fields.retain(|key, value| key != "description" || !value.is_string());
            fields.values_mut().for_each(remove_descriptions);
        }
        _ => {}
    }
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml")
}
