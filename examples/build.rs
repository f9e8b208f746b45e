//! Completes the programs in README and book, so that `cargo test` compiles and runs them. So readers do not see the same line twice.
//!
//! - A program without imports gets the imports that all programs need.
//! - A block without a type uses the last type of its page.
//! - The tests in a block run in an added `main`.

use std::{env, fs, path::Path};

const IMPORTS: &str = "#[allow(unused_imports)]
use cel_runtime::XValidation;
#[allow(unused_imports)]
use schemars::JsonSchema;
#[allow(unused_imports)]
use serde::{Deserialize, Serialize};
";

/// Start of a block that is a crate of its own. rustdoc combines all other blocks in one program, each in a module. If one of them
/// does not compile in a module, rustdoc makes a program of each.
const ALONE: &str = "```rust,standalone_crate";

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("..");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    let book = fs::read_dir(root.join("docs")).expect("the book is there");
    let mut pages: Vec<_> = book.map(|entry| entry.expect("a page").path()).collect();
    pages.push(root.join("README.md"));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    for page in pages {
        println!("cargo::rerun-if-changed={}", page.display());
        let text = fs::read_to_string(&page).expect("a page is text");
        let name = page.file_name().expect("a page has a name");
        fs::write(Path::new(&out).join(name), whole(&text)).expect("the folder is cargo's");
    }
}

/// The page with complete programs. The added lines are hidden.
fn whole(page: &str) -> String {
    let mut out = String::new();
    let mut types = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if line != "```rust" {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block = block.join("\n") + "\n";
        out.push_str(if block.contains("crate::") { ALONE } else { line });
        out.push('\n');
        if block.contains("derive(") {
            types = block.split("\nfn main").next().unwrap_or_default().to_owned() + "\n";
            let imports = |line: &&str| line.starts_with("use cel_runtime::") && line.contains("XValidation");
            if !block.lines().any(|line| imports(&line)) {
                let more =
                    block.contains("derive(CustomResource") && !block.contains("use kube::CustomResource;");
                let imports = IMPORTS.to_owned() + if more { "use kube::CustomResource;\n" } else { "" };
                types.insert_str(0, &imports);
                hide(&mut out, &imports);
            }
        } else {
            hide(&mut out, &types);
        }
        show(&mut out, &block);
        out.push_str("```\n");
    }
    out
}

fn hide(out: &mut String, text: &str) {
    for line in text.lines() {
        out.push_str("# ");
        out.push_str(line.strip_prefix("# ").unwrap_or(line));
        out.push('\n');
    }
}

/// Writes the block. Its tests become functions that an added `main` calls.
fn show(out: &mut String, block: &str) {
    let mut tests = Vec::new();
    let mut is_test = false;
    for line in block.lines() {
        match line.trim() {
            "#[cfg(test)]" => continue,
            "#[test]" => is_test = true,
            text if is_test => {
                is_test = false;
                let name = text.trim_start_matches("fn ").split('(').next().unwrap_or_default();
                tests.push(format!("tests::{name}();"));
                out.push_str(&line.replace("fn ", "pub fn "));
                out.push('\n');
            }
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    if !block.contains("fn main") {
        hide(out, &format!("fn main() {{ {} }}", tests.concat()));
    }
}
