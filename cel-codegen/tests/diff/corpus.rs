//! CRDs of other projects that have several versions: each version compared with the next.

use super::server::{self, Question};
use serde_json::Value;
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// Compares them with `program`. With `ORACLE` set the server's code is asked about each object that is found.
pub(crate) fn compare(program: &str) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if !corpus.is_dir() {
        println!("no corpus here: nothing is compared");
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("diff-corpus");
    fs::create_dir_all(&folder).expect("created");
    let (mut asked, mut texts): (Vec<Question>, BTreeMap<(String, String), String>) = Default::default();
    let (mut pairs, mut tightened, mut changes) = (0, 0, 0);
    for crd in crds(&corpus) {
        let versions = crd["spec"]["versions"].as_array().expect("versions");
        for pair in versions.windows(2) {
            let case = format!("{} {} {}", crd["metadata"]["name"], pair[0]["name"], pair[1]["name"]);
            for (name, version) in [("old", &pair[0]), ("new", &pair[1])] {
                let text = with_version(&crd, version).to_string();
                fs::write(folder.join(format!("{name}.yaml")), &text).expect("written");
                texts.insert((case.clone(), name.to_owned()), text);
            }
            let output = Command::new(program)
                .args(["diff", "old.yaml", "new.yaml", "--format", "json"])
                .current_dir(&folder)
                .output()
                .expect("ran");
            assert_ne!(output.status.code(), Some(101), "{case}");
            pairs += 1;
            for line in String::from_utf8_lossy(&output.stdout).lines() {
                let line: Value = serde_json::from_str(line).expect("JSON");
                let of_line = line["changes"].as_array().into_iter().flatten();
                changes += of_line.clone().count();
                tightened += of_line.filter(|change| !change["refused"]["object"].is_null()).count();
                asked.extend(server::questions(&case, &line));
            }
        }
    }
    println!(
        "{pairs} pairs of versions, {changes} changes, {tightened} tightened, {} questions",
        asked.len()
    );
    if env::var_os("ORACLE").is_some() {
        let answers = server::ask(&asked, |case, name| texts[&(case.to_owned(), name.to_owned())].clone());
        for question in &asked {
            let answer = answers.iter().find(|answer| answer["question"] == question.key());
            question.compare(answer.expect("an answer"));
        }
    }
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

/// Those with several versions.
fn crds(corpus: &Path) -> Vec<Value> {
    let mut files: Vec<PathBuf> = Vec::new();
    for project in
        fs::read_dir(corpus).expect("a folder").filter_map(|entry| fs::read_dir(entry.ok()?.path()).ok())
    {
        files.extend(project.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()));
    }
    files.sort();
    let texts = files.iter().filter_map(|path| fs::read_to_string(path).ok());
    let documents = texts.flat_map(|text| cel_compiler::crd::document::read(&text).unwrap_or_default());
    let crds = documents.map(|document| document.to_json());
    let has_several =
        |crd: &Value| crd["spec"]["versions"].as_array().is_some_and(|versions| versions.len() > 1);
    crds.filter(|crd| crd["kind"] == "CustomResourceDefinition").filter(has_several).collect()
}
