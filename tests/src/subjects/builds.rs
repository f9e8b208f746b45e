//! The program `builds`: writes and builds crates, and compares them with the oracle and with k8s-openapi.

mod corpus;
mod kubernetes;
mod structs;

use crate::program::{Flag, Subject, Verb};

/// Actions of the program.
pub const VERBS: &[Verb] = &[Verb {
    name: "compare",
    about: "Compare crates that are built with the oracle (ORACLE)",
    subjects: COMPARE,
}];

const COMPARE: &[Subject] = &[
    Subject::new(
        "structs",
        "Random types that derive `XValidation`: random objects and updates",
        structs::compare,
    )
    .count(60)
    .inputs(40)
    .flags(&[Flag::From]),
    Subject::new(
        "kubernetes",
        "The table of k8s-openapi's types, for the oldest and the newest Kubernetes",
        kubernetes::ends,
    ),
    Subject::new("kubernetes-all", "The table of k8s-openapi's types, for every Kubernetes", kubernetes::all)
        .by_hand(),
    Subject::new("corpus", "The types that `structs` writes for the CRDs of other projects", corpus::compare)
        .count(20)
        .flags(&[Flag::Containing])
        .by_hand(),
];
