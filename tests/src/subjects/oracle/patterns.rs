//! Compares random patterns with the oracle: the verdict or the exact error, and the matches in random texts. There are two
//! engines: for patterns known at run time, and for constant patterns.

use crate::{
    mutation::Random,
    oracle, patterns,
    program::{Asked, Report, Result},
};
use cel_runtime::__private::{
    Arena,
    library::regex::{self, Pattern},
    ops::{CelList, list::List},
};
use serde_json::{Value, json};

/// Compares random patterns, each in a search by every function.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    let cases: Vec<Case> = (0..asked.count).flat_map(|_| cases(&mut random)).collect();
    let mut accepted = 0;
    for (case, answer) in cases.iter().zip(&oracle::ask("expr", cases.iter().map(Case::request))?) {
        let (ours, constant) = (case.outcome(), case.outcome_of_constant());
        accepted += usize::from(ours.is_ok());
        if ours != theirs(answer) || constant.is_some_and(|constant| Ok(constant) != ours) {
            let ours = format!("{ours:?}");
            report.differs(json!({"request": case.request(), "server": answer, "ours": ours}))?;
        }
    }
    println!("{} patterns, {} searches, {accepted} accepted", asked.count, cases.len());
    Ok(())
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

/// A search with each function, each in its own text.
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

    fn outcome(&self) -> std::result::Result<Vec<String>, String> {
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

    /// The matches of the pattern as a constant pattern, if it can be one.
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

fn theirs(answer: &Value) -> std::result::Result<Vec<String>, String> {
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
