//! mdBook finds all pages, and each link leads somewhere: `[costs](costs.md#the-error)`.

use super::read;
use regex::Regex;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
};

/// Pages beside the book.
const OTHERS: [&str; 9] = [
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "cel-runtime/src/attributes.md",
    "examples/README.md",
    "tests/oracle/README.md",
    "tests/oracle/apiserver/README.md",
];

/// The pages of the book, by their paths in the repository.
fn book() -> BTreeSet<String> {
    let mut pages = BTreeSet::new();
    for folder in ["docs", "docs/internals", "docs/spec"] {
        let entries = fs::read_dir(root().join(folder)).expect("the book is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"));
        pages.extend(names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")));
    }
    pages.remove("docs/SUMMARY.md");
    pages
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A page without its blocks of code and without code in lines, which hold no links.
fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let trimmed = line.trim_start();
        let ticks = &trimmed[..trimmed.len() - trimmed.trim_start_matches('`').len()];
        match fence {
            Some(open) if ticks.len() >= open.len() => fence = None,
            Some(_) => {}
            None if ticks.len() >= 3 => fence = Some(ticks),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The links of a page.
fn links(page: &str) -> Vec<String> {
    let code = Regex::new(r"``[^\n]*?``|`[^`\n]*`").expect("a pattern");
    let link = Regex::new(r"\]\(([^() \n]+)\)").expect("a pattern");
    let text = prose(&read(page));
    let text = code.replace_all(&text, "code");
    link.captures_iter(&text).map(|found| found[1].to_owned()).collect()
}

/// The anchors of a page, as mdBook and the usual forges make them of headings.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut found = BTreeSet::new();
    let text = prose(&read(page));
    let headings =
        text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' ').zip(Some(line)));
    for (heading, _) in headings.filter(|(_, line)| line.starts_with('#')) {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let anchor = kept.collect::<String>().to_lowercase().replace(' ', "-");
        let count = counts.entry(anchor.clone()).or_default();
        found.insert(if *count == 0 { anchor } else { format!("{anchor}-{count}") });
        *count += 1;
    }
    found
}

/// The path in the repository that a link leads to from a page.
fn resolved(page: &str, path: &str) -> String {
    let mut out = PathBuf::from(page);
    if !path.is_empty() {
        out.pop();
        for part in Path::new(path).components() {
            match part {
                Component::ParentDir => drop(out.pop()),
                part => out.push(part),
            }
        }
    }
    out.to_str().expect("UTF-8").to_owned()
}

#[test]
fn the_summary_names_each_page_once() {
    let named: Vec<String> = links("docs/SUMMARY.md").iter().map(|link| format!("docs/{link}")).collect();
    let pages: BTreeSet<String> = named.iter().cloned().collect();
    assert_eq!(named.len(), pages.len(), "docs/SUMMARY.md names a page twice");
    assert_eq!(pages, book(), "left: docs/SUMMARY.md, right: the pages that there are");
}

#[test]
fn each_link_leads_somewhere() {
    let book = book();
    let mut dead = Vec::new();
    let mut count = 0;
    for page in book.iter().map(String::as_str).chain(OTHERS) {
        for link in links(page).iter().filter(|link| !link.contains("://")) {
            count += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = resolved(page, path);
            let is_page = target.ends_with(".md");
            if !root().join(&target).exists() {
                dead.push(format!("{page}: there is no {target}"));
            } else if book.contains(page) && !book.contains(&target) {
                dead.push(format!("{page}: mdBook does not render {target}"));
            } else if !(anchor.is_empty() || is_page && anchors(&target).contains(anchor)) {
                dead.push(format!("{page}: {target} has no heading for #{anchor}"));
            }
        }
    }
    assert!(count > 80, "the links have moved: {count}");
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}
