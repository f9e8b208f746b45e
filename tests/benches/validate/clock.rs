//! Time per call. The engines of a case are timed in turn, so that whatever else the machine does meets all of them.

use crate::case::{Case, Run};
use std::{hint::black_box, time::Duration, time::Instant};

/// Nanoseconds per object.
pub(crate) struct Times {
    pub(crate) hand: f64,
    pub(crate) rules: f64,
    /// On the object that passes and on the one that fails.
    pub(crate) whole: [f64; 2],
    pub(crate) failing_by_hand: f64,
    /// Reports of the typed object, and of its JSON.
    pub(crate) reports: [f64; 2],
    /// Errors of the JSON.
    pub(crate) json: f64,
    pub(crate) json_by_hand: Option<f64>,
    pub(crate) peers: Vec<Result<f64, &'static str>>,
}

pub(crate) const ROUNDS: u32 = 51;

pub(crate) fn time(case: &Case) -> Times {
    let Case {
        hand,
        rules,
        whole: [passing, failing],
        failing_by_hand,
        reports: [typed, report],
        json,
        json_by_hand,
        ..
    } = case;
    let runs =
        [hand, rules, passing, failing, failing_by_hand, typed, report, json].into_iter().chain(json_by_hand);
    let peers = case.peers.iter().filter_map(|peer| peer.run.as_ref().ok());
    let mut engines: Vec<Engine<'_>> = runs.chain(peers).map(Engine::new).collect();
    for _ in 0..ROUNDS {
        engines.iter_mut().for_each(Engine::round);
    }
    let mut least = engines.iter().map(|engine| engine.least);
    let mut next = || least.next().unwrap_or(f64::NAN);
    Times {
        hand: next(),
        rules: next(),
        whole: [next(), next()],
        failing_by_hand: next(),
        reports: [next(), next()],
        json: next(),
        json_by_hand: json_by_hand.as_ref().map(|_| next()),
        peers: case
            .peers
            .iter()
            .map(|peer| peer.run.as_ref().map(|_| next()).map_err(|error| *error))
            .collect(),
    }
}

/// Nanoseconds of one engine alone.
pub(crate) fn alone(run: &Run) -> f64 {
    let mut engine = Engine::new(run);
    (0..ROUNDS).for_each(|_| engine.round());
    engine.least
}

struct Engine<'c> {
    run: &'c Run,
    /// Calls in a round.
    calls: u32,
    least: f64,
    /// Time of all rounds so far.
    spent: Duration,
}

impl<'c> Engine<'c> {
    fn new(run: &'c Run) -> Self {
        let mut calls = 1;
        let start = Instant::now();
        while start.elapsed() < ROUND {
            run(calls);
            calls *= 2;
        }
        Engine { run, calls: (calls / 4).max(1), least: f64::INFINITY, spent: Duration::ZERO }
    }

    /// Long rounds are fewer.
    fn round(&mut self) {
        if self.spent > LONGEST {
            return;
        }
        let start = Instant::now();
        (self.run)(black_box(self.calls));
        let elapsed = start.elapsed();
        self.spent += elapsed;
        self.least = self.least.min(elapsed.as_secs_f64() * 1e9 / f64::from(self.calls));
    }
}

const ROUND: Duration = Duration::from_millis(2);

/// After which an engine has no further round.
const LONGEST: Duration = Duration::from_secs(2);
