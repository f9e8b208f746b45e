//! The program `oracle`: compares this project with the API server's own code.

mod answered;
mod check;
mod constants;
mod corpus;
mod costs;
mod dumped;
mod dynamic;
mod exact;
mod expressions;
mod formats;
mod leftovers;
mod lints;
mod names;
mod network;
mod patterns;
mod quantities;
mod recorded;
mod schemas;
mod specification;
mod syntax;
mod validated;
mod yaml;
mod zones;

use crate::program::{Flag, Subject, Verb};

/// Actions of the program.
pub const VERBS: &[Verb] = &[
    Verb { name: "compare", about: "Compare with the oracle (ORACLE)", subjects: COMPARE },
    Verb {
        name: "record",
        about: "Ask the oracle again for recorded answers, and write them",
        subjects: RECORD,
    },
    Verb { name: "dump", about: "Print what a stage makes of requests on standard input", subjects: DUMP },
    Verb { name: "answer", about: "Answer requests on standard input, as the oracle does", subjects: ANSWER },
];

const COMPARE: &[Subject] = &[
    Subject::new("specification", "The expressions in the tables of docs/spec", specification::compare),
    Subject::new("check-corpus", "`check` of the CRDs of other projects", check::corpus)
        .flags(&[Flag::Kubernetes, Flag::Verdicts]),
    Subject::new("check-schemas", "`check` of random schemas", check::random)
        .count(600)
        .flags(&[Flag::Kubernetes, Flag::Verdicts]),
    Subject::new(
        "check-restricted",
        "`check` of random schemas with restrictions and rules of all kinds",
        check::restricted,
    )
    .count(300)
    .flags(&[Flag::Kubernetes, Flag::Verdicts]),
    Subject::new(
        "check-definitions",
        "`check` of random CRDs with several versions, outside of their schemas",
        check::definitions,
    )
    .count(1_000),
    Subject::new(
        "check-mutants",
        "`check` of the CRDs of other projects, with rules changed at random",
        check::mutants,
    )
    .count(5)
    .flags(&[Flag::Kubernetes, Flag::Verdicts])
    .by_hand(),
    Subject::new("check-recorded", "`check` of all recorded expressions, for a release", check::recorded)
        .flags(&[Flag::Kubernetes, Flag::Verdicts])
        .by_hand(),
    Subject::new("syntax", "Verdict and first error of expressions with accidents", syntax::compare)
        .count(20_000)
        .by_hand(),
    Subject::new("constants", "Verdict and errors of random expressions of constants", constants::compare)
        .count(3_000),
    Subject::new("names", "Which properties rules can name: random names", names::compare).count(100),
    Subject::new("cost-expressions", "Estimates of random expressions", costs::expressions).count(2_000),
    Subject::new(
        "cost-rules",
        "Estimates of random rules in random schemas, and the errors about them",
        costs::rules,
    )
    .count(1_000),
    Subject::new("cost-limits", "Costs on objects so large that limits are reached", costs::limits).count(4),
    Subject::new(
        "cost-corpus",
        "Estimates of the CRDs of other projects, with several bounds",
        costs::corpus,
    )
    .by_hand(),
    Subject::new(
        "expressions",
        "Native code of random expressions: verdict, type, value, error, cost",
        expressions::native,
    )
    .count(600)
    .inputs(4)
    .flags(&[Flag::Requests]),
    Subject::new("interpreter", "The same of the interpreter", expressions::interpreter)
        .count(600)
        .inputs(4)
        .flags(&[Flag::Requests])
        .by_hand(),
    Subject::new(
        "exact",
        "Native code of random expressions beside the exact calls, without the oracle",
        exact::compare,
    )
    .count(600)
    .inputs(3)
    .by_hand(),
    Subject::new(
        "dynamic",
        "Native code of every operator and function on values that only run time types",
        dynamic::native,
    )
    .one_of(211),
    Subject::new(
        "dynamic-interpreter",
        "The same of the interpreter, and parts of objects",
        dynamic::interpreter,
    )
    .one_of(211)
    .by_hand(),
    Subject::new(
        "leftovers",
        "Costs of loops that charge for operands of earlier rounds",
        leftovers::compare,
    )
    .count(400)
    .inputs(4),
    Subject::new("network", "URLs, IP addresses and prefixes of random texts", network::compare).count(3_000),
    Subject::new("quantities", "Quantities, versions and named formats of random texts", quantities::compare)
        .count(4_000),
    Subject::new("patterns", "Random patterns in random texts", patterns::compare).count(3_000),
    Subject::new("yaml", "The documents of random files, as `kubectl` reads them", yaml::compare)
        .count(20_000),
    Subject::new("zones", "Getters of random times in all time zones", zones::compare).count(6_000),
    Subject::new("formats", "Conversion of strings with a format", formats::compare).count(5_000),
    Subject::new("schemas", "Native validators of random schemas: errors, warnings, costs", schemas::compare)
        .count(60)
        .inputs(4),
    Subject::new(
        "validated",
        "`validate` of random objects and updates, with schemas that have restrictions of all kinds",
        validated::compare,
    )
    .count(300)
    .inputs(6),
    Subject::new("corpus", "Native validators of the CRDs of other projects", corpus::compare)
        .count(100)
        .by_hand(),
    Subject::new(
        "lints",
        "Each object that a lint shows: tables, the CRDs of other projects, random schemas",
        lints::compare,
    )
    .count(400),
    Subject::new(
        "diff",
        "Each object that `diff` shows: recorded cases, and the CRDs of other projects",
        recorded::compare_diff,
    ),
];

const RECORD: &[Subject] = &[
    Subject::new("check", "tests/data: check_schemas, definition_cases, ..", recorded::check).quiet(),
    Subject::new("derive", "tests/data: the answers to the types in tests/tests/derive", recorded::derive)
        .quiet(),
    Subject::new("diff", "cel-codegen/tests/diff: reports and answers", recorded::diff).quiet(),
    Subject::new("odd-keys", "tests/tests/odd_keys", recorded::odd_keys).quiet(),
    Subject::new(
        "releases",
        "tests/data/releases.jsonl; --folder has the programs of the releases",
        recorded::releases,
    )
    .flags(&[Flag::Folder])
    .quiet(),
    Subject::new(
        "schemas",
        "Requests of `-mode schema` on standard input become cases on standard output",
        schemas::record,
    )
    .quiet(),
];

const DUMP: &[Subject] = &[
    Subject::new("requests", "Random requests, which the others read", dumped::requests)
        .count(20)
        .inputs(1)
        .flags(&[Flag::Requests])
        .quiet(),
    Subject::new("parse", "The syntax tree", dumped::parse_stage).quiet(),
    Subject::new("check", "The type", dumped::check_stage).quiet(),
];

const ANSWER: &[Subject] = &[
    Subject::new("native-expr", "`-mode expr`, with native code", answered::native_expr).quiet(),
    Subject::new("interpret-expr", "`-mode expr`, with the interpreter", answered::interpret_expr).quiet(),
    Subject::new("native-schema", "`-mode schema`, with native code", answered::native_schema).quiet(),
];
