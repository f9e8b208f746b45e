//! Looks up the types that an item names, in the source files. A derive sees only its own item. So for a type
//! without a schema rustc would report "cannot find macro", once for each type above it. If the files leave no
//! doubt, one error says what to do instead. There is no answer in doubt: for names from macros, globs or
//! unknown files.

mod aliases;
mod custom_resource;
mod derived;
mod elsewhere;
mod files;
mod imports;
mod item;
mod marks;
mod module;
mod names;
mod own;
mod packages;
mod reexported;
mod scoped;
mod std_types;
mod twice;
mod uses;
mod validate;

pub(crate) use aliases::without_aliases;
pub(crate) use custom_resource::without_custom_resource;
pub(crate) use item::begin;
pub(crate) use marks::{marks, own_marks};
pub(crate) use names::is_std;
pub(crate) use own::{is_free_form, is_of_crate, is_own};
pub(crate) use reexported::reexported;
pub(crate) use scoped::imported;
pub(crate) use twice::is_second;
pub(crate) use validate::{check_validate, may_derive};

use crate::{
    ctxt::Ctxt,
    decl_type::{KEYS, Kubernetes, Nested, RECURSION, Scalar, Shape, TEXT_KEYS, Typed},
    edition::plain,
    editor::is_editor,
    expand,
    input::Container,
    kubernetes::listed,
    manifest::manifest,
    tokens::Tokens,
};
use elsewhere::{Crate, Item, Origin, Way};
use files::File;
use item::{file, is_inside};
use module::{Alias, Definition};
use packages::has_types_of;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Reports field types that certainly have no schema. Returns the names that no type has: rustc itself reports those.
pub(crate) fn check<'a>(cx: &Ctxt, container: &'a Container<'_>) -> Vec<&'a Ident> {
    let fields = expand::nested(container).into_iter().map(|(_, nested)| &nested.macro_path);
    let status = container.kube.iter().filter_map(|kube| kube.nested_status());
    let paths: Vec<&syn::Path> = fields.chain(status).collect();
    let names: Vec<&Ident> = paths.iter().filter_map(|path| path.get_ident()).collect();
    let nested = names.iter().map(ToString::to_string).collect();
    let renamed = renamed(container);
    if is_editor() {
        return Vec::new();
    }
    let cycle = derived::add(container.ident, nested);
    if paths.is_empty() {
        return Vec::new();
    }
    let Some(file) = file() else { return Vec::new() };
    let is_unknown = |path: &&syn::Path| !derived::is_certain(&file, path);
    let is_type = |path: &&syn::Path| !renamed.iter().any(|renamed| std::ptr::eq(*renamed, *path));
    let suspects: Vec<&syn::Path> = paths.iter().copied().filter(is_type).filter(is_unknown).collect();
    if let Some(cycle) = cycle {
        recursion(cx, container, &file, &names, &cycle);
    }
    let mut unresolved = Vec::new();
    let elsewhere = beside(cx, container, &file, suspects, &mut unresolved);
    check_elsewhere(cx, container, &file.path, &elsewhere, &mut unresolved);
    unresolved
}

/// The macros that `schema = ..` names and whose name is not the type's. Such types have `macro = ..`, and no
/// type has the macro's name.
fn renamed<'a>(container: &'a Container<'_>) -> Vec<&'a syn::Path> {
    let nested = expand::nested(container).into_iter();
    let is_other = |(typed, nested): &(&Typed, &Nested)| match &typed.ty {
        syn::Type::Path(path) => {
            let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.to_string());
            last(&path.path) != last(&nested.macro_path)
        }
        _ => false,
    };
    nested.filter(is_other).map(|(_, nested)| &nested.macro_path).collect()
}

