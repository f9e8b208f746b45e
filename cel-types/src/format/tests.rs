use super::{Clause, Part, Verb, parts};

/// The parts in short form: texts in quotes, clauses with their precision, and the error at the end.
fn check(format: &str, expected: &str) {
    let shown: Vec<String> = parts(format)
        .map(|part| match part {
            Part::Text(text) => format!("{text:?}"),
            Part::Clause(Ok(Clause { verb, precision: None })) => verb.letter().to_string(),
            Part::Clause(Ok(Clause { verb, precision: Some(precision) })) => {
                format!("{precision}{}", verb.letter())
            }
            Part::Clause(Err(error)) => error.to_string(),
        })
        .collect();
    assert_eq!(shown.join(" "), expected, "{format}");
}

#[test]
fn texts_and_clauses_alternate() {
    check("", "");
    check("abc", "\"abc\"");
    check("%s%d", "s d");
    check("é%x日%X!", "\"é\" x \"日\" X \"!\"");
    check("%%%%s", "\"%\" \"%\" \"s\"");
}

#[test]
fn precisions_stand_before_every_verb() {
    check("%.2f%.0e%.007s%.9223372036854775807d", "2f 0e 7s 9223372036854775807d");
}

#[test]
fn clauses_that_are_none_end_the_string() {
    check("%", "unexpected end of string");
    check("a%y%s", "\"a\" could not parse formatting clause: unrecognized formatting clause \"y\"");
    check("%5d", "could not parse formatting clause: unrecognized formatting clause \"5\"");
    check("%.3%", "could not parse formatting clause: unrecognized formatting clause \"%\"");
    // The byte is shown as if it were a character.
    check("%é", "could not parse formatting clause: unrecognized formatting clause \"Ã\"");
}

#[test]
fn precisions_that_are_none() {
    const WHY: &str = "could not parse formatting clause: error while parsing precision: ";
    for unfinished in ["%.", "%.3"] {
        check(unfinished, &format!("{WHY}could not find end of precision specifier"));
    }
    let atoi = format!("{WHY}error while converting precision to integer: strconv.Atoi: parsing ");
    for empty in ["%.f", "%.-1f", "%..f", "%.%"] {
        check(empty, &format!("{atoi}\"\": invalid syntax"));
    }
    check("%.9223372036854775808f", &format!("{atoi}\"9223372036854775808\": value out of range"));
}

#[test]
fn verbs_are_told_apart_by_case() {
    assert_ne!(Verb::Hex.letter(), Verb::UpperHex.letter());
}
