//! What a file of a crate declares and imports, read from its tokens.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// A path from the root of the crate: `["cost", "Cost"]`.
pub(crate) type Names = Vec<String>;

/// The names in one file.
#[derive(Default)]
pub(crate) struct FileNames {
    /// Modules that are files, but for those of tests.
    pub(crate) children: Vec<String>,
    /// Modules of tests.
    pub(crate) tests: Vec<String>,
    pub(crate) uses: Vec<Use>,
    /// Paths in code: `super::Cost`, `cost::Cost` in the parent of `cost`.
    pub(crate) paths: Vec<Names>,
    /// Functions, types, traits, constants and macros.
    pub(crate) items: Vec<String>,
    /// All words. A `use super::*` may have brought some of them.
    pub(crate) words: Vec<String>,
}

impl FileNames {
    /// The name is one of the file's own items.
    pub(crate) fn declares(&self, name: &str) -> bool {
        self.items.iter().any(|item| item == name)
    }
}

/// One name that a `use` brings.
pub(crate) struct Use {
    pub(crate) path: Names,
    /// The name in this file: `*` for all that the module has.
    pub(crate) name: String,
    pub(crate) is_public: bool,
}

/// Reads the file of a module.
pub(crate) fn read(tokens: TokenStream, module: &[String]) -> FileNames {
    let mut words = Vec::new();
    flatten(tokens, &mut words);
    let mut reader = Reader { out: FileNames::default(), module, inline: Vec::new(), braces: 0 };
    reader.file(&words);
    reader.out
}

/// The tokens one after the other, groups between their delimiters. What `quote!` writes is no code of the file.
fn flatten(tokens: TokenStream, out: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let is_quote =
                    matches!(out.as_slice(), [.., name, sign] if sign == "!" && name.contains("quote"));
                out.push(open.to_owned());
                if !is_quote {
                    flatten(group.stream(), out);
                }
                out.push(close.to_owned());
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => match out.last_mut() {
                Some(last) if last == ":+" => *last = "::".to_owned(),
                _ => out.push(if punct.spacing() == Spacing::Joint { ":+" } else { ":" }.to_owned()),
            },
            TokenTree::Literal(_) => out.push("0".to_owned()),
            token => out.push(token.to_string()),
        }
    }
}

struct Reader<'a> {
    out: FileNames,
    module: &'a [String],
    /// How many braces were open before each inline module around this place.
    inline: Vec<usize>,
    braces: usize,
}

impl Reader<'_> {
    fn file(&mut self, words: &[String]) {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            let behind = words.get(at + 1..).unwrap_or_default();
            let text = |n: usize| behind.get(n).map_or("", String::as_str);
            at += match word.as_str() {
                "#" if text(1) == "cfg" && is_of_tests(behind) => self.test(behind),
                "mod" if text(1) == ";" => {
                    self.out.children.push(text(0).to_owned());
                    2
                }
                "mod" if text(1) == "{" => {
                    self.inline.push(self.braces);
                    1
                }
                "use" if is_name(text(0)) || matches!(text(0), "{" | "::") => {
                    let is_public = at > 0 && matches!(words[at - 1].as_str(), "pub" | ")");
                    let end = behind.iter().position(|word| word == ";").unwrap_or(behind.len());
                    self.tree(&behind[..end], Vec::new(), is_public);
                    end
                }
                "{" => {
                    self.braces += 1;
                    0
                }
                "}" => {
                    self.braces = self.braces.saturating_sub(1);
                    self.inline.pop_if(|before| *before == self.braces);
                    0
                }
                name if ITEMS.contains(&name) && is_name(text(0)) => {
                    self.out.items.push(text(0).to_owned());
                    1
                }
                name if is_name(name) => {
                    // `::std::x`, `$crate::x` and `value.method` are none of this file's paths.
                    let is_own = at == 0 || !matches!(words[at - 1].as_str(), "::" | "$" | ".");
                    self.path(&words[at..], is_own)
                }
                _ => 0,
            } + 1;
        }
    }

    /// An item of tests: how many words it has.
    fn test(&mut self, behind: &[String]) -> usize {
        let start = behind.iter().position(|word| word == "]").unwrap_or_default() + 1;
        let mut depth = 0_usize;
        for (n, word) in behind.iter().enumerate().skip(start) {
            match word.as_str() {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.saturating_sub(1),
                "mod" if depth == 0 => self.out.tests.extend(behind.get(n + 1).cloned()),
                _ => {}
            }
            if depth == 0 && matches!(word.as_str(), "}" | ";" | ",") {
                return n + 1;
            }
        }
        behind.len()
    }

    /// A path in code: how many words it has behind the first.
    fn path(&mut self, words: &[String], is_own: bool) -> usize {
        let separators =
            words[1..].chunks_exact(2).take_while(|pair| pair[0] == "::" && is_name(&pair[1])).count();
        let names: Names = words.iter().step_by(2).take(separators + 1).cloned().collect();
        if is_own {
            self.out.words.extend(names.first().cloned());
            let path = self.full(&names).filter(|_| names.len() > 1);
            self.out.paths.extend(path);
        }
        2 * separators
    }

    /// The tree of a `use`.
    fn tree(&mut self, words: &[String], mut path: Names, is_public: bool) {
        for (n, word) in words.iter().enumerate() {
            match word.as_str() {
                "{" => return self.group(&words[n + 1..words.len() - 1], &path, is_public),
                "as" => return self.add(&path, words.last().cloned().unwrap_or_default(), is_public),
                "*" => return self.add(&path, "*".to_owned(), is_public),
                "self" if n > 0 || path.is_empty() => path.extend(path.is_empty().then(|| word.clone())),
                "self" | "::" => {}
                _ => path.push(word.clone()),
            }
        }
        self.add(&path, path.last().cloned().unwrap_or_default(), is_public);
    }

    /// The parts of `{a, b::{c, d}}`.
    fn group(&mut self, words: &[String], path: &[String], is_public: bool) {
        let mut depth = 0_usize;
        let is_end = |word: &String| {
            match word.as_str() {
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && word == ","
        };
        for part in words.split(is_end).filter(|part| !part.is_empty()) {
            self.tree(part, path.to_vec(), is_public);
        }
    }

    fn add(&mut self, path: &[String], name: String, is_public: bool) {
        if let Some(path) = self.full(path) {
            self.out.uses.push(Use { path, name, is_public });
        }
    }

    /// A path from the root of the crate; `None` for a name of this file, or of another crate.
    fn full(&self, names: &[String]) -> Option<Names> {
        let first = names.first()?;
        let supers = names.iter().take_while(|name| *name == "super").count();
        let above = supers.saturating_sub(self.inline.len());
        let module = &self.module[..self.module.len().saturating_sub(above)];
        match first.as_str() {
            "crate" => Some(names[1..].to_vec()),
            "self" => Some([module, &names[1..]].concat()),
            "super" => Some([module, &names[supers..]].concat()),
            _ if self.out.children.contains(first) => Some([self.module, names].concat()),
            _ => None,
        }
    }
}

const ITEMS: [&str; 8] = ["fn", "struct", "enum", "trait", "type", "const", "static", "union"];

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// `[cfg(test)]`, `[cfg(all(test, unix))]`
fn is_of_tests(words: &[String]) -> bool {
    let attribute = words.iter().take_while(|word| *word != "]");
    attribute.clone().any(|word| word == "test") && !attribute.clone().any(|word| word == "not")
}
