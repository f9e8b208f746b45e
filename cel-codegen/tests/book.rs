//! The pages of the book show what the command prints: each block that begins with `$ cel-codegen ..` is run in a folder of `book/`.

use std::{fs, path::Path, process::Command};

/// The blocks of a page that show a command, each without its fences.
fn blocks(page: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    let text = fs::read_to_string(path).expect("a page");
    let blocks = text.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.filter(|block| block.starts_with("$ cel-codegen ")).map(str::to_owned).collect()
}

/// The arguments of a command line, which may be quoted.
fn arguments(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// A line of the page may end with `...`, where the rest is cut.
fn is_like(printed: &str, shown: &str) -> bool {
    match shown.strip_suffix(" ...") {
        Some(begin) => printed.starts_with(begin),
        None => printed == shown,
    }
}

#[test]
fn the_page_of_the_command_shows_what_it_prints() {
    let blocks = blocks("command.md");
    assert!(blocks.len() >= 4, "the blocks have moved: {}", blocks.len());
    for block in blocks {
        let (line, shown) = block.split_once('\n').expect("a command and what it prints");
        let arguments = arguments(line.trim_start_matches("$ cel-codegen "));
        let folder =
            if arguments.iter().any(|argument| argument == "--costs") { "costs" } else { &arguments[0] };
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/book").join(folder);
        let folder = if folder.is_dir() { folder } else { env!("CARGO_MANIFEST_DIR").into() };
        let mut command = Command::new(env!("CARGO_BIN_EXE_cel-codegen"));
        let output = command.args(&arguments).current_dir(folder).output().expect("ran");
        let printed = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        let same = printed.lines().count() == shown.lines().count()
            && printed.lines().zip(shown.lines()).all(|(printed, shown)| is_like(printed.trim_end(), shown));
        assert!(same, "{line} prints:\n{printed}\nthe page shows:\n{shown}");
    }
}
