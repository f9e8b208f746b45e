//! Time that the derive adds to a build: a crate of 100 structs with 300 rules is checked with and without it, by the compiler
//! that users have, the macro unoptimised as in their builds.
//!
//! `cargo bench -p tests --bench compile`; without `--bench`, as `cargo test --all-targets` runs it, the crate is only checked once.
//! `cargo bench -p tests --bench compile -- --operator` builds a whole operator instead. It takes half an hour.

mod krate;
mod operator;
mod sources;

use krate::{Crate, Times, WRAPPED, cargo, least, millis, rustc};
use sources::{RULES_PER_STRUCT, STRUCTS, in_files, source, template_source};
use std::{
    env, fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if env::var_os(WRAPPED).is_some() {
        return rustc(&arguments);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    if !arguments.iter().any(|argument| argument == "--bench") {
        Crate::new(&folder, "with", &source("XValidation", true));
        println!("100 structs with 300 rules compile");
        return;
    }
    if arguments.iter().any(|argument| argument == "--operator") {
        return operator::print(&folder);
    }
    let without = Crate::new(&folder, "without", &source("Default", false));
    let structs = Crate::new(&folder, "structs", &source("XValidation", false));
    let with = Crate::new(&folder, "with", &source("XValidation", true));
    let in_files = Crate::in_files(&folder, "in_files", &in_files());
    let [without, structs, with, in_files] = least(&[without, structs, with, in_files]);
    let per_struct = structs.since(&without, STRUCTS);
    let per_rule = with.since(&structs, STRUCTS * RULES_PER_STRUCT);
    println!("{:<38} {:>10} {:>16}", "ms", "macro", "whole check");
    print("100 structs without the derive", &without, "");
    print("with the derive, without rules", &structs, "");
    print("with the derive and 300 rules", &with, "");
    print("the same in four files", &in_files, "");
    print("per struct", &per_struct, "   target 1 for the macro");
    print("per rule", &per_rule, "   target 1 for the macro");
    templates(&folder);
    let clean = (0..3).map(|_| clean_check(&folder)).min().unwrap_or_default();
    println!(
        "{:<38} {:>27.0}   target 10000 on two cores",
        "cargo check -p cel-derive, clean",
        millis(clean)
    );
}

/// Time for a field of a type of k8s-openapi that one rule reads.
fn templates(folder: &Path) {
    let crates = [("Default", false), ("XValidation", false), ("Default", true), ("XValidation", true)];
    let crates = crates.map(|(derive, has_template)| {
        let name = format!("{derive}_{has_template}").to_lowercase();
        Crate::new(folder, &name, &template_source(derive, has_template))
    });
    let [none, plain, none_with, with] = least(&crates);
    let (plain, with) = (plain.since(&none, STRUCTS), with.since(&none_with, STRUCTS));
    print("per struct with a rule", &plain, "");
    print("the same, and a PodTemplateSpec", &with, "");
    println!(
        "{:<38} {:>10.2} {:>16.2}   target 5",
        "times of the struct without it",
        with.expansion / plain.expansion,
        with.check / plain.check
    );
}

fn print(what: &str, times: &Times, comment: &str) {
    println!("{what:<38} {:>10.2} {:>16.2}{comment}", times.expansion, times.check);
}

fn clean_check(folder: &Path) -> Duration {
    let target = folder.join("clean");
    if target.exists() {
        fs::remove_dir_all(&target).expect("a folder to remove");
    }
    let start = Instant::now();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    run(cargo("check", &target).args(["-p", "cel-derive", "--offline"]).current_dir(workspace));
    start.elapsed()
}

fn run(command: &mut Command) {
    let status = command.status().expect("cargo");
    assert!(status.success(), "{command:?} failed");
}
