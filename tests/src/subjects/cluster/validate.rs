//! Compares the answers of `cel-codegen validate` and of a real API server about objects and updates.
//!
//! The objects are recorded ones and the examples of the corpus, each with random changes. They are created, and they replace the
//! example, which is stored through a version that accepts everything. Some writes are writes of the status, and some are texts
//! with random changes in their keys.

use crate::{
    apiserver::Server,
    corpus::{self, Corpus},
    fields,
    mutation::Random,
    objects::{Objects, Pool},
    program::{Asked, Report, Result},
    validate::{self, Text, Theirs, Version, Write},
};
use cel_compiler::crd::document;
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs};

/// Compares this many random changes of each object.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let corpus = Corpus::with_invented()?;
    let server = Server::start()?;
    let mut tally = Tally::default();
    validate::install(&server, &corpus.crds)?;
    let mut pool = Pool::default();
    corpus.examples.iter().for_each(|(_, object)| pool.add(object));
    let mut objects = Objects::new(asked.seed, &pool);
    for (index, version) in corpus.versions().enumerate() {
        let judged = Version::new(version.crd, version.name)?;
        let run = Run { server: &server, version: &version, judged, index };
        run.compare(&corpus, &mut objects, asked.count, &mut tally, report)?;
    }
    let Tally { creates, updates, refused, warned, shapes } = tally;
    println!("{creates} creates, {updates} updates, {refused} refused, {warned} with warnings");
    shapes.iter().for_each(|(shape, times)| println!("  {times} {shape}"));
    Ok(())
}

/// Asks a server again for the answers in `tests/data/validate_cases.jsonl`.
pub fn record(_: &Asked, _: &mut Report) -> Result<()> {
    let (crds, mut cases) = validate::recorded()?;
    let server = Server::start()?;
    validate::install(&server, &crds)?;
    let versions = crds.iter().map(|crd| Version::new(crd, "v1")).collect::<Result<Vec<_>>>()?;
    versions.iter().try_for_each(|version| version.wait(&server))?;
    let mut text = String::new();
    for case in &mut cases {
        let version = versions.iter().find(|version| version.crd["spec"]["names"]["kind"] == *case.kind);
        case.ask(&server, version.ok_or("no such kind")?)?;
        text += &format!("{}\n", serde_json::to_string(case)?);
    }
    Ok(fs::write(validate::data(validate::CASES), text)?)
}

#[derive(Default)]
struct Tally {
    creates: usize,
    updates: usize,
    refused: usize,
    warned: usize,
    /// Number of differences of each kind.
    shapes: BTreeMap<String, usize>,
}

struct Run<'r> {
    server: &'r Server,
    version: &'r corpus::Version<'r>,
    judged: Version<'r>,
    index: usize,
}

