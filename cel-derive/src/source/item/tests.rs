use super::find;
use std::{env, fs, path::PathBuf};

/// A folder of sources, each a path and a text.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = env::temp_dir().join(format!("cel-derive-editor-{name}-{}", std::process::id()));
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn found(name: &str, files: &[(&str, &str)]) -> Option<String> {
    let folder = folder(name, files);
    let item = syn::parse_str("struct Spec { labels: Labels }").expect("an item");
    let file = find(&folder, &item);
    fs::remove_dir_all(&folder).expect("the folder is there");
    Some(file?.strip_prefix(&folder).expect("a file below it").display().to_string())
}

const DERIVED: &str = "#[derive(XValidation)] struct Spec { labels: Labels }";

#[test]
fn the_file_is_the_one_that_defines_the_type() {
    let files = [("main.rs", "mod a; use a::Spec;"), ("a/b.rs", DERIVED), ("a/c.txt", DERIVED)];
    assert_eq!(found("one", &files).as_deref(), Some("a/b.rs"));
}

#[test]
fn of_two_types_of_a_name_the_fields_decide() {
    assert_eq!(found("two", &[("a.rs", DERIVED), ("b.rs", "enum Spec {}")]).as_deref(), Some("a.rs"));
    assert_eq!(found("same", &[("a.rs", DERIVED), ("b.rs", DERIVED)]), None);
    assert_eq!(
        found("twice", &[("a.rs", &format!("{DERIVED} mod b {{ {DERIVED} }}"))]).as_deref(),
        Some("a.rs")
    );
}

#[test]
fn a_type_without_the_derive_is_another_one() {
    assert_eq!(found("other", &[("a.rs", "struct Spec;")]), None);
}
