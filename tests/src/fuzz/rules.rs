//! Rules: expressions with random errors, well-typed ones, and ones with a part that is repeated very often.

use super::Subject;
use crate::{
    expressions::Generator,
    interpreted,
    mutation::{Random, mutant, mutate},
    structural,
    syntax::near_expression,
};
use cel_compiler::rule::compile_expression;
use serde_json::{Value, json};

/// Writes requests of the oracle's `-mode expr`; they are compiled to Rust and interpreted.
pub struct Rules {
    generator: Generator,
    known: Vec<String>,
    written: usize,
}

impl Rules {
    /// The rules of a seed.
    pub fn new(seed: u64) -> Self {
        let files = [include_str!("../../data/golden.jsonl"), include_str!("../../data/expr_cases.jsonl")];
        let rows = files
            .iter()
            .flat_map(|file| file.lines())
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let known = rows.filter_map(|row| row["expr"].as_str().map(str::to_owned)).collect();
        Rules { generator: Generator::new(seed), known, written: 0 }
    }

    fn known(&self) -> Vec<&str> {
        self.known.iter().map(String::as_str).collect()
    }

    /// An expression whose variables have values, perhaps with a random error.
    fn typed(&mut self, random: &mut Random) -> Value {
        self.written += 1;
        let request = self.generator.requests(self.written, 1).into_iter().next();
        let mut request = request.unwrap_or_default();
        if random.pick_bool() {
            let mut text: Vec<char> = request["expr"].as_str().unwrap_or_default().chars().collect();
            mutate(random, &["s", "true"], &mut text);
            request["expr"] = text.into_iter().collect::<String>().into();
        }
        request
    }

    /// An expression with a part that is repeated many times, within the server's limits.
    fn repeated(&self, random: &mut Random) -> Value {
        let (before, part, behind) = REPEATED[random.below(REPEATED.len())];
        let most = [10, 100, 1_000, 10_000][random.below(4)];
        let count = 1 + random.below(most);
        let mut text: Vec<char> = format!("{before}{}{behind}", part.repeat(count)).chars().collect();
        if random.below(3) == 0 {
            mutate(random, &self.known()[..1], &mut text);
        }
        bare(text.into_iter().collect())
    }
}

fn bare(expr: String) -> Value {
    json!({"id": "", "expr": expr, "env": "stored", "vars": {
        "l": {"type": "list(int)", "value": [1, 2, 3]},
        "s": {"type": "string", "value": "a text"},
        "m": {"type": "map(string, int)", "value": {"a": 1}},
        "d": {"type": "dyn", "value": {"a": [1, "b"]}},
    }})
}

impl Subject for Rules {
    fn input(&mut self, random: &mut Random) -> String {
        let request = match random.below(8) {
            0..3 => bare(mutant(random, &self.known())),
            3 | 4 => bare(near_expression(random)),
            5 | 6 => self.typed(random),
            _ => self.repeated(random),
        };
        request.to_string()
    }

    fn try_input(&self, input: &str) -> bool {
        let request: Value = serde_json::from_str(input).expect("a request");
        let variables = structural::variables(&request["vars"]);
        let env = structural::env(&variables).with_version(structural::version(&request));
        let is_accepted = compile_expression(request["expr"].as_str().unwrap_or_default(), &env).is_ok();
        interpreted::answers(&[request]).expect("an answer");
        is_accepted
    }
}

/// The text before, the repeated part, the text after.
const REPEATED: &[(&str, &str, &str)] = &[
    ("1", " + 1", " == 1"),
    ("s", " + s", " == ''"),
    ("", "(", "1"),
    ("", "-", "1"),
    ("", "!", "true"),
    ("", "[", "1"),
    ("[", "1,", "]"),
    ("[", "l[0],", "].size()"),
    ("[", "s + s,", "].size()"),
    ("{", "'a': 1,", "}"),
    ("{", "s: l[0],", "}.size()"),
    ("s", ".replace('a', 'b')", ""),
    ("s", ".trim()", ".size()"),
    ("d", ".a", ""),
    ("d", "[0]", ""),
    ("d", ".?a", ""),
    ("true", " && s == 'a'", ""),
    ("true", " || d == 1", ""),
    ("", "s == 'a' ? ", "1"),
    ("", "true ? 1 : ", "1"),
    ("", "l.all(x, ", "true"),
    ("", "l.map(x, ", "x"),
    ("l", ".map(x, x + 1)", ""),
    ("l", ".filter(x, x > 1)", ".size()"),
    ("optional.of(1)", ".optMap(x, x + x)", ""),
    ("", "cel.bind(x, 1, ", "x"),
    ("'", "%s", "'.format(l)"),
    ("s.matches('", "(a|b)*", "')"),
    ("s.matches('", "(", "')"),
    ("s.matches('", "a{9}", "')"),
    ("'", "\\u00e9", "' == s"),
    ("'", "\\", "'"),
    ("", "undeclared + ", "1"),
    ("", "l.all(", "x"),
    ("", "has(d.a) && ", "true"),
    ("", "dyn(l) == [1] || ", "true"),
    ("int(s) + ", "int(s) + ", "1"),
    ("", "// \n", "1"),
    ("", "a.b.", "c{}"),
];
