//! Calls with pairs of texts, to the functions of a library and to the oracle.

use crate::{
    answers::comparable,
    mutation::Random,
    native::values::Encode,
    oracle,
    program::{Asked, Report, Result},
};
use cel_runtime::__private::{Arena, ops::Outcome};
use serde_json::{Value, json};

/// An expression over the strings `x` and `y`, and our function for it.
pub struct Question {
    /// Expression for the oracle.
    pub expr: &'static str,
    /// The same call with the library's functions.
    pub ours: for<'a> fn(&'a Arena, &'a str, &'a str) -> Outcome<'a, Value>,
}

/// The questions for one kind of text.
pub struct Kind {
    /// Name in the summary.
    pub name: &'static str,
    /// Questions for each pair.
    pub questions: &'static [Question],
    /// Makes a text.
    pub text: fn(&mut Random) -> String,
    /// Makes a second text for a first one.
    pub near: fn(&mut Random, &str) -> String,
}

/// Asks the questions for a number of pairs of each kind.
///
/// # Errors
/// If the oracle cannot be asked.
pub fn compare(kinds: &[Kind], asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    for kind in kinds {
        let (mut values, mut errors) = (0, 0);
        for batch in (0..asked.count).step_by(BATCH) {
            let pairs: Vec<[String; 2]> =
                (batch..asked.count.min(batch + BATCH)).map(|_| pair(kind, &mut random)).collect();
            for (request, theirs, ours) in ask(kind.questions, &pairs)? {
                *(if theirs.get("error").is_some() { &mut errors } else { &mut values }) += 1;
                if theirs != ours {
                    report.differs(format_args!("{request}\n  server {theirs}\n  ours   {ours}"))?;
                }
            }
        }
        println!("{} {}: {values} values, {errors} errors", asked.count, kind.name);
    }
    Ok(())
}

fn pair(kind: &Kind, random: &mut Random) -> [String; 2] {
    let x = (kind.text)(random);
    let y = (kind.near)(random, &x);
    [x, y]
}

/// Requests with both answers. An answer is only a value or an error.
fn ask(questions: &[Question], pairs: &[[String; 2]]) -> Result<Vec<(Value, Value, Value)>> {
    let asked: Vec<(&Question, &[String; 2])> =
        pairs.iter().flat_map(|pair| questions.iter().map(move |question| (question, pair))).collect();
    let requests: Vec<Value> = asked.iter().map(|(question, pair)| request(question, pair)).collect();
    let theirs = oracle::ask("expr", requests.iter())?;
    let theirs = theirs.iter().map(|answer| match answer.get("error").or(answer.get("compile_error")) {
        Some(error) => json!({"error": error}),
        None => comparable(&json!({"value": answer["value"]})),
    });
    let ours = asked.iter().map(|(question, [x, y])| {
        let arena = Arena::new();
        match (question.ours)(&arena, x, y) {
            Ok(value) => comparable(&json!({"value": value})),
            Err(error) => json!({"error": error.to_string()}),
        }
    });
    Ok(requests.iter().cloned().zip(theirs).zip(ours).map(|((r, t), o)| (r, t, o)).collect())
}

fn request(question: &Question, [x, y]: &[String; 2]) -> Value {
    let text = |value: &String| json!({"type": "string", "value": value});
    json!({"id": 0, "expr": question.expr, "vars": {"x": text(x), "y": text(y)}})
}

/// A list in the form of an answer.
pub fn list<E: Encode, const N: usize>(elements: [E; N]) -> Value {
    json!({"type": "list", "value": Vec::from(elements.map(|element| element.encode()))})
}

/// Number of pairs per run of the oracle.
const BATCH: usize = 5_000;
