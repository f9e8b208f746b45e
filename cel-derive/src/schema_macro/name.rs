//! The name of a type for other types: its id, and the macro with its schema.

use crate::{
    expand,
    input::Container,
    literal,
    tokens::{Tokens, located},
};
use cel_compiler::schema::DefinitionId;
use proc_macro2::Ident;
use quote::format_ident;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use syn::Visibility;

/// The name of a container for other types.
pub(super) struct Name {
    /// The place in the source, as a part of an identifier: `src_scaler_rs_12_12`.
    pub(super) place: String,
    pub(super) id: DefinitionId,
}

impl Name {
    /// The name depends on the place of the type. So it is the same in whatever order the types of a program are expanded.
    pub(super) fn new(container: &Container<'_>) -> Name {
        let place = again(&macro_name(container), mangled(&literal::position(container.ident.span())));
        Name { id: id(container, &place), place }
    }

    /// `macro_rules!` with the schema, and the macro's public name.
    pub(super) fn definition(&self, container: &Container<'_>, text: &str) -> Tokens {
        let ident = macro_name(container);
        let hidden = format_ident!("__x_validation_{}_{}", expand::plain(&ident), self.place);
        let exported = match container.vis {
            // the one `allow` in generated code: a `pub` type in a function body, as in doctests, causes a warning otherwise
            Visibility::Public(_) => "#[macro_export] #[allow(non_local_definitions)]",
            _ => "",
        };
        let rules = macro_rules(&hidden, text);
        let rules = Tokens::parsed(format!("#[doc(hidden)] {exported} {rules} #[doc(hidden)]"));
        let vis = match &container.vis {
            Visibility::Public(_) => Tokens::parsed("pub"),
            Visibility::Inherited => Tokens::default(),
            Visibility::Restricted(_) => located(&container.vis),
        };
        Tokens::concat([rules, vis, Tokens::parsed(format!("use {hidden} as {ident};"))])
    }
}

/// Makes the place unique. A macro that is called twice, or a file that two modules include, repeats a type at the same place.
fn again(name: &Ident, place: String) -> String {
    static SEEN: Mutex<Option<HashMap<String, u32>>> = Mutex::new(None);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = seen.get_or_insert_default().entry(format!("{name} {place}")).or_default();
    *before = before.saturating_add(1);
    if *before == 1 { place } else { format!("{place}_{before}") }
}

/// A text as part of an identifier.
pub(super) fn mangled(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}

fn macro_name(container: &Container<'_>) -> Ident {
    container.attrs.macro_name.clone().unwrap_or_else(|| container.ident.clone())
}

/// An id that is different for any two types of one program.
fn id(container: &Container<'_>, place: &str) -> DefinitionId {
    let env = |name: &str| std::env::var(name).unwrap_or_default();
    let target = env("CARGO_BIN_NAME");
    let package = format!("{} {}", env("CARGO_PKG_NAME"), env("CARGO_PKG_VERSION"));
    let krate = env("CARGO_CRATE_NAME");
    format!("{package} {krate} {target} {} {place}", container.ident)
}

/// The schema macro. Its form is frozen: see the text of the module around this one.
pub(super) fn macro_rules(name: &Ident, schemas: &str) -> String {
    let pattern = "[[$($next:tt)*] $($rest:tt)*] $($state:tt)*";
    let call = "$($next)* ! { [$($rest)*] $($state)*";
    format!("macro_rules! {name} {{ ({pattern}) => {{ {call} {schemas} }} }}; }}")
}
