//! What the source beside an item says of the types it names. A derive sees its own item only, so that a type without a schema becomes
//! "cannot find macro" for rustc, once for each type above it. Where the file leaves no doubt, there is one error instead, which says
//! what to do. In doubt there is no answer: names from macros, globs or other files.

mod imports;
mod module;

pub(crate) use imports::imported;

use crate::{
    ctxt::Ctxt,
    decl_type::{Kubernetes, Typed},
    expand,
    input::Container,
};
use module::{Definition, Module};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, Mutex},
};

/// The items of this program that derived so far, each with the names of the types that it nests.
static DERIVED: Mutex<Option<HashMap<String, Vec<String>>>> = Mutex::new(None);

/// Reports the types of fields that certainly have no schema. The result stands in for errors that rustc itself reports.
pub(crate) fn check(cx: &Ctxt, container: &Container<'_>) -> Option<TokenStream> {
    let own = container.ident.to_string();
    let fields = expand::nested(container).into_iter().map(|(_, nested)| &nested.macro_path);
    let status = container.kube.iter().filter_map(|kube| kube.nested_status());
    let names: Vec<&Ident> = fields.chain(status).filter_map(syn::Path::get_ident).collect();
    let nested = names.iter().map(ToString::to_string).collect();
    let known = {
        let mut derived = DERIVED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let derived = derived.get_or_insert_default();
        derived.insert(own.clone(), nested);
        let unknown = |name: &&&Ident| !derived.contains_key(&name.to_string());
        let suspects: Vec<&Ident> = names.iter().filter(unknown).copied().collect();
        (suspects, cycle(derived, &own))
    };
    let (suspects, cycle) = known;
    if suspects.is_empty() && cycle.is_none() {
        return None;
    }
    let text = text(container.ident.span())?;
    if let Some(cycle) = cycle {
        recursion(cx, container, &text, &names, &cycle);
    }
    let suspects: Vec<&Ident> =
        suspects.into_iter().filter(|name| module::may_be_missing(&text, &name.to_string())).collect();
    if suspects.is_empty() {
        return None;
    }
    let module = Module::of(&text, container.ident)?;
    let missing: Vec<&Ident> = suspects.into_iter().filter(|name| missing(cx, &module, name)).collect();
    (!missing.is_empty()).then(|| unresolved(&missing))
}

/// Reports types of the module's own whose names are taken for those of k8s-openapi.
pub(crate) fn check_guesses(cx: &Ctxt, container: &Container<'_>) {
    let properties = container.properties();
    let guessed: Vec<&Ident> =
        properties.iter().filter_map(|property| property.typed()).flat_map(guesses).collect();
    if guessed.is_empty() {
        return;
    }
    let Some(text) = text(container.ident.span()) else { return };
    let own = guessed.into_iter().filter(|name| module::defines(&text, &name.to_string()));
    let mut own = own.peekable();
    if own.peek().is_none() {
        return;
    }
    let Some(module) = Module::of(&text, container.ident) else { return };
    for name in own {
        if matches!(module.definition(&name.to_string()), Some(Definition::Derived | Definition::Type)) {
            let message = format!("`{name}` is taken for the type of k8s-openapi by its name");
            cx.error_with_help(name.span(), message, format!("write `self::{name}`, which is your own type"));
        }
    }
}

/// Names alone that are taken for types of k8s-openapi.
fn guesses(typed: &Typed) -> Vec<&Ident> {
    let types = guessed(typed).into_iter().map(|typed| &typed.ty);
    let paths = types.filter_map(|ty| match ty {
        syn::Type::Path(path) => path.path.get_ident(),
        _ => None,
    });
    paths.collect()
}

/// The types that are taken for those of k8s-openapi by their names.
fn guessed(typed: &Typed) -> Vec<&Typed> {
    let mut found = Vec::new();
    typed.all_kubernetes(&mut found);
    let is_guess =
        |kubernetes: &Kubernetes| matches!(kubernetes, Kubernetes::Object(meant) if meant.is_guess);
    found.into_iter().filter(|(_, kubernetes)| is_guess(kubernetes)).map(|(typed, _)| typed).collect()
}

