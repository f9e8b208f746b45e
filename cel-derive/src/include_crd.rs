//! `include_crd!`: turns a CRD file into modules of native validators.

use crate::tokens::{Tokens, at};
use cel_compiler::{
    crd::{
        definition::{CrdFile, CustomResourceDefinition},
        document::{FileError, Position},
        lines::Lines,
        lost::{self, Lost},
        place, text,
        validators::{self, MAX_RULES, Mistake, Validators},
    },
    schema::{Origin, SourceLocation},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::{
    collections::HashSet,
    env,
    fs::{self, File},
    path::Path,
    thread,
};
use syn::{
    LitStr, Token, bracketed,
    ext::IdentExt,
    parse::{Parse, ParseStream},
};

/// `[path of cel-runtime] "crds/widget.yaml"`
struct Input {
    krate: TokenStream,
    path: LitStr,
}

impl Parse for Input {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let krate;
        bracketed!(krate in input);
        let krate = krate.parse()?;
        let path = input.parse().map_err(|error| {
            syn::Error::new(error.span(), "expected the path of a CRD file in quotes, relative to the folder of Cargo.toml: `include_crd!(\"crds/widget.yaml\")`")
        })?;
        input.parse::<Option<Token![,]>>()?;
        if !input.is_empty() {
            return Err(input.error(BEHIND_THE_PATH));
        }
        Ok(Input { krate, path })
    }
}

const BEHIND_THE_PATH: &str = "expected one path and nothing behind it\n\n\
    help: write `include_crd!` once for each file. For another name write `mod widget { cel_runtime::include_crd!(\"crds/widget.yaml\"); }`";

