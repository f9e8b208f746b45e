//! Compares the types that `cel-codegen structs` writes for other projects' CRDs with the CRD files and with the oracle.
//!
//! The types of all versions are written and built. Each is compared with its file (`assert_matches_crd_file`) and with the CRD
//! that kube derives from it (`assert_matches_crd`). Then the types judge all examples, and random changes of each, as new objects
//! and as updates. The oracle and the validators of `include_crd!` judge the objects that serde writes, with the schema in the
//! file.

use crate::{
    comparison::{Comparison, SCHEMAS, TYPES},
    corpus::{Corpus, Version, cases::cases},
    native::schemas::{Request, answers},
    objects::{Objects, Pool},
    program::{Asked, Report, Result},
    structs::crates::{Module, Programs, RESOURCES},
};
use cel_compiler::crd::{definition::CrdFile, structs::structs};
use serde_json::{Value, json};
use std::{fs, path::Path, time::Instant};

/// Compares the versions whose kind contains the text, with this many changes of each example.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let Some(folder) = Corpus::folder() else { return Ok(()) };
    let start = Instant::now();
    let corpus = Corpus::read(&folder)?;
    let files = CrdFiles::read(&folder)?;
    let is_asked =
        |version: &Version<'_>| version.crd["spec"]["names"]["kind"].to_string().contains(&asked.containing);
    let versions: Vec<Version<'_>> = corpus.versions().filter(is_asked).collect();
    let modules: Vec<Module> =
        versions.iter().enumerate().map(|(i, version)| files.module(i, version)).collect::<Result<_>>()?;
    let mut run = Run { versions: &versions, programs: Programs::of(RESOURCES, &modules)?, report };
    println!("{} versions, built in {} s", versions.len(), start.elapsed().as_secs());
    run.hold_against_files(&files)?;
    let requests = run.requests(&corpus, asked.count, asked.seed)?;
    run.judge(&requests)
}

/// All CRD files of the corpus.
struct CrdFiles(Vec<(String, CrdFile)>);

impl CrdFiles {
    fn read(folder: &Path) -> Result<Self> {
        let read = |path: std::path::PathBuf| {
            let name = path.canonicalize()?.display().to_string();
            let file =
                CrdFile::read(&fs::read_to_string(&path)?).map_err(|error| format!("{name}: {error}"))?;
            Ok((name, file))
        };
        Corpus::crd_files(folder)?.into_iter().map(read).collect::<Result<_>>().map(CrdFiles)
    }

    /// The file of a CRD, and the CRD.
    fn find(&self, crd: &Value) -> Result<(&str, Value)> {
        let found = self.0.iter().find_map(|(name, file)| {
            let found = file
                .crds
                .iter()
                .find(|found| crd["metadata"]["name"] == found.node.to_json()["metadata"]["name"]);
            Some((&**name, found?.node.to_json()))
        });
        found.ok_or_else(|| format!("{} is in no file", crd["metadata"]["name"]).into())
    }

    /// The types of one version, as the command writes them for a file with only this version.
    fn module(&self, number: usize, version: &Version<'_>) -> Result<Module> {
        let (name, mut crd) = self.find(version.crd)?;
        if let Some(versions) = crd["spec"]["versions"].as_array_mut() {
            versions.retain(|found| found["name"] == version.name);
        }
        let file = CrdFile::read(&crd.to_string()).map_err(|error| format!("{name}: {error}"))?;
        let source = structs(&file).ok_or_else(|| format!("{name}: no types"))?;
        let kind = crd["spec"]["names"]["kind"].as_str().unwrap_or_default();
        Ok(Module { number, source: format!("{source}\npub type Root = {kind};\n") })
    }
}

struct Run<'c> {
    versions: &'c [Version<'c>],
    programs: Programs,
    report: &'c mut Report,
}