/// True if there is no such type, which rustc says at the field.
fn missing(cx: &Ctxt, module: &Module, name: &Ident) -> bool {
    match module.definition(&name.to_string()) {
        Some(Definition::Type) => {
            let help = format!(
                "add `#[derive(XValidation)]` to `{name}`,\n      or `#[x_validation(opaque)]` to the field, so that rules do not look into it"
            );
            cx.error_with_help(name.span(), format!("`{name}` does not derive `XValidation`"), help);
        }
        Some(Definition::Alias(target)) => {
            cx.error_with_help(name.span(), "the alias of a type has no schema", of_alias(&target));
        }
        Some(Definition::Missing) => return true,
        Some(Definition::Derived) | None => {}
    }
    false
}

/// What to write where the type of a field is an alias.
fn of_alias(target: &TokenStream) -> String {
    let name = target.to_string().replace(' ', "");
    let kind = match name.as_str() {
        "String" => "string",
        "bool" => "boolean",
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => "integer",
        "f32" | "f64" => "number",
        _ if syn::parse2::<syn::Path>(target.clone()).is_ok_and(|path| is_plain(&path)) => {
            return format!("add `#[x_validation(schema = {name})]` to the field");
        }
        _ => return format!("write `{name}` as the type of the field"),
    };
    format!("write `{name}` as the type of the field, or add `#[x_validation(as = \"{kind}\")]`")
}

/// A path without arguments.
fn is_plain(path: &syn::Path) -> bool {
    path.segments.iter().all(|segment| segment.arguments.is_none())
}

/// The names on a way from the type back to itself, if there is one.
fn cycle(derived: &HashMap<String, Vec<String>>, own: &str) -> Option<Vec<String>> {
    let mut ways = vec![vec![own.to_owned()]];
    let mut seen = HashSet::new();
    while let Some(way) = ways.pop() {
        for next in derived.get(way.last()?).into_iter().flatten() {
            if next == own {
                return Some(way);
            }
            if seen.insert(next.clone()) {
                ways.push(way.iter().chain([next]).cloned().collect());
            }
        }
    }
    None
}

/// Reports types that contain each other, if all of them are items of one module: then the names mean these.
fn recursion(cx: &Ctxt, container: &Container<'_>, text: &str, names: &[&Ident], cycle: &[String]) {
    let Some(module) = Module::of(text, container.ident) else { return };
    if !cycle.iter().all(|name| matches!(module.definition(name), Some(Definition::Derived))) {
        return;
    }
    let next = cycle.get(1).unwrap_or(&cycle[0]); // the first one is the type itself
    if let Some(name) = names.iter().find(|name| **name == next.as_str()) {
        let way: Vec<String> =
            cycle.iter().skip(1).chain(cycle.first()).map(|name| format!("`{name}`")).collect();
        let message = format!(
            "a type that contains itself has no structural schema: `{}` contains {}",
            container.ident,
            way.join(", which contains ")
        );
        let help = "mark the field `#[x_validation(opaque)]`, so that rules do not look into it";
        cx.error_with_help(name.span(), message, help);
    }
}

/// Nothing that compiles, though rustc's own error about the names is to be the only one.
fn unresolved(names: &[&Ident]) -> TokenStream {
    quote!(#(const _: fn(#names) = ::core::panic!("write the whole path of the type");)*)
}

/// All types that fields take for k8s-openapi's by their names are imported from there, as far as the file says: no other type is meant.
pub(crate) fn imports_from_kubernetes(container: &Container<'_>) -> bool {
    let Some(text) = text(container.ident.span()) else { return false };
    let properties = container.properties();
    let guessed = properties.iter().filter_map(|property| property.typed()).flat_map(guessed);
    guessed.into_iter().all(|typed| match &typed.ty {
        syn::Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| module::imports(&text, "k8s_openapi", &name.to_string()))
        }
        _ => false,
    })
}

/// The text of the file that a place is in; none in editors.
fn text(span: Span) -> Option<Arc<str>> {
    static FILES: Mutex<Option<HashMap<PathBuf, Option<Arc<str>>>>> = Mutex::new(None);
    let file = span.unwrap().local_file()?;
    let mut files = FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let read = |file: &PathBuf| std::fs::read_to_string(file).ok().map(Arc::from);
    files.get_or_insert_default().entry(file).or_insert_with_key(read).clone()
}