impl Run<'_> {
    fn compare(
        &self,
        corpus: &Corpus,
        objects: &mut Objects<'_>,
        count: usize,
        tally: &mut Tally,
        report: &mut Report,
    ) -> Result<()> {
        let mut writes = Vec::new();
        let mut examples: Vec<Value> =
            corpus.examples_of(self.version).into_iter().map(|(_, object)| object).collect();
        examples.truncate(25);
        if examples.is_empty() {
            examples.extend((0..3).map(|_| objects.value(self.version.schema, 6)));
        }
        self.judged.wait(self.server)?;
        for (i, example) in examples.iter().enumerate() {
            self.add_writes(example, i, objects, count, &mut writes)?;
        }
        let requests: Vec<_> = writes.iter().map(|write| self.judged.request(write)).collect();
        let responses = self.server.send_all(&requests)?;
        for (write, response) in writes.iter().zip(&responses) {
            self.judge(write, &Theirs::of(response), tally, report)?;
        }
        Ok(())
    }

    /// Adds the writes for one example.
    fn add_writes(
        &self,
        example: &Value,
        i: usize,
        objects: &mut Objects<'_>,
        count: usize,
        writes: &mut Vec<Write>,
    ) -> Result<()> {
        let name = format!("c{}-{i}", self.index);
        let dressed = |object: &Value, name: &str| self.judged.dressed(object, json!({"name": name}));
        let example = dressed(example, &name);
        let old = self.judged.stored(self.server, &example)?;
        let object = dressed(&example, &format!("{name}-new"));
        let mut random = Random::new(i as u64);
        let texts = ["json", "yaml"].map(|kind| self.with_accidents(&object, &mut random, kind));
        writes.extend(texts.into_iter().flatten());
        writes.push(Write { is_strict: i.is_multiple_of(2), ..Write::new(object) });
        for n in 0..count {
            let changed = match n % 2 {
                0 => objects.accident(&example, self.version.schema),
                _ => objects.successor(&example, self.version.schema),
            };
            let object = dressed(&changed, &name);
            let is_strict = n.is_multiple_of(4);
            let created = objects.accident(&object, self.version.schema);
            let created = dressed(&created, &format!("{name}-new"));
            writes.push(Write { is_strict, ..Write::new(created) });
            if let Some(old) = &old {
                let mut object = object;
                object["metadata"] = old["metadata"].clone();
                writes.push(Write { old: Some(old.clone()), is_strict, ..Write::new(object) });
            }
        }
        if let Some(old) = &old {
            self.add_status_writes(old, objects, count, writes);
            // An update of metadata only.
            let mut object = old.clone();
            object["metadata"]["labels"]["x"] = "y".into();
            writes.push(Write { old: Some(old.clone()), ..Write::new(object) });
        }
        Ok(())
    }

    /// Adds writes with random changes in the status.
    fn add_status_writes(
        &self,
        old: &Value,
        objects: &mut Objects<'_>,
        count: usize,
        writes: &mut Vec<Write>,
    ) {
        if !self.judged.has_status() {
            return;
        }
        for n in 0..count {
            let mut object = objects.accident(old, self.version.schema);
            if !object.is_object() {
                continue;
            }
            if let Some(schema) = self.version.schema["properties"].get("status").filter(|_| n % 2 == 0) {
                object["status"] = objects.value(schema, 6);
            }
            object = self.judged.dressed(&object, old["metadata"].clone());
            let is_strict = n.is_multiple_of(4);
            writes.push(Write { old: Some(old.clone()), is_strict, is_status: true, ..Write::new(object) });
        }
    }

    /// The object as text with random changes in its keys. `None` if it then is an object of another kind.
    fn with_accidents(&self, object: &Value, random: &mut Random, kind: &str) -> Option<Write> {
        let body = fields::with_accidents(object, random, kind);
        let (read, _) = document::read_repeated(&body).ok()?;
        let written = read.first()?.to_json();
        let is_same = ["apiVersion", "kind"].iter().all(|key| written[*key] == object[*key])
            && written["metadata"]["name"].is_string();
        let text = Some(Text { kind: kind.to_owned(), body });
        is_same.then(|| Write { text, is_strict: random.below(2) == 0, ..Write::new(written) })
    }

    fn judge(&self, write: &Write, theirs: &Theirs, tally: &mut Tally, report: &mut Report) -> Result<()> {
        let mut found = self.judged.differences(write, theirs)?;
        // Go compares the entries of maps in random order, and stops at the first entry that differs or cannot be compared. So the
        // answers may differ between tries.
        for _ in 0..10 {
            if found.is_empty() {
                break;
            }
            let again = self.server.send_all(&[self.judged.request(write)])?;
            let again: Vec<Theirs> = again.iter().map(Theirs::of).collect();
            found = self.judged.differences(write, again.first().unwrap_or(theirs))?;
        }
        match write.old {
            Some(_) => tally.updates += 1,
            None => tally.creates += 1,
        }
        tally.refused += usize::from(theirs.code >= 300);
        tally.warned += usize::from(!theirs.warnings.is_empty());
        for text in &found {
            *tally.shapes.entry(text.chars().take(110).collect()).or_default() += 1;
        }
        if !found.is_empty() {
            let (path, object) = (self.judged.path(self.version.name), &write.object);
            let (old, found) = (write.old.as_ref().map(ToString::to_string), found.join("\n  "));
            let (status, text) = (write.is_status, &write.text);
            report.differs(format_args!(
                "{path} {object}\n  old {old:?}\n  status {status}, text {text:?}\n  {found}"
            ))?;
        }
        Ok(())
    }
}
