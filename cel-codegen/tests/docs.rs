//! The command prints what the book says.
//!
//! A block that begins with `$ cel-codegen` is run in the folder of `tests/docs` that the comment before it names: `<!-- in check -->`.
//! A line that ends with `...` goes on. `BLESS=1 cargo test -p cel-codegen --test docs` writes the outputs.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn page(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

/// The output of a command in one of the folders, as a shell runs it.
fn run(folder: &str, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_cel-codegen")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap_or_default());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docs").join(folder);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{command} 2>&1")]).env("PATH", path).env("NO_COLOR", "1").current_dir(folder);
    let output = shell.output().expect("a shell");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

/// A line of the book may be cut.
fn is_like(shown: &str, printed: &str) -> bool {
    let (shown, printed): (Vec<&str>, Vec<&str>) = (shown.lines().collect(), printed.lines().collect());
    let line = |(shown, printed): (&&str, &&str)| match shown.strip_suffix("...") {
        Some(begin) => printed.starts_with(begin),
        None => shown.trim_end() == printed.trim_end(),
    };
    shown.len() == printed.len() && shown.iter().zip(&printed).all(line)
}

/// As the book shows it: without the ends of long lines.
fn shown(printed: &str) -> String {
    let cut = |line: &str| match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...\n", &line[..end]),
        None => format!("{}\n", line.trim_end()),
    };
    printed.lines().map(cut).collect()
}

const LONGEST: usize = 150;

/// Compares the outputs in a page, and gives the page with the right ones; and how many there are.
fn judged(name: &str) -> (String, usize) {
    let text = fs::read_to_string(page(name)).expect("a page");
    let (mut right, mut folder, mut count) = (String::new(), "", 0);
    let mut rest = text.as_str();
    while let Some((line, after)) = rest.split_once('\n') {
        rest = after;
        right += &format!("{line}\n");
        if let Some(name) = line.strip_prefix("<!-- in ").and_then(|line| line.strip_suffix(" -->")) {
            folder = name;
        }
        let Some(command) = line.strip_prefix("$ ").filter(|command| command.starts_with("cel-codegen "))
        else {
            continue;
        };
        let (expected, _) = rest.split_once("```").expect("the end of a block");
        let printed = run(folder, command);
        let is_right = is_like(expected.trim_end(), &printed);
        assert!(
            is_right || env::var_os("BLESS").is_some(),
            "{name}: {command}\n{expected}\nprints\n{printed}"
        );
        right += &(if is_right { expected.to_owned() } else { shown(&printed) });
        rest = &rest[expected.len()..];
        count += 1;
    }
    (right + rest, count)
}

#[test]
fn outputs_are_those_of_the_command() {
    for (name, least) in [("command.md", 5), ("ci.md", 3), ("lints.md", 3), ("updates.md", 1)] {
        let (right, count) = judged(name);
        assert!(count >= least, "{name} has only {count} commands");
        if env::var_os("BLESS").is_some() {
            fs::write(page(name), right).expect("written");
        }
    }
}

/// The output of pre-commit has that of the command behind `- exit code: 1`.
#[test]
fn outputs_of_hooks_are_those_of_the_command() {
    let text = fs::read_to_string(page("ci.md")).expect("a page");
    let (_, block) = text.split_once("$ pre-commit run --all-files\n").expect("a run of pre-commit");
    let (block, _) = block.split_once("```").expect("the end of a block");
    for (hook, command) in [
        ("cel-codegen-check", "cel-codegen check crds/widget.yaml"),
        ("cel-codegen-validate", "cel-codegen validate --crd crds/ widgets/web.yaml"),
    ] {
        let (_, part) =
            block.split_once(&format!("- hook id: {hook}\n- exit code: 1\n\n")).expect("a hook that fails");
        let part =
            part.split_once("....").map_or(part, |(part, _)| part.rsplit_once('\n').expect("a line").0);
        let printed = run("hooks", command);
        assert!(is_like(part.trim_end(), &printed), "{part}\n{command} prints\n{printed}");
    }
    let hooks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.pre-commit-hooks.yaml");
    let hooks = fs::read_to_string(hooks).expect("hooks");
    for entry in ["cel-codegen check", "cel-codegen validate"] {
        assert!(
            hooks.contains(&format!("entry: {entry}\n")) && text.contains(&format!("entry: {entry}")),
            "{entry}"
        );
    }
}