/// Reports types of the item's own module. Returns the paths that may come from elsewhere.
fn beside<'a>(
    cx: &Ctxt,
    container: &Container<'_>,
    file: &File,
    paths: Vec<&'a syn::Path>,
    unresolved: &mut Vec<&'a Ident>,
) -> Vec<&'a syn::Path> {
    let is_suspect =
        |path: &&syn::Path| path.get_ident().is_none_or(|name| !file.types().is_derived(&name.to_string()));
    let suspects: Vec<&syn::Path> = paths.into_iter().filter(is_suspect).collect();
    let is_name = |path: &&syn::Path| path.get_ident().is_some();
    if !suspects.iter().any(is_name) {
        return suspects;
    }
    let Some(module) = file.module_of(container.ident) else { return Vec::new() };
    let is_elsewhere = |path: &&'a syn::Path| {
        let Some(name) = path.get_ident() else { return true };
        match module.definition(&name.to_string()) {
            Some(Definition::Missing) => unresolved.push(name),
            Some(definition) => report(cx, container, path, &definition, None),
            None => return true,
        }
        false
    };
    suspects.into_iter().filter(is_elsewhere).collect()
}

/// Reports types of other modules, files and crates.
fn check_elsewhere<'a>(
    cx: &Ctxt,
    container: &Container<'_>,
    file: &Path,
    paths: &[&'a syn::Path],
    unresolved: &mut Vec<&'a Ident>,
) {
    for path in paths {
        match origin(file, container.ident, path) {
            Some(Origin::Here(Item {
                definition: Definition::Alias(alias),
                krate: Crate { other: Some(other), .. },
                ..
            })) if !is_status(container, path) => {
                cx.error_in(path, "the alias of a type has no schema", of_other_alias(&alias, &other.name));
            }
            Some(Origin::Here(Item { definition, file: defined, .. })) => {
                report(cx, container, path, &definition, (defined != file).then_some(&defined));
            }
            Some(Origin::Unrelated(found)) if is_duration(&found) && !is_status(container, path) => {
                cx.error_in(
                    path,
                    "a `Duration` of std is an object in JSON: `{\"secs\": 90, \"nanos\": 0}`",
                    DURATION,
                );
            }
            Some(Origin::Unrelated(_) | Origin::Kubernetes(_)) => unrelated(cx, container, path),
            Some(Origin::Nowhere) => unresolved.extend(path.get_ident()),
            None => {}
        }
    }
}

/// Where the type of a path comes from that the file does not have; `None` if it derives, or is in doubt.
fn origin(file: &Path, item: &Ident, path: &syn::Path) -> Option<Origin> {
    /// The paths that are not asked again, each with the file and the inline modules that have it: there a path means the same for all types.
    type Asked = (PathBuf, String, Option<Way>);
    static ASKED: Mutex<Option<HashSet<Asked>>> = Mutex::new(None);
    let way = if is_inside() { File::read(file)?.way_to(item) } else { None };
    let key = (file.to_owned(), written(path), way);
    let asked = || ASKED.lock().unwrap_or_else(PoisonError::into_inner);
    if !is_editor() && asked().get_or_insert_default().contains(&key) {
        return None;
    }
    let (krate, module) = Crate::of(file, item)?;
    match krate.origin(&module, &segments(path)) {
        None | Some(Origin::Here(Item { definition: Definition::Derived, .. })) => {
            asked().get_or_insert_default().insert(key);
            None
        }
        found => found,
    }
}

/// A path as text: `a::B`.
fn written(path: &syn::Path) -> String {
    segments(path).join("::")
}

/// The names of a path. A leading `::` becomes an empty name.
fn segments(path: &syn::Path) -> Vec<String> {
    let leading = path.leading_colon.map(|_| String::new());
    leading.into_iter().chain(path.segments.iter().map(|segment| plain(&segment.ident))).collect()
}

/// Reports names in the list of `Cargo.toml` whose path is not a type of k8s-openapi.
pub(crate) fn check_list(cx: &Ctxt, container: &Container<'_>) {
    if manifest().types.is_empty() {
        return;
    }
    for name in expand::nested(container).into_iter().filter_map(|(_, nested)| nested.macro_path.get_ident())
    {
        if let Some(path) = listed(name) {
            let message =
                format!("k8s-openapi has no type `{path}`, as which the list in `Cargo.toml` has `{name}`");
            let help = format!(
                "write the path below `k8s_openapi::`: `{name} = \"apimachinery::pkg::apis::meta::v1::Condition\"`,\n      or `{name} = false`, if it is your own type"
            );
            cx.error_with_help(name.span(), message, help);
        }
    }
}

