//! Time per call. The engines of a case are timed in turn, so that whatever else the machine does meets all of them.

use crate::case::{Case, Peer};
use std::{hint::black_box, time::Duration, time::Instant};

/// Nanoseconds per object.
pub(crate) struct Times {
    pub(crate) hand: f64,
    pub(crate) ours: f64,
    pub(crate) interpreted: Option<f64>,
    /// Time of the walk and the report beyond a plain function call.
    pub(crate) walk: f64,
    /// Reports of the typed object, and of its JSON.
    pub(crate) reports: [f64; 2],
}

pub(crate) const ROUNDS: u32 = 51;

pub(crate) fn time(case: &Case, walk: &Case) -> Times {
    let mut engines: Vec<Engine> =
        [&case.hand, &case.ours, &walk.hand, &walk.ours, &case.reports[0], &case.reports[1]]
            .map(|run| Engine::new(&**run))
            .into();
    if let Some(Peer::Right(run)) = &case.interpreted {
        engines.push(Engine::new(&**run));
    }
    for _ in 0..ROUNDS {
        engines.iter_mut().for_each(Engine::round);
    }
    let least: Vec<f64> = engines.iter().map(|engine| engine.least).collect();
    Times {
        hand: least[0],
        ours: least[1],
        interpreted: least.get(6).copied(),
        walk: least[3] - least[2],
        reports: [least[4], least[5]],
    }
}

struct Engine<'c> {
    run: &'c dyn Fn(u32),
    /// Calls in a round.
    calls: u32,
    least: f64,
}

impl<'c> Engine<'c> {
    fn new(run: &'c dyn Fn(u32)) -> Self {
        let mut calls = 1;
        let start = Instant::now();
        while start.elapsed() < ROUND {
            run(calls);
            calls *= 2;
        }
        Engine { run, calls: (calls / 4).max(1), least: f64::INFINITY }
    }

    fn round(&mut self) {
        let start = Instant::now();
        (self.run)(black_box(self.calls));
        self.least = self.least.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(self.calls));
    }
}

const ROUND: Duration = Duration::from_millis(2);
