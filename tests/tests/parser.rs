//! The parser against cel-go's recorded answers.

use cel_codegen::parser::parse;
use serde_json::Value;
use tests::notation::{ast, pos};

#[test]
fn golden() {
    let mut wrong = 0;
    let rows = rows();
    for row in &rows {
        let (expr, ok) = (row["expr"].as_str().unwrap(), row["ok"].as_bool().unwrap());
        let ours = parse(expr);
        let same = match &ours {
            Ok(tree) => ok && ast(tree) == row["ast"] && pos(tree) == row["pos"],
            Err(_) => !ok,
        };
        if !same {
            wrong += 1;
            println!("{expr}\n  {}\n  {:?}", row, ours.map(|e| pos(&e)));
        }
    }
    assert_eq!(wrong, 0, "of {}", rows.len());
}

fn rows() -> Vec<Value> {
    include_str!("../data/golden.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
