//! The public API of cel-runtime in its documentation, one declaration per line: `docs/public-api.txt`.

use crate::program::{Asked, Report, Result};
use std::{collections::BTreeSet, fs, path::Path};

/// Prints the API, from a folder that rustdoc wrote. `tests/public-api.sh` compares it.
pub fn write(asked: &Asked, _: &mut Report) -> Result<()> {
    let folder = asked.folder.as_deref().ok_or("--folder names the folder that rustdoc wrote")?;
    let mut lines = BTreeSet::new();
    collect(folder, "", &mut lines)?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(())
}

/// Collects the items of a module, and of the modules in it.
fn collect(folder: &Path, module: &str, lines: &mut BTreeSet<String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() {
            collect(&path, &format!("{module}{file}::"), lines)?;
        }
        // `struct.Report.html`. The pages `index.html` and `all.html` only list items that have their own page.
        let [kind, name, "html"] = file.split('.').collect::<Vec<_>>()[..] else { continue };
        let declarations = declarations(&fs::read_to_string(&path)?);
        lines.extend(declarations.iter().map(|text| format!("{kind} {module}{name}: {text}")));
    }
    Ok(())
}

/// The declaration of a page's item, then the declarations of its methods and trait implementations.
fn declarations(page: &str) -> Vec<String> {
    // Traits that are implemented automatically come last.
    let generated = ["id=\"synthetic-implementations\"", "id=\"blanket-implementations\""];
    let end = generated.iter().filter_map(|id| page.find(id)).min().unwrap_or(page.len());
    let page = &page[..end];
    // The page of `ErrorList` also lists the methods of slices.
    let (before, derefs) = page.split_once("id=\"deref-methods").unwrap_or((page, ""));
    let after = derefs.split_once("id=\"trait-implementations\"").map_or("", |(_, after)| after);
    let page = [before, after].concat();
    let of_item = between(&page, "<pre class=\"rust item-decl\">", "</pre>");
    let of_impls = between(&page, "<h3 class=\"code-header\">", "</h3>");
    let of_methods = between(&page, "<h4 class=\"code-header\">", "</h4>");
    // The methods in an implementation are known from the trait.
    let own = |text: &String| {
        ["pub ", "impl", "type "].iter().any(|start| text.starts_with(start)) || text.contains("pub trait")
    };
    let is_macro = |text: &String| text.starts_with("macro_rules!") || text.starts_with("#[derive(");
    of_item
        .chain(of_impls)
        .chain(of_methods)
        .map(text)
        .filter(|text| !text.contains(" StructuralPartialEq "))
        .filter(|text| own(text) || is_macro(text) || text.starts_with("#["))
        .collect()
}

fn between<'t>(text: &'t str, start: &'t str, end: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// The text of some HTML in one line.
fn text(html: &str) -> String {
    let html = html
        .replace("<div class=\"where\">", " ")
        .replace("<span class=\"attr\">", " ")
        .replace("</div>", " ");
    let parts = html.split('<').enumerate();
    let text: String = parts
        .map(|(at, part)| if at == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) })
        .collect();
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&amp;", "&")];
    let text = entities
        .iter()
        .fold(text, |text, (entity, character)| text.replace(entity, character))
        .replace('ⓘ', "")
        .replace("]pub", "] pub");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
