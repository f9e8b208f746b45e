//! Judges random objects of the example types, one after the other. No object may cause a panic.

use crate::{
    mutation::Random,
    objects::{Objects, Pool},
    schemas,
};
use cel_compiler::crd::document;
use cel_runtime::{Options, XValidation};
use examples::Scaler;
use serde_json::Value;
use std::{
    error::Error,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
};

mod certificates {
    cel_runtime::include_crd!("../examples/crds/certificates.yaml");
}

/// Results for the objects.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Number of objects. Each was judged as a new one and as an update.
    pub objects: usize,
    /// Number of objects that broke a rule.
    pub refused: usize,
    /// Objects that caused a panic: the old one and the new one.
    pub panics: Vec<[Value; 2]>,
}

/// Judges `count` objects. Each is made from the one before by a few changes.
///
/// # Errors
/// If the files of the examples cannot be read.
pub fn judge(count: usize, seed: u64) -> Result<Outcome, Box<dyn Error>> {
    let mut outcome = Outcome::default();
    let [scalers, certificates] = kinds()?;
    scalers.judge(count - count / 4, seed, &mut outcome);
    certificates.judge(count / 4, seed, &mut outcome);
    Ok(outcome)
}

/// The kinds of objects in the examples.
pub(crate) fn kinds() -> Result<[Kind; 2], Box<dyn Error>> {
    let scalers = Kind { schema: schema(&examples::crd_yaml()?)?, seeds: manifests()?, judge: judge_scaler };
    let certificates = Kind {
        schema: schema(include_str!("../../examples/crds/certificates.yaml"))?,
        seeds: documents(include_str!("../../examples/crds/certificates-objects.yaml"))?,
        judge: judge_certificate,
    };
    Ok([scalers, certificates])
}

/// Objects of one schema.
pub(crate) struct Kind {
    pub(crate) schema: Value,
    pub(crate) seeds: Vec<Value>,
    /// True if rules refuse the new object; `None` if it is not an object of the type.
    pub(crate) judge: fn(&Value, &Value) -> Option<bool>,
}

impl Kind {
    fn judge(&self, count: usize, seed: u64, outcome: &mut Outcome) {
        let pool = Pool::default();
        let mut objects = Objects::new(seed, &pool);
        let mut random = Random::new(seed);
        let mut old = Value::Null;
        let all = outcome.objects + count;
        while outcome.objects < all {
            if old.is_null() || random.below(CHAIN) == 0 {
                old = self.seeds[random.below(self.seeds.len())].clone();
            }
            let new = match random.below(3) {
                0 => objects.accident(&old, &self.schema),
                _ => objects.successor(&old, &self.schema),
            };
            match catch_unwind(AssertUnwindSafe(|| (self.judge)(&new, &old))) {
                Ok(None) => continue,
                Ok(Some(is_refused)) => outcome.refused += usize::from(is_refused),
                Err(_) => outcome.panics.push([old, new.clone()]),
            }
            outcome.objects += 1;
            old = if new.to_string().len() > LONGEST { Value::Null } else { new };
        }
    }
}

fn judge_scaler(new: &Value, old: &Value) -> Option<bool> {
    let read = |value: &Value| serde_json::from_value::<Scaler>(value.clone()).ok();
    let (new, old) = (read(new)?, read(old)?);
    let is_refused = new.x_validate().is_err();
    let update = new.x_validate_update(&old);
    drop(update.map_err(|errors| errors.status_message("Scaler.example.dev", "a")));
    Some(is_refused)
}

fn judge_certificate(new: &Value, old: &Value) -> Option<bool> {
    let judge = |old| certificates::v1::evaluate(new, old, &Options::default());
    drop(judge(Some(old)).errors.status_message("Certificate.pki.example.com", "a"));
    Some(!judge(None).errors.is_empty())
}

/// The schema of the first version.
pub(crate) fn schema(crd: &str) -> Result<Value, Box<dyn Error>> {
    let (_, schema) = schemas::of_text(crd).into_iter().next().ok_or("no CRD")?;
    Ok(schema)
}

fn manifests() -> Result<Vec<Value>, Box<dyn Error>> {
    let mut all = Vec::new();
    for file in examples::bundled()? {
        all.extend(documents(&fs::read_to_string(file)?)?);
    }
    all.retain(|manifest| serde_json::from_value::<Scaler>(manifest.clone()).is_ok());
    Ok(all)
}

fn documents(text: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let documents = document::read(text).map_err(|error| error.to_string())?;
    Ok(documents.iter().map(|document| document.to_json()).collect())
}

/// Number of objects that are made from one manifest.
const CHAIN: usize = 8;

/// Limit in bytes, since objects grow.
const LONGEST: usize = 20_000;
