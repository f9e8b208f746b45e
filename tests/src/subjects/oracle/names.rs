//! Compares with the oracle which properties rules can name, and how: random names in all spellings. If the server accepts a
//! spelling, it must also find the value.

use crate::{
    mutation::Random,
    oracle,
    program::{Asked, Report, Result},
    structural,
};
use cel_compiler::{checker::check, env::Env, parser::parse, schema::escaping::escape};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Compares random names.
pub fn compare(asked: &Asked, report: &mut Report) -> Result<()> {
    let mut random = Random::new(asked.seed);
    let of_name = |name: String| rules(&name).into_iter().map(move |rule| (name.clone(), rule));
    let cases: Vec<(String, String)> = (0..asked.count).flat_map(|_| of_name(name(&mut random))).collect();
    let requests = cases.iter().map(|(name, rule)| {
        let mut schema = schema(name);
        schema["x-kubernetes-validations"] = json!([{"rule": rule}]);
        json!({"schema": schema, "self": {name: 7}, "only": ["rules", "errors"]})
    });
    let mut accepted = 0;
    for ((name, rule), answer) in cases.iter().zip(&oracle::ask("schema", requests)?) {
        let theirs = answer["rules"][0].get("compile_error").is_none();
        let found = answer["errors"].as_array().is_none_or(Vec::is_empty);
        let ours = accepts(name, rule);
        accepted += usize::from(theirs);
        if ours != theirs || theirs && !found {
            report.differs(format_args!("{name:?} as `{rule}`: ours {ours}, server {answer}"))?;
        }
    }
    println!("{} rules about {} names, {accepted} accepted", cases.len(), asked.count);
    Ok(())
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

/// A property name with many parts that need escaping.
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
