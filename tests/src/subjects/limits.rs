//! The program `limits`: finds input that causes a panic, takes too long or needs too much memory.

mod examples;
mod growth;
mod random;

use crate::program::{Flag, Subject, Verb};

/// Actions of the program.
pub const VERBS: &[Verb] = &[
    Verb {
        name: "try",
        about: "Look for input that panics, takes too long or needs too much memory",
        subjects: TRY,
    },
    Verb { name: "evaluate", about: "What `try` runs below valgrind", subjects: EVALUATE },
];

const TRY: &[Subject] = &[
    Subject::new("rules", "Random rules", random::rules).count(2_000).flags(&[Flag::Input]),
    Subject::new("files", "Random CRD files", random::files).count(2_000).flags(&[Flag::Input]),
    Subject::new("objects", "Random objects", random::objects).count(300).flags(&[Flag::Input]),
    Subject::new(
        "examples",
        "Random objects of the types in the examples, in one process",
        examples::try_all,
    )
    .count(1_000_000)
    .by_hand(),
    Subject::new(
        "growth",
        "Functions, operators and macros over values of n and of 4n parts",
        growth::interpreter,
    )
    .one_of(20)
    .flags(&[Flag::Containing]),
    Subject::new("growth-native", "The same as native code, which needs valgrind", growth::compiled)
        .one_of(40)
        .flags(&[Flag::Containing]),
];

const EVALUATE: &[Subject] = &[Subject::new("growth", "Prints a line for each evaluation", growth::evaluate)
    .one_of(20)
    .flags(&[Flag::Containing])
    .quiet()];
