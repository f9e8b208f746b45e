//! Compares getters in named time zones with the oracle, at random times in all years.
//!
//! Like the server, the oracle reads the time zones of its Go, from `ZONEINFO` or from `go env GOROOT`.

use crate::{
    mutation::Random,
    native::talk,
    oracle,
    program::{Asked, Report, Result},
};
use cel_runtime::__private::{Arena, library::time::in_zone};
use cel_types::{Duration, Timestamp};
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// Compares random times. Each zone is reported once.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    let names: Vec<&str> =
        NAMES.lines().filter_map(|line| line.trim().strip_prefix("(\"")?.split('"').next()).collect();
    let moments: Vec<(Timestamp, &str)> =
        (0..asked.count).map(|number| (moment(&mut random), names[number % names.len()])).collect();
    let mut command = Command::new(oracle::program()?);
    command.args(["-mode", "expr"]).env("ZONEINFO", zones()?);
    let answers = talk(&mut command, moments.iter().map(|(at, zone)| request(*at, zone)))?;
    let mut different = BTreeSet::new();
    for ((at, zone), answer) in moments.iter().zip(&answers) {
        let theirs = answer["value"]["value"].as_str().or(answer["error"].as_str()).unwrap_or_default();
        let ours = local(*at, zone);
        if theirs != ours && different.insert(*zone) {
            report.differs(format_args!("{zone} at {at}: server {theirs}, ours {ours}"))?;
        }
    }
    println!("{} times in {} zones", asked.count, names.len());
    Ok(())
}

/// The path of the time zones that the oracle reads.
fn zones() -> Result<PathBuf> {
    if let Some(named) = env::var_os("ZONEINFO") {
        return Ok(named.into());
    }
    let output = Command::new("go").args(["env", "GOROOT"]).output()?;
    Ok(Path::new(String::from_utf8(output.stdout)?.trim()).join("lib/time/zoneinfo.zip"))
}

/// The table from `tables write zones`.
const NAMES: &str = include_str!("../../../../cel-runtime/src/library/time/names.rs");

/// A random time. One in four is in any year, two in the years with the most changes of rules, and one in the years with summer time.
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
