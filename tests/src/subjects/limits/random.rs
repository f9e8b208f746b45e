//! Random input: none may cause a panic, take longer than 2 s or need more than 500 MB.
//!
//! Inputs that do, and the input that needed the most memory, are written to `target/fuzz`.

use crate::{
    fuzz::{Finding, Limits, Outcome, Subject, files::Files, objects::Targets, rules::Rules, run},
    objects::Pool,
    program::{Asked, Report, Result},
};
use allocation_counter::measure;
use std::{
    fs, io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

/// Tries rules in schemas.
pub fn rules(asked: &Asked, report: &mut Report) -> Result<()> {
    with_stack(asked, report, |asked| try_all(&mut Rules::new(asked.seed), asked))
}

/// Tries files with CRDs.
pub fn files(asked: &Asked, report: &mut Report) -> Result<()> {
    with_stack(asked, report, |asked| try_all(&mut Files::new(), asked))
}

/// Tries objects of the types in the examples and the tests.
pub fn objects(asked: &Asked, report: &mut Report) -> Result<()> {
    with_stack(asked, report, |asked| {
        let pool = Pool::default();
        try_all(&mut Targets::new(asked.seed, &pool), asked)
    })
}

/// The findings of a run, or the error that ended it.
type Findings = std::result::Result<Vec<String>, String>;

fn with_stack(asked: &Asked, report: &mut Report, work: fn(&Asked) -> Findings) -> Result<()> {
    let findings = thread::scope(|scope| {
        let run = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || work(asked))?;
        run.join().map_err(|_| "the run panicked".into())
    });
    let findings: Result<Findings> = findings;
    findings??.into_iter().try_for_each(|finding| report.differs(finding))
}

/// Tries one input again, or this many random ones.
fn try_all(subject: &mut dyn Subject, asked: &Asked) -> Findings {
    let text = |error: io::Error| error.to_string();
    if let Some(file) = &asked.input {
        try_again(subject, &fs::read_to_string(file).map_err(text)?);
        return Ok(Vec::new());
    }
    let mut files = Found::new(asked.subject, asked.seed).map_err(text)?;
    let memory = |work: &mut dyn FnMut()| measure(work).bytes_max;
    let mut found = Vec::new();
    let mut keep = |finding: &Finding| found.push(files.add(finding));
    let outcome = run(subject, asked.count, asked.seed, LIMITS, memory, &mut keep);
    println!("{}", summary(&outcome));
    println!("{}", files.write("largest", &outcome.largest_input));
    Ok(found)
}

fn try_again(subject: &mut dyn Subject, input: &str) {
    let start = Instant::now();
    let mut is_accepted = false;
    let memory = measure(|| is_accepted = subject.try_input(input)).bytes_max;
    let seconds = start.elapsed().as_secs_f64();
    println!("accepted: {is_accepted}, {seconds:.2} s, {} MB", memory / 1_000_000);
}

/// Files with the inputs that caused findings.
struct Found {
    folder: PathBuf,
    prefix: String,
    written: usize,
}

impl Found {
    fn new(subject: &str, seed: u64) -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
        fs::create_dir_all(&folder)?;
        Ok(Found { folder, prefix: format!("{subject}-{seed}"), written: 0 })
    }

    /// Writes a finding to a file, if it is one of the first, and returns a text about it.
    fn add(&mut self, finding: &Finding) -> String {
        self.written += 1;
        match self.written <= MOST_FILES {
            true => self.write(&format!("{}: {}", self.written, finding.what), &finding.input),
            false => finding.what.clone(),
        }
    }

    /// Writes an input to a file. The file's name begins with the start of `what`.
    fn write(&self, what: &str, input: &str) -> String {
        let name = what.split(':').next().unwrap_or_default();
        let file = self.folder.join(format!("{}-{name}", self.prefix));
        match fs::write(&file, input) {
            Ok(()) => format!("{}: {what}", file.display()),
            Err(error) => format!("{}: {error}", file.display()),
        }
    }
}

fn summary(outcome: &Outcome) -> String {
    let Outcome { inputs, accepted, findings, longest, largest, .. } = outcome;
    format!(
        "{inputs} inputs, {accepted} accepted, {findings} above the limits, longest {:.2} s, largest {} MB",
        longest.as_secs_f64(),
        largest / 1_000_000
    )
}

/// A build without optimisation may take ten times as long.
const LIMITS: Limits =
    Limits { time: Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 }), memory: 500_000_000 };

const MOST_FILES: usize = 20;

/// Bytes. The command has a stack of the same size.
const STACK: usize = 16 << 20;
