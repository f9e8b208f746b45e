//! The tables, in Markdown.

use crate::{
    case::Case,
    clock::{self, Times},
    crd,
    growth::{Growth, PerItem},
    peers,
    real::Real,
};
use serde_json::Value;
use std::{collections::HashMap, fmt::Write as _};

pub(crate) struct Row {
    name: &'static str,
    rule: String,
    times: Times,
    allocations: [u64; 2],
    gives_errors: bool,
    go: Option<Go>,
}

/// Nanoseconds of the programs in Go.
#[derive(Clone, Copy)]
struct Go {
    cel_go: Option<f64>,
    server: f64,
}

impl Row {
    pub(crate) fn new(case: &Case, go: &Measured) -> Row {
        Row {
            name: case.name,
            rule: case.rule(),
            times: clock::time(case),
            allocations: case.allocations,
            gives_errors: case.gives_errors,
            go: go.0.get(case.name).copied(),
        }
    }

    fn ratio(&self) -> f64 {
        self.times.rules / self.times.hand
    }

    /// The same. A difference of less than a nanosecond is none.
    fn noticeable_ratio(&self) -> f64 {
        if (self.times.rules - self.times.hand).abs() < 1.0 { 1.0 } else { self.ratio() }
    }
}

/// What the program in Go measured, by the name of the case.
#[derive(Default)]
pub(crate) struct Measured(HashMap<String, Go>);

impl Measured {
    /// Its lines of JSON.
    pub(crate) fn read(text: &str) -> Self {
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
        let go = |line: Value| {
            let go =
                Go { cel_go: line["cel_go"].as_f64(), server: line["server"].as_f64().expect("a number") };
            (line["name"].as_str().expect("a name").to_owned(), go)
        };
        Measured(lines.map(go).collect())
    }
}

/// All tables.
pub(crate) fn all(rows: &[Row], reals: &[Real], growth: &[Growth], go: &Measured) -> String {
    let (whole, single): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.gives_errors);
    let of_reals = of_reals(reals, go);
    let parts = match rows {
        [] => vec![of_reals, of_growth(growth)],
        _ => {
            let (rules, objects) = (rules(&single), objects(&whole));
            vec![rules, objects, of_reals, others(rows), reports(rows), of_growth(growth), list(rows)]
        }
    };
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

fn rules(rows: &[&Row]) -> String {
    let mut text = String::from(
        "| one rule, ns | by hand | compiled | ratio | `x_validate` | of a failing object | allocations |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let Times { hand, rules, whole: [passing, failing], .. } = row.times;
        let [allocations, of_failing] = row.allocations;
        let [hand, rules, passing, failing] = [hand, rules, passing, failing].map(number);
        line(
            &mut text,
            format!(
                "| {} | {hand} | {rules} | {:.2} | {passing} | {failing} | {allocations} and {of_failing} |",
                row.name,
                row.ratio(),
            ),
        );
    }
    let all = mean(rows.iter().map(|row| row.ratio()));
    line(&mut text, format!("| geometric mean | | | {all:.2} | | | |"));
    let noticeable = mean(rows.iter().map(|row| row.noticeable_ratio()));
    line(
        &mut text,
        format!("| the same, where less than 1 ns is no difference | | | {noticeable:.2} | | | |"),
    );
    text
}

fn objects(rows: &[&Row]) -> String {
    let mut text = String::from(
        "| whole object, ns | by hand | `x_validate` | ratio | failing, by hand | failing | ratio |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let Times { hand, whole: [passing, failing], failing_by_hand, .. } = row.times;
        let ratios = [passing / hand, failing / failing_by_hand];
        let [hand, passing, failing_by_hand, failing] = [hand, passing, failing_by_hand, failing].map(number);
        line(
            &mut text,
            format!(
                "| {} | {hand} | {passing} | {:.2} | {failing_by_hand} | {failing} | {:.2} |",
                row.name, ratios[0], ratios[1],
            ),
        );
    }
    text
}

/// CRDs of other projects. All but the times of the failing object are of the one that passes.
fn of_reals(reals: &[Real], measured: &Measured) -> String {
    if reals.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "| CRD of another project, ns | rules | `x_validate` | failing | `validate` of JSON | failing | kube-cel | API server |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for real in reals {
        let times = |nanoseconds: f64| format!("{:.0} times", nanoseconds / real.typed[0]);
        let peer = real.peers.iter().find(|peer| peer.name == peers::NAMES[0]);
        let kube_cel = match peer.map(|peer| &peer.run) {
            Some(Ok(run)) => times(clock::alone(run)),
            Some(Err(error)) => (*error).to_owned(),
            None => "-".to_owned(),
        };
        let server = measured.0.get(&*real.name).map_or("-".to_owned(), |go| times(go.server));
        let [typed, failing, json, failing_json] =
            [real.typed[0], real.typed[1], real.json[0], real.json[1]].map(number);
        let (name, rules) = (&real.name, crd::count(&real.schema));
        let cells =
            format!("{rules} | {typed} | {failing} | {json} | {failing_json} | {kube_cel} | {server}");
        line(&mut text, format!("| {name} | {cells} |"));
    }
    text
}