/// Reports the module's own types that were taken for those of k8s-openapi by their names: those that do not derive, and those that the
/// list in `Cargo.toml` has.
pub(crate) fn check_guesses(cx: &Ctxt, container: &Container<'_>) {
    let properties = container.properties();
    let guessed: Vec<&syn::Path> =
        properties.iter().filter_map(|property| property.typed()).flat_map(guesses).collect();
    if guessed.is_empty() || is_editor() {
        return;
    }
    let Some(file) = file() else { return };
    let named = guessed.into_iter().filter_map(|path| Some((path, path.get_ident()?)));
    let own = named.filter(|(_, name)| names::defines(&file.text, &name.to_string()));
    let mut own = own.peekable();
    if own.peek().is_none() {
        return;
    }
    let Some(module) = file.module_of(container.ident) else { return };
    for (path, name) in own {
        match module.definition(&name.to_string()) {
            Some(Definition::Derived | Definition::Type) if listed(name).is_some() => {
                let message =
                    format!("`{name}` is taken for the type of k8s-openapi by the list in `Cargo.toml`");
                let help = format!(
                    "write `{name} = false` in `[package.metadata.cel-runtime.k8s-openapi]`,\n      or `self::{name}` here, which is your own type"
                );
                cx.error_with_help(name.span(), message, help);
            }
            Some(definition @ Definition::Type) => report(cx, container, path, &definition, None),
            _ => {}
        }
    }
}

/// Reports types that do not derive, and that were taken for known ones by their names, such as `Time` and `Url`: the module's own, and those of
/// other crates.
pub(crate) fn check_known(cx: &Ctxt, container: &Container<'_>) {
    let properties = container.properties();
    let leaves = properties.iter().filter_map(|property| property.typed()).map(Typed::leaf);
    let known: Vec<&syn::Path> = leaves.filter_map(known).collect();
    if known.is_empty() || is_editor() {
        return;
    }
    let Some(file) = file() else { return };
    let is_defined =
        |path: &&syn::Path| path.get_ident().is_some_and(|name| file.types().count(&name.to_string()) > 0);
    let (known, others): (Vec<&syn::Path>, Vec<&syn::Path>) = known.into_iter().partition(is_defined);
    for path in others.into_iter().filter(|path| is_of_other_crate(&file, container.ident, path)) {
        unrelated(cx, container, path);
    }
    let module = if known.is_empty() { None } else { file.module_of(container.ident) };
    for path in known {
        let definition = path.get_ident().and_then(|name| module.as_ref()?.definition(&name.to_string()));
        match definition {
            Some(definition @ Definition::Type) => report(cx, container, path, &definition, None),
            Some(Definition::Derived | Definition::Alias(_)) => {}
            // Another module of the file has the type.
            None | Some(Definition::Missing) if is_of_other_crate(&file, container.ident, path) => {
                unrelated(cx, container, path);
            }
            None | Some(Definition::Missing) => {}
        }
    }
}

/// True for a path that has the last name of a known type, and leads to a crate that cannot have that type: `jiff::civil::Time`.
fn is_of_other_crate(file: &File, item: &Ident, path: &syn::Path) -> bool {
    let Some(last) = path.segments.last().map(|last| last.ident.to_string()) else { return false };
    let crates: &[&str] = match last.as_str() {
        "Time" | "MicroTime" | "IntOrString" | "Quantity" => &["k8s_openapi"],
        "Date" | "DateTime" | "NaiveDate" | "Timestamp" => &["chrono", "jiff"],
        "Url" => &["url"],
        _ => return false,
    };
    let is_named = path.segments.iter().any(|segment| crates.iter().any(|krate| segment.ident == krate));
    // An import says what a name means, not what the last name of a path means.
    let is_imported = || crates.iter().any(|krate| scoped::imports_from(krate, &last));
    if is_named || path.get_ident().is_some() && is_imported() {
        return false;
    }
    let found = match origin(&file.path, item, path) {
        Some(Origin::Unrelated(found)) => found.into_iter().next(),
        Some(Origin::Here(_) | Origin::Kubernetes(_) | Origin::Nowhere) => None,
        // In a function, and beside conditional imports, the imports still tell the crate.
        None => scoped::crate_of(&segments(path)),
    };
    found.is_some_and(|krate| has_types_of(&krate, crates) == Some(false))
}

