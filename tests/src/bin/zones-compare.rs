//! Compares getters in named time zones with the oracle, at random times of all years.
//!
//! `zones-compare COUNT SEED` prints the first differences. `ORACLE` names the oracle's program; with `ZONEINFO` set to a time
//! zone database it reads that one instead of the system's.

use cel_runtime::__private::{Arena, library::time::in_zone};
use cel_types::{Duration, Timestamp};
use serde_json::{Value, json};
use std::{collections::BTreeSet, env, error::Error, process::Command, process::ExitCode};
use tests::{mutation::Random, native};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed] = args.as_slice() else { return Err("usage: zones-compare COUNT SEED".into()) };
    let (count, mut random): (usize, _) = (count.parse()?, Random::new(seed.parse()?));
    let names: Vec<&str> =
        NAMES.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.split('"').next()).collect();
    let moments: Vec<(Timestamp, &str)> =
        (0..count).map(|number| (moment(&mut random), names[number % names.len()])).collect();
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    let requests = moments.iter().map(|(at, zone)| request(*at, zone));
    let answers = native::talk(Command::new(oracle).args(["-mode", "expr"]), requests)?;
    let mut different = BTreeSet::new();
    for ((at, zone), answer) in moments.iter().zip(&answers) {
        let theirs = answer["value"]["value"].as_str().or(answer["error"].as_str()).unwrap_or_default();
        let ours = local(*at, zone);
        if theirs != ours && different.insert(*zone) {
            println!("{zone} at {at}: server {theirs}, native {ours}");
        }
    }
    println!("{count} times, {} of {} zones differ", different.len(), names.len());
    Ok(if different.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The table that `zones-record` writes.
const NAMES: &str = include_str!("../../../cel-runtime/src/library/time/names.rs");

/// Of four, one in any year, two in those in which most rules changed, and one in those of clocks set twice a year.
fn moment(random: &mut Random) -> Timestamp {
    let (first, days) =
        [(-719_162, 3_652_059), (-62_000, 73_000), (-40_000, 30_000), (0, 45_000)][random.below(4)];
    let day = i64::try_from(random.below(days)).unwrap_or_default() + first;
    let second = i64::try_from(random.below(86_400)).unwrap_or_default();
    let midnight = Timestamp::from_seconds(day * 86_400)
        .and_then(|midnight| midnight.checked_add(Duration::from_nanos(second * 1_000_000_000)));
    midnight.unwrap_or(Timestamp::new(0, 0, cel_types::Zone::Utc))
}

fn request(at: Timestamp, zone: &str) -> Value {
    json!({
        "id": 0,
        "expr": "[t.getFullYear(z), t.getMonth(z), t.getDate(z), t.getHours(z), t.getMinutes(z), t.getSeconds(z)].map(n, string(n)).join(' ')",
        "vars": {"t": {"type": "timestamp", "value": at.to_string()}, "z": {"type": "string", "value": zone}},
    })
}

fn local(at: Timestamp, zone: &str) -> String {
    match in_zone(&Arena::new(), at, zone) {
        Ok(civil) => {
            let fields = [
                civil.full_year(),
                civil.month(),
                civil.date(),
                civil.hours(),
                civil.minutes(),
                civil.seconds(),
            ];
            fields.map(|field| field.to_string()).join(" ")
        }
        Err(error) => error.to_string(),
    }
}
