//! Random input: none may panic, take longer than 2 s or need more than 500 MB.
//!
//! `fuzz rules|files|objects COUNT SEED` writes the inputs that do, and the one that needed most memory, to `target/fuzz` and prints
//! where they are. `fuzz SUBJECT FILE` tries one of these files again.

use allocation_counter::measure;
use std::{
    env,
    error::Error,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};
use tests::{
    fuzz::{Finding, Limits, Outcome, Subject, files::Files, objects::Targets, rules::Rules, run},
    objects::Pool,
};

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Result<ExitCode> {
    // As much as the command has.
    let run = thread::Builder::new().stack_size(16 << 20).spawn(work)?;
    run.join().map_err(|_| "the run panicked")?
}

fn work() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let pool = Pool::default();
    let (subject, rest) = args.split_first().ok_or(USAGE)?;
    let seed = rest.get(1).map_or(Ok(0), |seed| seed.parse())?;
    let mut made: Box<dyn Subject> = match &**subject {
        "rules" => Box::new(Rules::new(seed)),
        "files" => Box::new(Files::new()),
        "objects" => Box::new(Targets::new(seed, &pool)),
        _ => return Err(USAGE.into()),
    };
    match rest {
        [file] => {
            let input = fs::read_to_string(file)?;
            let start = Instant::now();
            let mut is_accepted = false;
            let memory = measure(|| is_accepted = made.try_input(&input)).bytes_max;
            println!(
                "accepted: {is_accepted}, {:.2} s, {} MB",
                start.elapsed().as_secs_f64(),
                memory / 1_000_000
            );
            Ok(ExitCode::SUCCESS)
        }
        [count, _] => {
            let start = Instant::now();
            let mut findings = Findings::new(subject, seed)?;
            let memory = |work: &mut dyn FnMut()| measure(work).bytes_max;
            let outcome = run(made.as_mut(), count.parse()?, seed, LIMITS, memory, &mut |finding| {
                findings.add(finding)
            });
            println!("{subject}: {} in {} s", summary(&outcome), start.elapsed().as_secs());
            findings.write("largest", &outcome.largest_input);
            Ok(if outcome.findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => Err(USAGE.into()),
    }
}

/// Files with the inputs that were found.
struct Findings {
    folder: PathBuf,
    prefix: String,
    written: usize,
}

impl Findings {
    fn new(subject: &str, seed: u64) -> Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
        fs::create_dir_all(&folder)?;
        Ok(Findings { folder, prefix: format!("{subject}-{seed}"), written: 0 })
    }

    fn add(&mut self, finding: &Finding) {
        if self.written < MOST_FILES {
            self.written += 1;
            self.write(&format!("{}: {}", self.written, finding.what), &finding.input);
        }
    }

    /// Writes an input to a file, whose name begins as `what` does.
    fn write(&self, what: &str, input: &str) {
        let name = what.split(':').next().unwrap_or_default();
        let file = self.folder.join(format!("{}-{name}", self.prefix));
        match fs::write(&file, input) {
            Ok(()) => println!("{}: {what}", file.display()),
            Err(error) => println!("{}: {error}", file.display()),
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

/// Ten times the time in a build without optimisation.
const LIMITS: Limits =
    Limits { time: Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 }), memory: 500_000_000 };

const MOST_FILES: usize = 20;

const USAGE: &str = "usage: fuzz rules|files|objects COUNT SEED, or fuzz SUBJECT FILE";