/// The path of a type that is only read if it is the known one.
fn known(typed: &Typed) -> Option<&syn::Path> {
    let is_read = match &typed.shape {
        Shape::Scalar(scalar) => matches!(scalar, Scalar::String | Scalar::Date | Scalar::DateTime),
        Shape::Kubernetes(kubernetes) => matches!(
            kubernetes,
            Kubernetes::Time | Kubernetes::MicroTime | Kubernetes::IntOrString | Kubernetes::Quantity
        ),
        _ => false,
    };
    match &typed.ty {
        syn::Type::Path(path) if is_read => Some(&path.path),
        _ => None,
    }
}

/// The paths of the guessed types.
fn guesses(typed: &Typed) -> Vec<&syn::Path> {
    let types = guessed(typed).into_iter().map(|typed| &typed.ty);
    let paths = types.filter_map(|ty| match ty {
        syn::Type::Path(path) => Some(&path.path),
        _ => None,
    });
    paths.collect()
}

/// The types that were guessed to be those of k8s-openapi by their names.
fn guessed(typed: &Typed) -> Vec<&Typed> {
    let mut found = Vec::new();
    typed.all_kubernetes(&mut found);
    let is_guess =
        |kubernetes: &Kubernetes| matches!(kubernetes, Kubernetes::Object(meant) if meant.is_guess);
    found.into_iter().filter(|(_, kubernetes)| is_guess(kubernetes)).map(|(typed, _)| typed).collect()
}

/// The attribute that a type without a derive needs, and its place.
fn opaque(container: &Container<'_>, path: &syn::Path) -> String {
    match is_status(container, path) {
        true => format!("`#[x_validation(opaque_status)]` to `{}`", container.ident),
        false => "`#[x_validation(opaque)]` to the field".to_owned(),
    }
}

/// True for the path in `#[kube(status = "..")]`.
fn is_status(container: &Container<'_>, path: &syn::Path) -> bool {
    let mut status = container.kube.iter().filter_map(|kube| kube.nested_status());
    status.any(|status| std::ptr::eq(status, path))
}

/// Reports a type of a crate that does not use this project.
fn unrelated(cx: &Ctxt, container: &Container<'_>, path: &syn::Path) {
    let properties = container.properties();
    let mut keys = properties.iter().filter_map(|property| property.typed()).flat_map(Typed::keys);
    if keys.any(|key| key.nested().is_some_and(|(_, key)| std::ptr::eq(&key.macro_path, path))) {
        return cx.error_in(path, KEYS, TEXT_KEYS);
    }
    let opaque = opaque(container, path);
    let as_text = match opaque.contains("_status") {
        true => "",
        false => ",\n      or `#[x_validation(as = \"string\")]`, if it is a text in JSON",
    };
    let help = format!("add {opaque}, so that rules do not look into it{as_text}");
    cx.error_in(path, format!("`{}` of another crate does not derive `XValidation`", written(path)), help);
}

/// True for the `Duration` of std.
fn is_duration(path: &[String]) -> bool {
    matches!(path, [krate, module, name] if matches!(krate.as_str(), "std" | "core") && module == "time" && name == "Duration")
}

const DURATION: &str = "use `kube::core::Duration`, which is a text: rules read `duration(self.timeout)`,\n      or add `#[x_validation(opaque)]` to the field, so that rules do not look into it";

