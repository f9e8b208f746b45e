//! How a type is known to others: its id, and the macro that hands out its schema.

use crate::{
    expand,
    input::Container,
    tokens::{Tokens, located},
};
use cel_compiler::schema::DefinitionId;
use proc_macro2::Ident;
use quote::format_ident;
use std::{collections::HashMap, sync::Mutex};
use syn::Visibility;

/// How a container is known to others.
pub(super) struct Name {
    /// How many types of this name came before in this compilation.
    pub(super) n: u32,
    pub(super) id: DefinitionId,
}

impl Name {
    pub(super) fn new(container: &Container<'_>) -> Name {
        static SEEN: Mutex<Option<HashMap<String, u32>>> = Mutex::new(None);
        let plain = macro_name(container).to_string();
        let n = {
            let mut seen = SEEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let count = seen.get_or_insert_default().entry(plain).or_default();
            *count += 1;
            *count - 1
        };
        Name { n, id: id(container, n) }
    }

    /// `macro_rules!` with the schema, and its public name.
    pub(super) fn definition(&self, container: &Container<'_>, text: &str) -> Tokens {
        let ident = macro_name(container);
        let hidden = format_ident!("__x_validation_{}_{}", expand::plain(&ident), self.n);
        let exported = match container.vis {
            // the one `allow` in our output: a `pub` type in a body, as in doctests, warns otherwise
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

fn macro_name(container: &Container<'_>) -> Ident {
    container.attrs.macro_name.clone().unwrap_or_else(|| container.ident.clone())
}

/// Different for any two types that one program can hold.
fn id(container: &Container<'_>, n: u32) -> DefinitionId {
    let env = |name: &str| std::env::var(name).unwrap_or_default();
    let target = env("CARGO_BIN_NAME");
    let package = format!("{} {}", env("CARGO_PKG_NAME"), env("CARGO_PKG_VERSION"));
    let krate = env("CARGO_CRATE_NAME");
    format!("{package} {krate} {target} {} {n}", container.ident)
}

/// Frozen: see the text of the module around this one.
pub(super) fn macro_rules(name: &Ident, schemas: &str) -> String {
    let pattern = "[[$($next:tt)*] $($rest:tt)*] $($state:tt)*";
    let call = "$($next)* ! { [$($rest)*] $($state)*";
    format!("macro_rules! {name} {{ ({pattern}) => {{ {call} {schemas} }} }}; }}")
}