impl Run<'_> {
    fn name(&self, version: usize) -> String {
        let version = &self.versions[version];
        format!("{} {}", version.crd["spec"]["names"]["kind"], version.api_version())
    }

    fn differs(&mut self, version: usize, text: &str) -> Result<()> {
        let text = format!("{}: {text}", self.name(version));
        self.report.differs_as(format_args!("{text:.3000}"), &text)
    }

    /// Checks that the types of each version compile, and that they and kube's CRD have the schema of the file.
    fn hold_against_files(&mut self, files: &CrdFiles) -> Result<()> {
        for (version, text) in std::mem::take(&mut self.programs.broken) {
            self.differs(version, &text)?;
            self.programs.broken.insert(version, text);
        }
        let built: Vec<usize> =
            (0..self.versions.len()).filter(|i| !self.programs.broken.contains_key(i)).collect();
        let mut asked = Vec::new();
        for i in built {
            let (file, _) = files.find(self.versions[i].crd)?;
            asked.extend([(i, json!({"file": file})), (i, json!({"schema": true}))]);
        }
        for ((version, _), answer) in asked.iter().zip(self.programs.ask(&asked)?) {
            if let Some(text) = answer["panic"].as_str() {
                self.differs(*version, text)?;
            }
            for difference in answer["differences"].as_array().into_iter().flatten() {
                self.differs(*version, &format!("kube's CRD: {difference}"))?;
            }
        }
        Ok(())
    }

    /// Examples with changes, for the versions that compile.
    fn requests(&self, corpus: &Corpus, count: usize, seed: u64) -> Result<Vec<(usize, Request)>> {
        let mut pool = Pool::default();
        corpus.examples.iter().for_each(|(_, object)| pool.add(object));
        let mut objects = Objects::new(seed, &pool);
        let mut requests = Vec::new();
        for (i, version) in
            self.versions.iter().enumerate().filter(|(i, _)| !self.programs.broken.contains_key(i))
        {
            for case in cases(corpus, version, &mut objects, count)? {
                requests.extend(case.requests(version).into_iter().map(|request| (i, request)));
            }
        }
        Ok(requests)
    }

    /// The answers of the types, the oracle and the validators of `include_crd!`.
    fn judge(&mut self, requests: &[(usize, Request)]) -> Result<()> {
        let question =
            |request: &Request| json!({"new": request.fields["self"], "old": request.fields.get("oldSelf")});
        let questions: Vec<_> = requests.iter().map(|(i, request)| (*i, question(request))).collect();
        let (mut asked, mut ours) = (Vec::new(), Vec::new());
        // The error for the first object of each version that cannot be read, until one can be read.
        let mut unreadable: Vec<Option<String>> = vec![None; self.versions.len()];
        let mut readable = vec![0; self.versions.len()];
        for ((version, request), answer) in requests.iter().zip(self.programs.ask(&questions)?) {
            if let Some(why) = answer.get("unreadable") {
                unreadable[*version].get_or_insert_with(|| why.to_string());
                continue;
            }
            if answer.get("report").is_none() {
                self.differs(*version, &answer.to_string())?;
                continue;
            }
            readable[*version] += 1;
            let mut request = request.clone();
            for (key, written) in [("self", "new"), ("oldSelf", "old")] {
                request.fields.entry(key).and_modify(|value| *value = answer[written].clone());
            }
            asked.push(request);
            ours.push(answer["report"].clone());
        }
        println!("{} requests, {} readable", requests.len(), asked.len());
        for version in (0..self.versions.len()).filter(|i| readable[*i] == 0) {
            let why = unreadable[version].as_deref().unwrap_or("there is none");
            println!("{}: serde reads no object: {why}", self.name(version));
        }
        println!("types, and `include_crd!`:");
        Comparison::of(&TYPES, &asked, |_| Ok(ours))?.report(self.report)?;
        Comparison::of(&SCHEMAS, &asked, answers)?.report(self.report)
    }
}
