//! CRDs of other projects: each version compared with the next, each CRD with itself, and each with copies of it in which one thing is changed.

use super::{
    edits::{self, Edit},
    server::{self, Question},
};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The reports on many pairs, and what the server is asked about them.
#[derive(Default)]
struct Run {
    folder: PathBuf,
    asked: Vec<Question>,
    /// The text of each CRD, by case and side.
    texts: BTreeMap<(String, String), String>,
    pairs: usize,
    changes: usize,
    tightened: usize,
}

impl Run {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("created");
        Run { folder, ..Run::default() }
    }

    /// The exit code, and the changes that are reported.
    fn diff(&mut self, case: &str, old: &Value, new: &Value) -> (i32, Vec<Value>) {
        for (name, crd) in [("old", old), ("new", new)] {
            let text = crd.to_string();
            fs::write(self.folder.join(format!("{name}.yaml")), &text).expect("written");
            self.texts.insert((case.to_owned(), name.to_owned()), text);
        }
        let output = Command::new(env!("CARGO_BIN_EXE_cel-codegen"))
            .args(["diff", "old.yaml", "new.yaml", "--format", "json"])
            .current_dir(&self.folder)
            .output()
            .expect("ran");
        let code = output.status.code().expect("an exit code");
        assert_ne!(code, 101, "{case}");
        self.pairs += 1;
        let mut changes = Vec::new();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let of_line = line["changes"].as_array().into_iter().flatten();
            self.asked.extend(server::questions(case, &line));
            changes.extend(of_line.cloned());
        }
        self.changes += changes.len();
        self.tightened += changes.iter().filter(|change| !change["refused"]["object"].is_null()).count();
        (code, changes)
    }

    /// With `ORACLE` set the server's code is asked about each object that was found.
    fn ask(self) {
        let Run { pairs, changes, tightened, asked, texts, .. } = self;
        println!("{pairs} pairs, {changes} changes, {tightened} tightened, {} questions", asked.len());
        if env::var_os("ORACLE").is_none() {
            return;
        }
        let answers = server::ask(&asked, |case, name| texts[&(case.to_owned(), name.to_owned())].clone());
        let found: Vec<String> = asked
            .iter()
            .filter_map(|question| {
                let answer = answers.iter().find(|answer| answer["question"] == question.key());
                let found = question.differences(answer.expect("an answer"));
                (!found.is_empty()).then(|| format!("{}\n{}", question.key(), found.join("\n")))
            })
            .collect();
        assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
    }
}

/// Versions of the same CRD.
pub(crate) fn versions() {
    let mut run = Run::new("diff-versions");
    for crd in crds() {
        let versions = crd["spec"]["versions"].as_array().expect("versions");
        for pair in versions.windows(2) {
            let case = format!("{} {} {}", crd["metadata"]["name"], pair[0]["name"], pair[1]["name"]);
            run.diff(&case, &with_version(&crd, &pair[0]), &with_version(&crd, &pair[1]));
        }
    }
    run.ask();
}

/// A CRD has no difference from itself.
pub(crate) fn themselves() {
    let mut run = Run::new("diff-themselves");
    for crd in crds() {
        let found = run.diff("itself", &crd, &crd);
        assert_eq!(found, (0, Vec::new()), "{}", crd["metadata"]["name"]);
    }
    println!("{} CRDs are as they are", run.pairs);
}

/// Copies with one change each: the report names the change, and nothing that does not follow from it.
pub(crate) fn copies() {
    let mut run = Run::new("diff-copies");
    let mut tally: BTreeMap<(Edit, String), usize> = BTreeMap::new();
    // All edits of all CRDs take half an hour without optimisation.
    let all = env::var_os("ALL").is_some();
    for (i, crd) in crds().iter().enumerate() {
        let versions = crd["spec"]["versions"].as_array().expect("versions");
        let stored = versions.iter().find(|version| version["storage"] == true).expect("a stored version");
        let old = with_version(crd, stored);
        for (n, edit) in Edit::ALL.into_iter().enumerate() {
            if !all && (i + n) % 3 != 0 {
                continue;
            }
            let Some((place, new)) = edits::edited(&old, edit, i) else {
                *tally.entry((edit, "no such place".to_owned())).or_default() += 1;
                continue;
            };
            let case = format!("{} {edit:?} {place}", crd["metadata"]["name"]);
            let (code, changes) = run.diff(&case, &old, &new);
            let verdict = edit.verdict(&place, &changes).unwrap_or_else(|| panic!("{case}: {changes:#?}"));
            let is_tighter = changes.iter().any(|change| !change["refused"]["object"].is_null());
            assert_eq!(code == 1, is_tighter || changes.is_empty(), "{case}: {changes:#?}");
            if !edit.is_shown_by(&verdict) {
                println!("{case}: {verdict}");
            }
            *tally.entry((edit, verdict)).or_default() += 1;
        }
    }
    tally.iter().for_each(|((edit, verdict), count)| println!("{edit:?}: {count} {verdict}"));
    run.ask();
}

/// A CRD with one version, which has the name that all have.
fn with_version(crd: &Value, version: &Value) -> Value {
    let mut crd = crd.clone();
    let mut version = version.clone();
    version["name"] = "v1".into();
    version["storage"] = true.into();
    version["served"] = true.into();
    crd["spec"]["versions"] = vec![version].into();
    crd["spec"].as_object_mut().expect("an object").remove("conversion");
    crd
}

/// All CRDs; none if the corpus is not here.
fn crds() -> Vec<Value> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(projects) = fs::read_dir(corpus) else {
        println!("no corpus here: nothing is compared");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = Vec::new();
    for project in projects.filter_map(|entry| fs::read_dir(entry.ok()?.path()).ok()) {
        files.extend(project.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    files.sort();
    let texts = files.iter().filter_map(|path| fs::read_to_string(path).ok());
    let documents = texts.flat_map(|text| cel_compiler::crd::document::read(&text).unwrap_or_default());
    let crds = documents.map(|document| document.to_json());
    crds.filter(|crd| crd["kind"] == "CustomResourceDefinition").collect()
}
