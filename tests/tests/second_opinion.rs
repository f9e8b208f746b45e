//! x
use std::panic;
use cel_codegen::parser::parse;
use serde_json::Value;
#[test]
fn t() {
    panic::set_hook(Box::new(|_| {}));
    for line in include_str!("../data/golden.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let e = row["expr"].as_str().unwrap();
        let o = parse(e).is_ok();
        let f = |x: Result<bool, Box<dyn std::any::Any + Send>>| x.map_or("panic".to_owned(), |b| b.to_string());
        let c = f(panic::catch_unwind(|| cel::parser::Parser::new().enable_optional_syntax(true).enable_ident_escape_syntax(true).max_recursion_depth(250).parse(e).is_ok()));
        let p = f(panic::catch_unwind(|| cel_parser::Parser::new().parse(e).is_ok()));
        println!("{o} {c} {p} {}", serde_json::to_string(e).unwrap());
    }
}