/// A line for each number of items.
fn of_growth(growth: &[Growth]) -> String {
    if growth.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "| of one item | items | struct, ns | bytes | allocations in all | JSON, ns | bytes | allocations in all |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    for Growth { name, items, typed, json } in growth {
        let cells = [typed, json].map(|per_item| {
            let PerItem { nanoseconds, bytes, allocations } = per_item;
            format!("{} | {bytes:.1} | {allocations}", number(*nanoseconds))
        });
        line(&mut text, format!("| {name} | {items} | {} |", cells.join(" | ")));
    }
    text
}

/// Times of `x_validate` beside those of other programs.
fn others(rows: &[Row]) -> String {
    let has_peers = rows.iter().any(|row| !row.times.peers.is_empty());
    let has_go = rows.iter().any(|row| row.go.is_some());
    let mut names: Vec<&str> = if has_peers { peers::NAMES.to_vec() } else { Vec::new() };
    if has_go {
        names.extend(["cel-go", "API server"]);
    }
    if names.is_empty() {
        return String::new();
    }
    let mut text =
        format!("| times `x_validate` | {} |\n|---|{}\n", names.join(" | "), "---:|".repeat(names.len()));
    let mut ratios: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
    for row in rows {
        let ours = row.times.whole[0];
        let mut times: Vec<Result<f64, &str>> = row.times.peers.clone();
        if has_go {
            let go = row.go.ok_or("-");
            times.push(go.and_then(|go| go.cel_go.ok_or("-")));
            times.push(go.map(|go| go.server));
        }
        let cells = times.iter().zip(&mut ratios).map(|(time, ratios)| match time {
            Ok(time) => {
                ratios.push(time / ours);
                format!("{:.0}", time / ours)
            }
            Err(error) => (*error).to_owned(),
        });
        let cells: Vec<String> = cells.collect();
        line(&mut text, format!("| {} | {} |", row.name, cells.join(" | ")));
    }
    let means: Vec<String> =
        ratios.into_iter().map(|ratios| format!("{:.0}", mean(ratios.into_iter()))).collect();
    line(&mut text, format!("| geometric mean | {} |", means.join(" | ")));
    text
}

/// Errors of JSON, and whole reports of typed objects and of the same as JSON.
fn reports(rows: &[Row]) -> String {
    let mut text = String::from(
        "| JSON, ns | by hand | `validate` | ratio | report | of the struct | ratio |\n\
         |---|---:|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let Times { reports: [typed, report], json, json_by_hand, .. } = row.times;
        let by_hand = match json_by_hand {
            Some(hand) => format!("{} | {} | {:.2}", number(hand), number(json), json / hand),
            None => format!("| {} | ", number(json)),
        };
        let ratio = report / typed;
        let [typed, report] = [typed, report].map(number);
        line(&mut text, format!("| {} | {by_hand} | {report} | {typed} | {ratio:.2} |", row.name));
    }
    let of_hand = mean(rows.iter().filter_map(|row| Some(row.times.json / row.times.json_by_hand?)));
    let of_typed = mean(rows.iter().map(|row| row.times.reports[1] / row.times.reports[0]));
    line(&mut text, format!("| geometric mean | | | {of_hand:.2} | | | {of_typed:.2} |"));
    text
}

/// The rules behind the names.
fn list(rows: &[Row]) -> String {
    let mut text = String::from("| name | rule |\n|---|---|\n");
    for row in rows {
        let rule = row.rule.replace('|', "\\|");
        let rule = if row.gives_errors { rule } else { format!("`{rule}`") };
        line(&mut text, format!("| {} | {rule} |", row.name));
    }
    text
}

fn line(text: &mut String, line: String) {
    writeln!(text, "{line}").expect("a String takes anything");
}

/// Three digits, as far as they say anything.
fn number(nanoseconds: f64) -> String {
    if nanoseconds < 100.0 { format!("{nanoseconds:.1}") } else { format!("{nanoseconds:.0}") }
}

/// The geometric mean of some ratios.
fn mean(ratios: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = ratios.fold((0.0, 0.0), |(sum, count), ratio| (sum + ratio.ln(), count + 1.0));
    (sum / count).exp()
}
