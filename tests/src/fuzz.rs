//! Random input for code that reads strangers' input: rules, CRD files, objects. No input may cause a panic, or take much time or memory.

pub mod files;
pub mod objects;
pub mod rules;

use crate::mutation::Random;
use cpu_time::ThreadTime;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

/// Makes inputs and tries them.
pub trait Subject {
    /// The next input, as a text for [`try_input`](Subject::try_input).
    fn input(&mut self, random: &mut Random) -> String;

    /// Gives an input to the code. True if the code accepts it.
    fn try_input(&self, input: &str) -> bool;
}

/// An input that caused a panic or took too much.
#[derive(Debug)]
pub struct Finding {
    /// The input.
    pub input: String,
    /// `panicked`, `2.7 s`, `612 MB`
    pub what: String,
}

/// Result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Number of inputs.
    pub inputs: usize,
    /// Number of inputs that the code accepted.
    pub accepted: usize,
    /// Number of inputs that caused a panic or took too much.
    pub findings: usize,
    /// The most CPU time that an input took.
    pub longest: Duration,
    /// The most memory that an input needed, in bytes.
    pub largest: u64,
    /// The input that needed this memory.
    pub largest_input: String,
}

/// Limits for one input.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// CPU time.
    pub time: Duration,
    /// Bytes.
    pub memory: u64,
}

/// Makes the inputs of a seed and tries them one after the other. `found` gets each input that causes a panic or takes too much.
pub fn run(
    subject: &mut dyn Subject,
    count: usize,
    seed: u64,
    limits: Limits,
    memory: fn(&mut dyn FnMut()) -> u64,
    found: &mut dyn FnMut(&Finding),
) -> Outcome {
    let mut random = Random::new(seed);
    let mut outcome = Outcome::default();
    for _ in 0..count {
        let input = subject.input(&mut random);
        let trial = Trial::of(subject, &input, memory);
        outcome.inputs += 1;
        outcome.accepted += usize::from(trial.verdict == Some(true));
        // The machine may have been busy, so a slow input is tried again.
        let trial = if trial.time > limits.time {
            trial.or_faster(Trial::of(subject, &input, memory))
        } else {
            trial
        };
        outcome.longest = outcome.longest.max(trial.time);
        if trial.bytes > outcome.largest {
            outcome.largest = trial.bytes;
            outcome.largest_input.clone_from(&input);
        }
        if let Some(what) = trial.problem(limits) {
            outcome.findings += 1;
            found(&Finding { input, what });
        }
    }
    outcome
}

struct Trial {
    /// `None` after a panic.
    verdict: Option<bool>,
    time: Duration,
    bytes: u64,
}

impl Trial {
    fn of(subject: &dyn Subject, input: &str, memory: fn(&mut dyn FnMut()) -> u64) -> Self {
        let mut trial = Trial { verdict: None, time: Duration::ZERO, bytes: 0 };
        trial.bytes = memory(&mut || {
            let start = ThreadTime::now();
            trial.verdict = catch_unwind(AssertUnwindSafe(|| subject.try_input(input))).ok();
            trial.time = start.elapsed();
        });
        trial
    }

    fn or_faster(self, other: Self) -> Self {
        if other.time < self.time { other } else { self }
    }

    fn problem(&self, limits: Limits) -> Option<String> {
        match self.verdict {
            None => Some("panicked".into()),
            Some(_) if self.time > limits.time => Some(format!("{:.1} s", self.time.as_secs_f64())),
            Some(_) if self.bytes > limits.memory => Some(format!("{} MB", self.bytes / 1_000_000)),
            Some(_) => None,
        }
    }
}
