//! The program `tables`: writes committed tables that are made from other projects' files.

mod api;
mod kubernetes;
mod zones;

use crate::program::{Flag, Subject, Verb};

/// Actions of the program.
pub const VERBS: &[Verb] = &[Verb { name: "write", about: "Write a table anew", subjects: WRITE }];

const WRITE: &[Subject] = &[
    Subject::new("kubernetes", "The types of k8s-openapi, from its source", kubernetes::write).quiet(),
    Subject::new("zones", "The time zones, from the folder of their files", zones::write)
        .flags(&[Flag::Folder])
        .quiet(),
    Subject::new(
        "api",
        "The public API of cel-runtime, from the folder of its documentation, printed",
        api::write,
    )
    .flags(&[Flag::Folder])
    .quiet(),
];
