//! Unknown and repeated fields of CRDs, against recorded answers of a real API server.
//!
//! `cargo cluster record fields` asks again.

use std::fs;
use tests::{
    fields::{Answer, Case, MODES},
    validate::data,
};

#[test]
fn unknown_fields_are_told_in_the_words_of_the_server() {
    let text = fs::read_to_string(data("field_cases.jsonl")).expect("recorded answers");
    let (mut strict, mut warned) = (0, 0);
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).expect("a case");
        assert_eq!(case.answers.len(), MODES.len(), "{}: record it", case.id);
        for ((mode, name), answer) in MODES.iter().zip(&case.answers) {
            let ours = Answer::of_ours(&case, *mode).unwrap_or_else(|error| panic!("{}: {error}", case.id));
            let found = answer.differences(&ours);
            assert!(
                found.is_empty(),
                "{} {name}: {}\n{}\n{}",
                case.id,
                case.why,
                case.body,
                found.join("\n")
            );
            strict += usize::from(answer.decoding_error.contains("strict decoding error"));
            warned += usize::from(!answer.warnings.is_empty());
        }
    }
    assert!(strict >= 30 && warned >= 30, "{strict} {warned}");
}
