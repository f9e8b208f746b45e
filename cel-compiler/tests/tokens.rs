//! Tokens are what `print` writes; the rest of the compiler computes with data that it can look at.

use std::{fs, io, path::Path};

#[test]
fn only_print_sees_tokens() -> io::Result<()> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    look(&src, &src, &mut found)?;
    assert!(found.is_empty(), "these files use tokens: {found:#?}");
    Ok(())
}

/// Adds the files that name tokens. Tests may look at them.
fn look(src: &Path, folder: &Path, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.strip_prefix(src).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if name.starts_with("print") || name.ends_with("tests.rs") {
            continue;
        }
        if path.is_dir() {
            look(src, &path, found)?;
            continue;
        }
        let text = fs::read_to_string(&path)?;
        if TOKENS.iter().any(|tokens| text.contains(tokens)) {
            found.push(name);
        }
    }
    Ok(())
}

const TOKENS: [&str; 4] = ["proc_macro2", "TokenStream", "quote!(", "use quote"];
