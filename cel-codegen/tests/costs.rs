//! The command's texts about costs. `UPDATE=1 cargo test -p cel-codegen --test costs` writes down the texts of today.

use std::{env, fs, path::Path, process::Command};

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/costs");
    let output = Command::new(env!("CARGO_BIN_EXE_cel-codegen"))
        .args(["check", "--costs", &format!("{name}.yaml")])
        .current_dir(&folder)
        .output()
        .expect("ran");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let file = folder.join(name).with_extension("txt");
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, &printed).expect("written");
    }
    assert_eq!(printed, fs::read_to_string(&file).unwrap_or_default(), "{name}");
}

/// The server says of each of them, too, that it contributes to the total.
#[test]
fn expressions_above_their_limit() {
    check("rules");
}

#[test]
fn all_expressions_together_above_their_limit() {
    check("total");
}

#[test]
fn nothing_above_a_limit() {
    check("accepted");
}
