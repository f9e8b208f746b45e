//! Compares random patterns with the oracle: whether they are accepted, the exact error, and what is found in random texts,
//! by the engine of patterns known at run time and by that of constant ones.
//!
//! `regex-compare COUNT SEED [FILE]` prints counts and the first differences; all of them go to FILE, a line each. `ORACLE`
//! names the oracle's program.

use cel_runtime::__private::{
    Arena,
    generated::{CelList, list::List},
    library::regex::{self, Pattern},
};
use serde_json::{Value, json};
use std::{env, error::Error, fs, process::Command, process::ExitCode, time::Instant};
use tests::{mutation::Random, native, patterns};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed, rest @ ..] = args.as_slice() else {
        return Err("usage: regex-compare COUNT SEED [FILE]".into());
    };
    let start = Instant::now();
    let mut random = Random::new(seed.parse()?);
    let cases: Vec<Case> = (0..count.parse()?).flat_map(|_| cases(&mut random)).collect();
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    let mut command = Command::new(oracle);
    let answers = native::talk(command.args(["-mode", "expr"]), cases.iter().map(Case::request))?;
    let (mut accepted, mut differences) = (0, Vec::new());
    for (case, answer) in cases.iter().zip(&answers) {
        let (ours, constant) = (case.outcome(), case.outcome_of_constant());
        accepted += usize::from(ours.is_ok());
        let is_different = ours != theirs(answer) || constant.is_some_and(|constant| Ok(constant) != ours);
        if is_different {
            differences
                .push(json!({"request": case.request(), "server": answer, "ours": format!("{ours:?}")}));
        }
    }
    if let Some(file) = rest.first() {
        fs::write(file, differences.iter().map(|line| format!("{line}\n")).collect::<String>())?;
    }
    for difference in differences.iter().take(10) {
        println!("{difference}");
    }
    println!(
        "{count} patterns, {} searches, {accepted} accepted, {} different, {} s",
        cases.len(),
        differences.len(),
        start.elapsed().as_secs()
    );
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One search with one pattern.
struct Case {
    pattern: String,
    text: String,
    limit: i64,
    function: Function,
}

#[derive(Clone, Copy)]
enum Function {
    Matches,
    Find,
    FindAll,
    FindAllLimited,
}

/// Every function in a text of its own.
fn cases(random: &mut Random) -> Vec<Case> {
    let pattern = patterns::pattern(random);
    [Function::Matches, Function::Find, Function::FindAll, Function::FindAllLimited]
        .into_iter()
        .map(|function| {
            let limit = [-1, 0, 1, 2][random.below(4)];
            Case { pattern: pattern.clone(), text: patterns::text(random), limit, function }
        })
        .collect()
}

impl Case {
    fn request(&self) -> Value {
        let expr = match self.function {
            Function::Matches => "[string(t.matches(p))]",
            Function::Find => "[t.find(p)]",
            Function::FindAll => "t.findAll(p)",
            Function::FindAllLimited => "t.findAll(p, n)",
        };
        json!({"id": 0, "expr": expr, "vars": {
            "t": {"type": "string", "value": self.text},
            "p": {"type": "string", "value": self.pattern},
            "n": {"type": "int", "value": self.limit},
        }})
    }

    fn outcome(&self) -> Result<Vec<String>, String> {
        let arena = Arena::new();
        let (text, pattern) = (&*self.text, &*self.pattern);
        match self.function {
            Function::Matches => regex::matches(&arena, text, pattern).map(|found| vec![found.to_string()]),
            Function::Find => regex::find(&arena, text, pattern).map(|found| vec![found.to_owned()]),
            Function::FindAll => regex::find_all(&arena, text, pattern)
                .map(|found| found.elements().map(str::to_owned).collect()),
            Function::FindAllLimited => regex::find_all_limited(&arena, text, pattern, self.limit)
                .map(|found| found.elements().map(str::to_owned).collect()),
        }
        .map_err(|error| error.to_string())
    }

    /// The matches of a constant pattern, if it is one.
    fn outcome_of_constant(&self) -> Option<Vec<String>> {
        let (arena, text) = (Arena::new(), &*self.text);
        let pattern = Pattern::new(&self.pattern).ok()?;
        let owned = |found: List<'_, &str>| found.elements().map(str::to_owned).collect();
        Some(match self.function {
            Function::Matches => vec![pattern.matches(text).to_string()],
            Function::Find => vec![pattern.find(text).to_owned()],
            Function::FindAll => owned(pattern.find_all(&arena, text, -1)),
            Function::FindAllLimited => owned(pattern.find_all(&arena, text, self.limit)),
        })
    }
}

fn theirs(answer: &Value) -> Result<Vec<String>, String> {
    match answer["error"].as_str() {
        Some(error) => Err(error.to_owned()),
        None => Ok(answer["value"]["value"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|element| element["value"].as_str().unwrap_or("not a string").to_owned())
            .collect()),
    }
}
