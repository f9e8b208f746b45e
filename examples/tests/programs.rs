//! Each example program prints the output in its first lines.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The tests of this example run here.
#[path = "../examples/09_testing.rs"]
#[allow(dead_code)]
mod testing;

/// The programs of these sources, which cargo puts next to the folder of this test.
fn programs(sources: &[PathBuf]) -> Vec<PathBuf> {
    let test = env::current_exe().expect("the test is a file");
    let folder = test.parent().and_then(Path::parent).expect("cargo's folders").join("examples");
    let name = |source: &PathBuf| source.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let programs: Vec<PathBuf> =
        sources.iter().map(|source| folder.join(name(source) + env::consts::EXE_SUFFIX)).collect();
    if !programs.iter().all(|program| program.is_file()) {
        // `cargo test --test programs` builds no examples.
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "examples", "--examples"]);
        assert!(build.status().expect("cargo runs").success(), "the examples are built");
    }
    programs
}

fn promised(source: &str) -> String {
    let comment = source
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    let block = comment.skip_while(|line| *line != "```text").skip(1).take_while(|line| *line != "```");
    block.map(|line| format!("{line}\n")).collect()
}

#[test]
fn programs_print_what_they_promise() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(folder.join("README.md")).expect("there is a README");
    let sources = fs::read_dir(folder.join("examples")).expect("there are examples");
    let mut sources: Vec<PathBuf> = sources.map(|entry| entry.expect("an example").path()).collect();
    sources.sort();
    assert_eq!(sources.len(), 9);
    for (path, program) in sources.iter().zip(programs(&sources)) {
        let source = fs::read_to_string(path).expect("an example is text");
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        assert!(source.lines().count() < 80, "{name} is long");
        assert!(
            readme.contains(&format!("[`{name}`](examples/{name}.rs)")),
            "README.md does not name {name}"
        );
        let output = Command::new(program).output().expect("the example runs");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert_eq!(printed, promised(&source), "{name}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{name}");
    }
}
