//! What `has()` found out is not asked again: in `has(self.a) && ..`, `!has(self.a) || ..` and `has(self.a) ? .. : ..` the
//! property has a name where it is known to be present, and reading it cannot fail there.

use super::{Emitter, Operand};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What a condition says of a property.
#[derive(Clone)]
pub(super) struct Presence {
    /// The read that gives an `Option`.
    pub(super) read: TokenStream,
    /// The property's name.
    pub(super) property: String,
    /// The condition is true if the property is absent.
    pub(super) negated: bool,
}

/// A property that is present at the place that is being emitted.
pub(super) struct Known {
    read: String,
    name: Ident,
    used: bool,
}

/// A read and the name its value has in a branch.
pub(super) type Witness = (TokenStream, Ident);

impl Emitter<'_, '_> {
    /// Emits what is evaluated where a condition has an outcome. The witness is given if that reads the property.
    pub(super) fn where_it_is<T>(
        &mut self,
        condition: &Operand,
        outcome: bool,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (Option<Witness>, T) {
        let presence = match &condition.presence {
            Some(presence) if presence.negated != outcome && !condition.fallible => presence,
            _ => return (None, inside(self)),
        };
        let name = self.hidden(&presence.property);
        self.known.push(Known { read: presence.read.to_string(), name: name.clone(), used: false });
        let value = inside(self);
        let used = self.known.pop().is_some_and(|known| known.used);
        (used.then(|| (presence.read.clone(), name)), value)
    }

    /// The name of a property that is known to be present.
    pub(super) fn known(&mut self, read: &TokenStream) -> Option<Ident> {
        let read = read.to_string();
        let known = self.known.iter_mut().rev().find(|known| known.read == read)?;
        known.used = true;
        Some(known.name.clone())
    }
}

/// A choice: by the witness where there is one, else by the condition.
pub(super) fn choice(
    witness: Option<Witness>,
    condition: &TokenStream,
    present: &TokenStream,
    absent: &TokenStream,
) -> TokenStream {
    match witness {
        Some((read, name)) => quote!(match #read { Some(#name) => { #present } None => { #absent } }),
        None => quote!(if #condition { #present } else { #absent }),
    }
}