/// Reports a type without a schema. `file` is its file, if that is another one.
fn report(
    cx: &Ctxt,
    container: &Container<'_>,
    path: &syn::Path,
    definition: &Definition,
    file: Option<&PathBuf>,
) {
    let Some(name) = path.segments.last().map(|last| &last.ident) else { return };
    match definition {
        Definition::Type => {
            let place = file.map(|file| format!(" in {}", file.display())).unwrap_or_default();
            let opaque = opaque(container, path);
            let help = format!(
                "add `#[derive(XValidation)]` to `{name}`{place},\n      or {opaque}, so that rules do not look into it"
            );
            cx.error_in(path, format!("`{name}` does not derive `XValidation`"), help);
        }
        Definition::Alias(alias) => {
            let help = match is_status(container, path) {
                true => of_status(alias),
                false => of_alias(alias),
            };
            cx.error_in(path, "the alias of a type has no schema", help);
        }
        Definition::Derived | Definition::Missing => {}
    }
}

/// Help for a status that is an alias.
fn of_status(Alias { target, is_only, .. }: &Alias) -> String {
    match *is_only && syn::parse_str::<syn::Path>(target).is_ok_and(|path| is_plain(&path)) {
        true => format!("write the type itself: `status = \"{}\"`", target.replace(' ', "")),
        false => {
            "write the type itself in `status = \"..\"`, or add `#[x_validation(opaque_status)]`".to_owned()
        }
    }
}

/// Help for a field whose type is an alias.
fn of_alias(Alias { target, is_only, .. }: &Alias) -> String {
    if !is_only {
        return "several aliases have this name: write the type itself, or add `#[x_validation(schema = path::Type)]` to the field".to_owned();
    }
    let name = target.replace(' ', "");
    let kind = match name.as_str() {
        "String" => "string",
        "bool" => "boolean",
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => "integer",
        "f32" | "f64" => "number",
        _ if syn::parse_str::<syn::Path>(target).is_ok_and(|path| is_plain(&path)) => {
            return format!("add `#[x_validation(schema = {name})]` to the field");
        }
        _ => return format!("write `{name}` as the type of the field"),
    };
    format!("write `{name}` as the type of the field, or add `#[x_validation(as = \"{kind}\")]`")
}

/// The same for an alias of another crate.
fn of_other_alias(alias: &Alias, krate: &str) -> String {
    let target = alias.target.replace(' ', "");
    format!(
        "in the crate `{krate}` it is `{target}`: write that type as the type of the field, or add `#[x_validation(schema = path::Type)]`"
    )
}

/// A path without arguments.
fn is_plain(path: &syn::Path) -> bool {
    path.segments.iter().all(|segment| segment.arguments.is_none())
}

/// Reports types that contain each other. All of them must be items of one module, so that the names are certain.
fn recursion(cx: &Ctxt, container: &Container<'_>, file: &File, names: &[&Ident], cycle: &[String]) {
    let Some(module) = file.module_of(container.ident) else { return };
    let is_item = |name: &String| {
        file.types().count(name) == 1 && matches!(module.definition(name), Some(Definition::Derived))
    };
    if !cycle.iter().all(is_item) {
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
        cx.error_with_help(name.span(), message, RECURSION);
    }
}

/// Code that does not compile. rustc's own error about the names will be the only one.
pub(crate) fn unresolved(names: &[&Ident], krate: &Tokens) -> TokenStream {
    quote! {
        const _: () = {
            const fn __cel_need<T: #krate::__private::WholePath>() {}
            #(__cel_need::<#names>();)*
        };
    }
}

/// True if the file imports all guessed types from k8s-openapi. Then the guesses are right.
pub(crate) fn imports_from_kubernetes(container: &Container<'_>) -> bool {
    let properties = container.properties();
    let guessed = properties.iter().filter_map(|property| property.typed()).flat_map(guessed);
    guessed.into_iter().all(|typed| match &typed.ty {
        syn::Type::Path(path) => {
            path.path.get_ident().is_some_and(|name| scoped::imports_from("k8s_openapi", &name.to_string()))
        }
        _ => false,
    })
}