/// The modules of a file, or the errors in it.
pub(crate) fn include_crd(input: TokenStream) -> TokenStream {
    let Input { krate, path } = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let file = path.value();
    match modules(&file, &krate) {
        // With this span lints treat the code as generated. Users rarely need all of it.
        Ok(modules) => at(Span::mixed_site(), modules),
        Err(texts) => {
            let errors =
                texts.into_iter().map(|text| syn::Error::new(path.span(), text).into_compile_error());
            let tracked = tracked(&file);
            quote!(#tracked #(#errors)*)
        }
    }
}

/// Makes cargo build again when the file changes.
fn tracked(file: &str) -> Option<TokenStream> {
    let exists = manifest_relative(file).is_ok_and(|path| path.is_file());
    let path = match Path::new(file).is_absolute() {
        true => quote!(#file),
        false => {
            let file = format!("/{file}");
            quote!(::core::concat!(::core::env!("CARGO_MANIFEST_DIR"), #file))
        }
    };
    exists.then(|| {
        quote!(
            const _: &[u8] = ::core::include_bytes!(#path);
        )
    })
}

fn manifest_relative(file: &str) -> Result<std::path::PathBuf, String> {
    let folder =
        env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set; build with cargo")?;
    Ok(Path::new(&folder).join(file))
}

fn modules(file: &str, krate: &TokenStream) -> Result<TokenStream, Vec<String>> {
    let path = manifest_relative(file).map_err(|error| vec![error])?;
    let text = read(&path).map_err(|error| {
        let place = match Path::new(file).is_absolute() {
            true => "",
            false => ", which is taken relative to the folder of Cargo.toml",
        };
        vec![format!("cannot read `{file}`{place}: {error}")]
    })?;
    let read = || {
        let crds = CrdFile::read(&text)?;
        let (mut lost, mut doubtful) = (Vec::new(), HashSet::new());
        for crd in &crds.crds {
            let of_crd = lost::of_crd(crd);
            doubtful.extend(lost::doubtful_rules(crd, &of_crd));
            lost.extend(of_crd);
        }
        Ok((crds, lost, doubtful))
    };
    let (crds, lost, doubtful) = with_stack(read).map_err(|error| vec![format!("{file}:{error}")])?;
    let errors: Vec<String> = crds.errors().map(|error| format!("{file}:{error}")).collect();
    if !errors.is_empty() {
        return Err(first(errors));
    }
    if crds.crds.is_empty() {
        return Err(vec![format!("`{file}` holds no CustomResourceDefinition")]);
    }
    let mut mistakes = Vec::new();
    let (mut modules, mut rules) = (Vec::new(), 0);
    let mut names = HashSet::new();
    for crd in &crds.crds {
        let versions = versions(crd, (file, krate), &mut mistakes, &mut rules);
        if rules > MAX_RULES {
            return Err(vec![format!(
                "`{file}` has more than {MAX_RULES} different rules, which rustc would take minutes for; put its CRDs into files of their own"
            )]);
        }
        if crds.crds.len() == 1 {
            modules.push(versions);
            continue;
        }
        let mut name = identifier(&crd.plural);
        if names.contains(&name) {
            name = identifier(&format!("{}_{}", crd.plural, crd.group));
        }
        let name = unique(name, &mut names);
        let doc = format!("`{}`", crd.name.escape_debug());
        modules.push(quote!(#[doc = #doc] pub mod #name { #versions }));
    }
    mistakes.retain(|mistake| !doubtful.contains(&mistake.rule.rule_at));
    if mistakes.is_empty() && lost.is_empty() {
        let tracked = tracked(file);
        Ok(quote!(#tracked #(#modules)*))
    } else {
        Err(first(told(file, &text, &mistakes, &lost)))
    }
}

/// The errors for rustc, in the order of their places.
fn told(file: &str, text: &str, mistakes: &[Mistake], lost: &[Lost]) -> Vec<String> {
    let lines = Lines::new(text);
    let of_rules = mistakes.iter().flat_map(|mistake| describe(file, &lines, mistake));
    let others = lost.iter().map(|lost| describe_lost(file, &lines, lost));
    let mut found: Vec<_> = of_rules.chain(others).collect();
    found.sort();
    found.dedup();
    found.into_iter().map(|(_, text)| text).collect()
}

/// Reads a file, which may be a path of any kind.
fn read(path: &Path) -> Result<String, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    // A pipe may never end.
    if !metadata.is_file() {
        return Err("this is no file".to_owned());
    }
    text::of_file(&File::open(path).map_err(|error| error.to_string())?)
}

/// Runs work that recurses as deep as a file is nested. Work on tokens must stay on the compiler's own thread.
fn with_stack<T: Send>(work: impl FnOnce() -> Result<T, FileError> + Send) -> Result<T, FileError> {
    let failure = |message: &str| FileError { at: None, message: message.to_owned() };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| failure(&error.to_string()))?;
        thread
            .join()
            .unwrap_or_else(|_| Err(failure("the file cannot be read: this is a mistake of cel-derive")))
    })
}

const STACK: usize = 16 << 20;

/// Cuts a long list of errors.
fn first(mut errors: Vec<String>) -> Vec<String> {
    let more = errors.len().saturating_sub(SHOWN);
    if more > 0 {
        errors.truncate(SHOWN);
        errors.push(format!("{more} more errors are not shown"));
    }
    errors
}

/// Number of errors that are shown.
const SHOWN: usize = 100;

/// A module for each version. A version with the same rules as an earlier one re-exports the earlier functions.
fn versions(
    crd: &CustomResourceDefinition,
    (file, krate): (&str, &TokenStream),
    mistakes: &mut Vec<Mistake>,
    rules: &mut usize,
) -> TokenStream {
    let mut modules = Vec::new();
    let mut written: Vec<(Ident, String)> = Vec::new();
    let mut names = HashSet::new();
    for version in &crd.versions {
        let name = unique(identifier(&version.name), &mut names);
        // In one line, because `cargo test` runs code in documentation.
        let doc =
            format!("The rules of `{}`, version {}.", crd.name.escape_debug(), version.name.escape_debug());
        let covered = covered(file, format!("{}/{}", crd.name, version.name));
        let mut validators = validators::validators(&version.schema, true, "__cel", covered.as_ref());
        if covered.is_some() && validators.rules > MAX_RULES {
            // Equal rules count once.
            validators = validators::validators(&version.schema, true, "__cel", None);
        }
        mistakes.append(&mut validators.mistakes);
        let functions = functions(&validators, krate);
        let text = functions.to_string();
        let (content, read) = match written.iter().find(|(_, known)| *known == text) {
            Some((earlier, _)) => (
                quote! {
                    pub use super::#earlier::{evaluate, evaluate_object, evaluate_slice, validate, validate_slice};
                },
                quote!(super::#earlier::evaluate_read),
            ),
            None => {
                *rules += validators.rules;
                // In the body of a function `super` is not what is around the module.
                (functions, quote!(evaluate_read))
            }
        };
        written.push((name.clone(), text));
        let admit = admit(crd, &version.name, &read, krate);
        modules.push(quote!(#[doc = #doc] pub mod #name { #content #admit }));
    }
    quote!(#(#modules)*)
}

/// The place of a version's rules, if the coverage of rules is measured.
fn covered(file: &str, owner: String) -> Option<SourceLocation> {
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let origin = Some(Origin { folder, owner });
    cfg!(feature = "coverage").then(|| SourceLocation {
        file: file.to_owned(),
        origin,
        ..SourceLocation::default()
    })
}

fn functions(Validators { functions, root, shape, .. }: &Validators, krate: &TokenStream) -> TokenStream {
    let (private, core) = (quote!(#krate::__private), quote!(::core));
    let (json, serde_json) = (quote!(#private::json), quote!(#private::serde_json));
    let value = quote!(#serde_json::Value);
    let (option, result, bytes) =
        (quote!(#core::option::Option), quote!(#core::result::Result), quote!([#core::primitive::u8]));
    let (report, options) = (quote!(#krate::Report), quote!(#krate::Options));
    let verdict = quote!(#result<#krate::Warnings, #krate::ErrorList>);
    let root = Tokens::parsed(root.as_deref().unwrap_or("|_, _, _| {}"));
    let functions = Tokens::parsed(functions.as_str());
    quote! {
        use #private as __cel;
        static SHAPE: #private::Shape = #private::Shape::new(#shape);
        /// Runs the rules on an object as it stands, as `evaluate` does, and makes no report of their costs. `old` is the object that
        /// it replaces. Gives the warnings: failures where `old` has the same.
        ///
        /// # Errors
        /// All rules that failed.
        #[inline]
        pub fn validate(new: &#value, old: #option<&#value>) -> #verdict {
            #json::validate::<#json::SerdeTrees>(new, old, #root, &SHAPE)
        }
        /// The same for an object that is the text of JSON, such as a part of the body of a request. For large objects it takes a fraction
        /// of the time and the memory that a `serde_json::Value` takes.
        ///
        /// # Errors
        /// If a text is no JSON.
        #[inline]
        pub fn validate_slice(new: &#bytes, old: #option<&#bytes>) -> #result<#verdict, #serde_json::Error> {
            #json::validate_slice(new, old, #root, &SHAPE)
        }
        /// Runs the rules on an object as it stands: defaults are not applied, unknown fields not removed. `old` is the
        /// object that it replaces: failures where it has the same are warnings. Without one the object is new.
        #[inline]
        #[must_use]
        pub fn evaluate(new: &#value, old: #option<&#value>, options: &#options) -> #report {
            #json::evaluate::<#json::SerdeTrees>(new, old, options, #root, &SHAPE)
        }
        /// The same for an object that is the text of JSON.
        ///
        /// # Errors
        /// If a text is no JSON.
        #[inline]
        pub fn evaluate_slice(
            new: &#bytes,
            old: #option<&#bytes>,
            options: &#options,
        ) -> #result<#report, #serde_json::Error> {
            #json::evaluate_slice(new, old, options, #root, &SHAPE)
        }
        #[inline]
        pub(super) fn evaluate_read(
            new: &#json::TextJson<'_>,
            old: #option<&#json::TextJson<'_>>,
            options: &#options,
        ) -> #report {
            #json::evaluate::<#json::TextTrees>(new, old, options, #root, &SHAPE)
        }
        /// The same for anything that serializes as the object, such as kube's `DynamicObject`.
        ///
        /// # Errors
        /// If it does not serialize.
        pub fn evaluate_object<T: #private::serde::Serialize>(
            new: &T,
            old: #option<&T>,
            options: &#options,
        ) -> #result<#report, #serde_json::Error> {
            #json::evaluate_object(new, old, options, #root, &SHAPE)
        }
        #functions
    }
}

/// The answer to admission requests for one version. `read` is the function that judges what was read from bytes.
fn admit(
    crd: &CustomResourceDefinition,
    version: &str,
    read: &TokenStream,
    krate: &TokenStream,
) -> TokenStream {
    let (private, kube) = (quote!(#krate::__private), quote!(#krate::__private::kube_core));
    let (group, kind) = (&crd.group, &crd.kind);
    quote! {
        #private::with_kube! {
            /// Answers an admission request for an object of this kind and version.
            #[inline]
            #[must_use]
            pub fn admit(
                request: &#kube::admission::AdmissionRequest<#kube::DynamicObject>,
                options: &#krate::Options,
            ) -> #kube::admission::AdmissionResponse {
                #private::admit_version(request, [#group, #version, #kind], |new, old| evaluate_object(new, old, options))
            }
            /// Answers a review for an object of this kind and version. It reads the object from the bytes of the review.
            #[inline]
            #[must_use]
            pub fn admit_review(
                review: &#krate::admission::Review<'_>,
                options: &#krate::Options,
            ) -> #kube::admission::AdmissionResponse {
                review.admit_version([#group, #version, #kind], |new, old| #read(new, old, options))
            }
        }
    }
}

/// Errors as rustc shows them below the macro: the place in the file, the server's text, the line, and help.
fn describe<'m>(
    file: &'m str,
    lines: &'m Lines<'_>,
    mistake: &'m Mistake,
) -> impl Iterator<Item = (Position, String)> + 'm {
    let (source, begin) = mistake.source();
    mistake.error.mistakes().into_iter().map(move |occurrences| {
        let diagnostic = occurrences.diagnostic;
        let marked = place::mark(lines, begin, source, diagnostic.offset.unwrap_or_default());
        let Position { line, column } = marked.at;
        let mut text = format!("{file}:{line}:{column}: {}\n{}", diagnostic.message, marked.snippet);
        let line_and_column = |offset| {
            let located = place::locate(lines, begin, source, offset);
            located.own.is_none().then_some((located.at.line, located.at.column))
        };
        if let Some(others) = occurrences.also_at(line_and_column) {
            text.push('\n');
            text.push_str(&others);
        }
        if let Some(help) = &diagnostic.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        (marked.at, text)
    })
}

/// The same for a mistake that loses a rule.
fn describe_lost(file: &str, lines: &Lines<'_>, lost: &Lost) -> (Position, String) {
    let Position { line, column } = lost.at;
    let mut text = format!("{file}:{line}:{column}: {}\n{}", lost.message, place::snippet(lines, lost.at));
    if let Some(help) = &lost.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    (lost.at, text)
}

/// Makes the name of a module from a name in the file.
fn identifier(name: &str) -> Ident {
    let name: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // `gen` is a keyword since the edition 2024, and no keyword for syn.
    let is_free = || name != "gen" && syn::parse_str::<Ident>(&name).is_ok();
    match syn::parse::Parser::parse_str(Ident::parse_any, &name) {
        Ok(ident) if is_free() => ident,
        Ok(_) if !["self", "super", "crate", "Self", "_"].contains(&&*name) => {
            Ident::new_raw(&name, Span::call_site())
        }
        _ => format_ident!("crd_{name}"),
    }
}

/// Keeps names of modules different: `crd-self` and `self` become `crd_self` and `crd_self_`.
fn unique(mut name: Ident, taken: &mut HashSet<Ident>) -> Ident {
    while !taken.insert(name.clone()) {
        name = format_ident!("{name}_");
    }
    name
}
