//! Objects of recorded schemas, judged by native code.

use serde_json::Value;
use tests::{
    answers::comparable_verdict,
    native::objects::{Validator, judge},
};

#[allow(clippy::all, dead_code, reason = "generated")]
mod native {
    use super::*;
    include!(concat!(env!("OUT_DIR"), "/schemas.rs"));
}

#[test]
fn recorded_objects_have_the_recorded_verdict() {
    let lines = include_str!("../data/schema_cases.jsonl").lines();
    let mut differences = Vec::new();
    for (line, validator) in lines.zip(native::CASES) {
        let case: Value = serde_json::from_str(line).unwrap();
        let actual = comparable_verdict(&judge(&case, *validator));
        let is_recorded = |answer: &Value| comparable_verdict(answer) == actual;
        // The server goes over maps in random order: all that it was seen to say is recorded.
        if !case["answers"].as_array().unwrap().iter().any(is_recorded) {
            differences.push(format!("{}\n  is       {actual}\n  recorded {}", case["id"], case["answers"]));
        }
    }
    assert!(differences.is_empty(), "{}:\n{}", differences.len(), differences.join("\n"));
}
