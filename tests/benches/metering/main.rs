//! Time that counting takes: generated functions against the same without their charges.
//!
//! `cargo bench -p tests --bench metering` prints the table; without `--bench`, as `cargo test --all-targets` runs it, each function
//! is only called once.

#[rustfmt::skip]
#[allow(unused_variables, unused_assignments, clippy::all, clippy::pedantic, reason = "generated")]
mod generated;

use cel_runtime::{
    __private::{Arena, Cost, RuleFn, SERVER},
    Options,
};
use generated::{metered, unmetered};
use std::{env, hint::black_box, time::Duration, time::Instant};
use tests_types::metering::{RULES, Scaler};

fn main() {
    let object = Scaler::new(1000);
    let unlimited = Options { per_call_limit: u64::MAX, ..Options::default() };
    for function in metered::FUNCTIONS.iter().chain(unmetered::FUNCTIONS) {
        let arena = Arena::new();
        assert_eq!(function(&object, &mut Cost::new(&unlimited, &arena)), Ok(true));
    }
    if !env::args().any(|argument| argument == "--bench") {
        println!("{} rules hold", RULES.len());
        return;
    }
    println!("{:<12} {:>9} {:>9} {:>7}", "ns per rule", "counted", "not", "ratio");
    let mut product = 1.0;
    for (i, (name, _)) in RULES.iter().enumerate() {
        let [counted, not] = time([metered::FUNCTIONS[i], unmetered::FUNCTIONS[i]], &object);
        println!("{name:<12} {counted:>9.2} {not:>9.2} {:>7.3}", counted / not);
        product *= counted / not;
    }
    let mean = product.powf(1.0 / RULES.len() as f64);
    println!("{:<12} {:>9} {:>9} {mean:>7.3}", "geometric mean", "", "");
}

/// Nanoseconds per call, timed in turn so that whatever else the machine does meets both.
fn time(functions: [RuleFn<Scaler>; 2], object: &Scaler) -> [f64; 2] {
    let functions = black_box(functions);
    let mut calls = 1;
    while run(functions[0], object, calls) < ROUND {
        calls *= 2;
    }
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (function, least) in functions.into_iter().zip(&mut least) {
            let taken = run(function, object, calls).as_secs_f64() * 1e9 / f64::from(calls);
            *least = least.min(taken);
        }
    }
    least
}

fn run(function: RuleFn<Scaler>, object: &Scaler, calls: u32) -> Duration {
    let mut arena = Arena::new();
    let start = Instant::now();
    for _ in 0..calls {
        let mut cost = Cost::new(&SERVER, &arena);
        let verdict = function(black_box(object), &mut cost).is_ok();
        black_box((verdict, cost.spent()));
        if arena.allocated_bytes() > 0 {
            arena.clear();
        }
    }
    start.elapsed()
}

const ROUNDS: u32 = 201;
const ROUND: Duration = Duration::from_millis(1);
