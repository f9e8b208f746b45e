//! Compares with the oracle which properties rules can name, and how: random names in all spellings.
//!
//! `name-compare COUNT SEED`; `ORACLE` names the oracle's program. A spelling that the server accepts must also find the value.

use cel_compiler::{checker::check, env::Env, parser::parse, schema::escaping::escape};
use serde_json::{Value, json};
use std::{collections::BTreeSet, env, error::Error, process::Command, process::ExitCode};
use tests::{mutation::Random, native::talk, structural};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [count, seed] = args.as_slice() else {
        return Err("usage: name-compare COUNT SEED".into());
    };
    let oracle = env::var("ORACLE").map_err(|_| "ORACLE names no program")?;
    let (count, mut random): (usize, _) = (count.parse()?, Random::new(seed.parse()?));
    let cases: Vec<(String, String)> = (0..count)
        .flat_map(|_| {
            let name = name(&mut random);
            rules(&name).into_iter().map(move |rule| (name.clone(), rule))
        })
        .collect();
    let requests = cases.iter().map(|(name, rule)| {
        let mut schema = schema(name);
        schema["x-kubernetes-validations"] = json!([{"rule": rule}]);
        json!({"schema": schema, "self": {name: 7}, "only": ["rules", "errors"]})
    });
    let answers = talk(Command::new(oracle).args(["-mode", "schema", "-stable"]), requests)?;
    let (mut accepted, mut differences) = (0, 0);
    for ((name, rule), answer) in cases.iter().zip(&answers) {
        let theirs = answer["rules"][0].get("compile_error").is_none();
        let found = answer["errors"].as_array().is_none_or(Vec::is_empty);
        let ours = accepts(name, rule);
        accepted += usize::from(theirs);
        if ours != theirs || theirs && !found {
            differences += 1;
            println!("{name:?} as `{rule}`: ours {ours}, server {answer}");
        }
    }
    println!("{} rules about {count} names, {accepted} accepted, {differences} different", cases.len());
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn schema(name: &str) -> Value {
    json!({"type": "object", "properties": {name: {"type": "integer"}}})
}

fn accepts(name: &str, rule: &str) -> bool {
    let node = structural::node(&schema(name));
    let env = Env::new();
    let Some(ty) = env.type_of_node("selfType", &node) else { return false };
    let env = env.with_variable("self", ty);
    parse(rule).is_ok_and(|expr| check(expr, &env).is_ok())
}

/// A property's name that is mostly made of what needs escaping.
fn name(random: &mut Random) -> String {
    (0..=random.below(4)).map(|_| random.pick(PARTS)).collect()
}

fn rules(name: &str) -> Vec<String> {
    let escaped = escape(name).map_or_else(|| name.to_owned(), std::borrow::Cow::into_owned);
    let spellings: BTreeSet<String> = [
        name.to_owned(),
        escaped.clone(),
        format!("`{name}`"),
        format!("`{escaped}`"),
        format!("__{name}__"),
        name.replace('-', "__dash__").replace('.', "__dot__"),
    ]
    .into();
    let rule = |spelling: &String| {
        [
            format!("self.{spelling} == 7"),
            format!("has(self.{spelling})"),
            format!("self.?{spelling}.orValue(0) == 7"),
        ]
    };
    spellings.iter().flat_map(rule).collect()
}

const PARTS: &[&str] = &[
    "_",
    "__",
    "-",
    ".",
    "/",
    "a",
    "b",
    "A",
    "9",
    "dash",
    "dot",
    "underscores",
    "slash",
    "namespace",
    "in",
    "if",
    "true",
    "null",
    "while",
    "for",
    " ",
    "é",
    "$",
    "__dash__",
    "__in__",
    "size",
    "self",
    "int",
];
